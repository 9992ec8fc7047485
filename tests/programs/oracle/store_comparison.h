#pragma once

#include "core/base/random.h"
#include "core/store/client_store.h"
#include "tests/programs/oracle/oracle.h"

#include <string>
#include <vector>

namespace tidemark::oracle {

/// The counts of a device's store for a conversation.
struct StoreView {
    const ClientStore& store;
    ConversationId conversation;
    UserId reader;
    const RangeSet& held;
    Seq head;                     ///< the log is known through this seq, as far as it is held
    std::vector<Seq> hidden = {}; ///< the messages that the reader has hidden, ascending

    [[nodiscard]] Viewer viewer() const { return {reader, {}, hidden}; }
};

/// Requests the counts of some range that `view` holds up to its head, and compares them. Empty if they
/// agree, or if there is no such range.
[[nodiscard]] std::string differenceOfStore(const Oracle& oracle, const StoreView& view, SplitMix64& random);

} // namespace tidemark::oracle
