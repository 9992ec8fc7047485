#include "core/wire/codec.h"
#include "tests/programs/bench/harness/statistics.h"
#include "tests/programs/load/base/failure.h"
#include "tests/programs/load/machines/bare_server.h"
#include "tests/programs/load/scenarios/scenario.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <utility>

namespace tidemark::load {
namespace {

const std::vector<Parameter> fanOutParameters{
    {"members", 10000, 40, "members of one group, all online"},
    {"rounds", 20, 3, "messages; each follows when the last one has reached all members"},
    {"open", 100, 20, "connections opened at once"},
};

/// The server notifies of a conversation with more than ten messages a second in blocks.
constexpr double quietSeconds = 0.11;

/// A connection that receives a head. All receive the same bytes, so these are decoded once.
class Receiver final : private Connection::Owner {
public:
    using Notified = std::function<void(Receiver&, std::string_view)>;

    Receiver(Loop& loop, const Place& place, std::string hello, std::function<void()> ready,
             Notified notified)
        : m_hello(std::move(hello)), m_ready(std::move(ready)), m_notified(std::move(notified)),
          m_connection(loop, place, *this)
    {
    }
    void send(std::string_view bytes) { m_connection.send(bytes); }
    std::size_t round = 0; ///< the last round whose notify has arrived

private:
    void opened() override
    {
        if (!m_hello.empty()) {
            m_connection.send(m_hello);
        }
    }
    void received(std::string_view payload) override
    {
        if (!m_ready) {
            m_notified(*this, payload);
        } else if (m_hello.empty() || isLastState(payload)) {
            std::exchange(m_ready, {})();
        }
    }
    void ended() override { throw Failure("a connection has ended"); }
    static bool isLastState(std::string_view payload)
    {
        const auto envelope = wire::decodeServer(payload);
        require(envelope.has_value() && !std::holds_alternative<protocol::Error>(envelope->frame),
                "signing in");
        const auto* states = std::get_if<protocol::States>(&envelope->frame);
        return states != nullptr && states->remaining == 0;
    }

    std::string m_hello;
    std::function<void()> m_ready;
    Notified m_notified;
    Connection m_connection;
};

/// All receivers, and the time until the last one is notified.
class Audience {
public:
    /// Whether these bytes belong to the present round.
    using Judge = std::function<bool(std::string_view)>;

    explicit Audience(Loop& loop) : m_loop(loop) {}

    /// `helloOf`: the first frame of each receiver. If it is empty, they wait for a greeting.
    void open(const Place& place, std::size_t count, std::size_t atOnce,
              const std::function<std::string(std::size_t)>& helloOf)
    {
        std::size_t ready = 0;
        std::function<void()> openNext = [&] {
            if (m_receivers.size() < count) {
                std::string hello = helloOf(m_receivers.size());
                m_receivers.push_back(nullptr);
                m_receivers.back() = std::make_unique<Receiver>(
                    m_loop, place, std::move(hello), [&] { ++ready, openNext(); },
                    [this](Receiver& receiver, std::string_view payload) { notified(receiver, payload); });
            }
        };
        for (std::size_t i = 0; i < atOnce; ++i) {
            openNext();
        }
        m_loop.runUntil([&] { return ready == count; }, "all members to be online");
    }

    /// Milliseconds from `begin` until the last receiver is notified.
    double time(const std::function<void()>& begin, Judge judge)
    {
        m_judge = std::move(judge);
        ++m_round;
        m_notified = 0;
        m_right.clear();
        const bench::Stopwatch watch;
        begin();
        m_loop.runUntil([&] { return m_notified == m_receivers.size(); }, "all members to be notified");
        return watch.milliseconds();
    }

    [[nodiscard]] Receiver& front() { return *m_receivers.front(); }

private:
    void notified(Receiver& receiver, std::string_view payload)
    {
        if (payload != m_right) {
            if (!m_judge(payload)) {
                return;
            }
            m_right = payload;
        }
        m_notified += receiver.round == m_round ? 0 : 1;
        receiver.round = m_round;
    }

