#include "tests/programs/bench/harness/statistics.h"
#include "tests/programs/load/base/failure.h"
#include "tests/programs/load/scenarios/scenario.h"

namespace tidemark::load {
namespace {

const std::vector<Parameter> idleParameters{
    {"connections", 19500, 40, "devices, each of another user"},
    {"conversations", 5, 2, "conversations of each user"},
    {"members", 100, 10, "users in each group"},
    {"seconds", 40, 2, "time for which they are held; each sends a heartbeat every 30 seconds"},
    {"open", 100, 10, "connections opened at once"},
};

constexpr double heartbeatSeconds = 30;

/// Devices that only send heartbeats, evenly spread, and agree with the server on everything that they
/// hold.
class Sleepers {
public:
    explicit Sleepers(Stage& stage)
        : m_stage(stage), m_devices(stage.people.devices(stage.loop, stage.server.place(), false, true))
    {
    }

    void open(std::size_t atOnce) { signInAll(m_stage.loop, m_devices, atOnce); }

    void hold(double seconds)
    {
        const bench::Stopwatch watch;
        const double perSecond = static_cast<double>(m_devices.size()) / heartbeatSeconds;
        std::uint64_t sent = 0;
        m_stage.loop.runFor(seconds, 5, [&] {
            while (static_cast<double>(sent) < watch.seconds() * perSecond) {
                sendHeartbeat(*m_devices[sent++ % m_devices.size()], watch);
            }
        });
        m_stage.loop.runUntil([&] { return m_times.size() == sent; }, "answers to heartbeats");
    }

    /// A message in one group reaches its members, and counts for them alone.
    void checkOneMessage()
    {
        Ledger ledger(m_stage.people);
        const Group& group = m_stage.people.groups().front();
        std::size_t notified = 0;
        for (const auto& device : m_devices) {
            device->onPush([&](Device&, const protocol::ServerFrame& frame) {
                const auto* notify = std::get_if<protocol::Notify>(&frame);
                require(notify == nullptr || notify->heads.front().conversation == group.id,
                        "the right group");
                notified += notify != nullptr ? 1 : 0;
            });
        }
        const std::size_t author = group.members.front();
        protocol::Send send = Ledger::messageOf(group.id, author, 1);
        m_devices[author]->ask(std::move(send), [&](const protocol::ServerFrame& frame) {
            const auto* ack = std::get_if<protocol::SendAck>(&frame);
            require(ack != nullptr, "a message is acknowledged");
            ledger.acknowledged(0, ack->seq, author, 1, false);
        });
        m_stage.loop.runUntil([&] { return notified == group.members.size() - 1 && ledger.messages() == 1; },
                              "the message's group");
        ledger.compareTotals(m_stage.loop, m_devices);
        require(notified == group.members.size() - 1, "no member is notified twice");
    }

    [[nodiscard]] double p99() const { return bench::percentile(m_times, 0.99); }

private:
    void sendHeartbeat(Device& device, const bench::Stopwatch& watch)
    {
        const double sentAt = watch.milliseconds();
        device.heartbeat([this, sentAt, &watch](const protocol::ServerFrame& frame) {
            const auto* ack = std::get_if<protocol::HeartbeatAck>(&frame);
            require(ack != nullptr && ack->agree, "device and server agree");
            m_times.push_back(watch.milliseconds() - sentAt);
        });
    }

    Stage& m_stage;
    Devices m_devices;
    std::vector<double> m_times;
};

Figures runIdle(const Arguments& arguments)
{
    constexpr double kilobyte = 1000;
    Stage stage(arguments, {arguments["connections"], arguments["conversations"], arguments["members"]});
    // The server starts again, so that it does not reuse memory from making the users.
    stage.server.stop();
    stage.server.start();
    const auto connections = static_cast<double>(arguments["connections"]);
    const auto before = static_cast<double>(stage.server.memory());
    Sleepers sleepers(stage);
    const bench::Stopwatch opening;
    sleepers.open(arguments["open"]);
    const double openSeconds = opening.seconds();
    const double processorBefore = stage.server.processorSeconds();
    const bench::Stopwatch holding;
    sleepers.hold(static_cast<double>(arguments["seconds"]));
    const double processor = (stage.server.processorSeconds() - processorBefore) / holding.seconds() * 100;
    const double each = (static_cast<double>(stage.server.memory()) - before) / connections / kilobyte;
    sleepers.checkOneMessage();
    stage.server.stop();
    stage.server.checkDatabase();
    const double maxKilobytes = arguments.tls() == Arguments::Tls::None ? 25 : 60;
    return {atLeast({"connections held", connections, ""}, 19500),
            atMost({"the server's memory for each", each, "kB"}, maxKilobytes),
            {"opened and signed in", connections / openSeconds, "connections/s"},
            {"a sign of life is answered, p99", sleepers.p99(), "ms"},
            {"the server's processor", processor, "%"}};
}

} // namespace

Scenario idleScenario()
{
    return {"idle", "Connections send nothing but heartbeats.", idleParameters, runIdle};
}

} // namespace tidemark::load
