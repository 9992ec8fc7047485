#include "tests/load/attacker.h"

#include "core/domain/request_caps.h"
#include "core/wire/codec.h"
#include "tests/load/device.h"
#include "tests/load/failure.h"
#include "tests/load/ledger.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace tidemark::load {
namespace {

const std::string attackerName = "mallory";

/// A list of so many elements, which repeats what there is.
template <typename T, typename Make>
std::vector<T> manyOf(std::size_t count, const Make& make)
{
    std::vector<T> many;
    many.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        many.push_back(make(i));
    }
    return many;
}

} // namespace

/// One of the connections.
class Attacker::Line final : private Connection::Owner {
public:
    explicit Line(Attacker& attacker) : m_attacker(attacker) { connect(); }

    void fill()
    {
        while (m_isOpen && m_attacker.m_isAttacking && m_waiting < m_attacker.m_shape.inFlight) {
            const std::uint64_t number = ++m_attacker.m_number;
            send(m_attacker.worst(number));
        }
    }

    /// The server may have cut it.
    void comeBack()
    {
        if (m_hasEnded) {
            m_hasEnded = false;
            ++m_attacker.m_cuts;
            connect();
        }
    }

    [[nodiscard]] bool isQuiet() const { return m_waiting == 0; }

private:
    void connect()
    {
        m_isOpen = false;
        m_waiting = 0;
        Owner& owner = *this;
        m_connection = std::make_unique<Connection>(m_attacker.m_loop, m_attacker.m_place, owner);
    }

    void send(protocol::ClientFrame frame)
    {
        ++m_waiting;
        m_connection->send(
            wire::encode(protocol::ClientEnvelope{RequestId(++m_lastRequest), 0, std::move(frame)}));
    }

    void opened() override
    {
        m_isOpen = true;
        send(m_attacker.hello());
        fill();
    }

    void received(std::string_view payload) override
    {
        const auto envelope = wire::decodeServer(payload);
        require(envelope.has_value(), "decoding what the server sent to the attacker");
        const auto* states = std::get_if<protocol::States>(&envelope->frame);
        if (!envelope->request.isValid() || (states != nullptr && states->remaining > 0)) {
            return;
        }
        // Of a Hello the States are one more; what is in flight need not be exact.
        m_waiting -= m_waiting > 0 ? 1 : 0;
        ++m_attacker.m_answered;
        m_attacker.m_refused += std::holds_alternative<protocol::Error>(envelope->frame) ? 1 : 0;
        fill();
    }

    void ended() override
    {
        m_isOpen = false;
        m_hasEnded = true;
        m_waiting = 0;
    }

    Attacker& m_attacker;
    std::unique_ptr<Connection> m_connection;
    bool m_isOpen = false;
    bool m_hasEnded = false;
    std::size_t m_waiting = 0;
    std::uint64_t m_lastRequest = 0;
};

Attacker::Attacker(Loop& loop, const Place& place, const Population& people, const Shape& shape)
    : m_loop(loop), m_place(place), m_people(people), m_shape(shape)
{
    prepare();
}

Attacker::~Attacker() = default;

void Attacker::prepare()
{
    Device maker(m_loop, m_place, {attackerName, true, false});
    bool isReady = false;
    maker.startWithout([&] { isReady = true; });
    m_loop.runUntil([&] { return isReady; }, "the attacker to connect");
    const auto ask = [&](protocol::ClientFrame frame) {
        bool isAnswered = false;
        std::optional<ConversationState> state;
        maker.ask(std::move(frame), [&](const protocol::ServerFrame& answer) {
            isAnswered = true;
            if (const auto* states = std::get_if<protocol::States>(&answer);
                states != nullptr && states->states.size() == 1) {
                state = states->states.front();
            }
        });
        m_loop.runUntil([&] { return isAnswered; }, "an answer to the attacker");
        return state;
    };
    protocol::Register wish;
    wish.name = attackerName;
    wish.token = tokenOf(attackerName, 1);
    wish.device = DeviceId(1);
    static_cast<void>(ask(wish));
    protocol::Hello silent = hello();
    silent.silent = true;
    static_cast<void>(ask(silent));
    while (m_states.size() < m_shape.conversations) {
        protocol::CreateGroup group;
        group.uuid = uuidOf(m_people.keeper() + 1, ++m_number);
        group.title = "a trap";
        if (auto state = ask(group)) {
            m_states.push_back(*std::move(state));
        } else {
            m_loop.runFor(0.1, 10, [] {}); // too fast for the server
        }
    }
}

