#pragma once

#include "core/base/random.h"
#include "core/store/client_store.h"
#include "tests/programs/oracle/oracle.h"

#include <string>

namespace tidemark::oracle {

/// What a device's store says of a conversation when it is asked to count.
struct StoreView {
    const ClientStore& store;
    ConversationId conversation;
    UserId reader;
    const RangeSet& held;
    Seq head; ///< the log is known up to here, as far as it is held
};

/// Asks `view` for some stretch that it holds up to its head and compares; empty when it agrees, or when
/// there is no such stretch.
[[nodiscard]] std::string differenceOfStore(const Oracle& oracle, const StoreView& view, SplitMix64& random);

} // namespace tidemark::oracle
