#include "core/domain/pinned.h"

#include <doctest/doctest.h>

namespace tidemark::pinned_test {

namespace {

using Pinned = std::vector<Seq>;

content::Notice notice(NoticeKind kind, std::uint64_t target)
{
    return {.kind = kind, .target = Seq(target)};
}

} // namespace

TEST_CASE("only notices about pins and recalls change the pinned messages")
{
    CHECK(pinChangeIn(EntryContent(notice(NoticeKind::Pinned, 4))) == PinChange{Seq(4), true});
    CHECK(pinChangeIn(EntryContent(notice(NoticeKind::Unpinned, 4))) == PinChange{Seq(4), false});
    CHECK(pinChangeIn(SentContent(notice(NoticeKind::Pinned, 4))) == PinChange{Seq(4), true});
    CHECK(pinChangeIn(EntryContent(content::Recall{Seq(4)})) == PinChange{Seq(4), false});
    CHECK_FALSE(pinChangeIn(EntryContent(content::Edit{Seq(4)})));
    CHECK_FALSE(pinChangeIn(EntryContent(content::Message{"text"})));
    CHECK_FALSE(pinChangeIn(EntryContent(content::Unknown())));
    for (const NoticeKind kind : {NoticeKind::Renamed, NoticeKind::Joined, NoticeKind::Unknown}) {
        CHECK_FALSE(pinChangeIn(EntryContent(notice(kind, 4))));
    }
}

TEST_CASE("the pinned messages are a set in the order of the log, whatever order they were pinned in")
{
    Pinned pinned;
    for (const std::uint64_t seq : {7, 3, 9, 3, 7}) {
        apply(pinned, {Seq(seq), true});
    }
    CHECK(pinned == Pinned{Seq(3), Seq(7), Seq(9)});
    apply(pinned, {Seq(7), false});
    apply(pinned, {Seq(8), false});
    apply(pinned, {Seq(), true});
    CHECK(pinned == Pinned{Seq(3), Seq(9)});
    dropTrimmed(pinned, Seq(2));
    CHECK(pinned == Pinned{Seq(3), Seq(9)});
    dropTrimmed(pinned, Seq(3));
    CHECK(pinned == Pinned{Seq(9)});
    dropTrimmed(pinned, Seq(99));
    CHECK(pinned.empty());
}

} // namespace tidemark::pinned_test
