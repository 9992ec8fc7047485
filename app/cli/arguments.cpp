#include "app/cli/arguments.h"

#include "app/cli/command_specs.h"
#include "core/client/token_text.h"
#include "core/models/utf8_text.h"
#include "core/transport/certificate.h"

#include <QStandardPaths>

#include <algorithm>
#include <utility>

namespace tidemark::cli {

namespace {

QString text(const char* latin)
{
    return QString::fromLatin1(latin);
}

/// Says what is wrong with `value`; empty if it is valid.
QString problemOf(ValueKind kind, const QString& name, const QString& value)
{
    bool isNumber = true;
    switch (kind) {
    case ValueKind::None:
    case ValueKind::Text:
        return {};
    case ValueKind::Id:
        return value.toULongLong(&isNumber) > 0 && isNumber
                   ? QString()
                   : QStringLiteral("%1 must be a whole number from 1, not '%2'").arg(name, value);
    case ValueKind::Number:
        value.toULongLong(&isNumber);
        return isNumber ? QString() : QStringLiteral("%1 must be a whole number, not '%2'").arg(name, value);
    case ValueKind::Factor:
        return value.toDouble(&isNumber) > 0 && isNumber
                   ? QString()
                   : QStringLiteral("%1 must be a number above 0, not '%2'").arg(name, value);
    }
    return {};
}

/// Takes words from the front of a command line.
class Words {
public:
    explicit Words(QStringList words) : m_words(std::move(words)) {}

    [[nodiscard]] bool isEmpty() const { return m_place == m_words.size(); }
    [[nodiscard]] const QString& front() const { return m_words[m_place]; }
    QString take() { return m_words[m_place++]; }

    /// Whether the next word is an option. After "--" no word is.
    [[nodiscard]] bool isOption()
    {
        if (!isEmpty() && !m_optionsEnded && front() == text("--")) {
            m_optionsEnded = true;
            ++m_place;
        }
        return !isEmpty() && !m_optionsEnded && front().startsWith(text("--"));
    }

