#include "server-stub/main/commands/notify_servers.h"

#include "server-stub/postgres/hints/postgres_bus.h"
#include "server-stub/shell/base/system_secrets.h"

#include <cstdio>
#include <vector>

namespace tidemark::server {

void notifyServers(const QString& database, std::span<const Hint> hints)
{
    const auto url = DatabaseUrl::parse(database);
    if (hints.empty() || !url) {
        return;
    }
    std::vector<Hint> all(hints.begin(), hints.end());
    all.emplace_back(hint::Gone{}); // no server must wait for this sender
    const QString reason = notifyServersOf(*url, NodeId(SystemSecrets().random64()), all);
    if (!reason.isEmpty()) {
        std::fprintf(
            stderr,
            "tidemark-server: done, but running servers could not be notified and will notice later: %s\n",
            qPrintable(reason));
    }
}

} // namespace tidemark::server