void Attacker::begin()
{
    m_isAttacking = true;
    m_lines = manyOf<std::unique_ptr<Line>>(m_shape.connections,
                                            [this](std::size_t) { return std::make_unique<Line>(*this); });
}

void Attacker::keepUp()
{
    for (const std::unique_ptr<Line>& line : m_lines) {
        line->comeBack();
        line->fill();
    }
}

void Attacker::end()
{
    m_isAttacking = false;
    m_lines.clear();
}

protocol::Hello Attacker::hello() const
{
    protocol::Hello hello;
    hello.token = tokenOf(attackerName, 1);
    hello.device = DeviceId(1);
    hello.deviceName.assign(900000, 'm');
    hello.clientName = hello.deviceName.substr(0, 1000);
    return hello;
}

protocol::ClientFrame Attacker::manyNames(std::uint64_t number) const
{
    protocol::CreateGroup group;
    group.uuid = uuidOf(m_people.keeper() + 2, number);
    group.title = "another trap";
    // Names that there are not cost the same, and bring nobody in.
    group.members =
        manyOf<std::string>(caps::maxNewMembers, [](std::size_t i) { return "nobody" + std::to_string(i); });
    return group;
}

protocol::ClientFrame Attacker::manyMentions(std::uint64_t number) const
{
    protocol::TextContent text;
    text.text.assign(60000, '@');
    text.mentions = manyOf<UserId>(caps::maxMentions, [](std::size_t i) { return UserId(i + 1); });
    return protocol::Send{m_states.front().id, uuidOf(m_people.keeper() + 3, number), {}, text};
}

protocol::ClientFrame Attacker::manyReads() const
{
    return protocol::Read{manyOf<protocol::ReadIntent>(caps::maxReadIntents, [this](std::size_t i) {
        const ConversationState& state = m_states[i % m_states.size()];
        return protocol::ReadIntent{state.id, state.generation, {state.cursor.epoch, state.head}};
    })};
}

protocol::ClientFrame Attacker::manySnapshots() const
{
    return protocol::OpenFeed{manyOf<protocol::FeedSnapshot>(caps::maxFeedSnapshots, [this](std::size_t i) {
        const ConversationState& state = m_states[i % m_states.size()];
        return protocol::FeedSnapshot{state.id, state.logEpoch, state.generation, state.head};
    })};
}

protocol::ClientFrame Attacker::worst(std::uint64_t number) const
{
    const ConversationState& state = m_states[number % m_states.size()];
    const auto ids = [this](std::size_t count) {
        return manyOf<ConversationId>(count,
                                      [this](std::size_t i) { return m_states[i % m_states.size()].id; });
    };
    switch (number % 18) {
    case 0:
        return hello();
    case 1:
        return manyNames(number);
    case 2:
        return manyMentions(number);
    case 3:
        return manyReads();
    case 4:
        return manySnapshots();
    case 5:
        return protocol::Delivered{manyOf<protocol::Reached>(caps::maxDelivered, [this](std::size_t i) {
            const ConversationState& one = m_states[i % m_states.size()];
            return protocol::Reached{one.id, one.logEpoch, one.head};
        })};
    case 6:
        return protocol::GetStates{ids(caps::maxStatesAsked)};
    case 7:
        return protocol::GetUsers{
            manyOf<UserId>(caps::maxUsersAsked, [](std::size_t i) { return UserId(i + 1); })};
    case 8:
        return protocol::Sync{manyOf<HeldState>(caps::maxHeldStates, [](std::size_t i) {
            HeldState held;
            held.id = ConversationId(1000000 + i);
            return held;
        })};
    case 9:
        return protocol::Heartbeat{number};
    case 10:
        return protocol::GetTotals{};
    case 11:
        return protocol::Pull{m_states.front().id, m_states.front().logEpoch, {}, {}, {}, 0};
    case 12:
        return protocol::FindChannels{"a", 0};
    case 13:
        return protocol::GetMembers{state.id, {}, 0};
    case 14:
        return protocol::GetReaders{state.id, Seq(1)};
    case 15:
        return protocol::Join{ConversationId(999999)};
    case 16:
        return protocol::GetUsers{
            manyOf<UserId>(caps::maxUsersAsked + 1, [](std::size_t i) { return UserId(i + 1); })};
    default:
        return protocol::UnknownFrame{};
    }
}

} // namespace tidemark::load
