#include "server-stub/postgres/session/connection.h"
#include "tests/main/suite.h"
#include "tests/server/postgres/postgres_place.h"
#include "tests/support/accounts_of_before.h"

#include <QDeadlineTimer>

#include <sys/types.h>

#include <array>
#include <csignal>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace tidemark::server::postgres_faults_test {

namespace {

/// Tries until the database takes a change, as an operator would.
bool probesAtLast(Store& store)
{
    const QDeadlineTimer deadline(60000);
    while (!deadline.hasExpired()) {
        if (store.probe()) {
            return true;
        }
    }
    return false;
}

/// The setting in a session that the server opens now.
std::string synchronousCommitAt(const QString& url)
{
    const auto connection = postgres::Connection::open(DatabaseUrl::parse(url).value());
    REQUIRE(connection);
    auto run = (*connection)->ask("SELECT current_setting('synchronous_commit')");
    REQUIRE(run.next());
    return run.bytes(0);
}

} // namespace

TEST_CASE_FIXTURE(PostgresPlace, "I12: acknowledged data is at least as durable as with 'on'")
{
    const QString url = cluster().url(name);
    for (const char* whose : {"DATABASE postgres", "ROLE tidemark"}) {
        const QString change = QStringLiteral("ALTER %1 ").arg(QLatin1String(whose));
        for (const auto& [found, used] :
             std::array{std::pair{"off", "on"}, std::pair{"local", "on"}, std::pair{"remote_write", "on"},
                        std::pair{"on", "on"}, std::pair{"remote_apply", "remote_apply"}}) {
            const QString level = QLatin1String(found);
            REQUIRE(cluster().execute(name, change + QStringLiteral("SET synchronous_commit = ") + level));
            CHECK(cluster().value(name, QStringLiteral("SHOW synchronous_commit")) == level);
            CHECK(synchronousCommitAt(url) == std::string(used));
        }
        REQUIRE(cluster().execute(name, change + QStringLiteral("RESET synchronous_commit")));
    }
}

TEST_CASE_FIXTURE(PostgresPlace, "a connection that is cut makes one commit fail, and is opened again")
{
    const auto store = open();
    LogStore& log = store->log();
    store->begin();
    log.append(message(groups[0], 1, 1));
    cluster().cutConnections();
    CHECK_FALSE(store->commit());
    CHECK_FALSE(store->lastFailure().empty());
    CHECK_FALSE(store->isDamaged());
    REQUIRE(probesAtLast(*store));
    store->begin();
    CHECK_MESSAGE(log.append(message(groups[0], 1, 1)).entry.seq == Seq(1), "the tables stay the same");
    CHECK(store->commit());
    CHECK(store->conversations().find(groups[0])->head == Seq(1));

    cluster().cutConnections();
    store->beginReading();
    CHECK(store->members().ofUser(UserId(1)).empty());
    CHECK_FALSE_MESSAGE(store->endReading(), "the read fails as a whole");
}

TEST_CASE_FIXTURE(PostgresPlace, "a read-only database is tried again until it takes changes")
{
    const auto store = open();
    CHECK(store->probe());
    REQUIRE(cluster().execute(name, QStringLiteral("ALTER DATABASE postgres SET default_transaction_read_only"
                                                   " = on")));
    cluster().cutConnections();
    CHECK_FALSE(store->probe());
    CHECK_FALSE(store->probe());
    store->begin();
    CHECK_FALSE(store->conversations().find(groups[0]));
    CHECK_FALSE(store->commit());
    REQUIRE(cluster().execute(name, QStringLiteral("ALTER DATABASE postgres RESET ALL")));
    CHECK(probesAtLast(*store));
}

TEST_CASE_FIXTURE(PostgresPlace, "a silent database is given up after a time, and used again when it answers")
{
    const auto store = open(QStringLiteral("&tcp_user_timeout=300"));
    CHECK(store->probe());
    const pid_t backend =
        cluster()
            .value(name, QStringLiteral("SELECT pid FROM pg_stat_activity WHERE application_name"
                                        " = 'tidemark-server' ORDER BY backend_start DESC"))
            .toInt();
    REQUIRE(backend > 0);
    ::kill(backend, SIGSTOP);
    CHECK_FALSE(store->probe());
    CHECK(store->lastFailure() == "no answer for 0.3 s");
    CHECK_MESSAGE(probesAtLast(*store), "the next probe uses another connection");
    ::kill(backend, SIGCONT);
    store->begin();
    CHECK(store->log().append(message(groups[0], 1, 1)).entry.seq == Seq(1));
    CHECK(store->commit());
}

TEST_CASE_FIXTURE(PostgresPlace, "I14: all logs get new epochs, and no further dot shows")
{
    const auto store = open();
    store->begin();
    CHECK(store->dots().raise("news", numbered(1)) == 1);
    store->dots().raiseSeen(UserId(1), "news", 1);
    REQUIRE(store->commit());
    REQUIRE(store->renewLogEpochs());
    CHECK(store->conversations().find(groups[0])->logEpoch != LogEpoch(7));
    CHECK(store->conversations().find(groups[0])->logEpoch
          != store->conversations().find(groups[1])->logEpoch);
    CHECK(store->conversations().find(groups[0])->logEpoch.isValid());
    const std::vector<Dot> seen = store->dots().ofUser(UserId(1));
    REQUIRE(seen.size() == 1);
    CHECK_FALSE(isLit(seen.front()));
    CHECK(isLit(store->dots().ofUser(UserId(2)).front()));
    store->begin();
    CHECK(store->dots().raise("news", numbered(2)) == seen.front().version + 1);
    CHECK(store->commit());
}

