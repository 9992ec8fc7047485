#include "app/cli/command_line.h"
#include "app/cli/program.h"
#include "app/cli/running/output.h"
#include "core/base/failpoint.h"
#include "core/system/secret_arguments.h"

#include <QCoreApplication>

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>

using namespace tidemark::cli;

namespace {

/// If the caller has closed a standard stream, opens /dev/null in its place, so that no other file gets its
/// number.
void openStandardStreams()
{
    int descriptor = 0;
    do {
        descriptor = ::open("/dev/null", O_RDWR);
    } while (descriptor >= 0 && descriptor <= STDERR_FILENO);
    if (descriptor > STDERR_FILENO) {
        ::close(descriptor);
    }
}

} // namespace

int main(int argc, char* argv[])
{
    openStandardStreams();
    // A file that has reached its size limit is handled like a full disk: the signal must not kill the
    // program.
    std::signal(SIGXFSZ, SIG_IGN);
    if (const auto error = tidemark::armFailpoint(std::getenv(tidemark::failpointVariable))) {
        printMessage(QStringLiteral("tidemark-cli: %1").arg(QString::fromStdString(*error)));
        return int(ExitStatus::WrongUse);
    }
    const QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("tidemark"));
    const auto words = wordsOf({argv + std::min(argc, 1), argv + argc});
    const auto parsed = words ? parseArguments(*words) : tidemark::Unexpected(words.error());
    tidemark::blotOut(argc, argv, {"--token"});
    if (!parsed) {
        printMessage(QStringLiteral("tidemark-cli: %1").arg(parsed.error()));
        return int(ExitStatus::WrongUse);
    }
    if (const auto* show = std::get_if<ShowText>(&parsed.value())) {
        std::fputs(show->text.toUtf8().constData(), stdout);
        return int(ExitStatus::Done);
    }
    return int(runCommand(std::get<Arguments>(parsed.value())));
}
