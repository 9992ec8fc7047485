#pragma once

#include "core/domain/entry.h"
#include "core/domain/ids.h"

#include <algorithm>
#include <compare>
#include <optional>

namespace tidemark {

/// How far a user has read: (epoch, read_seq), merged by the lexicographic maximum (I6).
struct Cursor {
    std::uint32_t epoch = 0; ///< grows only by mark-unread
    Seq readSeq;

    friend constexpr auto operator<=>(const Cursor&, const Cursor&) = default;
};

[[nodiscard]] constexpr Cursor merge(Cursor a, Cursor b)
{
    return std::max(a, b);
}

/// What a badge shows. Always absolute.
struct ReadCounts {
    std::uint64_t unread = 0;
    std::uint64_t mentions = 0; ///< unread messages that mention the reader or all
    std::uint64_t replies = 0;  ///< unread messages that answer one of the reader's

    friend constexpr bool operator==(const ReadCounts&, const ReadCounts&) = default;
};

/// The greater of two lower bounds, number by number.
[[nodiscard]] constexpr ReadCounts greaterOf(ReadCounts a, ReadCounts b)
{
    return {std::max(a.unread, b.unread), std::max(a.mentions, b.mentions), std::max(a.replies, b.replies)};
}

/// Prefix counts at some seq (I3): `countable` entries up to and including it, and those of one author.
struct PrefixCounts {
    std::uint64_t countable = 0;
    std::uint64_t own = 0;

    friend constexpr bool operator==(const PrefixCounts&, const PrefixCounts&) = default;
};

/// The definition I4 by prefix counts: others' countable entries in (R, head] that are not recalled.
/// `recalledOfOthers` counts others' recalled messages in (R, head].
[[nodiscard]] constexpr std::uint64_t unreadOf(PrefixCounts head, PrefixCounts atRead,
                                               std::uint64_t recalledOfOthers)
{
    return (head.countable - atRead.countable) - (head.own - atRead.own) - recalledOfOthers;
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

/// What adding `counts` changes.
[[nodiscard]] constexpr CountDelta gainOf(ReadCounts counts)
{
    return {static_cast<std::int64_t>(counts.unread), static_cast<std::int64_t>(counts.mentions),
            static_cast<std::int64_t>(counts.replies)};
}

/// What taking `counts` away changes.
[[nodiscard]] constexpr CountDelta lossOf(ReadCounts counts)
{
    return {-static_cast<std::int64_t>(counts.unread), -static_cast<std::int64_t>(counts.mentions),
            -static_cast<std::int64_t>(counts.replies)};
}

/// What the log entry `entry` changes in the counts of `reader`, whose R is `readSeq`, when the head moves
/// over it (I8, rebase). A message adds one even if a later recall has already emptied it: that recall is an
/// entry of its own and takes it back.
[[nodiscard]] CountDelta contribution(const Entry& entry, UserId reader, Seq readSeq);

/// `counts` changed by `delta`; none when something would become negative: then the two do not belong
/// together.
[[nodiscard]] std::optional<ReadCounts> apply(ReadCounts counts, CountDelta delta);

} // namespace tidemark
