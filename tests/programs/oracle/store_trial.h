#pragma once

#include "core/store/client_store.h"
#include "tests/programs/oracle/history.h"
#include "tests/programs/oracle/hub_side.h"

#include <map>
#include <memory>
#include <vector>

namespace tidemark::oracle {

/// A device's store alone. It gets ranges of the log as the server answers them, folded at different times
/// and in any order: for example a message that was requested before its recall, and arrives after it.
class StoreTrial {
public:
    explicit StoreTrial(std::uint64_t seed);

    /// A message is sent, requested or stored. Throws Mismatch if a number differs.
    void step();
    /// All entries are stored. Throws Mismatch also if the store's own audit finds a difference.
    void finish();
    [[nodiscard]] std::uint64_t comparisons() const { return m_comparisons; }

private:
    void personActs();
    void askFor(ConversationId conversation, SeqRange range);
    void putSomeAnswer();
    void compare(ConversationId conversation);
    void audit();

    Oracle m_oracle;
    History m_history;
    HubSide m_hub;
    UserId m_reader;
    std::unique_ptr<ClientStore> m_store;
    std::map<ConversationId, RangeSet> m_held;
    std::vector<protocol::Range> m_answers; ///< not yet in the store
    std::uint64_t m_comparisons = 0;
};

} // namespace tidemark::oracle
