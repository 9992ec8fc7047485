#include "tests/cluster/cluster_load.h"
#include "tests/cluster/database.h"
#include "tests/cluster/postgres_main.h"
#include "tests/e2e/device.h"
#include "tests/e2e/faults/tcp_proxy.h"
#include "tests/e2e/watching.h"
#include "tests/main/suite.h"

#include <QUrl>

#include <array>

namespace tidemark::cluster::nodes_test {

namespace {

/// A server is without its database for this time, while the others go on.
constexpr double cutSeconds = 60;

} // namespace

TEST_CASE_FIXTURE(Database, "one of three servers is killed under load, and started again later")
{
    Nodes nodes(folder.path(), QStringList(3, server.url()));
    ClusterLoad load(nodes.places());
    load.run(runSeconds());
    nodes[1].kill();
    load.runUntilAnswered(200);
    load.settle();
    REQUIRE(nodes[1].start());
    load.run(runSeconds());
    load.settle();
    load.checkAll();
    CHECK(load.refusals() == 0);
    nodes.stopAndCheck();
}

TEST_CASE_FIXTURE(Database,
                  "one of three servers is cut from the database for a minute, and goes on by itself")
{
    test::TcpProxy cable(QStringLiteral("ws://127.0.0.1:%1").arg(server.port()));
    const QString behind =
        QStringLiteral("postgres://tidemark@127.0.0.1:%1/postgres").arg(QUrl(cable.url()).port());
    Nodes nodes(folder.path(), {server.url(), behind, server.url()});
    ClusterLoad load(nodes.places());
    load.run(runSeconds());
    CHECK(load.refusals() == 0);

    cable.setMode(test::TcpProxy::Mode::DropAll);
    const double end = load.seconds() + cutSeconds;
    const QString complaint = QStringLiteral("accepts no changes: no answer for 15 s");
    load.runUntil([&] { return nodes.log(1).contains(complaint); }, "a server to notice that it is cut off");
    const QString health = nodes.health(1);
    CHECK_MESSAGE(health.startsWith(QStringLiteral("503 ")), qPrintable(health));
    CHECK(nodes.health(0) == QStringLiteral("200 ok"));
    load.crowd(1);
    load.runUntil([&] { return load.refusals() > 0; }, "requests to be refused for now");
    const std::size_t answers = load.answers();
    load.run(end - load.seconds());
    CHECK(load.answers() > answers);

    cable.setMode(test::TcpProxy::Mode::Forward);
    CHECK(nodes.areWell());
    load.run(runSeconds());
    load.settle();
    load.checkAll();
    CHECK_FALSE(nodes.log(0).contains(QStringLiteral("accepts no changes")));
    nodes.stopAndCheck();
}

TEST_CASE_FIXTURE(Database, "clients of a server that is cut from the database go on at another one")
{
    const QString target = QStringLiteral("ws://127.0.0.1:%1").arg(server.port());
    std::array<test::TcpProxy, 2> cables{test::TcpProxy(target), test::TcpProxy(target)};
    QStringList databases;
    for (const test::TcpProxy& cable : cables) {
        databases << QStringLiteral("postgres://tidemark@127.0.0.1:%1/postgres?tcp_user_timeout=4000")
                         .arg(QUrl(cable.url()).port());
    }
    Nodes nodes(folder.path(), databases);
    const QString list = nodes[0].url() + QLatin1Char(',') + nodes[1].url();
    const test::Device ann(folder.path(), list, QStringLiteral("ann"), QStringLiteral("laptop"));
    const test::Device bob(folder.path(), list, QStringLiteral("bob"), QStringLiteral("desk"));
    REQUIRE(ann.registerAccount().isDone());
    REQUIRE(bob.registerAccount().isDone());
    const qint64 group = bob.createGroup(QStringLiteral("pier"), {QStringLiteral("ann")});
    const auto watch = test::watchOnline(ann);
    REQUIRE(watch);
    const QString before = test::serverOf(*watch);

    cables.at(before == nodes[0].url() ? 0 : 1).setMode(test::TcpProxy::Mode::DropAll);
    CHECK(test::takeUntilMoved(*watch, before));
    REQUIRE(bob.send(group, QStringLiteral("still there?")) > 0);
    CHECK(test::takeUntilReceived(*watch, QStringLiteral("still there?")));
    watch->kill();
}

TIDEMARK_CASES(cluster::runCases)

} // namespace tidemark::cluster::nodes_test
