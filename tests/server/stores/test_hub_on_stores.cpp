#include "server-stub/store/sqlite_store.h"
#include "tests/server/stores/hub_pair.h"

#include <QCoreApplication>

namespace tidemark::server::hub_on_stores_test {

TEST_CASE("I4: random requests have the same answers on every store, and the audit finds nothing")
{
    for (std::uint64_t seed = 1; seed <= 15; ++seed) {
        CAPTURE(seed);
        const auto sqlite = std::move(SqliteStore::open(QStringLiteral(":memory:"))).value();
        HubPair pair(seed, {*sqlite, [&sqlite] { sqlite->failNextCommit(); }});
        for (int i = 0; i < 150; ++i) {
            pair.act();
        }
        pair.check();
    }
}

} // namespace tidemark::server::hub_on_stores_test
