#pragma once

#include "tests/programs/oracle/history.h"
#include "tests/programs/oracle/hub_side.h"

#include <memory>
#include <string>
#include <vector>

namespace tidemark::oracle {

/// The oracle and the server's hub go through the same history. The hub runs on its store in memory and on
/// SQLite.
class ServerTrial {
public:
    explicit ServerTrial(std::uint64_t seed);

    /// One action. Throws Mismatch if a number differs.
    void step();
    /// Throws Mismatch if the server's own audit finds a difference.
    void finish();
    [[nodiscard]] std::uint64_t comparisons() const { return m_comparisons; }

private:
    struct Side {
        std::string name;
        std::unique_ptr<HubSide> hub;
    };

    void everyoneDoes(UserId user, const protocol::ClientFrame& frame);
    void compare(Side& side);
    void compareTotals(Side& side, UserId user);
    void compareDrafts(Side& side, UserId user);
    void compare(const Side& side, UserId user, const ConversationState& state);

    Oracle m_oracle;
    History m_history;
    std::vector<Side> m_sides;
    Instant m_now{Milliseconds(1000)};
    std::uint64_t m_comparisons = 0;
};

} // namespace tidemark::oracle
