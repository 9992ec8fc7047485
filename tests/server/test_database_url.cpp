#include "server-stub/postgres/database_url.h"

#include <doctest/doctest.h>

namespace tidemark::server::database_url_test {

namespace {

DatabaseUrl parsed(const char* text)
{
    auto url = DatabaseUrl::parse(QString::fromLatin1(text));
    REQUIRE(url);
    return std::move(url).value();
}

QString refusalOf(const char* text)
{
    const auto url = DatabaseUrl::parse(QString::fromLatin1(text));
    return url ? QString() : url.error();
}

} // namespace

TEST_CASE("an address is told from a file")
{
    CHECK(isDatabaseUrl(QStringLiteral("postgres://h/d")));
    CHECK(isDatabaseUrl(QStringLiteral("postgresql:///d")));
    CHECK_FALSE(isDatabaseUrl(QStringLiteral("/var/lib/tidemark/server.db")));
    CHECK_FALSE(isDatabaseUrl(QStringLiteral("postgres.db")));
    CHECK_FALSE(isDatabaseUrl(QString()));
}

TEST_CASE("all parts of an address")
{
    const DatabaseUrl url =
        parsed("postgres://me:p%40ss%3Aw@one:5433,two/chat?sslmode=require&sslcert=a%20b");
    CHECK(url.user == QStringLiteral("me"));
    CHECK(url.password == QStringLiteral("p@ss:w"));
    CHECK(url.hosts == QStringLiteral("one,two"));
    CHECK(url.ports == QStringLiteral("5433,"));
    CHECK(url.database == QStringLiteral("chat"));
    CHECK(url.parameters
          == std::vector<DatabaseUrl::Parameter>{{QStringLiteral("sslmode"), QStringLiteral("require")},
                                                 {QStringLiteral("sslcert"), QStringLiteral("a b")}});
    CHECK(url.shown() == QStringLiteral("postgres://me@one,two:5433,/chat"));
}

TEST_CASE("parts may be missing, and stand among the parameters")
{
    const DatabaseUrl bare = parsed("postgres://");
    CHECK(bare.hosts.isEmpty());
    CHECK(bare.database.isEmpty());
    const DatabaseUrl six = parsed("postgres://[::1]:5432,[fe80::1]/d");
    CHECK(six.hosts == QStringLiteral("::1,fe80::1"));
    CHECK(six.ports == QStringLiteral("5432,"));
    const DatabaseUrl socket = parsed("postgres:///chat?host=/run/postgresql&user=tide&password=x&port=6");
    CHECK(socket.hosts == QStringLiteral("/run/postgresql"));
    CHECK(socket.user == QStringLiteral("tide"));
    CHECK(socket.password == QStringLiteral("x"));
    CHECK(socket.ports == QStringLiteral("6"));
    CHECK(socket.parameters.empty());
    CHECK(parsed("postgres://%2Frun%2Fpg/d").hosts == QStringLiteral("/run/pg"));
}

TEST_CASE("a server that takes changes is asked for, unless something else is said")
{
    const QString usual = parsed("postgres://h/d").options();
    CHECK(usual.contains(QStringLiteral("target_session_attrs='read-write'")));
    CHECK(usual.contains(QStringLiteral("connect_timeout='2'")));
    CHECK_FALSE(usual.contains(QStringLiteral("port=")));
    const QString said = parsed("postgres://h:7/d?target_session_attrs=any").options();
    CHECK(said.contains(QStringLiteral("target_session_attrs='any'")));
    CHECK_FALSE(said.contains(QStringLiteral("read-write")));
    CHECK(said.contains(QStringLiteral("port='7'")));
}

TEST_CASE("values cannot end their quotes")
{
    const QString options = parsed("postgres://h/d?application_name=a%27%20password=b%5C").options();
    CHECK(options.contains(QStringLiteral("application_name='a\\' password=b\\\\'")));
}

TEST_CASE("what is no address is refused with the reason")
{
    CHECK_FALSE(refusalOf("mysql://h/d").isEmpty());
    CHECK(refusalOf("postgres://h:port/d").contains(QStringLiteral("port")));
    CHECK(refusalOf("postgres://h:70000/d").contains(QStringLiteral("port")));
    CHECK(refusalOf("postgres://h/d?Bad%20name=1").contains(QStringLiteral("Bad name")));
    CHECK(refusalOf("postgres://h/d?sslmode=a;b").contains(QStringLiteral("sslmode")));
}

TEST_CASE("a password is never shown")
{
    for (const char* text : {"postgres://u:pa/ss@h/d", "postgres://u:4711/secret@h/d",
                             "postgres://u:pa?ss@h/d", "postgres://u:secret,pa:ss/x"}) {
        const QString refusal = refusalOf(text);
        CHECK_FALSE(refusal.isEmpty());
        for (const char* part : {"pa:", "pa'", "ss@", "secret", "4711"}) {
            CHECK_FALSE(refusal.contains(QString::fromLatin1(part)));
        }
    }
    CHECK(shownDatabase(QStringLiteral("postgres://me:secret@h:5/d?password=secret"))
          == QStringLiteral("postgres://me@h:5/d"));
    CHECK_FALSE(
        shownDatabase(QStringLiteral("postgres://me:secret@h:x/d")).contains(QStringLiteral("secret")));
    CHECK(shownDatabase(QStringLiteral("/a/file")) == QStringLiteral("/a/file"));
}

} // namespace tidemark::server::database_url_test
