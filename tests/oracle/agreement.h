#pragma once

#include "tests/oracle/oracle.h"

#include <string>

namespace tidemark::oracle {

/// For people: the messages themselves.
[[nodiscard]] std::string describe(const Truth& truth);
/// "name is 3, must be 4"; empty when they are equal.
[[nodiscard]] std::string differenceOf(const char* name, std::uint64_t shown, std::uint64_t right);

/// Where `counts` says something else than `truth`; empty: nowhere. What a badge learns to say later is
/// compared as soon as it has a field of that name.
template <typename Counts>
[[nodiscard]] std::string difference(const Truth& truth, const Counts& counts)
{
    std::string found = differenceOf("unread", counts.unread, truth.unread.size());
    found += differenceOf("mentions", counts.mentions, truth.mentions.size());
    if constexpr (requires { counts.replies; }) {
        found += differenceOf("replies", counts.replies, truth.replies.size());
    }
    if constexpr (requires { counts.firstUnread; }) {
        found += differenceOf("first unread", counts.firstUnread.value,
                              truth.unread.empty() ? 0 : truth.unread.begin()->value);
    }
    return found.empty() ? found : found + "; it is " + describe(truth);
}

} // namespace tidemark::oracle