    /// Takes the next option into `values`. Returns what is wrong, or an empty string.
    [[nodiscard]] QString takeOption(const std::vector<OptionSpec>& specs, QHash<QString, QString>& values)
    {
        const QString word = take();
        const qsizetype equals = word.indexOf(QLatin1Char('='));
        const QString name = word.mid(2, equals < 0 ? -1 : equals - 2);
        const auto spec = std::find_if(specs.begin(), specs.end(), [&](const OptionSpec& one) {
            return name == QLatin1String(one.name);
        });
        if (spec == specs.end()) {
            return QStringLiteral("option --%1 does not exist here").arg(name);
        }
        QString value = equals < 0 ? QString() : word.mid(equals + 1);
        if (spec->kind != ValueKind::None && equals < 0) {
            if (isEmpty()) {
                return QStringLiteral("--%1 needs a value").arg(name);
            }
            value = take();
        }
        values.insert(name, value);
        return problemOf(spec->kind, QStringLiteral("--") + name, value);
    }

private:
    QStringList m_words;
    qsizetype m_place = 0;
    bool m_optionsEnded = false;
};

/// Copies the global options into the members of `into`.
QString adoptGlobals(const QHash<QString, QString>& values, Arguments& into)
{
    into.user = values.value(text("user"));
    into.passwordFile = values.value(text("password-file"));
    into.profile = values.value(text("profile"), defaultProfile());
    into.device = values.value(text("device"));
    into.offline = values.contains(text("offline"));
    into.trace = values.value(text("trace"));
    if (values.contains(text("timeout"))) {
        into.timeout = std::chrono::milliseconds(qint64(values.value(text("timeout")).toDouble() * 1000));
    }
    if (values.contains(text("token"))) {
        const auto token = tokenFromText(values.value(text("token")));
        if (!token) {
            return text("--token is neither 64 hexadecimal digits nor base64url of 32 bytes");
        }
        into.token = *token;
    }
    into.tokenFile = values.value(text("token-file"));
    if (!into.tokenFile.isEmpty() && !into.token.empty()) {
        return text("--token and --token-file are the same twice");
    }
    if (values.contains(text("trust-fingerprint"))) {
        const QString given = values.value(text("trust-fingerprint"));
        into.trustedFingerprint = given == text("none") ? QString() : fingerprintFrom(given);
        if (!into.trustedFingerprint) {
            return text("--trust-fingerprint is the SHA-256 of a certificate, 64 hexadecimal digits with or "
                        "without colons, or none");
        }
    }
    if (values.contains(text("server"))) {
        const auto servers = serversOf(values.value(text("server")));
        if (!servers) {
            return text("--server: ") + problemOf(servers.error());
        }
        into.servers = *servers;
    }
    return {};
}

QString checkPositionals(const CommandSpec& command, const QStringList& given)
{
    const auto named = static_cast<qsizetype>(command.positionals.size());
    const auto optional = static_cast<qsizetype>(command.optionalPositionals) + (command.repeatsLast ? 1 : 0);
    const qsizetype needed = named - optional;
    if (given.size() < needed) {
        return QStringLiteral("%1 is missing")
            .arg(QLatin1String(command.positionals[std::size_t(given.size())].name));
    }
    if (given.size() > named && !command.repeatsLast) {
        return QStringLiteral("unexpected argument '%1'").arg(given[named]);
    }
    for (qsizetype i = 0; i < std::min(named, given.size()); ++i) {
        const PositionalSpec& spec = command.positionals[std::size_t(i)];
        const QString problem = problemOf(spec.kind, QLatin1String(spec.name), given[i]);
        if (!problem.isEmpty()) {
            return problem;
        }
    }
    return {};
}

QString checkRequired(const CommandSpec& command, const QHash<QString, QString>& options)
{
    for (const OptionSpec& option : command.options) {
        if (option.isRequired && !options.contains(QLatin1String(option.name))) {
            return QStringLiteral("--%1 is missing").arg(QLatin1String(option.name));
        }
    }
    return {};
}

Unexpected<QString> wrongUse(const QString& problem, const CommandSpec& command)
{
    return Unexpected(QStringLiteral("%1\nusage: tidemark-cli [options] %2").arg(problem, usageOf(command)));
}

Expected<std::variant<Arguments, ShowText>, QString> parseCommand(const CommandSpec& command, Words words,
                                                                  Arguments arguments)
{
    while (!words.isEmpty()) {
        if (!words.isOption()) {
            if (!words.isEmpty()) {
                arguments.positionals.append(words.take());
            }
            continue;
        }
        if (words.front() == text("--help")) {
            return std::variant<Arguments, ShowText>(ShowText{helpOf(command)});
        }
        const QString problem = words.takeOption(command.options, arguments.options);
        if (!problem.isEmpty()) {
            return wrongUse(problem, command);
        }
    }
    for (const QString& problem :
         {checkPositionals(command, arguments.positionals), checkRequired(command, arguments.options)}) {
        if (!problem.isEmpty()) {
            return wrongUse(problem, command);
        }
    }
    return std::variant<Arguments, ShowText>(std::move(arguments));
}

} // namespace

std::uint64_t Arguments::number(const char* option, std::uint64_t fallback) const
{
    return has(option) ? options.value(QLatin1String(option)).toULongLong() : fallback;
}

std::optional<double> Arguments::factor(const char* option) const
{
    return has(option) ? std::optional(options.value(QLatin1String(option)).toDouble()) : std::nullopt;
}

Expected<std::variant<Arguments, ShowText>, QString> parseArguments(const QStringList& arguments)
{
    Words words(arguments);
    Arguments result;
    QHash<QString, QString> globals;
    while (words.isOption()) {
        if (words.front() == text("--help")) {
            return std::variant<Arguments, ShowText>(ShowText{programHelp()});
        }
        if (words.front() == text("--version")) {
            return std::variant<Arguments, ShowText>(ShowText{text("tidemark-cli " TIDEMARK_VERSION "\n")});
        }
        const QString problem = words.takeOption(globalOptions(), globals);
        if (!problem.isEmpty()) {
            return Unexpected(problem);
        }
    }
    const QString problem = adoptGlobals(globals, result);
    if (!problem.isEmpty()) {
        return Unexpected(problem);
    }
    if (words.isEmpty()) {
        return Unexpected(text("a command is missing; see tidemark-cli --help"));
    }
    result.command = words.take();
    const CommandSpec* command = findCommand(result.command);
    if (command == nullptr) {
        return Unexpected(
            QStringLiteral("'%1' is not a command; see tidemark-cli --help").arg(result.command));
    }
    return parseCommand(*command, std::move(words), std::move(result));
}

Expected<QStringList, QString> wordsOf(const std::vector<std::string>& bytes)
{
    QStringList words;
    for (const std::string& word : bytes) {
        // A text that was changed by the decoding must not be sent.
        if (!QUtf8StringView(word.data(), qsizetype(word.size())).isValidUtf8()) {
            return Unexpected(QStringLiteral("argument %1 is not UTF-8").arg(words.size() + 1));
        }
        words.append(textFromUtf8(word));
    }
    return words;
}

QString defaultProfile()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/cli");
}

} // namespace tidemark::cli
