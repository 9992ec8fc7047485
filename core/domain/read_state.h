#pragma once

#include "core/base/require.h"
#include "core/domain/entry.h"
#include "core/domain/ids.h"
#include "core/domain/ignoring.h"

#include <algorithm>
#include <compare>
#include <optional>

namespace tidemark {

/// A user's read position: (epoch, read_seq), merged by the lexicographic maximum (I6).
struct Cursor {
    std::uint32_t epoch = 0; ///< grows only when the user marks a message as unread
    Seq readSeq;

    friend constexpr auto operator<=>(const Cursor&, const Cursor&) = default;
};

[[nodiscard]] constexpr Cursor merge(Cursor a, Cursor b)
{
    return std::max(a, b);
}

/// The numbers of a badge. Always absolute.
struct ReadCounts {
    std::uint64_t unread = 0;
    std::uint64_t mentions = 0; ///< unread messages that mention the reader or everyone
    std::uint64_t replies = 0;  ///< unread messages that answer one of the reader's messages

    friend constexpr bool operator==(const ReadCounts&, const ReadCounts&) = default;
};

/// Combines two lower bounds: the maximum of each number.
[[nodiscard]] constexpr ReadCounts greaterOf(ReadCounts a, ReadCounts b)
{
    return {std::max(a.unread, b.unread), std::max(a.mentions, b.mentions), std::max(a.replies, b.replies)};
}

/// Prefix counts at some seq (I3): countable entries through it, by all authors and by one author.
struct PrefixCounts {
    std::uint64_t countable = 0;
    std::uint64_t own = 0;

    friend constexpr bool operator==(const PrefixCounts&, const PrefixCounts&) = default;
};

/// Computes I4 from prefix counts: others' countable entries in (R, head] that are not recalled.
/// `recalledOfOthers` is the number of others' recalled messages in (R, head].
[[nodiscard]] constexpr std::uint64_t unreadOf(PrefixCounts head, PrefixCounts atRead,
                                               std::uint64_t recalledOfOthers)
{
    require(head.countable >= atRead.countable && head.own >= atRead.own, "prefix counts only rise");
    const std::uint64_t others = (head.countable - atRead.countable) - (head.own - atRead.own);
    require(head.countable - atRead.countable >= head.own - atRead.own && others >= recalledOfOthers,
            "no more is own or recalled than there is");
    return others - recalledOfOthers;
}

/// A signed change of ReadCounts.
struct CountDelta {
    std::int64_t unread = 0;
    std::int64_t mentions = 0;
    std::int64_t replies = 0;

    constexpr CountDelta& operator+=(CountDelta other)
    {
        unread += other.unread;
        mentions += other.mentions;
        replies += other.replies;
        return *this;
    }
    friend constexpr bool operator==(const CountDelta&, const CountDelta&) = default;
};

/// The change that adds `counts`.
[[nodiscard]] constexpr CountDelta gainOf(ReadCounts counts)
{
    return {static_cast<std::int64_t>(counts.unread), static_cast<std::int64_t>(counts.mentions),
            static_cast<std::int64_t>(counts.replies)};
}

/// The change that removes `counts`.
[[nodiscard]] constexpr CountDelta lossOf(ReadCounts counts)
{
    return {-static_cast<std::int64_t>(counts.unread), -static_cast<std::int64_t>(counts.mentions),
            -static_cast<std::int64_t>(counts.replies)};
}

/// The change of the counts of `viewer`, whose R is `readSeq`, when the head moves past `entry` (I8, rebase).
/// A message adds one even if it is already recalled: the recall is a later entry and subtracts one itself. A
/// hidden message adds nothing, and its recall subtracts nothing.
[[nodiscard]] CountDelta contribution(const Entry& entry, const Viewer& viewer, Seq readSeq);

/// Returns `counts` changed by `delta`. Empty if a number would become negative: then `counts` and `delta`
/// contradict each other.
[[nodiscard]] std::optional<ReadCounts> apply(ReadCounts counts, CountDelta delta);

} // namespace tidemark
