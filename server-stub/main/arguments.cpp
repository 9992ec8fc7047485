#include "server-stub/main/arguments.h"

#include "server-stub/main/help.h"

#include <QCommandLineParser>

#include <initializer_list>
#include <limits>

namespace tidemark::server {
namespace {

QString option(const char* name)
{
    return QString::fromLatin1(name);
}

/// Options that take a value, and --help; says what is wrong in one line.
class OptionReader {
public:
    OptionReader(std::initializer_list<const char*> names)
    {
        m_parser.addOption(QCommandLineOption(QStringList{option("h"), option("help")}));
        for (const char* name : names)
            m_parser.addOption(QCommandLineOption(option(name), QString(), QStringLiteral("value")));
    }

    /// `arguments` with the subcommand first.
    [[nodiscard]] bool read(const QStringList& arguments)
    {
        if (!m_parser.parse(arguments)) {
            m_error = m_parser.errorText();
            m_error.chop(m_error.endsWith(QLatin1Char('.')) ? 1 : 0);
        } else if (!m_parser.positionalArguments().isEmpty()) {
            m_error =
                QStringLiteral("unexpected argument '%1'").arg(m_parser.positionalArguments().constFirst());
        }
        return m_error.isEmpty();
    }

    [[nodiscard]] bool wantsHelp() const { return m_parser.isSet(option("help")); }
    [[nodiscard]] QString text(const char* name) const { return m_parser.value(option(name)); }
    [[nodiscard]] const QString& error() const { return m_error; }

    QString required(const char* name)
    {
        if (text(name).isEmpty())
            fail(QStringLiteral("--%1 is missing").arg(option(name)));
        return text(name);
    }

    std::optional<std::uint32_t> number(const char* name)
    {
        if (!m_parser.isSet(option(name)))
            return std::nullopt;
        bool isNumber = false;
        const uint value = text(name).toUInt(&isNumber);
        if (!isNumber || value == 0)
            fail(QStringLiteral("--%1 needs a whole number from 1, not '%2'").arg(option(name), text(name)));
        return value;
    }

    /// The place of the value among `choices`, or nothing when the option was not given.
    std::optional<std::size_t> choice(const char* name, std::initializer_list<const char*> choices)
    {
        if (!m_parser.isSet(option(name)))
            return std::nullopt;
        QStringList names;
        for (const char* choice : choices)
            names.append(option(choice));
        const qsizetype place = names.indexOf(text(name));
        if (place < 0) {
            fail(QStringLiteral("--%1 is one of %2, not '%3'")
                     .arg(option(name), names.join(QStringLiteral(", ")), text(name)));
            return std::nullopt;
        }
        return static_cast<std::size_t>(place);
    }

    void fail(const QString& error)
    {
        if (m_error.isEmpty())
            m_error = error;
    }

private:
    QCommandLineParser m_parser;
    QString m_error;
};

Expected<Command, QString> parseServe(const QStringList& arguments)
{
    OptionReader reader{"listen",          "database",         "tls-certificate", "tls-key",
                        "registration",    "sends-per-second", "send-burst",      "connections-per-user",
                        "max-connections", "keep-messages",    "keep-days",       "unread-expires-days",
                        "log-level",       "pull-entries",     "large-group",     "connections-per-address",
                        "proxies",         "metrics"};
    if (!reader.read(arguments))
        return Unexpected(reader.error());
    if (reader.wantsHelp())
        return Command(ShowText{serveHelp()});

    ServeArguments serve;
    const QString listen = reader.required("listen");
    serve.database = reader.required("database");
    serve.tlsCertificate = reader.text("tls-certificate");
    serve.tlsKey = reader.text("tls-key");
    if (serve.tlsCertificate.isEmpty() != serve.tlsKey.isEmpty())
        reader.fail(QStringLiteral("--tls-certificate and --tls-key go together"));
    if (const auto place = reader.choice("registration", {"open", "closed"}))
        serve.registrationOpen = *place == 0;
    serve.sendsPerSecond = reader.number("sends-per-second");
    serve.sendBurst = reader.number("send-burst");
    serve.connectionsPerUser = reader.number("connections-per-user");
    serve.maxConnections = reader.number("max-connections");
    serve.pullEntries = reader.number("pull-entries");
    serve.largeGroup = reader.number("large-group");
    serve.connectionsPerAddress = reader.number("connections-per-address");
    serve.keepMessages = reader.number("keep-messages");
    serve.keepDays = reader.number("keep-days");
    serve.unreadExpiresDays = reader.number("unread-expires-days");
    if (const auto place = reader.choice("log-level", {"debug", "info", "warning", "error"}))
        serve.logLevel = static_cast<LogLevel>(*place);
    if (!reader.error().isEmpty())
        return Unexpected(reader.error());

    const auto address = parseListenAddress(listen);
    if (!address)
        return Unexpected(QStringLiteral("--listen: %1").arg(address.error()));
    serve.listen = *address;
    if (const QString metrics = reader.text("metrics"); !metrics.isEmpty()) {
        const auto place = parseListenAddress(metrics);
        if (!place)
            return Unexpected(QStringLiteral("--metrics: %1").arg(place.error()));
        serve.metrics = *place;
    }
    for (const QString& proxy : reader.text("proxies").split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        if (!serve.proxies.emplaceBack().setAddress(proxy.trimmed()))
            return Unexpected(QStringLiteral("--proxies: '%1' is not an address").arg(proxy));
    }
    return Command(std::move(serve));
}

/// Subcommands that need nothing but the database.
template <typename DatabaseArguments>
Expected<Command, QString> parseDatabase(const QStringList& arguments, const QString& help)
{
    OptionReader reader{"database"};
    if (!reader.read(arguments))
        return Unexpected(reader.error());
    if (reader.wantsHelp())
        return Command(ShowText{help});
    DatabaseArguments parsed{reader.required("database")};
    if (!reader.error().isEmpty())
        return Unexpected(reader.error());
    return Command(std::move(parsed));
}

} // namespace

Expected<Command, QString> parseArguments(const QStringList& arguments)
{
    if (arguments.isEmpty())
        return Unexpected(QStringLiteral("a command is missing: serve, check or restored"));
    const QString& command = arguments.constFirst();
    if (command == QLatin1String("--help") || command == QLatin1String("-h"))
        return Command(ShowText{programHelp()});
    if (command == QLatin1String("--version"))
        return Command(ShowText{versionText()});
    if (command == QLatin1String("serve"))
        return parseServe(arguments);
    if (command == QLatin1String("check"))
        return parseDatabase<CheckArguments>(arguments, checkHelp());
    if (command == QLatin1String("restored"))
        return parseDatabase<RestoredArguments>(arguments, restoredHelp());
    return Unexpected(QStringLiteral("'%1' is not a command: serve, check or restored").arg(command));
}

} // namespace tidemark::server
