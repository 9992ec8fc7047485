#include "tests/e2e/device.h"

#include <QDir>
#include <QFile>

#include <utility>

namespace tidemark::test {

Device::Device(QString folder, QString url, QString user, QString name)
    : m_url(std::move(url)), m_user(std::move(user)), m_name(std::move(name)),
      m_profile(QDir(folder).filePath(m_user + QLatin1Char('-') + m_name)),
      m_passwordFile(QDir(folder).filePath(m_user + QStringLiteral(".password")))
{
    QFile file(m_passwordFile);
    if (!file.exists() && file.open(QFile::WriteOnly)) {
        file.write("the password of " + m_user.toUtf8() + '\n');
    }
}

CliResult Device::registerAccount() const
{
    return run({QStringLiteral("register")});
}

CliResult Device::run(const QStringList& command, const QByteArray& input) const
{
    CliProcess process(arguments(command));
    process.write(input);
    process.endInput();
    return process.result();
}

CliResult Device::runOffline(const QStringList& command) const
{
    CliProcess process(arguments(command, true));
    process.endInput();
    return process.result();
}

CliResult Device::runDying(const QStringList& command, const QString& failpoint, bool offline) const
{
    CliProcess process(arguments(command, offline), failpoint);
    process.endInput();
    return process.result();
}

std::unique_ptr<CliProcess> Device::start(const QStringList& command) const
{
    return std::make_unique<CliProcess>(arguments(command));
}

std::unique_ptr<CliProcess> Device::startOffline(const QStringList& command) const
{
    return std::make_unique<CliProcess>(arguments(command, true));
}

qint64 Device::unread(qint64 conversation) const
{
    const CliResult result = run({QStringLiteral("unread")});
    if (!result.isDone()) {
        qWarning().noquote() << result.description();
        return -1;
    }
    const QJsonArray all = result.line()[QLatin1String("conversations")].toArray();
    for (const QJsonValue& one : all) {
        if (one[QLatin1String("conversation")].toInteger() == conversation) {
            return one[QLatin1String("unread")].toInteger(-1);
        }
    }
    return 0;
}

qint64 Device::total() const
{
    const CliResult result = run({QStringLiteral("unread")});
    return result.isDone() ? result.line()[QLatin1String("total")].toInteger(-1) : -1;
}

qint64 Device::mismatches() const
{
    const CliResult result = run({QStringLiteral("status")});
    return result.isDone() ? result.line()[QLatin1String("disagreements")].toInteger(-1) : -1;
}

QJsonObject Device::conversation(qint64 conversation) const
{
    const CliResult result = run({QStringLiteral("conversations")});
    for (const QJsonObject& line : result.lines) {
        if (result.isDone() && line[QLatin1String("conversation")].toInteger() == conversation) {
            return line;
        }
    }
    return {};
}

qint64 Device::createGroup(const QString& title, const QStringList& members) const
{
    const CliResult result = run(QStringList{QStringLiteral("create-group"), title} + members);
    if (!result.isDone()) {
        qWarning().noquote() << result.description();
        return 0;
    }
    return result.line()[QLatin1String("conversation")].toInteger();
}

qint64 Device::send(qint64 conversation, const QString& text) const
{
    const CliResult result = run({QStringLiteral("send"), number(conversation), text});
    return result.isDone() ? result.line()[QLatin1String("seq")].toInteger() : 0;
}

QList<QJsonObject> Device::messages(qint64 conversation) const
{
    CliResult result =
        run({QStringLiteral("history"), number(conversation), QStringLiteral("--limit"), number(1000000)});
    result.lines.removeIf(
        [](const QJsonObject& line) { return line[QLatin1String("kind")] != QLatin1String("message"); });
    return result.isDone() ? result.lines : QList<QJsonObject>();
}

QStringList Device::arguments(const QStringList& command, bool offline) const
{
    QStringList all{QStringLiteral("--server"),        m_url,          QStringLiteral("--user"),    m_user,
                    QStringLiteral("--password-file"), m_passwordFile, QStringLiteral("--profile"), m_profile,
                    QStringLiteral("--device"),        m_name};
    if (offline) {
        all << QStringLiteral("--offline");
    }
    return all + command;
}

QString number(qint64 value)
{
    return QString::number(value);
}

QString faultOf(const Device& device, qint64 conversation, qint64 unread)
{
    if (!device.sync()) {
        return QStringLiteral("cannot catch up");
    }
    const qint64 shown = device.unread(conversation);
    if (shown != unread) {
        return QStringLiteral("%1 unread, not %2").arg(shown).arg(unread);
    }
    const CliResult audit = device.audit();
    if (!audit.isDone()) {
        return audit.description();
    }
    const qint64 mismatches = device.mismatches();
    return mismatches == 0 ? QString() : QStringLiteral("%1 disagreements").arg(mismatches);
}

qsizetype copies(const Device& device, qint64 conversation, const QString& text)
{
    return textsOf(device.messages(conversation)).count(text);
}

QStringList textsOf(const QList<QJsonObject>& messages)
{
    QStringList texts;
    for (const QJsonObject& message : messages) {
        texts << message[QStringLiteral("text")].toString();
    }
    return texts;
}

} // namespace tidemark::test
