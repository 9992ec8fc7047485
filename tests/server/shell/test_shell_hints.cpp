#include "server-stub/shell/base/metrics.h"
#include "tests/main/suite.h"
#include "tests/server/bus/random_hints.h"
#include "tests/server/bus/received_hints.h"
#include "tests/server/shell/in_process_bus.h"
#include "tests/server/shell/running_server.h"

#include <QTest>
#include <QThread>

#include <atomic>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace tidemark::shell_hints_test {

using namespace tidemark::server;
using namespace tidemark::test;

namespace {

Effects effectsWith(std::vector<Hint> hints)
{
    Effects effects{};
    effects.hints = std::move(hints);
    return effects;
}

/// A bus that records the hints it should send, and reports a given state.
class PlainBus final : public WatchedBus {
public:
    void publish(std::span<const Hint> hints) override
    {
        published.insert(published.end(), hints.begin(), hints.end());
    }
    [[nodiscard]] BusStatus status() const override { return now; }

    std::vector<Hint> published;
    BusStatus now;
};

/// Records the thread that calls it.
class ThreadListener final : public BusListener {
public:
    void received(NodeId /*from*/, std::vector<Hint> /*hints*/) override
    {
        thread = QThread::currentThread();
    }
    void missed() override {}

    std::atomic<QThread*> thread = nullptr;
};

} // namespace

class TestShellHints : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void allOtherServersReceive()
    {
        InProcessBus bus;
        ReceivedHints ada;
        ReceivedHints bea;
        ReceivedHints cleo;
        const auto adasEnd = bus.join(NodeId(1), ada);
        const auto beasEnd = bus.join(NodeId(2), bea);
        auto cleosEnd = bus.join(NodeId(3), cleo);
        SplitMix64 random(1);
        const std::vector<Hint> hints = oneOfEachKind(random);
        adasEnd->publish(hints);
        QVERIFY2(bea.hints.empty(), "hints arrive later, from the event loop");
        for (const ReceivedHints* other : {&bea, &cleo}) {
            QTRY_VERIFY_WITH_TIMEOUT(other->hints == hints, timeoutMs);
            QCOMPARE(other->last.value, std::uint64_t(1));
        }
        // A destroyed end receives nothing, not even hints on their way.
        beasEnd->publish(hints);
        cleosEnd.reset();
        beasEnd->publish(hints);
        QTRY_COMPARE_WITH_TIMEOUT(ada.parcels, std::size_t(2), timeoutMs);
        QCOMPARE(cleo.parcels, std::size_t(1));
        QCOMPARE(bea.parcels, std::size_t(1));
    }

    void hintsAreReceivedInTheThreadThatJoined()
    {
        InProcessBus bus;
        ReceivedHints here;
        ThreadListener there;
        QThread thread;
        QObject place;
        place.moveToThread(&thread);
        thread.start();
        std::unique_ptr<WatchedBus> thereEnd;
        const auto inThread = [&](auto call) {
            QMetaObject::invokeMethod(&place, call, Qt::BlockingQueuedConnection);
        };
        inThread([&] { thereEnd = bus.join(NodeId(2), there); });
        const auto hereEnd = bus.join(NodeId(1), here);
        const Hint hint = hint::Here{};
        hereEnd->publish(std::span(&hint, 1));
        QTRY_COMPARE_WITH_TIMEOUT(there.thread.load(), &thread, timeoutMs);
        inThread([&] { thereEnd.reset(); });
        thread.quit();
        thread.wait();
    }

    void hintsOfOneServerAreInputsOfTheOther()
    {
        InProcessBus bus;
        RunningServer ada;
        RunningServer bea;
        const auto adasEnd = bus.join(NodeId(1), ada->hints());
        const auto beasEnd = bus.join(NodeId(2), bea->hints());
        ada->hints().use(*adasEnd);
        bea->hints().use(*beasEnd);
        const auto before = bea->counters().inputs;
        const auto own = ada->counters().inputs;
        ada->hints().publish(effectsWith({hint::StateChanged{UserId(1), ConversationId(1)}, hint::Here{}}));
        QTRY_COMPARE_WITH_TIMEOUT(bea->counters().inputs, before + 1, timeoutMs);
        ada->hints().publish(effectsWith({}));
        bea->hints().publish(effectsWith({hint::Here{}}));
        QTRY_COMPARE_WITH_TIMEOUT(ada->counters().inputs, own + 1, timeoutMs);
        QCOMPARE(bea->counters().inputs, before + 1);
    }

    void missedHintsAreAnInputAndCounted()
    {
        RunningServer ada;
        PlainBus bus;
        ada->hints().use(bus);
        const auto before = ada->counters().inputs;
        ada->hints().missed();
        QTRY_VERIFY_WITH_TIMEOUT(ada->counters().inputs > before, timeoutMs);
        QCOMPARE(ada->metrics().hintsMissed, std::uint64_t(1));
    }

    void theHintsOfAStepArePublished()
    {
        std::vector<Input> inputs;
        HintRelay relay([&inputs](Input input) { inputs.push_back(std::move(input)); });
        relay.publish(effectsWith({hint::Here{}})); // no client is connected
        QVERIFY(!relay.status());
        PlainBus bus;
        relay.use(bus);
        relay.publish(effectsWith({hint::Gone{}, hint::AllChanged{}}));
        QVERIFY(bus.published == std::vector<Hint>({hint::Gone{}, hint::AllChanged{}}));
        relay.received(NodeId(4), {hint::Here{}});
        relay.missed();
        QCOMPARE(inputs.size(), std::size_t(2));
        const auto* received = std::get_if<HintsReceived>(&inputs.front());
        QVERIFY(received != nullptr);
        QCOMPARE(received->from.value, std::uint64_t(4));
        QVERIFY(received->hints == std::vector<Hint>({hint::Here{}}));
        QVERIFY(std::holds_alternative<HintsMissed>(inputs.back()));
    }

    void metricsReportTheBusWhereThereIsOne()
    {
        Metrics metrics;
        QVERIFY(!prometheusText(metrics).contains("tidemark_bus_connected"));
        metrics.bus = BusStatus{false, 3, 4};
        metrics.hintsMissed = 5;
        metrics.hub.hintsSent = 6;
        metrics.hub.hintsReceived = 7;
        metrics.hub.headsFound = 8;
        const QByteArray text = prometheusText(metrics);
        for (const char* line : {"tidemark_bus_connected 0\n", "tidemark_hints_undecodable_total 3\n",
                                 "tidemark_hints_dropped_total 4\n", "tidemark_hints_missed_total 5\n",
                                 "tidemark_hints_told_total 6\n", "tidemark_hints_heard_total 7\n",
                                 "tidemark_heads_found_total 8\n"}) {
            QVERIFY2(text.contains(line), line);
        }
    }
};

TIDEMARK_SUITE(TestShellHints, QCoreApplication)

} // namespace tidemark::shell_hints_test

#include "test_shell_hints.moc"
