#pragma once

#include "tests/bench/counters/workload.h"

#include <cstdint>
#include <vector>

namespace tidemark::counters {

/// What somebody says is unread.
struct Numbers {
    explicit Numbers(const Workload& workload);

    std::vector<std::vector<std::int64_t>> unread; ///< of each conversation, in the order of its members
    std::vector<std::int64_t> totals;              ///< of each user
};

/// The definition: of the first `count` events, and of the reads that failures bring, the messages of others
/// that came after what was read last. Slow and plain.
[[nodiscard]] Numbers definitionOf(const Workload& workload, std::size_t count, const Failures& failures);

/// By how much numbers are wrong: sums of differences, each taken as positive.
struct Mismatches {
    std::uint64_t sumAgainstTotal = 0; ///< of each user, their conversations' unread against their total
    std::uint64_t unreadAgainstLog = 0;
    std::uint64_t totalAgainstLog = 0;

    [[nodiscard]] std::uint64_t all() const { return sumAgainstTotal + unreadAgainstLog + totalAgainstLog; }
    Mismatches& operator+=(const Mismatches& more);
    friend bool operator==(const Mismatches&, const Mismatches&) = default;
};
[[nodiscard]] Mismatches mismatchesOf(const Workload& workload, const Numbers& said, const Numbers& right);

} // namespace tidemark::counters
