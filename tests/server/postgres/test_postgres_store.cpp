#include "tests/main/suite.h"
#include "tests/server/postgres/postgres_place.h"
#include "tests/server/stores/hub_pair.h"
#include "tests/support/blob_conformance.h"

namespace tidemark::server::conformance {

StoreUnderTest makeStore()
{
    auto opened = PostgresStore::open(cluster().url(newPlace()));
    REQUIRE(opened);
    std::unique_ptr<PostgresStore> store = std::move(opened).value();
    PostgresStore* postgres = store.get();
    return {std::move(store), [postgres] { postgres->failNextCommit(); }};
}

} // namespace tidemark::server::conformance

namespace tidemark::server::postgres_store_test {

TEST_CASE("I4: random requests have the same answers on PostgreSQL as in memory")
{
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        CAPTURE(seed);
        const QString place = newPlace();
        const auto store = std::move(PostgresStore::open(cluster().url(place))).value();
        const auto takeIdsBack = [&place] {
            for (const char* table : {"account", "conversation"}) {
                cluster().execute(place, QStringLiteral("SELECT setval('%1_id', GREATEST(max(id), 1),"
                                                        " max(id) IS NOT NULL) FROM %1")
                                             .arg(QString::fromLatin1(table)));
            }
        };
        HubPair pair(seed, {*store, [&store] { store->failNextCommit(); }, takeIdsBack});
        for (int i = 0; i < 150; ++i) {
            pair.act();
        }
        pair.check();
    }
}

TIDEMARK_CASES(server::runOnPostgres)

} // namespace tidemark::server::postgres_store_test
