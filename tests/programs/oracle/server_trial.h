#pragma once

#include "tests/programs/oracle/history.h"
#include "tests/programs/oracle/hub_side.h"

#include <memory>
#include <string>
#include <vector>

namespace tidemark::oracle {

/// The oracle and the server's hub, on its store in memory and on SQLite, live through the same history.
class ServerTrial {
public:
    explicit ServerTrial(std::uint64_t seed);

    /// One deed. Throws Mismatch when a number differs.
    void step();
    /// Throws Mismatch when the server's own audit finds something.
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
    void compare(const Side& side, UserId user, const ConversationState& state);

    Oracle m_oracle;
    History m_history;
    std::vector<Side> m_sides;
    Instant m_now{Milliseconds(1000)};
    std::uint64_t m_comparisons = 0;
};

} // namespace tidemark::oracle
