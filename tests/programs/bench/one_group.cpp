#include "core/wire/codec.h"
#include "server-stub/hub/hub.h"
#include "server-stub/store/sqlite_store.h"
#include "tests/programs/bench/harness/process_cost.h"
#include "tests/programs/bench/harness/statistics.h"
#include "tests/programs/bench/harness/workbench.h"
#include "tests/support/plain_secrets.h"

#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tidemark::bench::one_group_bench {
namespace {

using namespace server;
using server::Effects;
using server::Input;

constexpr std::size_t hubCount = 4;
const std::uint64_t sessionsEach = sized<std::uint64_t>(50000, 1500);
const int messages = sized(20, 2);
constexpr NodeId writersNode(1);

std::string tokenOf(UserId user)
{
    std::string token(32, 't');
    std::memcpy(token.data(), &user.value, sizeof user.value);
    return token;
}

/// Some hubs on one store, without sockets, and one group of all users who are signed in at them.
class OneGroup {
public:
    OneGroup() : m_store(std::move(SqliteStore::open(QStringLiteral(":memory:"))).value())
    {
        m_store->share();
        makeMembers();
        for (std::size_t i = 0; i < hubCount; ++i) {
            m_hubs.push_back(std::make_unique<Hub>(HubConfig(), *m_store, m_secrets));
        }
    }

    /// Milliseconds for each session, when all sign in at a hub one after the other.
    double signInAll(std::size_t hub)
    {
        const Stopwatch watch;
        for (std::uint64_t i = 0; i < sessionsEach; ++i) {
            const UserId user(hub * sessionsEach + i + 1);
            protocol::Hello hello;
            hello.token = tokenOf(user);
            const std::vector<Input> inputs{Connected{ConnectionId(i + 1)},
                                            Received{ConnectionId(i + 1), {RequestId(1), 0, hello}}};
            require(!step(hub, inputs).commitFailed, "signing in");
        }
        return watch.milliseconds() / static_cast<double>(sessionsEach);
    }

    /// A member at the first hub sends. Returns the milliseconds of that hub, and its hints.
    std::pair<double, std::vector<Hint>> write()
    {
        protocol::Send send;
        send.conversation = m_group;
        ++m_number;
        std::memcpy(send.uuid.bytes.data(), &m_number, sizeof m_number);
        send.content = content::Message{std::string(126, 'm'), false, {}, {}, false};
        const std::vector<Input> inputs{Received{ConnectionId(1), {RequestId(10 + m_number), 0, send}}};
        const Stopwatch watch;
        const Effects effects = step(0, inputs);
        const double time = watch.milliseconds();
        require(!effects.commitFailed && countNotified(effects) == sessionsEach - 1,
                "a notify for everyone else");
        return {time, effects.hints};
    }

    /// Milliseconds until a hub knows which sessions to notify of the hints.
    double receive(std::size_t hub, const std::vector<Hint>& hints)
    {
        const std::vector<Input> inputs{HintsReceived{writersNode, hints}};
        const Stopwatch watch;
        const Effects effects = step(hub, inputs);
        const double time = watch.milliseconds();
        require(countNotified(effects) == sessionsEach, "a notify for everyone");
        return time;
    }

    /// Milliseconds of a hub for a member's read, and the number of its hints.
    std::pair<double, std::size_t> read(std::uint64_t member)
    {
        const protocol::Read read{{{m_group, Generation(1), {0, Seq(m_number)}}}};
        const std::vector<Input> inputs{Received{ConnectionId(member), {RequestId(5), 0, read}}};
        const Stopwatch watch;
        const Effects effects = step(0, inputs);
        return {watch.milliseconds(), effects.hints.size()};
    }

