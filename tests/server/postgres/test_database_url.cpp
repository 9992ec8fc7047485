#include "server-stub/postgres/session/database_url.h"

#include <doctest/doctest.h>

#include <chrono>

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

TEST_CASE("an address is distinguished from a file")
{
    CHECK(isDatabaseUrl(QStringLiteral("postgres://h/d")));
    CHECK(isDatabaseUrl(QStringLiteral("postgresql:///d")));
    CHECK_FALSE(isDatabaseUrl(QStringLiteral("/var/lib/tidemark/server.db")));
    CHECK_FALSE(isDatabaseUrl(QStringLiteral("postgres.db")));
    CHECK_FALSE(isDatabaseUrl(QString()));
}

TEST_CASE("all parts of an address are read")
{
    const DatabaseUrl url =
        parsed("postgres://me:p%40ss%3Aw@one:5433,two/chat?sslmode=require&sslcert=a%20b");
    CHECK(url.parameters.at("user") == "me");
    CHECK(url.parameters.at("password") == "p@ss:w");
    CHECK(url.parameters.at("host") == "one,two");
    CHECK(url.parameters.at("port") == "5433,");
    CHECK(url.parameters.at("dbname") == "chat");
    CHECK(url.parameters.at("sslmode") == "require");
    CHECK(url.parameters.at("sslcert") == "a b");
    CHECK(url.shown() == QStringLiteral("postgres://me@one,two:5433,/chat"));
}

TEST_CASE("parts may be missing, and stand among the parameters")
{
    const DatabaseUrl bare = parsed("postgres://");
    CHECK_FALSE(bare.parameters.contains("host"));
    CHECK_FALSE(bare.parameters.contains("dbname"));
    CHECK(bare.shown() == QStringLiteral("postgres:///"));
    CHECK(parsed("postgres://one,two/d").shown() == QStringLiteral("postgres://one,two/d"));
    const DatabaseUrl six = parsed("postgres://[::1]:5432,[fe80::1]/d");
    CHECK(six.parameters.at("host") == "::1,fe80::1");
    CHECK(six.parameters.at("port") == "5432,");
    const DatabaseUrl socket = parsed("postgres:///chat?host=/run/postgresql&user=tide&password=x&port=6");
    CHECK(socket.parameters.at("password") == "x");
    CHECK(socket.shown() == QStringLiteral("postgres://tide@/run/postgresql:6/chat"));
    CHECK(parsed("postgres://%2Frun%2Fpg/d").parameters.at("host") == "/run/pg");
}

TEST_CASE("an address asks for a server that takes changes, unless it says otherwise")
{
    const DatabaseUrl usual = parsed("postgres://h/d");
    CHECK(usual.parameters.at("target_session_attrs") == "read-write");
    CHECK(usual.parameters.at("connect_timeout") == "2");
    CHECK(usual.answerTimeout() == std::chrono::seconds(15));
    const DatabaseUrl said =
        parsed("postgres://h:7/d?target_session_attrs=any&tcp_user_timeout=300&client_encoding=LATIN1");
    CHECK(said.parameters.at("target_session_attrs") == "any");
    CHECK(said.parameters.at("port") == "7");
    CHECK(said.answerTimeout() == std::chrono::milliseconds(300));
    CHECK_MESSAGE(said.parameters.at("client_encoding") == "UTF8", "the program sends and reads UTF-8 only");
}

TEST_CASE("an invalid address is refused with the reason")
{
    CHECK_FALSE(refusalOf("mysql://h/d").isEmpty());
    CHECK(refusalOf("postgres://h:port/d").contains(QStringLiteral("port")));
    CHECK(refusalOf("postgres://h:70000/d").contains(QStringLiteral("port")));
    CHECK(refusalOf("postgres://h/d?sslmod=1").contains(QStringLiteral("sslmod")));
    CHECK(refusalOf("postgres://h/d?options=-ca=b").contains(QStringLiteral("options")));
    CHECK(refusalOf("postgres://[h/d").contains(QStringLiteral("matching")));
}

TEST_CASE("a password is never shown")
{
    for (const char* text :
         {"postgres://u:pa/ss@h/d", "postgres://u:4711/secret@h/d", "postgres://u:pa?ss@h/d",
          "postgres://u:secret,pa:ss/x", "postgres://u:pa@ss@h/d", "postgres://u:secret%zz@h/d",
          "postgres://h/d?password=secret%zz"}) {
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
