#include "core/base/random.h"
#include "core/domain/conversation.h"
#include "core/domain/read_state.h"

#include <doctest/doctest.h>

namespace tidemark::counts_test {
namespace {

constexpr UserId reader(1);

/// A log as it is stored: each entry as it was appended, and the entry that recalled it.
struct Log {
    std::vector<Entry> entries;

    void append(UserId author, EntryContent content)
    {
        Entry entry;
        entry.seq = Seq(entries.size() + 1);
        entry.author = author;
        entry.content = std::move(content);
        entries.push_back(std::move(entry));
    }
    Entry& at(Seq seq) { return entries.at(seq.value - 1); }
    [[nodiscard]] Seq head() const { return Seq(entries.size()); }
};

/// Counts by the definition of I4.
ReadCounts definition(const Log& log, Seq read, Seq head)
{
    ReadCounts counts;
    for (const Entry& entry : log.entries) {
        const bool isRecalled = tidemark::isRecalled(entry) && fieldsOf(entry.content).recalledBy <= head;
        if (entry.seq > read && entry.seq <= head && entry.kind() == EntryKind::Message
            && entry.author != reader && !isRecalled) {
            ++counts.unread;
            counts.mentions += mentions(entry, reader) ? 1 : 0;
        }
    }
    return counts;
}

/// Counts by the prefix counts of I4.
std::uint64_t byPrefixCounts(const Log& log, Seq read)
{
    PrefixCounts atRead;
    PrefixCounts atHead;
    std::uint64_t recalled = 0;
    for (const Entry& entry : log.entries) {
        const bool countable = isCountable(entry.kind());
        const bool own = countable && entry.author == reader;
        atHead.countable += countable ? 1 : 0;
        atHead.own += own ? 1 : 0;
        if (entry.seq <= read) {
            atRead = atHead;
        } else if (countable && !own && isRecalled(entry)) {
            ++recalled;
        }
    }
    return unreadOf(atHead, atRead, recalled);
}

void recallSomething(Log& log, SplitMix64& random)
{
    const Seq target(1 + random.below(log.head().value));
    if (log.at(target).kind() != EntryKind::Message || isRecalled(log.at(target))) {
        return;
    }
    const UserId author = log.at(target).author;
    log.append(author, content::Recall{target, author, mentions(log.at(target), reader)});
    std::get<content::Message>(log.at(target).content).recalledBy = log.head();
}

Log randomLog(SplitMix64& random)
{
    Log log;
    while (log.head() < Seq(30)) {
        const UserId author(1 + random.below(3));
        switch (random.below(6)) {
        case 0:
            log.append(author, content::Notice());
            break;
        case 1:
            log.append(author, random.below(2) == 0 ? EntryContent(content::Edit()) : content::Unknown());
            break;
        case 2:
            if (log.head().isValid()) {
                recallSomething(log, random);
            }
            break;
        default:
            content::Message message;
            message.mentionsAll = random.below(5) == 0;
            if (random.below(4) == 0) {
                message.mentions = {UserId(3), reader};
            }
            log.append(author, std::move(message));
        }
    }
    return log;
}

TEST_CASE("I4, I8: the sum of contributions moves a badge from any head to any later one")
{
    SplitMix64 random(21);
    for (int round = 0; round < 500; ++round) {
        const Log log = randomLog(random);
        const Seq from(random.below(log.head().value + 1));
        const Seq read(random.below(log.head().value + 1));
        CountDelta sum;
        for (const Entry& entry : log.entries) {
            if (entry.seq > from) {
                sum += contribution(entry, reader, read);
            }
        }
        const auto moved = apply(definition(log, read, from), sum);
        REQUIRE(moved.has_value());
        CHECK(*moved == definition(log, read, log.head()));
        CHECK(byPrefixCounts(log, read) == definition(log, read, log.head()).unread);
    }
}

TEST_CASE("a recall subtracts its target's contribution, and only that")
{
    content::Recall recall{Seq(4), UserId(2), true};
    const auto contributed = [&](Seq read) {
        return contribution(Entry{Seq(9), {}, {}, {}, recall}, reader, read);
    };
    CHECK(contributed(Seq(3)) == CountDelta{-1, -1});
    CHECK(contributed(Seq(4)) == CountDelta{});
    recall.targetMentionsReader = false;
    CHECK(contributed(Seq()) == CountDelta{-1, 0});
    recall.targetAuthor = reader;
    CHECK(contributed(Seq()) == CountDelta{});
}

TEST_CASE("counts that would become negative are not numbers")
{
    CHECK(apply({3, 1}, {-3, -1}) == ReadCounts{});
    CHECK(apply({3, 1}, {2, 0}) == ReadCounts{5, 1});
    CHECK_FALSE(apply({3, 1}, {-4, 0}).has_value());
    CHECK_FALSE(apply({3, 1}, {0, -2}).has_value());
}

TEST_CASE("only conversations of the user that are neither muted nor archived are part of the total")
{
    constexpr auto group = ConversationKind::Group;
    CHECK(countsInTotal(group, true, {}));
    CHECK_FALSE(countsInTotal(group, false, {}));
    CHECK_FALSE(countsInTotal(group, true, {true, false, false}));
    CHECK_FALSE(countsInTotal(group, true, {false, true, false}));
    CHECK(countsInTotal(group, true, {false, false, true}));
}

} // namespace
} // namespace tidemark::counts_test
