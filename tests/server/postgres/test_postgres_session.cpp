#include "server-stub/postgres/session/session.h"
#include "server-stub/postgres/session/statement.h"
#include "tests/main/suite.h"
#include "tests/server/postgres/postgres_place.h"

#include <chrono>
#include <limits>
#include <string>
#include <thread>
#include <utility>

namespace tidemark::server::postgres_session_test {

using namespace postgres;

namespace {

/// A session in a place of its own.
class Opened {
public:
    explicit Opened(std::stop_token stop = {})
    {
        auto opened = Session::open(DatabaseUrl::parse(cluster().url(name)).value(), std::move(stop));
        REQUIRE(opened);
        session = std::move(opened).value();
    }

    QString name = newPlace();
    std::unique_ptr<Session> session;
    StatementHealth health;
};

QString reasonOf(const Session::Outcome& outcome)
{
    return outcome ? QString() : outcome.error().reason;
}

/// This statement outlasts every timeout.
constexpr const char* endless = "SELECT pg_sleep(86400)"; // lint-allow: waiting (the database sleeps)

} // namespace

TEST_CASE_FIXTURE(Opened, "values come back as they were bound")
{
    const std::string bytes("\0'\"\\\xff{}", 7);
    Statement echo(*session, "echo",
                   "SELECT $1::bytea, $2::bytea, $3::bytea, $4::bigint, $5::integer, $6::smallint,"
                   " ($7::bigint[])[2], decode(($8::text[])[1], 'hex')",
                   health);
    constexpr auto lowest = std::numeric_limits<std::int64_t>::min();
    auto run = echo.run(bytes, std::string_view(), std::optional<std::string>(), lowest, std::uint32_t{7},
                        true, Numbers{{1, std::numeric_limits<std::uint64_t>::max()}}, Hexadecimals{{bytes}});
    REQUIRE(run.next());
    CHECK(run.bytes(0) == bytes);
    CHECK(run.bytes(1).empty());
    CHECK(run.bytes(2).empty());
    CHECK(static_cast<std::int64_t>(run.number(3)) == lowest);
    CHECK(run.number(4) == 7);
    CHECK(run.number(5) == 1);
    CHECK(run.number(6) == std::numeric_limits<std::uint64_t>::max());
    CHECK(run.bytes(7) == bytes);
    CHECK_FALSE(run.next());
    auto nulls = echo.run(std::string_view(), std::string_view(), std::string_view(), std::optional<int>(), 0,
                          0, Numbers(), Hexadecimals());
    REQUIRE(nulls.next());
    CHECK(nulls.number(3) == 0);
    CHECK_FALSE(health.failed);
    const auto isNull = session->query("SELECT $1::bytea IS NULL AND NOT $2::bytea IS NULL",
                                       {bound(std::optional<std::string>()), bound(std::string_view())});
    REQUIRE(isNull);
    CHECK(isNull->bytes(0, 0) == std::string_view("\1", 1));
}

TEST_CASE_FIXTURE(Opened, "values that are not numbers, and missing columns, are not read as numbers")
{
    for (const char* statement : {"SELECT 'ab'::text", "SELECT '\\x0102'::bytea", "SELECT 1::numeric"}) {
        StatementHealth one;
        Statement::Run run(session->query(statement), one);
        REQUIRE(run.next());
        CHECK(run.number(0) == 0);
        CHECK_MESSAGE(one.failed, statement);
    }
    Statement::Run run(session->query("SELECT 5"), health);
    REQUIRE(run.next());
    CHECK(run.number(1) == 0);
    CHECK(run.number(0) == 5);
}

TEST_CASE_FIXTURE(Opened, "large values are sent and received")
{
    const std::string much(std::size_t{20} * 1024 * 1024, 'x');
    const auto result = session->query("SELECT $1::bytea, length($1::bytea)", {bound(much)});
    REQUIRE(result);
    CHECK((result->bytes(0, 0) == much));
    CHECK(result->number(0, 1) == much.size());
}

TEST_CASE_FIXTURE(Opened, "a failure is one line, and quotes no data")
{
    REQUIRE(session->run("CREATE TABLE one (secret text PRIMARY KEY)"));
    const std::vector<Value> row{bound(std::string_view("hunter2"))};
    REQUIRE(session->query("INSERT INTO one VALUES ($1)", row));
    const auto again = session->query("INSERT INTO one VALUES ($1)", row);
    REQUIRE_FALSE(again);
    CHECK(again.error().code == QStringLiteral("23505"));
    CHECK(again.error().reason.contains(QStringLiteral("duplicate key")));
    CHECK_FALSE(again.error().reason.contains(QStringLiteral("hunter2")));
    CHECK_MESSAGE(session->query("SELECT 1"), "the session goes on");
}

TEST_CASE_FIXTURE(Opened, "several statements report the first failure, or the last result")
{
    const auto done = session->run("CREATE TABLE one (a integer); INSERT INTO one VALUES (1), (2)");
    REQUIRE(done);
    CHECK(done->tag() == "INSERT 0 2");
    const auto failed = session->run("SELECT 1/0; SELECT nonsense");
    REQUIRE_FALSE(failed);
    CHECK(failed.error().code == QStringLiteral("22012"));
}

TEST_CASE_FIXTURE(Opened, "a session that the database ends gives the database's reason, and stays ended")
{
    cluster().cutConnections();
    const auto first = session->query("SELECT 1");
    REQUIRE_FALSE(first);
    CHECK(first.error().code == QStringLiteral("57P01"));
    CHECK_FALSE(session->isOpen());
    CHECK(reasonOf(session->query("SELECT 1")) == QStringLiteral("the connection is lost"));
    CHECK_FALSE(session->receive());
    CHECK(session->takeNotifications().empty());
}

TEST_CASE_FIXTURE(Opened, "a session without an answer in time ends itself")
{
    session->limit(std::chrono::milliseconds(300));
    CHECK(reasonOf(session->query(endless)) == QStringLiteral("no answer for 0.3 s"));
    CHECK_FALSE(session->isOpen());
    CHECK(reasonOf(session->query("SELECT 1")) == QStringLiteral("the connection is lost"));
}

TEST_CASE("a session that another thread stops ends its wait")
{
    std::stop_source stop;
    const Opened opened(stop.get_token());
    std::thread waiting([&] { CHECK_FALSE(opened.session->query(endless)); });
    stop.request_stop();
    waiting.join();
    CHECK_FALSE(opened.session->query("SELECT 1"));
}

TEST_CASE_FIXTURE(Opened, "a session gives up when the database expects more input or output")
{
    CHECK_FALSE(session->run("COPY (SELECT 1) TO STDOUT"));
    CHECK_FALSE(session->isOpen());
}

TIDEMARK_CASES(server::runOnPostgres)

} // namespace tidemark::server::postgres_session_test