    Loop& m_loop;
    std::vector<std::unique_ptr<Receiver>> m_receivers;
    Judge m_judge;
    std::size_t m_round = 0;
    std::size_t m_notified = 0;
    std::string m_right; ///< bytes that are known to belong to the present round
};

/// Milliseconds of each round of a server that does nothing else.
std::vector<double> bareTimes(const Arguments& arguments, std::size_t payloadBytes)
{
    Loop loop;
    const BareServer server(BareServer::Duty::Notify, payloadBytes);
    Audience writer(loop);
    writer.open(server.place(), 1, 1, [](std::size_t) { return std::string(); });
    Audience audience(loop);
    audience.open(server.place(), arguments["members"], arguments["open"],
                  [](std::size_t) { return std::string(); });
    std::vector<double> times;
    for (std::uint64_t round = 0; round < arguments["rounds"]; ++round) {
        times.push_back(
            audience.time([&] { writer.front().send("!"); }, [](std::string_view) { return true; }));
    }
    return times;
}

std::string helloOf(std::size_t user)
{
    protocol::Hello hello;
    hello.token = tokenOf(Population::nameOf(user), 1);
    hello.device = DeviceId(1);
    hello.deviceName = "load";
    hello.clientName = "tidemark-load";
    return wire::encode(protocol::ClientEnvelope{RequestId(1), 0, hello});
}

bool notifiesOf(std::string_view payload, Seq head)
{
    const auto envelope = wire::decodeServer(payload);
    require(envelope.has_value(), "decoding a frame from the server");
    const auto* notify = std::get_if<protocol::Notify>(&envelope->frame);
    if (notify == nullptr) {
        return false;
    }
    require(notify->heads.size() == 1 && notify->heads.front().head <= head, "no head before its message");
    return notify->heads.front().head == head;
}

/// Milliseconds of each message until the last member is notified.
std::vector<double> ourTimes(Stage& stage, const Arguments& arguments)
{
    Ledger ledger(stage.people);
    const std::size_t keeper = stage.people.keeper();
    Device writer(stage.loop, stage.server.place(), {Population::nameOf(keeper), true, false});
    bool isThere = false;
    writer.start([&] { isThere = true; });
    stage.loop.runUntil([&] { return isThere; }, "the writer to sign in");
    std::vector<double> times;
    {
        Audience audience(stage.loop);
        audience.open(stage.server.place(), arguments["members"], arguments["open"], helloOf);
        const Group& group = stage.people.groups().front();
        for (std::uint64_t round = 1; round <= arguments["rounds"]; ++round) {
            const Seq head(group.base.value + round);
            bool isAcknowledged = false;
            const auto begin = [&] {
                protocol::Send send = Ledger::messageOf(group.id, keeper, round);
                writer.ask(std::move(send), [&](const protocol::ServerFrame& frame) {
                    const auto* ack = std::get_if<protocol::SendAck>(&frame);
                    require(ack != nullptr && ack->seq == head, "a message is acknowledged");
                    ledger.acknowledged(0, ack->seq, keeper, round, false);
                    isAcknowledged = true;
                });
            };
            times.push_back(
                audience.time(begin, [head](std::string_view payload) { return notifiesOf(payload, head); }));
            stage.loop.runUntil([&] { return isAcknowledged; }, "the acknowledgement");
            stage.loop.runFor(quietSeconds, 10, [] {});
        }
    }
    ledger.compareLogs(stage.loop, stage.server.place());
    return times;
}

/// The size of a frame with a head.
std::size_t bytesOfNotify()
{
    const protocol::Head head{ConversationId(1), LogEpoch(1), Seq(20)};
    return wire::encodePush(protocol::Notify{{head}}).size();
}

Figures runFanOut(const Arguments& arguments)
{
    const std::size_t members = arguments["members"];
    // The bare server runs before and after, because a shared machine changes from minute to minute.
    std::vector<double> bareAll = bareTimes(arguments, bytesOfNotify());
    std::vector<double> ours;
    {
        Stage stage(arguments, {members, 1, members});
        ours = ourTimes(stage, arguments);
        stage.server.stop();
        stage.server.checkDatabase();
    }
    const std::vector<double> after = bareTimes(arguments, bytesOfNotify());
    bareAll.insert(bareAll.end(), after.begin(), after.end());
    const double bare = bench::median(bareAll);
    const double median = bench::median(ours);
    const char* limit = "bare epoll server, same bytes";
    return {{"until the last is told, median", median, "ms", {}, {}, bare, limit},
            atMost({"the same, of the bare server's", median / bare, "x"}, 1.3),
            {"the slowest", *std::max_element(ours.begin(), ours.end()), "ms", {}, {}, bare, limit}};
}

} // namespace

Scenario fanOutScenario()
{
    return {"fanout", "A message goes to a large group whose members are all online.", fanOutParameters,
            runFanOut};
}

} // namespace tidemark::load
