#include "core/hosting/local_server_place.h"

#include <QDir>
#include <QSaveFile>
#include <QSettings>
#include <QVariant>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

const QString portKey = u"port"_s;
const QString accountKey = u"account"_s;
const QString chosenKey = u"chosen"_s;
const QString outlivesKey = u"outlives"_s;

QVariant valueIn(const QString& file, const QString& key)
{
    return QSettings(file, QSettings::IniFormat).value(key);
}

void setValueIn(const QString& file, const QString& key, const QVariant& value)
{
    QSettings(file, QSettings::IniFormat).setValue(key, value);
}

} // namespace

LocalServerPlace::LocalServerPlace(const QString& profileDirectory)
    : m_folder(QDir(profileDirectory).absoluteFilePath(u"server"_s))
{
}

QString LocalServerPlace::database() const
{
    return m_folder + u"/server.db"_s;
}

QString LocalServerPlace::settingsFile() const
{
    return m_folder + u"/server.conf"_s;
}

QString LocalServerPlace::stateFile() const
{
    return m_folder + u"/state.ini"_s;
}

quint16 LocalServerPlace::port() const
{
    return valueIn(stateFile(), portKey).value<quint16>();
}

void LocalServerPlace::setPort(quint16 port)
{
    setValueIn(stateFile(), portKey, port);
}

QUrl LocalServerPlace::url() const
{
    const quint16 known = port();
    return known == 0 ? QUrl() : QUrl(u"ws://127.0.0.1:%1"_s.arg(known));
}

QString LocalServerPlace::account() const
{
    return valueIn(stateFile(), accountKey).toString();
}

void LocalServerPlace::setAccount(const QString& name)
{
    setValueIn(stateFile(), accountKey, name);
}

bool LocalServerPlace::isChosen() const
{
    return valueIn(stateFile(), chosenKey).toBool();
}

void LocalServerPlace::setChosen(bool isChosen)
{
    if (isChosen != this->isChosen()) {
        setValueIn(stateFile(), chosenKey, isChosen);
    }
}

bool LocalServerPlace::outlivesProgram() const
{
    return valueIn(stateFile(), outlivesKey).toBool();
}

void LocalServerPlace::setOutlivesProgram(bool outlives)
{
    if (outlives != outlivesProgram()) {
        setValueIn(stateFile(), outlivesKey, outlives);
    }
}

bool LocalServerPlace::writeSettings() const
{
    QSaveFile file(settingsFile());
    if (!QDir().mkpath(m_folder) || !file.open(QIODevice::WriteOnly)) {
        return false;
    }
    const QString registration = account().isEmpty() ? u"open"_s : u"closed"_s;
    file.write(u"# Tidemark writes this file at each start.\n"
               "listen = 127.0.0.1:%1\ndatabase = %2\nregistration = %3\nlog-level = warning\n"_s
                   .arg(QString::number(port()), database(), registration)
                   .toUtf8());
    return file.commit();
}

} // namespace tidemark
