#include "tests/cluster/cluster_load.h"
#include "tests/cluster/postgres_main.h"
#include "tests/e2e/device.h"
#include "tests/e2e/watching.h"
#include "tests/main/suite.h"
#include "tests/support/postgres_pair.h"

#include <QTemporaryDir>

namespace tidemark::cluster::failover_test {

using namespace test;

namespace {

/// Two users at real clients. One of them sends to the other all the time.
class Talk {
public:
    Talk(const QString& folder, Nodes& nodes)
        : m_ann(folder, nodes[0].url(), QStringLiteral("ann"), QStringLiteral("laptop")),
          m_phone(folder, nodes[2].url(), QStringLiteral("ann"), QStringLiteral("phone")),
          m_bob(folder, nodes[0].url(), QStringLiteral("bob"), QStringLiteral("desk"))
    {
        REQUIRE(m_ann.registerAccount().isDone());
        REQUIRE(m_bob.registerAccount().isDone());
        m_group = m_bob.run({QStringLiteral("direct"), QStringLiteral("ann")})
                      .line()[QStringLiteral("conversation")]
                      .toInteger();
        m_watcher = watchOnline(m_ann);
        REQUIRE(m_watcher);
        m_speaks = m_bob.start({QStringLiteral("--timeout"), QStringLiteral("200"), QStringLiteral("send"),
                                number(m_group), QStringLiteral("-")});
    }

    void say(const QString& text)
    {
        m_speaks->say(text);
        m_texts << text;
    }

    /// All sent messages are acknowledged, arrive in order, and are the same on both devices.
    void end()
    {
        m_speaks->endInput();
        const CliResult said = m_speaks->result();
        CHECK_MESSAGE(said.isDone(), qPrintable(said.description()));
        CHECK(said.lines.size() == m_texts.size());
        CHECK(takeUntilReceived(*m_watcher, m_texts.last()));
        CHECK(textsOn(*m_watcher) == m_texts);
        m_watcher->kill();
        for (const Device& device : {m_ann, m_phone}) {
            const QString found = faultOf(device, m_group, m_texts.size());
            CHECK_MESSAGE(found.isEmpty(), qPrintable(found));
            CHECK(textsOf(device.messages(m_group)) == m_texts);
        }
    }

private:
    Device m_ann;
    Device m_phone;
    Device m_bob;
    qint64 m_group = 0;
    std::unique_ptr<CliProcess> m_watcher;
    std::unique_ptr<CliProcess> m_speaks;
    QStringList m_texts;
};

} // namespace

TEST_CASE("the primary is killed under load, and nothing that was acknowledged is lost with the standby")
{
    auto started = PostgresPair::start(PostgresPair::Commits::WithStandby);
    REQUIRE_MESSAGE(started, qPrintable(started.error()));
    PostgresPair& pair = **started;
    const QTemporaryDir folder;
    Nodes nodes(folder.path(), QStringList(3, pair.url()));
    ClusterLoad load(nodes.places());
    Talk talk(folder.path(), nodes);
    talk.say(QStringLiteral("before"));
    load.run(runSeconds());
    CHECK(load.refusals() == 0);

    pair.primary().kill();
    talk.say(QStringLiteral("meanwhile"));
    const double killed = load.seconds();
    load.runUntil([&] { return load.refusals() > 0; }, "requests to be refused for now");
    REQUIRE(pair.promote());
    const double promoted = load.seconds();
    load.runUntilAnswered(1);
    std::printf("promoted after %.1f s, the first answer %.1f s later, %zu entries, %llu refusals\n",
                promoted - killed, load.seconds() - promoted, load.ledger().entries(),
                static_cast<unsigned long long>(load.refusals()));
    load.run(runSeconds());
    load.settle();
    load.checkAll();
    talk.say(QStringLiteral("after"));
    talk.end();
    CHECK(nodes.areWell());
    nodes.stopAndCheck();
}

TEST_CASE("without its standby the primary acknowledges nothing, and loses nothing when it is back")
{
    auto started = PostgresPair::start(PostgresPair::Commits::WithStandby);
    REQUIRE_MESSAGE(started, qPrintable(started.error()));
    PostgresPair& pair = **started;
    const QTemporaryDir folder;
    Nodes nodes(folder.path(), QStringList(2, pair.url(QStringLiteral("?tcp_user_timeout=2000"))));
    ClusterLoad load(nodes.places());
    load.run(runSeconds());
    REQUIRE(pair.cutStandbyOff());
    load.runUntil([&] { return load.refusals() > 0; }, "requests to be refused for now");
    const std::size_t before = load.ledger().entries();
    load.run(3);
    CHECK_MESSAGE(load.ledger().entries() == before, "no entry is acknowledged that only one server has");
    REQUIRE(pair.bringStandbyBack());
    load.runUntilAnswered(200);
    load.settle();
    load.checkAll();
    CHECK(nodes.areWell());
    nodes.stopAndCheck();
}

TIDEMARK_CASES(cluster::runCases)

} // namespace tidemark::cluster::failover_test
