#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/json_line.h"

#include <QCoreApplication>

#include <cstdio>

using namespace tidemark::cli;

int main(int argc, char* argv[])
{
    const QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("tidemark"));
    const auto parsed = parseArguments(QCoreApplication::arguments().mid(1));
    if (!parsed) {
        tell(QStringLiteral("tidemark-cli: %1").arg(parsed.error()));
        return int(ExitStatus::WrongUse);
    }
    if (const auto* show = std::get_if<ShowText>(&parsed.value())) {
        std::fputs(show->text.toUtf8().constData(), stdout);
        return int(ExitStatus::Done);
    }
    return int(runCommand(std::get<Arguments>(parsed.value())));
}
