#pragma once

#include "core/domain/protocol.h"
#include "tests/load/connection.h"
#include "tests/load/population.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace tidemark::load {

/// One account that asks on many connections for the worst that the protocol allows, as fast as it is
/// answered, whatever the answers are, and comes back when it is cut.
class Attacker {
public:
    struct Shape {
        std::size_t connections = 0;
        std::size_t conversations = 0; ///< that the account is in
        std::size_t inFlight = 0;      ///< requests without an answer, of each connection
    };

    /// Makes the account and its conversations, as fast as the server lets it.
    Attacker(Loop& loop, const Place& place, const Population& people, const Shape& shape);
    ~Attacker();
    Attacker(const Attacker&) = delete;
    Attacker& operator=(const Attacker&) = delete;

    void begin();
    /// To be called now and then: comes back where it was cut.
    void keepUp();
    void end();

    [[nodiscard]] std::uint64_t answered() const { return m_answered; }
    [[nodiscard]] std::uint64_t refused() const { return m_refused; }
    [[nodiscard]] std::uint64_t cuts() const { return m_cuts; }

private:
    class Line;

    void prepare();
    [[nodiscard]] protocol::ClientFrame worst(std::uint64_t number) const;
    [[nodiscard]] protocol::Hello hello() const;
    [[nodiscard]] protocol::ClientFrame manyNames(std::uint64_t number) const;
    [[nodiscard]] protocol::ClientFrame manyMentions(std::uint64_t number) const;
    [[nodiscard]] protocol::ClientFrame manyReads() const;
    [[nodiscard]] protocol::ClientFrame manySnapshots() const;

    Loop& m_loop;
    const Place& m_place;
    const Population& m_people;
    Shape m_shape;
    std::vector<ConversationState> m_states;
    std::vector<std::unique_ptr<Line>> m_lines;
    bool m_isAttacking = false;
    std::uint64_t m_number = 0;
    std::uint64_t m_answered = 0;
    std::uint64_t m_refused = 0;
    std::uint64_t m_cuts = 0;
};

} // namespace tidemark::load
