#include "app/cli/help.h"

#include "app/cli/commands/commands.h"
#include "app/cli/parsing/global_options.h"

namespace tidemark::cli {

namespace {

QString optionText(const Option& option)
{
    const QString name = QStringLiteral("--") + QLatin1String(option.name);
    return option.kind == ValueKind::None ? name
                                          : QString(name + QLatin1Char(' ') + QLatin1String(option.value));
}

QString argumentText(const Argument& argument)
{
    const QLatin1String name(argument.name);
    switch (argument.occurs) {
    case Occurs::Once:
        break;
    case Occurs::AtMostOnce:
        return QStringLiteral("[%1]").arg(name);
    case Occurs::AnyNumber:
        return QStringLiteral("[%1…]").arg(name);
    }
    return name;
}

QString optionLines(const std::vector<Option>& options)
{
    QString lines;
    for (const Option& option : options) {
        lines += QStringLiteral("  %1 %2\n").arg(optionText(option), -22).arg(QString::fromUtf8(option.help));
    }
    return lines;
}

} // namespace

QString usageOf(const Command& command)
{
    QString usage = QLatin1String(command.name);
    for (const Argument& argument : command.arguments) {
        usage += QLatin1Char(' ') + argumentText(argument);
    }
    for (const Option& option : command.options) {
        usage +=
            (option.isRequired ? QStringLiteral(" %1") : QStringLiteral(" [%1]")).arg(optionText(option));
    }
    return usage;
}

QString helpOf(const Command& command)
{
    QString help = QStringLiteral("Usage: tidemark-cli [options] %1\n\n%2\n")
                       .arg(usageOf(command), QString::fromUtf8(command.help));
    if (!command.options.empty()) {
        help += QLatin1Char('\n') + optionLines(command.options);
    }
    return help;
}

QString programHelp()
{
    QString help = QStringLiteral(R"(tidemark-cli - Tidemark for scripts, bots and tests of read sync

Usage:
  tidemark-cli [options] COMMAND [arguments]
  tidemark-cli COMMAND --help | --help | --version

A command connects, catches up, acts, and returns when the server has acknowledged. The first use of a profile
needs --server and --user with --password-file or --token; later uses need only --profile.
Results are JSON, one object per line, on standard output; human-readable messages go to standard error.

Options, before the command:
)");
    help += optionLines(globalOptions()) + optionLines({helpOption});
    help += QStringLiteral("\nCommands:\n");
    for (const Command* command : allCommands()) {
        QString text = QString::fromUtf8(command->help);
        text.replace(QLatin1Char('\n'), QStringLiteral("\n      "));
        help += QStringLiteral("  %1\n      %2\n").arg(usageOf(*command), text);
    }
    help += QStringLiteral(
        "\nCONV is a number from the command conversations. -- ends the options.\n"
        "Exit status: 0 done, 1 refused by the server or not found, 2 wrong use, 3 no connection.\n");
    return help;
}

} // namespace tidemark::cli
