#include "tests/hub/hub_world.h"

#include <string>
#include <utility>

namespace tidemark::server::reading_test {

using protocol::ErrorCode;

namespace {

/// Ada has sent five messages (seq 2..6). Bob, on two devices, has read none of them.
struct Talk {
    HubWorld world;
    Client ada{world, "ada"};
    Client bob{world, "bob"};
    Client phone{world, "bob"};
    ConversationId group;

    Talk()
    {
        ada.enter();
        bob.enter();
        phone.token = bob.token;
        phone.hello();
        group = ada.createGroup("group", {"bob"});
        for (int i = 0; i < 5; ++i) {
            ada.send(group, "message");
        }
        forgetPushes();
    }

    void forgetPushes()
    {
        for (Client* client : {&ada, &bob, &phone}) {
            client->pushes();
        }
    }
    protocol::Read intent(std::uint32_t epoch, std::uint64_t seq, std::uint32_t generation = 1)
    {
        return {{{group, Generation(generation), {epoch, Seq(seq)}}}};
    }
};

} // namespace

TEST_CASE_FIXTURE(Talk, "I4, I6: reading moves the cursor forward and the badge follows")
{
    CHECK(bob.state(group).counts.unread == 5);
    const ConversationState after = bob.askState(intent(0, 3));
    CHECK(after.cursor == Cursor{0, Seq(3)});
    CHECK(after.counts.unread == 3);
    CHECK_MESSAGE((bob.askState(intent(0, 2)).cursor == Cursor{0, Seq(3)}), "an older read changes nothing");
    CHECK(bob.askState(intent(0, 2)).version == after.version);
    CHECK(bob.askState(intent(0, 6)).counts.unread == 0);
    CHECK(bob.state(group).version == after.version + 1);
}

TEST_CASE_FIXTURE(Talk, "I6: an absurd cursor is never stored")
{
    const ConversationState before = bob.state(group);
    CHECK(bob.refused(intent(0, 7)) == ErrorCode::CursorBeyondHead);
    CHECK(bob.refused(intent(0, ~std::uint64_t{0})) == ErrorCode::CursorBeyondHead);
    CHECK(bob.state(group) == before);
}

TEST_CASE_FIXTURE(Talk, "a mark without a uuid is malformed, since its repetition could not be recognised")
{
    const ConversationState before = phone.state(group);
    CHECK(bob.refused(protocol::MarkUnread{group, Generation(1), Seq(4), {}}) == ErrorCode::Malformed);
    CHECK(world.closed.contains(bob.target.connection));
    CHECK(phone.state(group) == before);
}

TEST_CASE_FIXTURE(Talk, "I6: a stale read cannot undo a mark-unread, and reading makes no epoch")
{
    bob.askState(intent(0, 6));
    const MessageUuid uuid = world.freshUuid();
    const ConversationState marked = bob.askState(protocol::MarkUnread{group, Generation(1), Seq(4), uuid});
    CHECK(marked.cursor == Cursor{1, Seq(3)});
    CHECK(marked.counts.unread == 3);
    CHECK_MESSAGE((phone.askState(intent(0, 6)).cursor == Cursor{1, Seq(3)}),
                  "a read from before the mark changes nothing");
    CHECK_MESSAGE((phone.askState(intent(9, 6)).cursor == Cursor{1, Seq(3)}),
                  "an unknown epoch changes nothing");
    CHECK_MESSAGE((bob.askState(protocol::MarkUnread{group, Generation(1), Seq(4), uuid}) == marked),
                  "a repeated mark changes nothing");
    CHECK(phone.askState(intent(1, 5)).cursor == Cursor{1, Seq(5)});
    CHECK(bob.askState(protocol::MarkUnread{group, Generation(1), Seq(0), world.freshUuid()}).cursor
          == Cursor{2, Seq(0)});
    CHECK(bob.askState(protocol::MarkUnread{group, Generation(1), Seq(999), world.freshUuid()}).cursor
          == Cursor{3, Seq(6)});
}

TEST_CASE_FIXTURE(Talk, "I6: a repeated mark whose answer was lost changes nothing, whatever came between")
{
    const protocol::MarkUnread lost{group, Generation(1), Seq(4), world.freshUuid()};
    bob.askState(lost);
    for (std::size_t others = 1; others < server::maxRecentMarks; ++others) {
        phone.askState(protocol::MarkUnread{group, Generation(1), Seq(2), world.freshUuid()});
    }
    const std::uint32_t epoch = phone.state(group).cursor.epoch;
    const ConversationState read = phone.askState(intent(epoch, 6));
    CHECK(read.cursor == Cursor{epoch, Seq(6)});
    CHECK(bob.askState(lost) == read);
    CHECK_MESSAGE(phone.state(group) == read, "read messages stay read on all devices");
}

TEST_CASE_FIXTURE(Talk, "I7: receipts are a plain maximum that mark-unread does not touch")
{
    bob.askState(intent(0, 4));
    CHECK(ada.state(group).seenByOthers == Seq(4));
    bob.askState(protocol::MarkUnread{group, Generation(1), Seq(2), world.freshUuid()});
    CHECK(ada.state(group).seenByOthers == Seq(4));
    phone.askState(intent(0, 6));
    CHECK_MESSAGE(ada.state(group).seenByOthers == Seq(6), "a read with an earlier epoch raises the receipt");
    CHECK(bob.state(group).cursor == Cursor{1, Seq(1)});
    const auto readers = ada.ask<protocol::Readers>(protocol::GetReaders{group, Seq(5)});
    CHECK(readers.users == std::vector<User>{{bob.user, "bob"}});
    CHECK(bob.ask<protocol::Readers>(protocol::GetReaders{group, Seq(5)}).users.empty());
    CHECK(ada.refused(protocol::GetReaders{group, Seq(7)}) == ErrorCode::NoSuchEntry);
}

TEST_CASE_FIXTURE(Talk, "I7: a read of an epoch without a mark moves nothing, and gets the present state")
{
    bob.askState(intent(0, 2));
    forgetPushes();
    const ConversationState before = bob.state(group);
    CHECK(bob.askState(intent(7, 5)) == before);
    CHECK(bob.askState(intent(7, 1)) == before);
    CHECK_MESSAGE(ada.state(group).seenByOthers == Seq(2),
                  "the receipt is not beyond the cursors of the reader");
    CHECK(ada.pushed<protocol::Receipts>().empty());
    CHECK(phone.pushes().empty());
}

TEST_CASE_FIXTURE(Talk, "a refused intent does not keep others from being accepted")
{
    const ConversationId left = ada.createGroup("left", {"bob"});
    bob.askState(protocol::Leave{left});
    const ConversationId other = ada.createGroup("other", {"bob"});
    ada.send(other, "hello");
    const ConversationId foreign = ada.createGroup("without bob");
    const std::vector<protocol::ReadIntent> bad{{group, Generation(1), {0, Seq(7)}},
                                                {group, Generation(2), {0, Seq(3)}},
                                                {left, Generation(1), {0, Seq(1)}},
                                                {foreign, Generation(1), {0, Seq(1)}},
                                                {ConversationId(99), Generation(1), {0, Seq(1)}}};
    for (const protocol::ReadIntent& one : bad) {
        const ConversationState before = bob.state(one.conversation == group ? group : left);
        const protocol::Read mixed{{one, {other, Generation(1), {0, Seq(2)}}}};
        const auto states = bob.ask<protocol::States>(mixed).states;
        const bool isOwn = one.conversation == group || one.conversation == left;
        REQUIRE(states.size() == (isOwn ? 2 : 1));
        CHECK(states.back().id == other);
        CHECK(states.back().cursor == Cursor{0, Seq(2)});
        CHECK((!isOwn || states.front() == before));
    }
    CHECK(ada.state(group).seenByOthers == Seq());
    CHECK_MESSAGE(bob.refused(protocol::Read{bad}) == ErrorCode::CursorBeyondHead,
                  "if all intents are bad, the answer has the reason of the first");
}

TEST_CASE_FIXTURE(Talk, "I6: a mark from beyond the head makes no message unread")
{
    const ConversationState beyond =
        bob.askState(protocol::MarkUnread{group, Generation(1), Seq(100), world.freshUuid()});
    CHECK(beyond.cursor == Cursor{1, Seq(6)});
    CHECK(beyond.counts.unread == 0);
    ada.send(group, "later");
    CHECK(bob.state(group).counts.unread == 1);
    const ConversationState all =
        bob.askState(protocol::MarkUnread{group, Generation(1), Seq(), world.freshUuid()});
    CHECK(all.cursor == Cursor{2, Seq()});
    CHECK_MESSAGE(all.counts.unread == 6, "a mark from 0 starts at the first message");
}

TEST_CASE_FIXTURE(Talk, "private reading: own devices agree, others learn nothing, also not later")
{
    const auto settings = bob.ask<AccountSettings>(protocol::SetAccountSettings{ReceiptPrivacy::Private});
    CHECK(settings == AccountSettings{ReceiptPrivacy::Private, 1});
    CHECK_MESSAGE(phone.pushed<AccountSettings>() == std::vector{settings},
                  "the other device receives the settings");
    CHECK(bob.pushed<AccountSettings>().empty());

    CHECK(bob.askState(intent(0, 4)).counts.unread == 2);
    CHECK(phone.pushed<protocol::States>().size() == 1);
    CHECK(ada.pushes().empty());
    CHECK(ada.state(group).seenByOthers == Seq());
    CHECK(ada.ask<protocol::Readers>(protocol::GetReaders{group, Seq(2)}).users.empty());

    bob.ask<AccountSettings>(protocol::SetAccountSettings{ReceiptPrivacy::Public});
    CHECK_MESSAGE(ada.state(group).seenByOthers == Seq(), "going public again reveals nothing");
    protocol::Read late = intent(0, 5);
    late.intents.front().isPrivate = true;
    CHECK(phone.askState(late).cursor == Cursor{0, Seq(5)});
    CHECK_MESSAGE(ada.state(group).seenByOthers == Seq(), "a private read that arrives later stays private");
    CHECK(ada.pushes().empty());
    bob.askState(intent(0, 6));
    CHECK(ada.state(group).seenByOthers == Seq(6));
    CHECK(ada.pushed<protocol::Receipts>().size() == 1);
}

TEST_CASE_FIXTURE(Talk,
                  "the reading policy reaches the user's devices, and keeps the settings that it leaves out")
{
    bob.ask<AccountSettings>(protocol::SetAccountSettings{ReceiptPrivacy::Private});
    phone.pushes();
    const auto settings =
        bob.ask<AccountSettings>(protocol::SetAccountSettings{std::nullopt, ReadingPolicy::ByHand});
    CHECK(settings == AccountSettings{ReceiptPrivacy::Private, 2, ReadingPolicy::ByHand});
    CHECK(phone.pushed<AccountSettings>() == std::vector{settings});
    CHECK(bob.ask<AccountSettings>(protocol::SetAccountSettings{}) == settings);
    CHECK(phone.pushed<AccountSettings>().empty());
    phone.pushes();
    const auto loud = bob.ask<AccountSettings>(
        protocol::SetAccountSettings{.receipts = {}, .reading = {}, .quietWhileActive = false});
    CHECK(loud == AccountSettings{ReceiptPrivacy::Private, 3, ReadingPolicy::ByHand, false});
    CHECK_MESSAGE(phone.pushed<AccountSettings>() == std::vector{loud}, "all devices receive the settings");
    bob.ask<AccountSettings>(
        protocol::SetAccountSettings{.receipts = {}, .reading = {}, .quietWhileActive = true});
    const auto open = bob.ask<AccountSettings>(protocol::SetAccountSettings{ReceiptPrivacy::Public});
    CHECK(open == AccountSettings{ReceiptPrivacy::Public, 5, ReadingPolicy::ByHand});
}

TEST_CASE_FIXTURE(Talk, "settings without the receipts field do not change it")
{
    bob.askState(protocol::SetSettings{group, Generation(1), {false, false, false, ReceiptPrivacy::Private}});
    const ConversationState state = bob.askState(protocol::SetSettings{.conversation = group,
                                                                       .generation = Generation(1),
                                                                       .settings = {.archived = true},
                                                                       .keepsReceipts = true});
    CHECK(state.settings.archived);
    CHECK(state.settings.receipts == ReceiptPrivacy::Private);
}

TEST_CASE_FIXTURE(Talk, "private reading of one conversation overrides the account's setting, both ways")
{
    const auto set = [&](ReceiptPrivacy privacy) {
        bob.askState(protocol::SetSettings{group, Generation(1), {false, false, false, privacy}});
    };
    set(ReceiptPrivacy::Private);
    bob.askState(intent(0, 3));
    CHECK(ada.state(group).seenByOthers == Seq());
    bob.ask<AccountSettings>(protocol::SetAccountSettings{ReceiptPrivacy::Private});
    set(ReceiptPrivacy::Public);
    bob.askState(intent(0, 4));
    CHECK(ada.state(group).seenByOthers == Seq(4));
    set(ReceiptPrivacy::Inherit);
    bob.askState(intent(0, 6));
    CHECK(ada.state(group).seenByOthers == Seq(4));
}

TEST_CASE_FIXTURE(Talk, "settings of the account come with Welcome, and a repeated request changes nothing")
{
    bob.ask<AccountSettings>(protocol::SetAccountSettings{ReceiptPrivacy::Private});
    CHECK(bob.ask<AccountSettings>(protocol::SetAccountSettings{ReceiptPrivacy::Private}).version == 1);
    Client tablet{world, "bob"};
    tablet.token = bob.token;
    const auto answers = tablet.ask(tablet.helloFrame());
    REQUIRE(!answers.empty());
    CHECK(std::get<protocol::Welcome>(answers.front()).settings
          == AccountSettings{ReceiptPrivacy::Private, 1});
}

TEST_CASE_FIXTURE(Talk, "a cursor says which device moved it, when and why")
{
    CHECK(bob.state(group).moved.cause == CursorCause::Joined);
    CHECK_FALSE(bob.state(group).moved.device.isValid());
    protocol::Read read = intent(0, 4);
    read.intents.front().cause = CursorCause::MarkedRead;
    const CursorMove moved = bob.askState(read).moved;
    CHECK(moved.cause == CursorCause::MarkedRead);
    CHECK(moved.device == bob.device);
    CHECK(moved.at.value > 0);
    CHECK_MESSAGE((phone.askState(intent(0, 2)).moved == moved), "a read of an earlier seq changes nothing");
    CHECK(phone.askState(protocol::MarkUnread{group, Generation(1), Seq(3), world.freshUuid()}).moved.cause
          == CursorCause::MarkedUnread);
    CHECK(phone
              .askState(
                  protocol::MarkUnread{group, Generation(1), Seq(5), world.freshUuid(), CursorCause::Undo})
              .moved.cause
          == CursorCause::Undo);
}

TEST_CASE_FIXTURE(Talk, "readers come with the time of their last read and the number of members")
{
    bob.askState(intent(0, 4));
    const auto readers = ada.ask<protocol::Readers>(protocol::GetReaders{group, Seq(3)});
    CHECK(readers.users == std::vector<User>{{bob.user, "bob"}});
    REQUIRE(readers.readAt.size() == 1);
    CHECK(readers.readAt.front().value > 0);
    CHECK(readers.memberCount == 2);
}

TEST_CASE_FIXTURE(Talk, "I7: a member who comes back has the earlier receipt, and the others get it")
{
    bob.askState(intent(0, 4));
    bob.askState(protocol::Leave{group});
    Client eve(world, "eve");
    eve.enter();
    CHECK(eve.askState(protocol::Join{group}).seenByOthers == Seq());
    forgetPushes();
    bob.askState(protocol::Join{group});
    CHECK(eve.state(group).seenByOthers == Seq(4));
    const auto receipts = eve.pushed<protocol::Receipts>();
    REQUIRE(receipts.size() == 1);
    CHECK(receipts.front().receipts
          == std::vector<protocol::Receipt>{{group, eve.state(group).logEpoch, Seq(4)}});
}

TEST_CASE_FIXTURE(Talk, "the author is not a reader of the message, whoever asks")
{
    Client eve(world, "eve");
    eve.enter();
    eve.askState(protocol::Join{group});
    const Seq seq = ada.send(group, "for both").seq;
    ada.askState(intent(0, seq.value));
    bob.askState(intent(0, seq.value));
    const auto readers = eve.ask<protocol::Readers>(protocol::GetReaders{group, seq});
    CHECK(readers.users == std::vector<User>{{bob.user, "bob"}});
    CHECK(readers.readAt.size() == 1);
}

TEST_CASE_FIXTURE(
    Talk, "readers come page by page, ascending, each page with their number without author and asker")
{
    Client eve(world, "eve");
    Client max(world, "max");
    Client zoe(world, "zoe");
    for (Client* one : {&eve, &max, &zoe}) {
        one->enter();
        one->askState(protocol::Join{group});
    }
    const Seq seq = ada.send(group, "for all").seq;
    for (Client* one : {&ada, &bob, &eve, &max, &zoe}) {
        one->askState(intent(0, seq.value));
    }
    const auto page = [&](Client& by, UserId after) {
        return by.ask<protocol::Readers>(protocol::GetReaders{group, seq, after, 2});
    };
    const auto first = page(bob, {});
    CHECK(first.users == std::vector<User>{{eve.user, "eve"}, {max.user, "max"}});
    CHECK(first.readAt.size() == 2);
    CHECK(first.readerCount == 3);
    CHECK(first.memberCount == 5);
    const auto second = page(bob, max.user);
    CHECK(second.users == std::vector<User>{{zoe.user, "zoe"}});
    CHECK(second.readerCount == 3);
    const auto behind = page(bob, zoe.user);
    CHECK(behind.users.empty());
    CHECK(behind.readerCount == 3);
    const auto ofAuthor = page(ada, {});
    CHECK(ofAuthor.users == std::vector<User>{{bob.user, "bob"}, {eve.user, "eve"}});
    CHECK(ofAuthor.readerCount == 4);
}

TEST_CASE_FIXTURE(Talk, "no page of readers is longer than the limit, and the pages have all of them")
{
    constexpr std::size_t maxLimit = protocol::GetReaders::maxReaders;
    constexpr std::size_t many = 2 * maxLimit + 5;
    std::vector<UserId> expected;
    world.store.begin();
    for (std::size_t i = 0; i < many; ++i) {
        MemberRecord member;
        member.conversation = group;
        member.user = world.store.accounts().insert("reader" + std::to_string(i), "");
        member.isMember = true;
        member.generation = Generation(1);
        member.seen = Seq(4);
        world.store.members().put(member);
        expected.push_back(member.user);
    }
    REQUIRE(world.store.commit());
    bob.askState(intent(0, 4));
    CHECK(bob.ask<protocol::Readers>(protocol::GetReaders{group, Seq(3)}).users.size() == maxLimit);
    CHECK(bob.ask<protocol::Readers>(protocol::GetReaders{group, Seq(5)}).readerCount == 0);
    std::vector<UserId> received;
    for (bool isWhole = false; !isWhole;) {
        const UserId last = received.empty() ? UserId() : received.back();
        const auto page = bob.ask<protocol::Readers>(
            protocol::GetReaders{group, Seq(3), last, std::uint32_t{maxLimit} * 10});
        CHECK(page.users.size() <= maxLimit);
        CHECK(page.readerCount == many);
        for (const User& user : page.users) {
            received.push_back(user.id);
        }
        isWhole = page.users.empty();
    }
    CHECK(received == expected);
}

TEST_CASE_FIXTURE(Talk, "a read reaches the reader's other devices and the senders, not the reading device")
{
    bob.askState(intent(0, 4));
    const auto states = phone.pushed<protocol::States>();
    REQUIRE(states.size() == 1);
    CHECK(states.front().states.front().counts.unread == 2);
    CHECK(bob.pushes().empty());
    const auto receipts = ada.pushed<protocol::Receipts>();
    REQUIRE(receipts.size() == 1);
    CHECK(receipts.front().receipts
          == std::vector<protocol::Receipt>{{group, ada.state(group).logEpoch, Seq(4)}});
    bob.askState(intent(0, 4));
    CHECK_MESSAGE(phone.pushes().empty(), "a repeated read causes no push");
    CHECK(ada.pushes().empty());
}

TEST_CASE_FIXTURE(Talk,
                  "several reads of one turn are one push of the newest, and the reading device gets none")
{
    Client eve(world, "eve");
    eve.enter();
    eve.askState(protocol::Join{group});
    ada.send(group, "for both");
    forgetPushes();
    eve.pushes();
    bob.post(intent(0, 5));
    bob.post(intent(0, 6));
    eve.post(protocol::Read{{{group, Generation(1), {0, Seq(8)}}}});
    world.turn();
    CHECK(phone.pushed<protocol::States>().size() == 1);
    CHECK(ada.pushed<protocol::Receipts>()
          == std::vector{protocol::Receipts{{{group, ada.state(group).logEpoch, Seq(8)}}}});
    CHECK(eve.pushed<protocol::Receipts>()
          == std::vector{protocol::Receipts{{{group, ada.state(group).logEpoch, Seq(6)}}}});
    CHECK(bob.pushed<protocol::Receipts>()
          == std::vector{protocol::Receipts{{{group, ada.state(group).logEpoch, Seq(8)}}}});
}

TEST_CASE_FIXTURE(Talk, "settings are versioned like the rest of the state")
{
    const ConversationState before = bob.state(group);
    const protocol::SetSettings request{group, Generation(1), {true, false, true}};
    const ConversationState after = bob.askState(request);
    CHECK(after.settings == ConversationSettings{true, false, true});
    CHECK(after.version == before.version + 1);
    CHECK(phone.pushed<protocol::States>().size() == 1);
    CHECK(bob.askState(request).version == after.version);
    CHECK(phone.pushes().empty());
}

TEST_CASE_FIXTURE(Talk,
                  "a place among the pinned conversations changes no other setting, and goes with the pin")
{
    using protocol::SetSettings;
    bob.askState(SetSettings{group, Generation(1), {.muted = true, .pinned = true}});
    bob.pushes();
    phone.pushes();
    // A device that was offline knows nothing of the mute.
    const SetSettings move{.conversation = group,
                           .generation = Generation(1),
                           .settings = {.archived = true, .pinned = true, .pinOrder = 7},
                           .keepsPinOrder = false,
                           .onlyPinOrder = true};
    const ConversationState moved = bob.askState(move);
    CHECK(moved.settings == ConversationSettings{.muted = true, .pinned = true, .pinOrder = 7});
    const auto pushed = phone.pushed<protocol::States>();
    REQUIRE(pushed.size() == 1);
    CHECK(pushed[0].states.at(0).settings == moved.settings);
    CHECK_MESSAGE(bob.askState(move).version == moved.version, "a repeated move changes nothing");

    CHECK_MESSAGE((bob.askState(SetSettings{group, Generation(1), {.pinned = true}}).settings
                   == ConversationSettings{.pinned = true, .pinOrder = 7}),
                  "settings that leave out the place do not change it");
    CHECK(bob.askState(SetSettings{.conversation = group,
                                   .generation = Generation(1),
                                   .settings = {.muted = true, .pinned = true, .pinOrder = 9},
                                   .keepsPinOrder = false})
              .settings
          == ConversationSettings{.muted = true, .pinned = true, .pinOrder = 9});
    CHECK(bob.askState(SetSettings{group, Generation(1), {}}).settings == ConversationSettings{});
    CHECK_MESSAGE(bob.askState(move).settings == ConversationSettings{}, "what is not pinned has no place");
    CHECK(bob.askState(SetSettings{group, Generation(1), {.pinned = true}}).settings.pinOrder == 0);
}

TEST_CASE_FIXTURE(Talk, "I5: operations of an old generation are refused")
{
    bob.askState(protocol::Leave{group});
    CHECK(bob.refused(intent(0, 3)) == ErrorCode::NotMember);
    bob.askState(protocol::Join{group});
    CHECK(bob.refused(intent(0, 3)) == ErrorCode::OldGeneration);
    CHECK(bob.refused(protocol::MarkUnread{group, Generation(1), Seq(2), world.freshUuid()})
          == ErrorCode::OldGeneration);
    CHECK(bob.refused(protocol::SetSettings{group, Generation(1), {}}) == ErrorCode::OldGeneration);
    CHECK(bob.askState(intent(0, 8, 2)).cursor.readSeq == Seq(8));
}

TEST_CASE_FIXTURE(Talk, "one frame reads several conversations")
{
    const ConversationId other = ada.createGroup("other", {"bob"});
    ada.send(other, "hello");
    const auto states = bob.ask<protocol::States>(
        protocol::Read{{{group, Generation(1), {0, Seq(6)}}, {other, Generation(1), {0, Seq(2)}}}});
    REQUIRE(states.states.size() == 2);
    CHECK(states.states[0].counts.unread == 0);
    CHECK(states.states[1].counts.unread == 0);
}

TEST_CASE_FIXTURE(Talk, "I4: polled totals are the sum of the badges, whatever happened in between")
{
    const auto totals = [this] {
        auto now = bob.ask<protocol::TotalsNow>(protocol::GetTotals{});
        CHECK(std::exchange(now.version, 0) > 0);
        return now;
    };
    CHECK(totals() == protocol::TotalsNow{5, 0, 1, 0, 0});
    const ConversationId other = ada.createGroup("other", {"bob"});
    ada.send(other, "for @bob");
    CHECK(totals() == protocol::TotalsNow{6, 1, 2, 0, 0});
    ada.send(group, "one more");
    CHECK(totals().unread == 7);
    ada.recall(group, Seq(2));
    CHECK(totals().unread == 6);
    bob.read(group, 7);
    CHECK(totals() == protocol::TotalsNow{1, 1, 1, 0, 0});
    bob.askState(protocol::SetSettings{other, Generation(1), {.muted = true}});
    CHECK(totals() == protocol::TotalsNow{0, 0, 0, 1, 1});
    bob.askState(protocol::SetSettings{other, Generation(1), {.muted = true, .archived = true}});
    CHECK(totals() == protocol::TotalsNow{});
    bob.askState(protocol::MarkUnread{group, Generation(1), Seq(6), world.freshUuid()});
    CHECK(totals() == protocol::TotalsNow{2, 0, 1, 0, 0});
    bob.ask(protocol::Leave{group});
    CHECK(totals() == protocol::TotalsNow{});
}

TEST_CASE_FIXTURE(Talk, "I12: totals forget the changes of a failed commit")
{
    CHECK(bob.ask<protocol::TotalsNow>(protocol::GetTotals{}).unread == 5);
    world.store.failNextCommit();
    bob.post(protocol::Read{intent(0, 6)});
    CHECK(bob.refused(protocol::GetTotals{}) == ErrorCode::Unavailable);
    CHECK(bob.ask<protocol::TotalsNow>(protocol::GetTotals{}).unread == 5);
}

} // namespace tidemark::server::reading_test
