#include "server-stub/main/arguments.h"

#include "core/domain/dot.h"
#include "server-stub/main/help.h"

#include <QCommandLineParser>

#include <initializer_list>
#include <limits>

namespace tidemark::server {
namespace {

constexpr std::uint32_t mostCertificateDays = 3650;
constexpr std::uint32_t leastPasswordMib = 8;
constexpr std::uint32_t mostPasswordMib = 4095;
constexpr std::uint32_t mostPasswordPasses = 100;

QString commandNames()
{
    return QStringLiteral("serve, check, restored, announce, dot or certificate");
}

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

    void addFlag(const char* name) { m_parser.addOption(QCommandLineOption(option(name))); }

    /// `arguments` with the subcommand first; at most `operands` of them are no options.
    [[nodiscard]] bool read(const QStringList& arguments, qsizetype operands = 0)
    {
        if (!m_parser.parse(arguments)) {
            m_error = m_parser.errorText();
            m_error.chop(m_error.endsWith(QLatin1Char('.')) ? 1 : 0);
        } else if (m_parser.positionalArguments().size() > operands) {
            m_error =
                QStringLiteral("unexpected argument '%1'").arg(m_parser.positionalArguments().at(operands));
        }
        return m_error.isEmpty();
    }

    [[nodiscard]] bool isSet(const char* name) const { return m_parser.isSet(option(name)); }
    /// The first argument that is no option; empty when there is none.
    [[nodiscard]] QString operand() const { return m_parser.positionalArguments().value(0); }
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
    OptionReader reader{"listen",
                        "database",
                        "tls-certificate",
                        "tls-key",
                        "registration",
                        "sends-per-second",
                        "send-burst",
                        "connections-per-user",
                        "max-connections",
                        "keep-messages",
                        "keep-days",
                        "unread-expires-days",
                        "log-level",
                        "notices-forget-days",
                        "pull-entries",
                        "large-group",
                        "connections-per-address",
                        "proxies",
                        "metrics",
                        "password-memory",
                        "password-passes",
                        "rotate-tokens-days"};
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
    serve.passwordMemoryMib = reader.number("password-memory");
    serve.passwordPasses = reader.number("password-passes");
    serve.rotateTokensDays = reader.number("rotate-tokens-days");
    serve.keepDays = reader.number("keep-days");
    serve.unreadExpiresDays = reader.number("unread-expires-days");
    serve.noticesForgetDays = reader.number("notices-forget-days");
    if (serve.passwordMemoryMib.value_or(leastPasswordMib) < leastPasswordMib
        || serve.passwordMemoryMib.value_or(0) > mostPasswordMib)
        reader.fail(
            QStringLiteral("--password-memory is from %1 to %2").arg(leastPasswordMib).arg(mostPasswordMib));
    if (serve.passwordPasses.value_or(0) > mostPasswordPasses)
        reader.fail(QStringLiteral("--password-passes is at most %1").arg(mostPasswordPasses));
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

Expected<Command, QString> parseAnnounce(const QStringList& arguments)
{
    OptionReader reader{"database", "uuid"};
    if (!reader.read(arguments, 1))
        return Unexpected(reader.error());
    if (reader.wantsHelp())
        return Command(ShowText{announceHelp()});
    const AnnounceArguments parsed{reader.required("database"), reader.operand(),
                                   QUuid::fromString(reader.text("uuid"))};
    if (reader.isSet("uuid") && parsed.uuid.isNull())
        reader.fail(QStringLiteral("--uuid needs a UUID, not '%1'").arg(reader.text("uuid")));
    if (parsed.text.isEmpty())
        reader.fail(QStringLiteral("the text is missing"));
    if (!reader.error().isEmpty())
        return Unexpected(reader.error());
    return Command(parsed);
}

Expected<Command, QString> parseDot(const QStringList& arguments)
{
    OptionReader reader{"database"};
    reader.addFlag("list");
    if (!reader.read(arguments, 1))
        return Unexpected(reader.error());
    if (reader.wantsHelp())
        return Command(ShowText{dotHelp()});
    const DotArguments parsed{reader.required("database"), reader.operand()};
    if (parsed.name.isEmpty() != reader.isSet("list"))
        reader.fail(QStringLiteral("either a name or --list is needed"));
    if (!parsed.name.isEmpty() && !isDotName(parsed.name.toStdString()))
        reader.fail(
            QStringLiteral("a dot's name has 1 to %1 of a-z, 0-9 and -, and neither begins nor ends with "
                           "-: not '%2'")
                .arg(longestDotName)
                .arg(parsed.name));
    if (!reader.error().isEmpty())
        return Unexpected(reader.error());
    return Command(parsed);
}

Expected<Command, QString> parseCertificate(const QStringList& arguments)
{
    OptionReader reader{"certificate", "key", "hosts", "days"};
    if (!reader.read(arguments))
        return Unexpected(reader.error());
    if (reader.wantsHelp())
        return Command(ShowText{certificateHelp()});
    CertificateArguments parsed{reader.required("certificate"), reader.required("key"), {}};
    for (const QString& host : reader.text("hosts").split(QLatin1Char(','), Qt::SkipEmptyParts))
        parsed.hosts.append(host.trimmed());
    parsed.days = reader.number("days").value_or(parsed.days);
    if (parsed.days > mostCertificateDays)
        reader.fail(QStringLiteral("--days is at most %1").arg(mostCertificateDays));
    if (!reader.error().isEmpty())
        return Unexpected(reader.error());
    return Command(std::move(parsed));
}

} // namespace

Expected<Command, QString> parseArguments(const QStringList& arguments)
{
    if (arguments.isEmpty())
        return Unexpected(QStringLiteral("a command is missing: %1").arg(commandNames()));
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
    if (command == QLatin1String("announce"))
        return parseAnnounce(arguments);
    if (command == QLatin1String("dot"))
        return parseDot(arguments);
    if (command == QLatin1String("certificate"))
        return parseCertificate(arguments);
    return Unexpected(QStringLiteral("'%1' is not a command: %2").arg(command, commandNames()));
}

} // namespace tidemark::server
