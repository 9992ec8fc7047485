#include "core/domain/entry.h"
#include "core/domain/hidden.h"
#include "core/domain/read_state.h"

#include <doctest/doctest.h>

namespace tidemark::hidden_test {

namespace {

using Seqs = std::vector<Seq>;

constexpr UserId self(1);
constexpr UserId other(2);

Entry message(std::uint64_t seq)
{
    return {Seq(seq), other, {}, {}, content::Message{.text = "words", .mentionsAll = true}};
}

} // namespace

TEST_CASE("sets of seqs are united, compared and cut")
{
    const Seqs two{Seq(2), Seq(5)};
    CHECK(united(two, {Seq(1), Seq(5)}) == Seqs{Seq(1), Seq(2), Seq(5)});
    CHECK(united({}, two) == two);
    CHECK(missingIn(two, {Seq(1), Seq(2), Seq(9)}) == Seqs{Seq(1), Seq(9)});
    CHECK(missingIn(two, two).empty());
    CHECK(above(two, Seq(1)) == two);
    CHECK(above(two, Seq(2)) == Seqs{Seq(5)});
    CHECK(above(two, Seq(5)).empty());
}

TEST_CASE("I8: a hidden message and its recall contribute nothing")
{
    const Viewer hiding(self, {}, {Seq(4)});
    CHECK(contribution(message(4), Viewer(self), Seq()) == CountDelta{1, 1, 0});
    CHECK(contribution(message(4), hiding, Seq()) == CountDelta());
    CHECK(contribution(message(5), hiding, Seq()) == CountDelta{1, 1, 0});
    const Entry recall{Seq(6), other, {}, {}, content::Recall{.target = Seq(4), .targetAuthor = other}};
    CHECK(contribution(recall, Viewer(self), Seq()) == CountDelta{-1, 0, 0});
    CHECK(contribution(recall, hiding, Seq()) == CountDelta());
    CHECK_MESSAGE(contribution(recall, Viewer(self, {}, {Seq(6)}), Seq()).unread == -1,
                  "a hidden recall takes off a message that is not hidden");
}

TEST_CASE("a hidden message and its edits have no words, and a recall does not look like it")
{
    Entry one = message(4);
    hideContent(one, {Seq(5)});
    CHECK(one == message(4));
    hideContent(one, {Seq(3), Seq(4)});
    CHECK(isHidden(one));
    CHECK(isRecalled(one));
    CHECK(textOf(one).empty());
    Entry edit{Seq(6), other, {}, {}, content::Edit{.target = Seq(4), .text = "new words"}};
    hideContent(edit, {Seq(4)});
    CHECK(textOf(edit).empty());
    Entry recalled = message(4);
    recalled.as<content::Message>()->recalledBy = Seq(6);
    CHECK_FALSE(isHidden(recalled));
}

} // namespace tidemark::hidden_test
