#include "server-stub/main/settings/arguments.h"

#include "core/domain/dot.h"
#include "server-stub/main/settings/help.h"
#include "server-stub/main/settings/option_reader.h"

#include <array>
#include <optional>
#include <utility>
#include <vector>

namespace tidemark::server {
namespace {

using Parsed = Expected<Command, QString>;

constexpr std::uint32_t maxCertificateDays = 3650;

/// A command's help, and the arguments it takes besides --database, --config and --help.
struct Shape {
    QString help;
    std::vector<const char*> options = {};
    std::vector<const char*> flags = {};
    qsizetype operands = 0;
};

/// Reads the options of a command that works on a database. `finish` makes the command from the reader, where
/// it may report an error, and the database.
template <typename Finish>
Parsed parseOnDatabase(const QStringList& arguments, SettingsSources sources, const Shape& shape,
                       Finish finish)
{
    OptionReader reader{"database", "config"};
    for (const char* name : shape.options) {
        reader.addOption(name);
    }
    for (const char* name : shape.flags) {
        reader.addFlag(name);
    }
    if (!reader.read(arguments, shape.operands)) {
        return Unexpected(reader.error());
    }
    if (reader.wantsHelp()) {
        return Command(ShowText{shape.help});
    }
    QString database = reader.text("database");
    if (database.isEmpty()) {
        if (reader.isSet("config")) {
            sources.file = reader.text("config");
        }
        const GivenSettings given = readSettings(sources);
        database = givenText(given, "database");
        if (database.isEmpty() && !sources.file.isEmpty()) {
            reader.fail(given.problems.value(0));
        }
    }
    if (database.isEmpty()) {
        reader.fail(QStringLiteral("--database is missing"));
    }
    Command command = finish(reader, database);
    if (!reader.error().isEmpty()) {
        return Unexpected(reader.error());
    }
    return command;
}

/// The only operand; fails if it is missing.
QString operandOf(OptionReader& reader, const char* what)
{
    if (reader.operand().isEmpty()) {
        reader.fail(QStringLiteral("%1 is missing").arg(QString::fromLatin1(what)));
    }
    return reader.operand();
}

/// Parses `serve` and `config check`: every setting as an option, and the file.
template <typename Arguments>
Parsed parseSettings(const QStringList& arguments, SettingsSources sources, const QString& help)
{
    OptionReader reader{"config"};
    for (const Setting& setting : allSettings()) {
        reader.addOption(setting.name);
    }
    if (!reader.read(arguments)) {
        return Unexpected(reader.error());
    }
    if (reader.wantsHelp()) {
        return Command(ShowText{help});
    }
    if (reader.isSet("config")) {
        sources.file = reader.text("config");
    }
    for (const Setting& setting : allSettings()) {
        if (reader.isSet(setting.name)) {
            sources.options.append({QString::fromLatin1(setting.name), reader.text(setting.name)});
        }
    }
    return Command(Arguments{std::move(sources)});
}

Parsed parseServe(const QStringList& arguments, const SettingsSources& sources)
{
    return parseSettings<ServeArguments>(arguments, sources, serveHelp());
}

Parsed parseConfig(const QStringList& arguments, const SettingsSources& sources)
{
    const QString action = arguments.value(1);
    if (action == QLatin1String("check")) {
        return parseSettings<ConfigCheckArguments>(arguments.mid(1), sources, configHelp());
    }
    if (action == QLatin1String("manual") && arguments.size() == 2) {
        return Command(ConfigManualArguments());
    }
    if (action == QLatin1String("--help") || action == QLatin1String("-h")) {
        return Command(ShowText{configHelp()});
    }
    return Unexpected(QStringLiteral("config needs one of check, manual, not '%1'").arg(action));
}

Parsed parseCheck(const QStringList& arguments, const SettingsSources& sources)
{
    return parseOnDatabase(arguments, sources, {checkHelp(), {}, {"deep"}},
                           [](const OptionReader& reader, const QString& database) {
                               return Command(CheckArguments{database, reader.isSet("deep")});
                           });
}

Parsed parseRenewal(const QStringList& arguments, const SettingsSources& sources, const QString& help)
{
    return parseOnDatabase(arguments, sources, {help}, [](const OptionReader&, const QString& database) {
        return Command(RestoredArguments{database});
    });
}

Parsed parseRestored(const QStringList& arguments, const SettingsSources& sources)
{
    return parseRenewal(arguments, sources, restoredHelp());
}

/// The same command as `restored`, under a name for cases in which no backup was restored.
Parsed parseNewEpoch(const QStringList& arguments, const SettingsSources& sources)
{
    return parseRenewal(arguments, sources, newEpochHelp());
}

Parsed parseBackup(const QStringList& arguments, const SettingsSources& sources)
{
    return parseOnDatabase(arguments, sources, {backupHelp(), {}, {}, 1},
                           [](OptionReader& reader, const QString& database) {
                               return Command(BackupArguments{database, operandOf(reader, "FILE")});
                           });
}

Parsed parseRestore(const QStringList& arguments, const SettingsSources& sources)
{
    return parseOnDatabase(arguments, sources, {restoreHelp(), {}, {}, 1},
                           [](OptionReader& reader, const QString& database) {
                               return Command(RestoreArguments{database, operandOf(reader, "FILE")});
                           });
}

Parsed parseStats(const QStringList& arguments, const SettingsSources& sources)
{
    return parseOnDatabase(arguments, sources, {statsHelp(), {}, {"json"}},
                           [](const OptionReader& reader, const QString& database) {
                               return Command(StatsArguments{database, reader.isSet("json")});
                           });
}

std::optional<UserArguments::Action> userAction(const QString& name)
{
    using Action = UserArguments::Action;
    if (name == QLatin1String("add")) {
        return Action::Add;
    }
    if (name == QLatin1String("list")) {
        return Action::List;
    }
    if (name == QLatin1String("disable")) {
        return Action::Disable;
    }
    if (name == QLatin1String("enable")) {
        return Action::Enable;
    }
    if (name == QLatin1String("delete")) {
        return Action::Delete;
    }
    return name == QLatin1String("reset") ? std::optional(Action::Reset) : std::nullopt;
}

Parsed parseUser(const QStringList& arguments, const SettingsSources& sources)
{
    using Action = UserArguments::Action;
    const QString name = arguments.value(1);
    if (name == QLatin1String("--help") || name == QLatin1String("-h")) {
        return Command(ShowText{userHelp()});
    }
    const auto action = userAction(name);
    if (!action) {
        return Unexpected(
            QStringLiteral("user needs one of add, list, disable, enable, reset, delete, not '%1'")
                .arg(name));
    }
    const bool isList = *action == Action::List;
    Shape shape{userHelp()};
    shape.operands = isList ? 0 : 1;
    if (isList) {
        shape.flags = {"json"};
    }
    if (*action == Action::Add || *action == Action::Reset) {
        shape.options = {"password-file"};
    }
    return parseOnDatabase(
        arguments.mid(1), sources, shape, [&](OptionReader& reader, const QString& database) {
            UserArguments parsed{*action, database, {}, {}, isList && reader.isSet("json")};
            if (!isList) {
                parsed.name = operandOf(reader, "the user's name");
            }
            if (!shape.options.empty()) {
                parsed.passwordFile = reader.text("password-file");
            }
            return Command(parsed);
        });
}

Parsed parseAnnounce(const QStringList& arguments, const SettingsSources& sources)
{
    return parseOnDatabase(
        arguments, sources, {announceHelp(), {"uuid"}, {}, 1},
        [](OptionReader& reader, const QString& database) {
            const QString uuid = reader.text("uuid");
            const AnnounceArguments parsed{database, operandOf(reader, "the text"), QUuid::fromString(uuid)};
            if (reader.isSet("uuid") && parsed.uuid.isNull()) {
                reader.fail(QStringLiteral("--uuid needs a UUID, not '%1'").arg(uuid));
            }
            return Command(parsed);
        });
}

Parsed parseDot(const QStringList& arguments, const SettingsSources& sources)
{
    return parseOnDatabase(
        arguments, sources, {dotHelp(), {}, {"list"}, 1}, [](OptionReader& reader, const QString& database) {
            const DotArguments parsed{database, reader.operand()};
            if (parsed.name.isEmpty() != reader.isSet("list")) {
                reader.fail(QStringLiteral("either a name or --list is needed"));
            }
            if (!parsed.name.isEmpty() && !isDotName(parsed.name.toStdString())) {
                reader.fail(
                    QStringLiteral("a dot's name has 1 to %1 of a-z, 0-9 and -, and neither begins nor ends "
                                   "with -: not '%2'")
                        .arg(maxDotNameBytes)
                        .arg(parsed.name));
            }
            return Command(parsed);
        });
}

Parsed parseCertificate(const QStringList& arguments, const SettingsSources& /*sources*/)
{
    OptionReader reader{"certificate", "key", "hosts", "days"};
    if (!reader.read(arguments)) {
        return Unexpected(reader.error());
    }
    if (reader.wantsHelp()) {
        return Command(ShowText{certificateHelp()});
    }
    CertificateArguments parsed{reader.required("certificate"), reader.required("key"), {}};
    for (const QString& host : reader.text("hosts").split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        parsed.hosts.append(host.trimmed());
    }
    parsed.days = reader.number("days").value_or(parsed.days);
    if (parsed.days > maxCertificateDays) {
        reader.fail(QStringLiteral("--days is at most %1").arg(maxCertificateDays));
    }
    if (!reader.error().isEmpty()) {
        return Unexpected(reader.error());
    }
    return Command(std::move(parsed));
}

Parsed parseMigrate(const QStringList& arguments, const SettingsSources& /*sources*/)
{
    OptionReader reader{"from", "to"};
    if (!reader.read(arguments)) {
        return Unexpected(reader.error());
    }
    if (reader.wantsHelp()) {
        return Command(ShowText{migrateHelp()});
    }
    MigrateArguments parsed{reader.required("from"), reader.required("to")};
    if (!reader.error().isEmpty()) {
        return Unexpected(reader.error());
    }
    return Command(std::move(parsed));
}

struct CommandParser {
    const char* name;
    Parsed (*parse)(const QStringList& arguments, const SettingsSources& sources);
};

constexpr std::array commands{
    CommandParser{"serve", parseServe},
    CommandParser{"config", parseConfig},
    CommandParser{"user", parseUser},
    CommandParser{"backup", parseBackup},
    CommandParser{"restore", parseRestore},
    CommandParser{"restored", parseRestored},
    CommandParser{"new-epoch", parseNewEpoch},
    CommandParser{"migrate", parseMigrate},
    CommandParser{"check", parseCheck},
    CommandParser{"stats", parseStats},
    CommandParser{"announce", parseAnnounce},
    CommandParser{"dot", parseDot},
    CommandParser{"certificate", parseCertificate},
};

QString commandNames()
{
    QStringList names;
    for (const CommandParser& command : commands) {
        names.append(QString::fromLatin1(command.name));
    }
    return names.join(QStringLiteral(", "));
}

} // namespace

Expected<Command, QString> parseArguments(const QStringList& arguments, const QStringList& environment)
{
    if (arguments.isEmpty()) {
        return Unexpected(QStringLiteral("a command is missing: one of %1").arg(commandNames()));
    }
    const QString& name = arguments.constFirst();
    if (name == QLatin1String("--help") || name == QLatin1String("-h")) {
        return Command(ShowText{programHelp()});
    }
    if (name == QLatin1String("--version")) {
        return Command(ShowText{versionText()});
    }
    for (const CommandParser& command : commands) {
        if (name == QLatin1String(command.name)) {
            return command.parse(arguments, sourcesIn(environment));
        }
    }
    return Unexpected(QStringLiteral("'%1' is not a command: one of %2").arg(name, commandNames()));
}

} // namespace tidemark::server
