#include "tests/programs/load/hostile/audience.h"

#include "core/wire/codec.h"
#include "tests/programs/bench/harness/statistics.h"
#include "tests/programs/load/base/failure.h"

#include <utility>
#include <variant>

namespace tidemark::load {

Audience::Audience(Loop& loop, const Place& place, const Ambush& ambush) : m_ambush(ambush)
{
    Owner& owner = *this;
    m_connection = std::make_unique<Connection>(loop, place, owner);
    const bench::Stopwatch watch;
    loop.runUntil(
        [&] {
            greetNext(watch.milliseconds());
            return m_signedIn == m_ambush.puppets.size();
        },
        "the puppets to sign in");
}

void Audience::greetNext(double now)
{
    m_now = now;
    if (!m_isOpen || m_isAsking || m_signedIn == m_ambush.puppets.size() || now < m_waitsUntil) {
        return;
    }
    m_isAsking = true;
    protocol::Hello hello;
    hello.token = tokenOf(Ambush::puppet(m_signedIn), 1);
    hello.device = DeviceId(1);
    send(m_signedIn, hello);
}

void Audience::received(std::string_view payload)
{
    if (m_signedIn == m_ambush.puppets.size()) {
        return;
    }
    const auto envelope = wire::decodeServer(payload);
    require(envelope.has_value(), "decoding a frame to a puppet");
    if (const auto* error = std::get_if<protocol::Error>(&envelope->frame)) {
        check(error->code == protocol::ErrorCode::TooFast,
              [&] { return "a puppet is refused: " + error->detail; });
        m_waitsUntil = m_now + static_cast<double>(error->retryAfter.count());
        m_isAsking = false;
    } else if (std::holds_alternative<protocol::Welcome>(envelope->frame)) {
        const ConversationState& crowd = m_ambush.crowd;
        send(m_signedIn, protocol::Read{{{crowd.id, Generation(1), {0, crowd.head}}}});
        m_isAsking = false;
        ++m_signedIn;
    }
}

void Audience::ended()
{
    require(m_signedIn == m_ambush.puppets.size(), "the server has ended the connection of the puppets");
}

void Audience::send(std::size_t puppet, protocol::ClientFrame frame)
{
    m_connection->send(wire::encode(protocol::ClientEnvelope{
        RequestId(++m_lastRequest), static_cast<std::uint32_t>(puppet + 1), std::move(frame)}));
}

} // namespace tidemark::load
