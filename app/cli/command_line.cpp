#include "app/cli/command_line.h"

#include "app/cli/commands/commands.h"
#include "app/cli/help.h"
#include "app/cli/parsing/global_options.h"
#include "app/cli/parsing/option_parser.h"
#include "core/models/words/utf8_text.h"

#include <utility>

namespace tidemark::cli {

namespace {

using Parsed = Expected<std::variant<Arguments, ShowText>, QString>;

Parsed shown(const QString& text)
{
    return std::variant<Arguments, ShowText>(ShowText{text});
}

/// Says what is wrong with the positional arguments; empty if they are valid.
QString problemOf(const std::vector<Argument>& arguments, const QStringList& given)
{
    qsizetype place = 0;
    for (const Argument& argument : arguments) {
        const QLatin1String name(argument.name);
        if (place == given.size()) {
            return argument.occurs == Occurs::Once ? QStringLiteral("%1 is missing").arg(name) : QString();
        }
        do {
            const QString problem = problemOf(argument.kind, name, given[place]);
            if (!problem.isEmpty()) {
                return problem;
            }
            ++place;
        } while (argument.occurs == Occurs::AnyNumber && place < given.size());
    }
    return place < given.size() ? QStringLiteral("unexpected argument '%1'").arg(given[place]) : QString();
}

QString problemOfRequired(const std::vector<Option>& options, const OptionValues& given)
{
    for (const Option& option : options) {
        if (option.isRequired && !given.has(option)) {
            return QStringLiteral("--%1 is missing").arg(QLatin1String(option.name));
        }
    }
    return {};
}

/// Adds the usage of the command to an error for the user.
Unexpected<QString> withUsage(const QString& problem, const Command& command)
{
    return Unexpected(QStringLiteral("%1\nusage: tidemark-cli [options] %2").arg(problem, usageOf(command)));
}

Parsed parseCommand(const Command& command, const QStringList& words, Arguments arguments)
{
    auto parsed = parseOptions(command.options, words, OptionsPlace::Anywhere);
    if (!parsed) {
        return withUsage(parsed.error(), command);
    }
    if (parsed->options.has(helpOption)) {
        return shown(helpOf(command));
    }
    for (const QString& problem : {problemOf(command.arguments, parsed->others),
                                   problemOfRequired(command.options, parsed->options)}) {
        if (!problem.isEmpty()) {
            return withUsage(problem, command);
        }
    }
    arguments.command = &command;
    arguments.positionals = std::move(parsed->others);
    arguments.options = std::move(parsed->options);
    return std::variant<Arguments, ShowText>(std::move(arguments));
}

} // namespace

Expected<std::variant<Arguments, ShowText>, QString> parseArguments(const QStringList& arguments)
{
    const auto globals = parseOptions(globalOptions(), arguments, OptionsPlace::BeforeOtherWords);
    if (!globals) {
        return Unexpected(globals.error());
    }
    if (globals->options.has(helpOption)) {
        return shown(programHelp());
    }
    if (globals->options.has(versionOption)) {
        return shown(QStringLiteral("tidemark-cli " TIDEMARK_VERSION "\n"));
    }
    const auto common = argumentsOf(globals->options);
    if (!common) {
        return Unexpected(common.error());
    }
    QStringList words = globals->others;
    if (words.isEmpty()) {
        return Unexpected(QStringLiteral("a command is missing; see tidemark-cli --help"));
    }
    // The word "--" before the command also ends the options of the command.
    const bool areOptionsEnded = arguments.value(arguments.size() - words.size() - 1) == QLatin1String("--");
    const QString name = words.takeFirst();
    const Command* command = findCommand(name);
    if (command == nullptr) {
        return Unexpected(QStringLiteral("'%1' is not a command; see tidemark-cli --help").arg(name));
    }
    return parseCommand(
        *command, (areOptionsEnded ? QStringList(QStringLiteral("--")) : QStringList()) + words, *common);
}

Expected<QStringList, QString> wordsOf(const std::vector<std::string>& bytes)
{
    QStringList words;
    for (const std::string& word : bytes) {
        // Decoding would change the argument, and the changed text must not be sent.
        if (!QUtf8StringView(word.data(), qsizetype(word.size())).isValidUtf8()) {
            return Unexpected(QStringLiteral("argument %1 is not UTF-8").arg(words.size() + 1));
        }
        words.append(textFromUtf8(word));
    }
    return words;
}

} // namespace tidemark::cli
