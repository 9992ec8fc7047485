#pragma once

#include "tests/programs/bench/harness/statistics.h"
#include "tests/programs/load/hostile/ambush.h"
#include "tests/programs/load/hostile/audience.h"
#include "tests/programs/load/hostile/hostile_requests.h"
#include "tests/programs/load/people/connection.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace tidemark::load {

/// An attacker who sends the worst requests that the protocol allows, whatever the answers are, and connects
/// again when the server cuts the connection. Four kinds of connections do this at once:
/// - spenders spend the tokens of each purse (see Purse) on one kind of request after the other. They wait as
///   long as the server says, so that it does as much for them as for any user;
/// - flooders go on without a pause, whatever is refused;
/// - strangers never sign in;
/// - deaf clients request long texts and do not read them.
class Attacker {
public:
    struct Shape {
        Ambush::Shape ambush;
        std::size_t connections = 0; ///< of the spender; the flooder has a quarter as many
        std::size_t sessions = 0;    ///< of the spender
        std::size_t inFlight = 0;    ///< unanswered requests of each purse and each flooding connection
        std::size_t nameBytes = 0;   ///< the length of impossible names
        /// For finding a slow request: only the purse with this number, from 1, is spent, and nobody
        /// floods. 0 means all purses.
        std::size_t only = 0;
    };

    /// Makes the accounts and conversations and connects, as fast as the server allows.
    Attacker(Loop& loop, const Place& place, const Shape& shape);
    ~Attacker();
    Attacker(const Attacker&) = delete;
    Attacker& operator=(const Attacker&) = delete;

    /// Sends each kind of request in turn, for `seconds` altogether.
    void begin(double seconds);
    /// Must be called often. Sends more requests, and connects again if the server has cut a connection.
    void keepUp();
    void end();

    /// The present requests, as readable text.
    [[nodiscard]] std::string asking() const;
    [[nodiscard]] std::uint64_t answered() const { return m_answered; }
    [[nodiscard]] std::uint64_t refused() const { return m_refused; }
    [[nodiscard]] std::uint64_t cuts() const { return m_cuts; }

private:
    class Line;
    enum class Manner : std::uint8_t { Spender, Flooder, Stranger, Deaf };
    struct PurseState {
        std::size_t inFlight = 0;
        double waitsUntil = 0; ///< milliseconds of m_watch
    };

    void addLines(Manner manner, std::size_t count);
    void comeBack();
    void spend();
    void spendUnanswered();
    [[nodiscard]] double now() const { return m_watch.milliseconds(); }
    [[nodiscard]] std::size_t sessionsOfALine() const
    {
        return std::max<std::size_t>(m_shape.sessions / m_shape.connections, 1);
    }
    /// An open connection of the spender, another one each time; null if none is open.
    [[nodiscard]] Line* nextSpender();
    /// The kind of request of this purse whose turn it is.
    [[nodiscard]] std::size_t kindOf(Purse purse) const;
    /// Whether the attacker sends requests of this purse now.
    [[nodiscard]] bool asksOf(Purse purse) const
    {
        return m_shape.only == 0 || m_shape.only == static_cast<std::size_t>(purse) + 1;
    }
    [[nodiscard]] PurseState& stateOf(Purse purse) { return m_purses.at(static_cast<std::size_t>(purse)); }
    void took(Purse purse, const protocol::ServerFrame* answer);

    Loop& m_loop;
    const Place& m_place;
    Shape m_shape;
    Ambush m_ambush;
    HostileRequests m_requests;
    Audience m_audience;
    std::vector<std::unique_ptr<Line>> m_lines;
    std::array<PurseState, static_cast<std::size_t>(Purse::Last) + 1> m_purses;
    bench::Stopwatch m_watch;
    bool m_isAttacking = false;
    double m_lasts = 0;       ///< milliseconds
    double m_comesBackAt = 0; ///< milliseconds of m_watch
    double m_greetsAt = 0;
    std::uint64_t m_unanswered = 0;
    std::size_t m_nextLine = 0;
    std::uint64_t m_number = 0;
    std::uint64_t m_answered = 0;
    std::uint64_t m_refused = 0;
    std::uint64_t m_cuts = 0;
};

} // namespace tidemark::load
