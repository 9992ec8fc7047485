#include "tests/programs/load/hostile/attacker.h"

#include "core/base/one_of.h"
#include "core/wire/codec.h"
#include "tests/programs/load/base/failure.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace tidemark::load {
namespace {

/// Every further connection takes a descriptor, and a place among the connections of the address.
constexpr std::size_t strangerLines = 4;
constexpr std::size_t deafLines = 2;
constexpr std::size_t pullsOfTheDeaf = 64;
/// The server limits the rate of connections of an address. This leaves room for others.
constexpr double comeBackEveryMs = 100;
constexpr double unansweredPerSecond = 200;

constexpr std::array answeredPurses{Purse::Send,     Purse::Pull,  Purse::Change,
                                    Purse::Password, Purse::Other, Purse::Transfer};

bool hasAnswer(const protocol::ClientFrame& frame)
{
    return !holdsOneOf<protocol::Typing, protocol::Activity>(frame);
}

constexpr double pauseAfterRefusalMs = 5;
/// Answers whose content matters, which are refusals and single states, have at most this length.
constexpr std::size_t smallAnswer = 600;

/// The number of the request that this envelope answers; 0 for pushes.
std::uint64_t requestOf(std::string_view payload)
{
    std::uint64_t request = 0;
    if (payload.starts_with('\x08')) {
        unsigned shift = 0;
        for (std::size_t place = 1; place < payload.size(); ++place, shift += 7) {
            const auto byte = static_cast<std::uint8_t>(payload[place]);
            request |= std::uint64_t{byte & 0x7fU} << shift;
            if ((byte & 0x80U) == 0) {
                break;
            }
        }
    }
    return request;
}

} // namespace

class Attacker::Line final : private Connection::Owner {
public:
    Line(Attacker& attacker, Manner manner) : m_attacker(attacker), m_manner(manner) { connect(); }

    [[nodiscard]] bool isReady() const { return m_isOpen && m_greeted >= m_sessions; }
    [[nodiscard]] bool isSpender() const { return m_manner == Manner::Spender; }
    [[nodiscard]] bool hasEnded() const { return m_hasEnded; }

    void connect()
    {
        m_isOpen = false;
        m_hasEnded = false;
        m_greeting = 0;
        m_greeted = 0;
        m_sessions = m_manner == Manner::Stranger ? 0 : isSpender() ? m_attacker.sessionsOfALine() : 1;
        Owner& owner = *this;
        m_connection = std::make_unique<Connection>(m_attacker.m_loop, m_attacker.m_place, owner);
    }

    /// Signs the next session in.
    void greet()
    {
        if (!m_isOpen || isReady() || m_greeting != 0 || m_attacker.now() < m_attacker.m_greetsAt) {
            return;
        }
        protocol::Hello hello =
            m_attacker.m_requests.hello(m_manner == Manner::Flooder ? Ambush::flooder : Ambush::spender);
        hello.deviceName = hello.clientName = "attack";
        send(m_greeted, std::move(hello));
        m_greeting = m_lastRequest;
    }

    /// Keeps as many unanswered requests as allowed, if this line does not pay for them.
    void flood()
    {
        if (!isReady() || !m_attacker.m_isAttacking || isSpender()) {
            return;
        }
        while (m_waiting.size() < (m_manner == Manner::Deaf ? pullsOfTheDeaf : m_attacker.m_shape.inFlight)) {
            floodOnce(++m_attacker.m_number);
        }
    }

    void ask(Purse purse, protocol::ClientFrame frame)
    {
        tell(std::move(frame));
        if (purse != Purse::Unanswered) {
            m_waiting.emplace(m_lastRequest, purse);
        }
    }

private:
    using Waiting = std::unordered_map<std::uint64_t, Purse>;

    void floodOnce(std::uint64_t number)
    {
        const HostileRequests& requests = m_attacker.m_requests;
        if (m_manner == Manner::Deaf) {
            return ask(Purse::Pull, requests.make(Purse::Pull, number, number));
        }
        protocol::ClientFrame frame =
            m_manner == Manner::Stranger ? requests.strangers(number) : requests.any(number);
        ask(hasAnswer(frame) ? Purse::Other : Purse::Unanswered, std::move(frame));
    }

    /// Sends the frame on one of the sessions in turn.
    void tell(protocol::ClientFrame frame)
    {
        send(m_sessions == 0 ? 0 : m_lastRequest % m_sessions, std::move(frame));
    }

    void send(std::uint64_t session, protocol::ClientFrame frame)
    {
        m_connection->send(wire::encode(protocol::ClientEnvelope{
            RequestId(++m_lastRequest), static_cast<std::uint32_t>(session), std::move(frame)}));
    }

    void opened() override
    {
        m_isOpen = true;
        greet();
    }

    void received(std::string_view payload) override
    {
        const std::uint64_t request = requestOf(payload);
        const bool isGreeting = request != 0 && request == m_greeting;
        const auto waiting = m_waiting.find(request);
        if (!isGreeting && waiting == m_waiting.end()) {
            return;
        }
        // Long answers are not decoded, because this thread measures the other users as well.
        const auto envelope = isGreeting || payload.size() <= smallAnswer
                                  ? std::optional(wire::decodeServer(payload))
                                  : std::nullopt;
        require(!envelope || envelope->has_value(), "decoding a frame to the attacker");
        if (isGreeting) {
            return tookGreeting((*envelope)->frame);
        }
        const Purse purse = waiting->second;
        m_waiting.erase(waiting);
        m_attacker.took(isSpender() ? purse : Purse::Unanswered, envelope ? &(*envelope)->frame : nullptr);
        flood();
    }

