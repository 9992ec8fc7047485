#include "core/base/random.h"
#include "tests/sync/device.h"

namespace tidemark::test::determinism_test {
namespace {

/// One run of a small world from a seed: a chat, its users, other devices, a lossy network, and crashes.
class Run {
public:
    Run(std::uint64_t seed, UnixMs wall) : m_random(seed), m_store(DeviceId(77)), m_wall(wall)
    {
        m_store.commit({write::PutAccount{{me, std::string(32, 't')}}});
        m_engine = std::make_unique<Engine>(EngineConfig{}, m_store.snapshot(), m_store);
    }

    /// A hash of each step's frames, changes and orders.
    std::vector<std::size_t> trace;

    void goes(int steps)
    {
        for (int i = 0; i < steps; ++i) {
            m_now += Milliseconds(m_random.below(700));
            happens();
        }
    }

private:
    void happens()
    {
        switch (m_random.below(10)) {
        case 0:
            m_chat.says(bob, "text", m_random.below(4) == 0);
            return step(input::FrameArrived{{{}, 0, m_chat.notify()}});
        case 1:
            return step(input::MarkRead{{}, m_chat.id, Seq(m_random.below(m_chat.head().value + 1))});
        case 2:
            return step(input::Send{m_chat.id, uuidOf(++m_number), content::Message{"own"}});
        case 3:
            return m_random.below(4) == 0 ? step(input::ConnectionLost{}) : step(input::Tick{});
        case 4:
            return step(input::ConnectionOpened{});
        default:
            return answers();
        }
    }

    void answers()
    {
        if (m_sent.empty()) {
            return step(input::Tick{});
        }
        const protocol::ClientEnvelope envelope = m_sent.front();
        m_sent.pop_front();
        const auto reply = [&](protocol::ServerFrame frame) {
            step(input::FrameArrived{{envelope.request, 0, std::move(frame)}});
        };
        if (std::holds_alternative<protocol::Hello>(envelope.frame)) {
            reply(protocol::Welcome{protocol::version, me, "server", {}, {}, 1});
            reply(m_chat.states());
        } else if (const auto* pull = std::get_if<protocol::Pull>(&envelope.frame)) {
            reply(m_chat.answer(*pull));
        } else if (const auto* send = std::get_if<protocol::Send>(&envelope.frame)) {
            reply(m_chat.accepts(*send));
        } else if (const auto* read = std::get_if<protocol::Read>(&envelope.frame)) {
            reply(m_chat.accepts(read->intents.at(0)));
        } else if (std::holds_alternative<protocol::Heartbeat>(envelope.frame)) {
            reply(protocol::HeartbeatAck{m_random.below(2) == 0});
        } else {
            reply(m_chat.states());
        }
    }

    void step(const Input& input)
    {
        const Effects effects = m_engine->step(input, m_now, m_wall);
        m_store.commit(effects.writes);
        if (effects.order != ConnectionOrder::None) {
            m_sent.clear();
        }
        m_sent.insert(m_sent.end(), effects.sends.begin(), effects.sends.end());
        trace.push_back(static_cast<std::size_t>(effects.order));
        for (const Write& write : effects.writes) {
            trace.push_back(write.index());
        }
        for (const protocol::ClientEnvelope& sent : effects.sends) {
            trace.push_back(sent.request.value);
            trace.push_back(sent.frame.index());
        }
        for (const Change& change : effects.changes) {
            trace.push_back(change.index());
        }
        trace.push_back(effects.wakeUp ? static_cast<std::size_t>(effects.wakeUp->time_since_epoch().count())
                                       : 0);
    }

    SplitMix64 m_random;
    MemoryLog m_store;
    UnixMs m_wall;
    std::unique_ptr<Engine> m_engine;
    Chat m_chat{7};
    std::uint64_t m_number = 0;
    Instant m_now{Milliseconds(5000)};
    std::deque<protocol::ClientEnvelope> m_sent;
};

TEST_CASE("the same inputs at the same times give the same effects")
{
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        Run one(seed, UnixMs{1});
        Run other(seed, UnixMs{1});
        one.goes(300);
        other.goes(300);
        CHECK(one.trace.size() > 600);
        CHECK(one.trace == other.trace);
    }
}

TEST_CASE("I16: the wall clock decides nothing")
{
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        Run one(seed, UnixMs{1});
        Run other(seed, UnixMs{-99999999999});
        one.goes(300);
        other.goes(300);
        CHECK(one.trace == other.trace);
    }
}

} // namespace
} // namespace tidemark::test::determinism_test