    void letPass(Milliseconds time) { m_now += time; }
    /// The size of a notify on the wire, with its WebSocket header.
    [[nodiscard]] std::size_t notifyBytes() const
    {
        constexpr std::size_t webSocketHeader = 2;
        const auto record = m_store->conversations().find(m_group);
        return webSocketHeader
               + wire::encodePush(protocol::Notify{{{m_group, record->logEpoch, record->head}}}).size();
    }

private:
    void makeMembers()
    {
        ConversationRecord group;
        group.title = "group";
        group.creator = UserId(1);
        group.logEpoch = LogEpoch(7);
        m_store->begin();
        for (std::uint64_t i = 1; i <= hubCount * sessionsEach; ++i) {
            const UserId user = m_store->accounts().insert("u" + std::to_string(i), "");
            m_store->tokens().put(m_secrets.hashOf(tokenOf(user)), user, DeviceId(1), "device", UnixMs{1});
        }
        m_group = m_store->conversations().insert(group, {});
        for (std::uint64_t i = 1; i <= hubCount * sessionsEach; ++i) {
            MemberRecord member;
            member.conversation = m_group;
            member.user = UserId(i);
            member.isMember = true;
            member.generation = Generation(1);
            m_store->members().put(member);
        }
        require(m_store->commit(), "making the members");
    }

    Effects step(std::size_t hub, std::span<const Input> inputs)
    {
        m_now += Milliseconds(1);
        return m_hubs[hub]->step(inputs, m_now, UnixMs{m_now.time_since_epoch().count()});
    }

    static std::size_t countNotified(const Effects& effects)
    {
        std::size_t notified = 0;
        for (const Effect& effect : effects.effects) {
            if (const auto* push = std::get_if<PushHead>(&effect)) {
                notified += push->targets.size();
            }
        }
        return notified;
    }

    std::unique_ptr<SqliteStore> m_store;
    PlainSecrets m_secrets;
    ConversationId m_group;
    std::vector<std::unique_ptr<Hub>> m_hubs;
    Instant m_now{Milliseconds(1000)};
    std::uint64_t m_number = 0;
};

/// Milliseconds to copy as many targets.
double timeCopies()
{
    std::vector<Target> targets(sessionsEach, Target{ConnectionId(1), 0});
    std::vector<double> times;
    for (int i = 0; i < messages; ++i) {
        const Stopwatch watch;
        const std::vector<Target> copy(targets);
        times.push_back(watch.milliseconds());
        targets[copy.size() / 2] = copy.back();
    }
    return median(times);
}

} // namespace

Measurements measure(const Workbench&)
{
    constexpr Milliseconds calm{2000}; // each message is announced at once
    OneGroup group;
    const double memoryBefore = proportionalMiB();
    double signIn = 0;
    for (std::size_t hub = 0; hub < hubCount; ++hub) {
        signIn += group.signInAll(hub) / hubCount;
    }
    constexpr double bytesInMiB = 1024 * 1024;
    const double memory =
        (proportionalMiB() - memoryBefore) * bytesInMiB / static_cast<double>(hubCount * sessionsEach);
    std::vector<double> writes;
    std::vector<double> receiveTimes;
    std::size_t hints = 0;
    for (int i = 0; i < messages; ++i) {
        group.letPass(calm);
        const auto [time, notified] = group.write();
        writes.push_back(time);
        hints = notified.size();
        for (std::size_t hub = 1; hub < hubCount; ++hub) {
            receiveTimes.push_back(group.receive(hub, notified));
        }
    }
    std::vector<double> reads;
    std::size_t hintsOfReads = 0;
    for (std::uint64_t member = 2; member < 1002; ++member) {
        const auto [time, notified] = group.read(member);
        reads.push_back(time);
        hintsOfReads += notified;
    }
    const std::string where = "one group, 4 hubs of 50,000: ";
    const double copies = timeCopies();
    return {{where + "a hub finds the members to notify of a message",
             "ms",
             median(receiveTimes),
             copies,
             "copying 50,000 targets",
             "",
             {}},
            {where + "the writer's hub", "ms", median(writes), copies, "copying 50,000 targets", "", {}},
            {where + "hints for a message", "", static_cast<double>(hints), {}, "", "", {}},
            {where + "a notify", "bytes", static_cast<double>(group.notifyBytes()), {}, "", "", {}},
            {where + "a read", "ms", median(reads), {}, "", "", {}},
            {where + "hints for a read", "", static_cast<double>(hintsOfReads) / 1000, {}, "", "", {}},
            {where + "a sign-in", "ms", signIn, {}, "", "", {}},
            {where + "memory of the hub for a session", "bytes", memory, {}, "", "", {}}};
}

} // namespace tidemark::bench::one_group_bench
