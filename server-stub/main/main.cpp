#include "core/base/failpoint.h"
#include "core/base/overloaded.h"
#include "server-stub/main/announce.h"
#include "server-stub/main/arguments.h"
#include "server-stub/main/certificate.h"
#include "server-stub/main/check.h"
#include "server-stub/main/dot.h"
#include "server-stub/main/exit_status.h"
#include "server-stub/main/restored.h"
#include "server-stub/main/serve.h"

#include <QCoreApplication>

#include <csignal>
#include <cstdio>
#include <cstdlib>

int main(int argc, char* argv[])
{
    using namespace tidemark::server;
    // A file that may not grow any more is like a full disk, and no reason to die.
    std::signal(SIGXFSZ, SIG_IGN);
    if (const auto error = tidemark::armFailpoint(std::getenv(tidemark::failpointVariable))) {
        std::fprintf(stderr, "tidemark-server: %s\n", error->c_str());
        return WrongUse;
    }
    // The cost of the GLib event loop grows with the square of the connections.
    qputenv("QT_NO_GLIB", "1");
    const QCoreApplication application(argc, argv);

    const auto command = parseArguments(QCoreApplication::arguments().mid(1));
    if (!command) {
        std::fprintf(stderr, "tidemark-server: %s\nTry 'tidemark-server --help'.\n",
                     qPrintable(command.error()));
        return WrongUse;
    }
    return std::visit(
        tidemark::Overloaded{[](const ServeArguments& arguments) { return serve(arguments); },
                             [](const CheckArguments& arguments) { return check(arguments); },
                             [](const RestoredArguments& arguments) { return restored(arguments); },
                             [](const AnnounceArguments& arguments) { return announce(arguments); },
                             [](const DotArguments& arguments) { return dot(arguments); },
                             [](const CertificateArguments& arguments) { return certificate(arguments); },
                             [](const ShowText& shown) {
                                 std::fputs(qPrintable(shown.text), stdout);
                                 return int{Success};
                             }},
        *command);
}
