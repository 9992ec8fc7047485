#include "tests/cluster/nodes.h"
#include "tests/cluster/postgres_main.h"
#include "tests/e2e/device.h"
#include "tests/e2e/watching.h"
#include "tests/main/suite.h"
#include "tests/support/postgres_pair.h"

#include <QTemporaryDir>

namespace tidemark::cluster::lost_transactions_test {

using namespace test;

namespace {

qint64 conversationIn(const CliResult& result)
{
    return result.line()[QStringLiteral("conversation")].toInteger();
}

/// Two servers use a database whose commits do not wait for the standby. Two users talk in a group.
class LateStandby {
public:
    LateStandby()
    {
        for (const Device& device : {ann, bob}) {
            REQUIRE(device.registerAccount().isDone());
        }
        REQUIRE(phone.sync());
        group = conversationIn(
            bob.run({QStringLiteral("create-group"), QStringLiteral("harbour"), QStringLiteral("ann")}));
        REQUIRE(group > 0);
        REQUIRE(bob.send(group, QStringLiteral("kept")) > 0);
    }

    /// The standby misses all later messages.
    void loseSomething()
    {
        REQUIRE(pair->standbyHasAll());
        REQUIRE(pair->cutStandbyOff());
        for (const char* text : {"gone one", "gone two", "gone three"}) {
            REQUIRE(bob.send(group, QLatin1String(text)) > 0);
        }
        other = conversationIn(bob.run({QStringLiteral("direct"), QStringLiteral("ann")}));
        REQUIRE(bob.send(other, QStringLiteral("gone with the whole conversation")) > 0);
        for (const Device& device : {ann, phone}) {
            REQUIRE(device.sync());
            REQUIRE(device.total() == 5);
        }
        REQUIRE(ann.run({QStringLiteral("read"), number(group)}).isDone());
        REQUIRE(phone.sync());
        REQUIRE(phone.total() == 1);
    }

    /// Runs this command, which gives new epochs.
    void renewEpochs(const char* command) const
    {
        const CheckResult renewed = nodes[0].run({QLatin1String(command)}, {});
        REQUIRE_MESSAGE(renewed.status == 0, qPrintable(renewed.output));
    }

    /// All devices hold these messages of the group and no others, and show this many as unread to ann.
    void expect(const QStringList& texts, qint64 unread)
    {
        for (const Device& device : {ann, phone, bob}) {
            REQUIRE(device.sync());
            CHECK(textsOf(device.messages(group)) == texts);
            CHECK_MESSAGE(copies(device, other, QStringLiteral("gone with the whole conversation")) == 0,
                          "the device does not show a message that the server lost");
            const CliResult audit = device.audit();
            CHECK_MESSAGE(audit.isDone(), qPrintable(audit.description()));
        }
        for (const Device& device : {ann, phone}) {
            CHECK(device.unread(group) == unread);
            CHECK(device.total() == unread);
        }
        nodes.stopAndCheck();
    }

    std::unique_ptr<PostgresPair> pair = std::move(PostgresPair::start(PostgresPair::Commits::Alone)).value();
    QTemporaryDir folder;
    mutable Nodes nodes{folder.path(), QStringList(2, pair->url())};
    Device ann{folder.path(), nodes[1].url(), QStringLiteral("ann"), QStringLiteral("laptop")};
    Device phone{folder.path(), nodes[0].url(), QStringLiteral("ann"), QStringLiteral("phone")};
    Device bob{folder.path(), nodes[1].url(), QStringLiteral("bob"), QStringLiteral("desk")};
    qint64 group = 0;
    qint64 other = 0; ///< a conversation that gets lost
};

} // namespace

TEST_CASE_FIXTURE(LateStandby,
                  "I14: transactions that a standby lacked are gone for all devices after 'restored'")
{
    loseSomething();
    pair->primary().kill();
    for (const std::size_t node : {0, 1}) {
        nodes[node].kill();
    }
    REQUIRE(pair->promote());
    renewEpochs("restored");
    for (const std::size_t node : {0, 1}) {
        REQUIRE(nodes[node].start());
    }
    REQUIRE(bob.send(group, QStringLiteral("new one")) > 0);
    REQUIRE(bob.send(group, QStringLiteral("new two")) > 0);
    expect({QStringLiteral("kept"), QStringLiteral("new one"), QStringLiteral("new two")}, 3);
}

TEST_CASE_FIXTURE(LateStandby,
                  "I14: the same after 'new-epoch' on running servers that gave the lost seqs again")
{
    loseSomething();
    const auto watch = watchOnline(phone);
    REQUIRE(watch);
    pair->primary().kill();
    REQUIRE(pair->promote());
    const Device tablet(folder.path(), nodes[0].url(), QStringLiteral("bob"), QStringLiteral("tablet"));
    QStringList texts{QStringLiteral("kept")};
    for (int i = 0; i < 5; ++i) {
        texts << QStringLiteral("written before %1").arg(i);
        REQUIRE(tablet.send(group, texts.last()) > 0);
    }
    renewEpochs("new-epoch");
    texts << QStringLiteral("written after");
    REQUIRE(tablet.send(group, texts.last()) > 0);
    CHECK(takeUntilReceived(*watch, texts.last()));
    watch->kill();
    expect(texts, 7);
}

TIDEMARK_CASES(cluster::runCases)

} // namespace tidemark::cluster::lost_transactions_test
