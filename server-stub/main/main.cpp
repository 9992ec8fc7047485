#include "core/base/failpoint.h"
#include "core/base/overloaded.h"
#include "core/system/freed_memory.h"
#include "server-stub/main/commands/announce.h"
#include "server-stub/main/commands/backup.h"
#include "server-stub/main/commands/certificate.h"
#include "server-stub/main/commands/check.h"
#include "server-stub/main/commands/config.h"
#include "server-stub/main/commands/dot.h"
#include "server-stub/main/commands/migrate.h"
#include "server-stub/main/commands/restore.h"
#include "server-stub/main/commands/restored.h"
#include "server-stub/main/commands/serve.h"
#include "server-stub/main/commands/stats.h"
#include "server-stub/main/commands/user.h"
#include "server-stub/main/settings/arguments.h"
#include "server-stub/main/settings/exit_status.h"
#include "server-stub/shell/sockets/epoll_dispatcher.h"

#include <QCoreApplication>
#include <QProcessEnvironment>

#include <sys/stat.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>

int main(int argc, char* argv[])
{
    using namespace tidemark::server;
    tidemark::keepFreedMemory();
    // A file that may not grow any more is like a full disk; it must not end the process.
    std::signal(SIGXFSZ, SIG_IGN);
    if (const auto error = tidemark::armFailpoint(std::getenv(tidemark::failpointVariable))) {
        std::fprintf(stderr, "tidemark-server: %s\n", error->c_str());
        return WrongUse;
    }
    // Set it before the application exists, which then owns it. With epoll the cost of a turn of the loop
    // depends on the descriptors that are ready, not on those that are open.
    QCoreApplication::setEventDispatcher(new EpollDispatcher);
    // Databases and backups contain messages, so only the owner may read the files that the process creates.
    ::umask(S_IRWXG | S_IRWXO);
    const QCoreApplication application(argc, argv);

    const auto command = parseArguments(QCoreApplication::arguments().mid(1),
                                        QProcessEnvironment::systemEnvironment().toStringList());
    if (!command) {
        std::fprintf(stderr, "tidemark-server: %s\nTry 'tidemark-server --help'.\n",
                     qPrintable(command.error()));
        return WrongUse;
    }
    return std::visit(
        tidemark::Overloaded{[](const ServeArguments& arguments) { return serve(arguments); },
                             [](const ConfigCheckArguments& arguments) { return configCheck(arguments); },
                             [](const ConfigManualArguments& arguments) { return configManual(arguments); },
                             [](const CheckArguments& arguments) { return check(arguments); },
                             [](const BackupArguments& arguments) { return backup(arguments); },
                             [](const RestoreArguments& arguments) { return restore(arguments); },
                             [](const MigrateArguments& arguments) { return migrate(arguments); },
                             [](const StatsArguments& arguments) { return stats(arguments); },
                             [](const UserArguments& arguments) { return user(arguments); },
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
