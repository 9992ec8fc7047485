#pragma once

#include "core/store/client_store.h"
#include "tests/programs/oracle/history.h"
#include "tests/programs/oracle/hub_side.h"

#include <map>
#include <memory>
#include <vector>

namespace tidemark::oracle {

/// A device's store alone, given ranges of the log as the server answers them, folded at different times and
/// in any order: also a message that was asked for before it was taken back, after its recall.
class StoreTrial {
public:
    explicit StoreTrial(std::uint64_t seed);

    /// Something is said, asked for or put into the store. Throws Mismatch when a number differs.
    void step();
    /// Everything is put into the store. Throws Mismatch also when its own audit finds something.
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