    void tookGreeting(const protocol::ServerFrame& answer)
    {
        m_greeting = 0;
        const auto* error = std::get_if<protocol::Error>(&answer);
        if (error == nullptr) {
            ++m_greeted;
        } else if (error->code == protocol::ErrorCode::TooFast) {
            m_attacker.m_greetsAt = m_attacker.now() + static_cast<double>(error->retryAfter.count());
        } else if (m_greeted > 0) {
            m_sessions = m_greeted; // the account has its greatest number of sessions
        }
        m_connection->setReading(m_manner != Manner::Deaf || !isReady());
    }

    void ended() override
    {
        m_isOpen = false;
        m_hasEnded = true;
        for (const auto& [request, purse] : std::exchange(m_waiting, {})) {
            if (isSpender()) {
                --m_attacker.stateOf(purse).inFlight;
            }
        }
    }

    Attacker& m_attacker;
    Manner m_manner;
    std::unique_ptr<Connection> m_connection;
    bool m_isOpen = false;
    bool m_hasEnded = false;
    std::uint64_t m_greeting = 0; ///< the number of the unanswered Hello; 0 if there is none
    std::size_t m_greeted = 0;    ///< sessions that are signed in
    std::size_t m_sessions = 0;
    Waiting m_waiting;
    std::uint64_t m_lastRequest = 0;
};

Attacker::Attacker(Loop& loop, const Place& place, const Shape& shape)
    : m_loop(loop), m_place(place), m_shape(shape), m_ambush(prepareAmbush(loop, place, shape.ambush)),
      m_requests(m_ambush, shape.nameBytes), m_audience(loop, place, m_ambush)
{
    // The lines connect one after the other, because each must sign in within seconds.
    for (std::size_t i = 0; i < m_shape.connections; ++i) {
        m_lines.push_back(std::make_unique<Line>(*this, Manner::Spender));
        m_loop.runUntil(
            [&] {
                m_lines.back()->greet();
                return m_lines.back()->isReady();
            },
            "the attacker to sign in");
    }
}

Attacker::~Attacker() = default;

void Attacker::begin(double seconds)
{
    m_isAttacking = true;
    m_watch = {};
    m_greetsAt = 0;
    m_lasts = seconds * 1000;
    if (m_shape.only != 0) {
        return;
    }
    addLines(Manner::Flooder, m_shape.connections / 4);
    addLines(Manner::Stranger, strangerLines);
    addLines(Manner::Deaf, deafLines);
}

void Attacker::addLines(Manner manner, std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i) {
        m_lines.push_back(std::make_unique<Line>(*this, manner));
    }
}

void Attacker::keepUp()
{
    comeBack();
    for (const std::unique_ptr<Line>& line : m_lines) {
        line->greet();
        line->flood();
    }
    spend();
    spendUnanswered();
}

void Attacker::end()
{
    m_isAttacking = false;
    m_lines.clear();
}

void Attacker::comeBack()
{
    for (const std::unique_ptr<Line>& line : m_lines) {
        if (line->hasEnded() && now() >= m_comesBackAt) {
            m_comesBackAt = now() + comeBackEveryMs;
            ++m_cuts;
            line->connect();
        }
    }
}

void Attacker::spend()
{
    for (const Purse purse : answeredPurses) {
        PurseState& state = stateOf(purse);
        while (asksOf(purse) && state.inFlight < m_shape.inFlight && now() >= state.waitsUntil) {
            Line* line = nextSpender();
            if (line == nullptr) {
                return;
            }
            ++state.inFlight;
            line->ask(purse, m_requests.make(purse, kindOf(purse), ++m_number));
        }
    }
}

void Attacker::spendUnanswered()
{
    for (Line* line = asksOf(Purse::Unanswered) ? nextSpender() : nullptr;
         line != nullptr && static_cast<double>(m_unanswered) < now() / 1000 * unansweredPerSecond;
         line = nextSpender()) {
        ++m_unanswered;
        line->ask(Purse::Unanswered, m_requests.make(Purse::Unanswered, m_unanswered, m_unanswered / 2));
    }
}

Attacker::Line* Attacker::nextSpender()
{
    for (std::size_t i = 0; i < m_shape.connections; ++i) {
        Line& line = *m_lines[m_nextLine++ % m_shape.connections];
        if (line.isReady()) {
            return &line;
        }
    }
    return nullptr;
}

std::size_t Attacker::kindOf(Purse purse) const
{
    return static_cast<std::size_t>(now() / m_lasts * static_cast<double>(m_requests.countOf(purse)));
}

std::string Attacker::asking() const
{
    std::string text;
    for (const Purse purse : answeredPurses) {
        if (asksOf(purse)) {
            text += (text.empty() ? "" : ", ") + m_requests.nameOf(purse, kindOf(purse));
        }
    }
    return text;
}

void Attacker::took(Purse purse, const protocol::ServerFrame* answer)
{
    ++m_answered;
    const auto* error = answer == nullptr ? nullptr : std::get_if<protocol::Error>(answer);
    m_refused += error == nullptr ? 0 : 1;
    if (purse == Purse::Unanswered) {
        return;
    }
    PurseState& state = stateOf(purse);
    --state.inFlight;
    if (error != nullptr) {
        // The server cuts a client that sends without a pause.
        state.waitsUntil =
            now() + std::max(static_cast<double>(error->retryAfter.count()), pauseAfterRefusalMs);
    }
    const auto* states = answer == nullptr ? nullptr : std::get_if<protocol::States>(answer);
    if (states != nullptr && states->states.size() == 1) {
        m_requests.note(states->states.front());
    }
}

} // namespace tidemark::load
