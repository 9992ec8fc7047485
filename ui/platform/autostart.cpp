#include "ui/platform/autostart.h"

#include "ui/platform/desktop_id.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>
#include <QStandardPaths>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

/// Quotes an argument by the Desktop Entry Specification, and then escapes it as a string value.
QString quoted(QString word)
{
    for (const QChar special : u"\\\"`$"_s) {
        word.replace(special, u'\\' + QString(special));
    }
    word.replace(u'%', u"%%"_s);
    return u'"' + word.replace(u'\\', u"\\\\"_s) + u'"';
}

QString commandLine(const QStringList& command)
{
    QStringList words;
    std::transform(command.begin(), command.end(), std::back_inserter(words), quoted);
    return words.join(u' ');
}

bool saysOff(const QByteArray& line)
{
    const QByteArray plain = line.simplified().replace(" ", "").toLower();
    return plain == "hidden=true" || plain == "x-gnome-autostart-enabled=false";
}

} // namespace

Autostart::Autostart(QString file, QStringList command)
    : m_file(std::move(file)), m_command(std::move(command))
{
}

Autostart Autostart::ofProfile(const QString& profile)
{
    const QDir folder(QStandardPaths::writableLocation(QStandardPaths::ConfigLocation) + u"/autostart"_s);
    const bool isDefault = profile == u"default"_s;
    QStringList command{QCoreApplication::applicationFilePath(), u"--tray"_s};
    if (!isDefault) {
        command << u"--profile"_s << profile;
    }
    const QString name = desktopId + (isDefault ? QString() : u'-' + profile);
    return {folder.filePath(name + u".desktop"_s), command};
}

bool Autostart::isOn() const
{
    QFile entry(m_file);
    if (m_file.isEmpty() || !entry.open(QIODevice::ReadOnly)) {
        return false;
    }
    const QList<QByteArray> lines = entry.readAll().split('\n');
    return std::none_of(lines.begin(), lines.end(), saysOff);
}

bool Autostart::setOn(bool on) const
{
    if (!on) {
        return !QFile::exists(m_file) || QFile::remove(m_file);
    }
    const QString text = u"[Desktop Entry]\n"
                         u"Type=Application\n"
                         u"Name=Tidemark\n"
                         u"Icon=%3\n"
                         u"TryExec=%1\n"
                         u"Exec=%2\n"
                         u"Terminal=false\n"
                         u"X-GNOME-Autostart-enabled=true\n"_s.arg(
                             m_command.value(0).replace(u'\\', u"\\\\"_s), commandLine(m_command), desktopId);
    QDir().mkpath(QFileInfo(m_file).path());
    QSaveFile entry(m_file);
    return isPossible() && entry.open(QIODevice::WriteOnly) && entry.write(text.toUtf8()) > 0
           && entry.commit();
}

} // namespace tidemark
