#include "core/domain/request_caps.h"
#include "server-stub/hub/contract/audit.h"
#include "tests/hub/hub_world.h"

#include <vector>

namespace tidemark::server::hiding_test {

using protocol::ErrorCode;
using protocol::HideMessages;

namespace {

/// Ada and Cleo have sent messages (seq 2..7; 3 mentions Bob, 5 and 7 are Cleo's). Bob, on two devices, has
/// read none of them.
struct Hiding {
    HubWorld world;
    Client ada{world, "ada"};
    Client bob{world, "bob"};
    Client cleo{world, "cleo"};
    Client phone{world, "bob"};
    ConversationId group;
    LogEpoch epoch;

    Hiding()
    {
        ada.enter();
        bob.enter();
        cleo.enter();
        phone.token = bob.token;
        phone.hello();
        group = ada.createGroup("group", {"bob", "cleo"});
        ada.send(group, "two");
        ada.send(group, "three @bob");
        ada.send(group, "four");
        cleo.send(group, "five");
        ada.send(group, "six");
        cleo.send(group, "seven");
        epoch = bob.state(group).logEpoch;
        forget();
    }
    void forget()
    {
        for (Client* one : {&ada, &bob, &cleo, &phone}) {
            one->pushes();
        }
    }
    [[nodiscard]] HideMessages request(const std::vector<std::uint64_t>& seqs)
    {
        HideMessages made{group, epoch, bob.state(group).generation, {}};
        for (const std::uint64_t seq : seqs) {
            made.seqs.emplace_back(seq);
        }
        return made;
    }
    ConversationState hide(const std::vector<std::uint64_t>& seqs) { return bob.askState(request(seqs)); }
    [[nodiscard]] std::uint64_t unread() { return bob.state(group).counts.unread; }
    void recall(Client& by, std::uint64_t seq)
    {
        protocol::Send send = by.message(group, {});
        send.content = content::Recall{Seq(seq)};
        by.ask<protocol::SendAck>(send);
    }
    void ignore(std::uint64_t user)
    {
        bob.ask<protocol::IgnoredUsers>(
            protocol::SetIgnored{UserId(user), IgnoreLevel::Ignored, world.freshUuid(), {}});
    }
};

} // namespace

TEST_CASE_FIXTURE(Hiding,
                  "I4: a hidden message counts in nothing, on all devices of the user, and only there")
{
    const ConversationState before = bob.state(group);
    CHECK(before.counts == ReadCounts{6, 1, 0});
    const ConversationState state = hide({3, 2});
    CHECK(state.hidden == std::vector{Seq(2), Seq(3)});
    CHECK(state.counts == ReadCounts{4, 0, 0});
    CHECK(state.firstUnread == Seq(4));
    CHECK_MESSAGE(state.cursor == before.cursor, "hiding is not reading");
    CHECK(state.floor == before.floor);
    CHECK(state.head == before.head);
    CHECK(state.version == before.version + 1);
    const auto pushed = phone.pushed<protocol::States>();
    REQUIRE(pushed.size() == 1);
    CHECK(pushed.front().states.front() == state);
    CHECK_MESSAGE(ada.pushes().empty(), "others are told nothing");
    CHECK(ada.state(group).hidden.empty());
    CHECK(ada.state(group).seenByOthers == Seq());
    CHECK_MESSAGE(cleo.state(group).counts.unread == 4, "the others count on");
    CHECK_MESSAGE(ada.pullAll(group).size() == 7, "the log of the others stays");
    CHECK(audit(world.store) == std::vector<std::string>());
}

TEST_CASE_FIXTURE(Hiding,
                  "the set only grows; repetition changes nothing, and each part of a request counts once")
{
    const ConversationState state = hide({4, 4, 2});
    forget();
    CHECK(hide({2}) == state);
    CHECK(hide({4, 2}) == state);
    CHECK(hide({}) == state);
    CHECK(phone.pushes().empty());
    CHECK(hide({6}).hidden == std::vector{Seq(2), Seq(4), Seq(6)});
}

TEST_CASE_FIXTURE(Hiding, "I4: a message that is hidden and recalled, in either order, is taken off once")
{
    hide({4});
    CHECK(unread() == 5);
    recall(ada, 4);
    CHECK(unread() == 5);
    recall(ada, 2);
    CHECK(unread() == 4);
    CHECK(hide({2}).counts.unread == 4);
    recall(ada, 3);
    CHECK(hide({3}).counts == ReadCounts{3, 0, 0});
    CHECK(audit(world.store) == std::vector<std::string>());
}

TEST_CASE_FIXTURE(Hiding,
                  "a message that is hidden and by an ignored user, in either order, is taken off once")
{
    const UserId cleoId = ada.pullAll(group).at(4).author;
    hide({5});
    CHECK(unread() == 5);
    ignore(cleoId.value);
    CHECK(unread() == 4);
    CHECK(hide({7}).counts.unread == 4);
    bob.ask<protocol::IgnoredUsers>(protocol::SetIgnored{cleoId, IgnoreLevel::None, world.freshUuid(), {}});
    CHECK_MESSAGE(unread() == 4, "hidden messages stay hidden when the user ignores nobody any more");
    CHECK(audit(world.store) == std::vector<std::string>());
}

TEST_CASE_FIXTURE(Hiding,
                  "hidden messages below the cursor or the floor, own ones and notices are not taken off")
{
    const Seq own = bob.send(group, "mine").seq;
    CHECK(hide({1, own.value}).counts.unread == 6);
    bob.askState(protocol::Read{{{group, bob.state(group).generation, {0, Seq(3)}}}});
    CHECK(hide({2, 3}).counts.unread == 4);
    CHECK(hide({4}).counts.unread == 3);
    const ConversationState state =
        bob.askState(protocol::MarkUnread{group, bob.state(group).generation, Seq(2), world.freshUuid()});
    CHECK_MESSAGE(state.counts.unread == 3, "they stay out of the count when the cursor goes back");
    CHECK_MESSAGE(state.firstUnread == Seq(5), "a mark on a hidden message goes to the next counted one");
    CHECK(audit(world.store) == std::vector<std::string>());
}

TEST_CASE_FIXTURE(Hiding, "totals, also of sessions that hold no messages, leave out hidden messages")
{
    CHECK(bob.ask<protocol::TotalsNow>(protocol::GetTotals()).unread == 6);
    hide({2, 3, 7});
    const auto totals = bob.ask<protocol::TotalsNow>(protocol::GetTotals());
    CHECK(totals.unread == 3);
    CHECK(totals.mentions == 0);
    hide({4, 5, 6});
    CHECK(bob.ask<protocol::TotalsNow>(protocol::GetTotals()).conversations == 0);
}

TEST_CASE_FIXTURE(Hiding,
                  "lists of reactions leave hidden messages out, and no page is empty before the last one")
{
    const auto react = [this](Client& by, std::uint64_t seq, const std::string& emoji) {
        by.ask<protocol::Reactions>(protocol::React{group, epoch, Seq(seq), emoji, true, world.freshUuid()});
    };
    const Seq first = bob.send(group, "bob's").seq;
    const Seq second = bob.send(group, "bob's too").seq;
    for (Client* by : {&ada, &cleo}) {
        react(*by, first.value, "\U0001F44D");
        react(*by, second.value, "\U0001F44D");
    }
    hide({first.value});
    const auto page = [this](Seq seq, ReactionSeq after) {
        return bob.ask<protocol::Reactors>(protocol::GetReactors{group, seq, after, 1});
    };
    const auto hidden = page(first, {});
    CHECK(hidden.reactors.empty());
    CHECK(!hidden.hasMore);
    std::vector<Seq> listed;
    auto unread = page({}, {});
    while (!unread.reactors.empty()) {
        listed.push_back(unread.reactors.front().seq);
        if (!unread.hasMore) {
            break;
        }
        unread = page({}, unread.reactors.front().first);
    }
    CHECK(listed == std::vector{second, second});
    CHECK(!unread.hasMore);
}

TEST_CASE_FIXTURE(Hiding, "reactions to a message that its author has hidden are not unread")
{
    const Seq own = bob.send(group, "mine").seq;
    const Seq other = bob.send(group, "mine, too").seq;
    for (const Seq target : {own, other}) {
        ada.ask<protocol::Reactions>(
            protocol::React{group, epoch, target, "\U0001F44D", true, world.freshUuid()});
    }
    CHECK(bob.state(group).unreadReactions == 2);
    CHECK(hide({own.value}).unreadReactions == 1);
    const auto listed = bob.ask<protocol::Reactors>(protocol::GetReactors{group, Seq()});
    REQUIRE(listed.reactors.size() == 1);
    CHECK(listed.reactors.front().seq == other);
    CHECK(audit(world.store) == std::vector<std::string>());
}

TEST_CASE_FIXTURE(Hiding,
                  "the set stays when the user leaves and joins again, and goes with cleared messages")
{
    hide({2, 6});
    bob.askState(protocol::Leave{group});
    CHECK(bob.refused(request({4})) == ErrorCode::NotMember);
    bob.askState(protocol::Join{group});
    CHECK(bob.refused(HideMessages{group, epoch, Generation(1), {Seq(4)}}) == ErrorCode::OldGeneration);
    CHECK(hide({4}).hidden.size() <= 3);
    bob.askState(protocol::ClearHistory{group, epoch, bob.state(group).generation, Seq(5)});
    const Seq later = ada.send(group, "later").seq;
    CHECK(hide({later.value}).hidden.back() == later);
    CHECK(hide({2}).hidden == bob.state(group).hidden);
    CHECK(bob.state(group).hidden.front() > Seq(5));
    CHECK(audit(world.store) == std::vector<std::string>());
}

TEST_CASE_FIXTURE(Hiding,
                  "requests that name no entry of the log, or too many, are refused and change nothing")
{
    const ConversationState before = hide({2});
    CHECK(bob.refused(request({3, 99})) == ErrorCode::NoSuchEntry);
    CHECK(bob.refused(request({0, 3})) == ErrorCode::NoSuchEntry);
    HideMessages elsewhere = request({3});
    elsewhere.logEpoch = LogEpoch(epoch.value + 1);
    CHECK(bob.refused(elsewhere) == ErrorCode::LogEpochChanged);
    HideMessages unknown = request({3});
    unknown.conversation = ConversationId(99);
    CHECK(bob.refused(unknown) == ErrorCode::NoSuchConversation);
    CHECK(bob.state(group) == before);
}

TEST_CASE_FIXTURE(Hiding, "a user hides at most 1,000 messages of a conversation")
{
    MemberRecord row = *world.store.members().find(group, UserId(2));
    row.hidden = {Seq(2)};
    for (std::uint64_t seq = 1001; row.hidden.size() < caps::maxHidden; ++seq) {
        row.hidden.emplace_back(seq);
    }
    world.store.members().put(row);
    CHECK(bob.refused(request({3})) == ErrorCode::TooManyHidden);
    CHECK(hide({2}).hidden == row.hidden);
}

} // namespace tidemark::server::hiding_test
