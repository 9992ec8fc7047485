#include "core/base/random.h"
#include "core/domain/conversation.h"
#include "core/domain/dot.h"
#include "core/domain/read_state.h"

#include <doctest/doctest.h>

namespace tidemark::cursor_test {
namespace {

Cursor randomCursor(SplitMix64& random)
{
    return {static_cast<std::uint32_t>(random.below(4)), Seq(random.below(8))};
}

TEST_CASE("I6: merging cursors is commutative, associative and idempotent, and never goes back")
{
    SplitMix64 random(6);
    for (int i = 0; i < 20000; ++i) {
        const Cursor a = randomCursor(random);
        const Cursor b = randomCursor(random);
        const Cursor c = randomCursor(random);
        CHECK(merge(a, b) == merge(b, a));
        CHECK(merge(merge(a, b), c) == merge(a, merge(b, c)));
        CHECK(merge(a, a) == a);
        CHECK(merge(a, b) >= a);
        CHECK((merge(a, b) == a || merge(a, b) == b));
    }
}

TEST_CASE("I6: a later epoch wins over any read of an earlier one")
{
    CHECK(merge({0, Seq(1000)}, {1, Seq(3)}) == Cursor{1, Seq(3)});
    CHECK(merge({1, Seq(3)}, {1, Seq(7)}) == Cursor{1, Seq(7)});
}

TEST_CASE("I6: any order and any repetition of the same updates ends at the same cursor")
{
    SplitMix64 random(7);
    for (int round = 0; round < 500; ++round) {
        std::vector<Cursor> updates;
        for (int i = 0; i < 6; ++i) {
            updates.push_back(randomCursor(random));
        }
        Cursor inOrder;
        for (const Cursor update : updates) {
            inOrder = merge(inOrder, update);
        }
        Cursor shuffled;
        for (int i = 0; i < 200; ++i) {
            shuffled = merge(shuffled, updates[random.below(updates.size())]);
        }
        for (const Cursor update : updates) {
            shuffled = merge(shuffled, update);
        }
        CHECK(shuffled == inOrder);
    }
}

TEST_CASE("seqs step up and down, and stop at 0")
{
    CHECK(next(Seq(4)) == Seq(5));
    CHECK(previous(Seq(5)) == Seq(4));
    CHECK(previous(Seq(1)) == Seq());
    CHECK(previous(Seq()) == Seq());
    CHECK(effectiveRead(Seq(3), Seq(5)) == Seq(5));
    CHECK(effectiveRead(Seq(7), Seq(5)) == Seq(7));
}

TEST_CASE("the digests are those of the examples in docs/PROTOCOL.md")
{
    const HeldState a{
        ConversationId(7), LogEpoch(0x0123456789abcdef), Seq(42), Cursor{1, Seq(40)}, 9, Seq(42)};
    const HeldState b{ConversationId(8), LogEpoch(0xfedcba9876543210), Seq(3), Cursor{}, 1};
    CHECK(digestOf({a}) == 0x75d3fb5fb8e38d52U);
    CHECK(digestOf({b}) == 0x592bdab350f479ebU);
    CHECK(digestOf({b, a}) == 0xceffd61309d8073dU);
    CHECK(digestOfDots({{"news", 5, 2}}) == 0xe4dc05577cb22076U);
    const ConversationMarks marked{a.id, a.logEpoch, {Seq(40), Seq(42)}};
    const ConversationMarks unmarked{b.id, b.logEpoch, {}};
    CHECK(digestOfMarks({unmarked, marked}) == 0x1df5ba7867949303U);
}

TEST_CASE("the digest depends on every part of the held state, and not on the order")
{
    const HeldState a{ConversationId(1), LogEpoch(2), Seq(3), {4, Seq(5)}, 6};
    const HeldState b{ConversationId(7), LogEpoch(8), Seq(9), {1, Seq(2)}, 3};
    const std::uint64_t digest = digestOf({a, b});
    CHECK(digest == digestOf({b, a}));
    CHECK(digest != digestOf({a}));
    CHECK(digestOf({}) == 0);
    std::vector<HeldState> changed(6, a);
    changed[0].id = ConversationId(9);
    changed[1].logEpoch = LogEpoch(9);
    changed[2].head = Seq(9);
    changed[3].cursor.epoch = 9;
    changed[4].cursor.readSeq = Seq(9);
    changed[5].version = 9;
    for (const HeldState& one : changed) {
        CHECK(digestOf({one, b}) != digest);
    }
    // Equal values in other places are another state.
    const HeldState swapped{ConversationId(1), LogEpoch(3), Seq(2), {4, Seq(5)}, 6};
    CHECK(digestOf({swapped, b}) != digest);
}

TEST_CASE("the digest of marks does not depend on the order, nor on conversations without any")
{
    const ConversationMarks a{ConversationId(1), LogEpoch(2), {Seq(3), Seq(4)}};
    const ConversationMarks b{ConversationId(7), LogEpoch(8), {Seq(), Seq(9)}};
    const ConversationMarks none{ConversationId(5), LogEpoch(6), {}};
    const std::uint64_t digest = digestOfMarks({a, b});
    CHECK(digest == digestOfMarks({b, none, a}));
    CHECK(digest != digestOfMarks({a}));
    CHECK(digestOfMarks({none}) == 0);
    std::vector<ConversationMarks> changed(4, a);
    changed[0].id = ConversationId(9);
    changed[1].logEpoch = LogEpoch(9);
    changed[2].marks.seen = Seq(9);
    changed[3].marks.delivered = Seq(9);
    for (const ConversationMarks& one : changed) {
        CHECK(digestOfMarks({one, b}) != digest);
    }
    const ConversationMarks swapped{ConversationId(1), LogEpoch(2), {Seq(4), Seq(3)}};
    CHECK(digestOfMarks({swapped, b}) != digest);
    // A worked example fixes the number for both sides and for authors of clients.
    CHECK(digestOfMarks({{ConversationId(1), LogEpoch(2), {Seq(3), Seq(4)}}}) == 0xc0a2b947fc4fadb4U);
}

} // namespace
} // namespace tidemark::cursor_test
