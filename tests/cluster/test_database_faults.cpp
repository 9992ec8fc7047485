#include "tests/cluster/cluster_load.h"
#include "tests/cluster/database.h"
#include "tests/cluster/postgres_main.h"
#include "tests/main/suite.h"

#include <thread>

namespace tidemark::cluster::database_faults_test {

namespace {

/// Runs load on two servers on the database before, during and after a fault.
class Trouble {
public:
    explicit Trouble(Database& database, const QString& parameters = {})
        : m_nodes(database.folder.path(), QStringList(2, database.server.url(parameters))),
          m_load(m_nodes.places())
    {
        m_load.run(runSeconds());
        CHECK(m_load.refusals() == 0);
    }

    /// Waits until requests are refused.
    void meet()
    {
        m_load.runUntil([&] { return m_load.refusals() > 0; }, "requests to be refused for now");
    }

    /// The fault is over, and everything goes on as before. The logs have `reason`.
    void end(const char* reason)
    {
        m_load.runUntilAnswered(200);
        m_load.settle();
        m_load.checkAll();
        CHECK(m_nodes.areWell());
        const QString log = m_nodes.log(0) + m_nodes.log(1);
        CHECK_MESSAGE(log.contains(QStringLiteral("the database accepts no changes: ")), qPrintable(log));
        CHECK_MESSAGE(log.contains(QLatin1String(reason)), qPrintable(log));
        m_nodes.stopAndCheck();
    }

private:
    Nodes m_nodes;
    ClusterLoad m_load;
};

} // namespace

TEST_CASE("the database's disk is full")
{
    if (!SmallDisk::enterOwnMounts()) {
        MESSAGE("skipped: a file system can be mounted by the administrator alone");
        return;
    }
    constexpr qint64 bytes = qint64(64) * 1024 * 1024;
    Database database(bytes);
    Trouble trouble(database);
    database.disk->fill();
    trouble.meet();
    CHECK(database.server.isRunning());
    database.disk->makeRoom();
    trouble.end("No space left on device");
}

TEST_CASE_FIXTURE(Database, "another session locks the rows of all conversations")
{
    Trouble trouble(*this);
    std::jthread other([this] {
        CHECK_FALSE_MESSAGE(
            execute(QStringLiteral("DO $$ BEGIN PERFORM 1 FROM conversation ORDER BY id FOR UPDATE;"
                                   " PERFORM pg_sleep(90); END $$")),
            "PostgreSQL has not ended the transaction");
    });
    trouble.meet();
    CHECK(execute(QStringLiteral("SELECT pg_cancel_backend(pid) FROM pg_stat_activity"
                                 " WHERE query LIKE 'DO % FOR UPDATE;%'")));
    other.join();
    trouble.end("lock timeout");
}

TEST_CASE_FIXTURE(Database, "the database is too slow")
{
    Trouble trouble(*this, QStringLiteral("?options=-cstatement_timeout%3D500ms"));
    REQUIRE(execute(QStringLiteral("CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS"
                                   " 'BEGIN PERFORM pg_sleep(2); RETURN NULL; END'")));
    REQUIRE(execute(QStringLiteral("CREATE TRIGGER dawdle AFTER INSERT ON entry EXECUTE FUNCTION dawdle()")));
    trouble.meet();
    REQUIRE(execute(QStringLiteral("DROP FUNCTION dawdle() CASCADE")));
    trouble.end("statement timeout");
}

TIDEMARK_CASES(cluster::runCases)

} // namespace tidemark::cluster::database_faults_test