TEST_CASE_FIXTURE(PostgresPlace, "statistics are as of one moment")
{
    const auto store = open();
    store->begin();
    store->log().append(message(groups[1], 1, 1));
    REQUIRE(store->commit());
    const auto found = store->statistics(1);
    REQUIRE(found);
    CHECK(found->users == 2);
    CHECK(found->groups == 2);
    CHECK(found->entries == 1);
    CHECK(found->bytes > 0);
    REQUIRE(found->largest.size() == 1);
    CHECK(found->largest.front().id == groups[1]);
    CHECK(found->largest.front().members == 2);
    CHECK(store->probe());
}

TEST_CASE("a database of a later program, or of another one, is refused and left as it is")
{
    const QString later = newPlace();
    REQUIRE(PostgresStore::open(cluster().url(later)));
    REQUIRE(cluster().execute(later, QStringLiteral("UPDATE tidemark_schema SET version = 1000")));
    const auto newer = PostgresStore::open(cluster().url(later));
    REQUIRE_FALSE(newer);
    CHECK(newer.error().contains(QStringLiteral("newer tidemark-server")));

    const QString others = newPlace();
    const QString url = cluster().url(others);
    REQUIRE(cluster().execute(others, QStringLiteral("CREATE TABLE theirs (a integer)")));
    const auto foreign = PostgresStore::open(url);
    REQUIRE_FALSE(foreign);
    CHECK(foreign.error().contains(QStringLiteral("another program")));
    CHECK(cluster().value(others, QStringLiteral("SELECT count(*) FROM pg_tables"
                                                 " WHERE schemaname = current_schema()"))
          == QStringLiteral("1"));
}

TEST_CASE("accounts from before names were compared are found by their names, also lookalikes")
{
    const QString place = newPlace();
    REQUIRE(PostgresStore::open(cluster().url(place)));
    // The third name ends with U+200D, and the fourth begins with a Cyrillic letter.
    for (const char* step :
         {"DROP TABLE deletion",
          "ALTER TABLE account DROP COLUMN deleted",
          "ALTER TABLE member DROP COLUMN hidden, DROP COLUMN pin_order",
          "DROP TABLE invitation, invitation_set",
          "ALTER TABLE account DROP COLUMN adding",
          "DROP TABLE folder, folder_set",
          "DROP TABLE scheduled",
          "ALTER TABLE member DROP COLUMN cleared_upto",
          "DROP TABLE draft",
          "DROP TABLE ignored_user",
          "DROP TABLE ignore_set",
          "DROP TABLE reaction",
          "ALTER TABLE member DROP COLUMN reactions_seen",
          "ALTER TABLE conversation DROP COLUMN reaction_head",
          "ALTER TABLE conversation DROP COLUMN pinned",
          "ALTER TABLE conversation DROP COLUMN forwarding_forbidden",
          "ALTER TABLE entry DROP COLUMN forwarded_from",
          "ALTER TABLE entry DROP COLUMN forwarded_at",
          "DROP TABLE avatar, blob, blob_ref, loose_blob, blob_total, upload, file_use, file_usage, "
          "upload_bytes,"
          " blob_bytes, byte_part, loose_bytes",
          "DROP SEQUENCE bytes_id",
          "ALTER TABLE entry DROP COLUMN attachments",
          "DROP TABLE age_clock",
          "DROP TABLE account_fold",
          "DROP TABLE account_skeleton",
          "ALTER TABLE server DROP COLUMN hint_secret",
          "UPDATE tidemark_schema SET version = 1",
          "INSERT INTO account (id, name, password_hash, dot_baseline) SELECT number, name, '', 0 FROM"
          " (VALUES (1, 'anna'::bytea), (2, 'Bob'), (3, '\\x616e6e61e2808d'), (4, '\\xd0b06e6e61'), (5, "
          "'bob'))"
          " AS old (number, name)",
          "INSERT INTO account_name (name, user_id) SELECT name, id FROM account",
          "SELECT setval('account_id', 5)"}) {
        REQUIRE(cluster().execute(place, QString::fromLatin1(step)));
    }
    const auto opened = PostgresStore::open(cluster().url(place));
    REQUIRE(opened);
    conformance::checkAccountsOfBefore(**opened);
}

TEST_CASE("servers that start at once on an empty database make its tables once")
{
    const QString place = newPlace();
    const QString url = cluster().url(place);
    std::array<bool, 4> opened{};
    std::vector<std::thread> servers;
    servers.reserve(opened.size());
    for (bool& isOpen : opened) {
        servers.emplace_back([&isOpen, &url] { isOpen = PostgresStore::open(url).has_value(); });
    }
    for (std::thread& server : servers) {
        server.join();
    }
    CHECK(opened == std::array{true, true, true, true});
    CHECK(cluster().value(place, QStringLiteral("SELECT count(*) FROM tidemark_schema"))
          == QStringLiteral("1"));
}

TIDEMARK_CASES(server::runOnPostgres)

} // namespace tidemark::server::postgres_faults_test
