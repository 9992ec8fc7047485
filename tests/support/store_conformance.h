#pragma once

// Every Store must pass these cases. A test program defines makeStore() and includes this file once; the
// cases run against its store.

#include "core/base/random.h"
#include "server-stub/hub/contract/audit.h"
#include "server-stub/hub/contract/counts.h"
#include "server-stub/hub/contract/stores/store.h"
#include "tests/support/odd_texts.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tidemark::server::conformance {

using std::string_literals::operator""s;

/// An empty store, and the way to make its next commit fail.
struct StoreUnderTest {
    std::unique_ptr<Store> store;
    std::function<void()> failNextCommit;
};

[[nodiscard]] StoreUnderTest makeStore();

inline MessageUuid uuid(std::uint64_t number)
{
    MessageUuid made;
    for (std::size_t i = 0; i < 8; ++i) {
        made.bytes[i] = static_cast<std::uint8_t>(number >> (8 * i));
    }
    made.bytes[15] = 1;
    return made;
}

inline TokenHash hash(std::uint8_t number)
{
    TokenHash made{};
    made.fill(number);
    return made;
}

/// A store with users 1..4 ("user1"…) and group 1 of all of them, in a transaction that stays open.
struct Fixture {
    StoreUnderTest subject = makeStore();
    Store& store = *subject.store;
    ConversationId group;

    Fixture()
    {
        store.begin();
        for (int i = 1; i <= 4; ++i) {
            store.accounts().insert("user" + std::to_string(i), "");
        }
        group = insertGroup("group", 1);
        for (std::uint64_t user = 1; user <= 4; ++user) {
            join(UserId(user), Seq());
        }
    }

    ConversationId insertGroup(const std::string& title, std::uint64_t creation)
    {
        ConversationRecord record;
        record.title = title;
        record.creator = UserId(1);
        record.logEpoch = LogEpoch(0xfedcba9876543210U);
        record.lastActivity = UnixMs{5};
        return store.conversations().insert(record, uuid(creation));
    }

    void join(UserId user, Seq floor)
    {
        MemberRecord member = store.members().find(group, user).value_or(MemberRecord());
        member.conversation = group;
        member.user = user;
        member.isMember = true;
        member.generation = Generation(member.generation.value + 1);
        member.floor = floor;
        member.cursor.readSeq = floor;
        ++member.version;
        store.members().put(member);
    }

    [[nodiscard]] NewEntry entry(UserId author, std::uint64_t number,
                                 EntryContent content = content::Message()) const
    {
        NewEntry made;
        made.conversation = group;
        made.author = author;
        made.uuid = uuid(number);
        made.at = UnixMs{static_cast<std::int64_t>(1000 + number)};
        made.content = std::move(content);
        if (std::string* text = textIn(made.content)) {
            *text = "text " + std::to_string(number);
        }
        made.payloadHash = 0xf000000000000000U + number;
        return made;
    }

    LogEntry say(std::uint64_t author, std::uint64_t number)
    {
        return store.log().append(entry(UserId(author), number));
    }

    LogEntry recall(Seq target, std::uint64_t number)
    {
        const Entry message = store.log().entry(group, target)->entry;
        const content::Fields said = fieldsOf(message.content);
        return store.log().append(entry(message.author, number,
                                        content::Recall{.target = target,
                                                        .targetAuthor = message.author,
                                                        .mentions = said.mentions,
                                                        .mentionsAll = said.mentionsAll}));
    }

    LogEntry edit(Seq target, std::uint64_t number)
    {
        const UserId author = store.log().entry(group, target)->entry.author;
        return store.log().append(entry(author, number, content::Edit{target, {}, author}));
    }

    [[nodiscard]] std::vector<UserId> readersOf(Seq seq, std::uint64_t except)
    {
        constexpr std::uint32_t noLimit = 1000;
        std::vector<UserId> readers;
        for (const Reader& reader :
             store.receipts().readers({group, seq, {UserId(except)}}, UserId(), noLimit)) {
            readers.push_back(reader.user);
        }
        return readers;
    }

    void commitAndBegin()
    {
        REQUIRE(store.commit());
        store.begin();
    }
};

TEST_CASE_FIXTURE(Fixture, "accounts have ascending ids and exact names")
{
    CHECK(store.accounts().insert("Łukasz 😀", "$argon2id$x") == UserId(5));
    const auto account = store.accounts().byName("Łukasz 😀");
    REQUIRE(account);
    CHECK(*account == AccountRecord{UserId(5), "Łukasz 😀", "$argon2id$x", false, {}, {}});
    CHECK(store.accounts().find(UserId(5)) == account);
    CHECK_FALSE(store.accounts().byName("łukasz 😀"));
    CHECK_FALSE(store.accounts().find(UserId(6)));
    CHECK_FALSE(store.accounts().find(UserId()));
    CHECK(store.accounts().users({UserId(2), UserId(99), UserId(1)}).size() == 2);
}

TEST_CASE_FIXTURE(Fixture, "a name is found in any case and form, and all lookalikes are taken")
{
    const UserId zoe = store.accounts().insert("Zo\xc3\xab", "");
    CHECK(store.accounts().byFold("zo\xc3\xab") == std::vector{zoe});
    for (const char* name : {"Zo\xc3\xab", "ZO\xc3\x8b", "zoe\xcc\x88"}) {
        CAPTURE(name);
        REQUIRE(store.accounts().meantBy(name));
        CHECK(store.accounts().meantBy(name)->id == zoe);
        CHECK(store.accounts().lookalikeOf(name) == zoe);
    }
    // The first name has a digit for the letter, the second one U+200B.
    for (const char* name : {"Z0\xc3\xab", "z\xe2\x80\x8bo\xc3\xab"}) {
        CAPTURE(name);
        CHECK_FALSE(store.accounts().meantBy(name));
        CHECK(store.accounts().lookalikeOf(name) == zoe);
    }
    CHECK_FALSE(store.accounts().lookalikeOf("zoe"));
    CHECK(store.accounts().byFold("zoe").empty());

    const UserId raw = store.accounts().insert("\xff", "");
    CHECK_MESSAGE(store.accounts().meantBy("\xff")->id == raw,
                  "a name that is not UTF-8 is compared by its bytes");
    commitAndBegin();
    store.accounts().insert("gone", "");
    store.rollback();
    store.begin();
    CHECK_FALSE(store.accounts().lookalikeOf("gone"));
    CHECK(store.accounts().byFold("gone").empty());
}

TEST_CASE_FIXTURE(Fixture, "accounts are listed and disabled, and their passwords set")
{
    const auto idsAfter = [this](std::uint64_t after, std::uint32_t limit) {
        std::vector<std::uint64_t> ids;
        for (const AccountRecord& account : store.accounts().after(UserId(after), limit)) {
            ids.push_back(account.id.value);
        }
        return ids;
    };
    CHECK(idsAfter(0, 3) == std::vector<std::uint64_t>{1, 2, 3});
    CHECK(idsAfter(3, 3) == std::vector<std::uint64_t>{4});
    CHECK(idsAfter(4, 3).empty());
    store.accounts().putDisabled(UserId(2), true);
    store.accounts().putPasswordHash(UserId(2), "$argon2id$new");
    CHECK(store.accounts().find(UserId(2))
          == AccountRecord{UserId(2), "user2", "$argon2id$new", true, {}, {}});
    CHECK(store.accounts().after(UserId(1), 1) == std::vector{*store.accounts().find(UserId(2))});
    store.accounts().putDisabled(UserId(2), false);
    CHECK_FALSE(store.accounts().byName("user2")->disabled);
    CHECK_FALSE(store.accounts().find(UserId(1))->disabled);
}

TEST_CASE_FIXTURE(Fixture, "all devices of a user are removed at once")
{
    store.tokens().put(hash(1), UserId(1), DeviceId(1), "laptop", UnixMs{5});
    store.tokens().put(hash(2), UserId(1), DeviceId(2), "phone", UnixMs{6});
    store.tokens().put(hash(3), UserId(2), DeviceId(1), "desk", UnixMs{6});
    store.tokens().removeDevices(UserId(1));
    CHECK(store.tokens().devices(UserId(1)).empty());
    CHECK_FALSE(store.tokens().find(hash(1)));
    CHECK(store.tokens().find(hash(3)));
}

TEST_CASE_FIXTURE(Fixture, "the record of a device goes and comes with its token")
{
    const DeviceId high(0xfedcba9876543210);
    store.tokens().put(hash(1), UserId(1), high, "laptop", UnixMs{5});
    store.tokens().put(hash(2), UserId(1), DeviceId(3), "phone", UnixMs{6});
    const DeviceRecord fresh{high, "laptop", {}, UnixMs{5}, {}, false};
    CHECK(store.tokens().devices(UserId(1))
          == std::vector{DeviceRecord{DeviceId(3), "phone", {}, UnixMs{6}, {}, false}, fresh});
    CHECK(store.tokens().devices(UserId(2)).empty());
    const DeviceRecord known{high, "läptop", "tidemark 1", UnixMs{70}, UnixMs{60}, true};
    store.tokens().putDevice(hash(1), known);
    store.tokens().putDevice(hash(9), known);
    REQUIRE(store.tokens().devices(UserId(1)).size() == 2);
    CHECK(store.tokens().devices(UserId(1)).back() == known);
    store.tokens().put(hash(3), UserId(1), high, "laptop", UnixMs{5});
    CHECK_MESSAGE(store.tokens().devices(UserId(1)).back() == fresh, "a new token resets the device");
    store.tokens().put(hash(3), UserId(1), high, "desk", UnixMs{8});
    CHECK(store.tokens().devices(UserId(1)).back() == DeviceRecord{high, "desk", {}, UnixMs{8}, {}, false});
    store.tokens().remove(hash(3));
    CHECK(store.tokens().devices(UserId(1)).size() == 1);
    store.tokens().removeDevice(UserId(2), DeviceId(3));
    store.tokens().removeDevice(UserId(1), high);
    CHECK(store.tokens().devices(UserId(1)).size() == 1);
    store.tokens().removeDevice(UserId(1), DeviceId(3));
    CHECK(store.tokens().devices(UserId(1)).empty());
    CHECK_FALSE(store.tokens().find(hash(2)));
}

TEST_CASE_FIXTURE(Fixture, "a token is valid until the one that follows it is used")
{
    const DeviceId device(7);
    store.tokens().put(hash(1), UserId(1), device, "laptop", UnixMs{1});
    store.tokens().putNext(hash(1), hash(2), "first");
    store.tokens().putNext(hash(9), hash(8), "of none");
    CHECK(store.tokens().find(hash(1)) == TokenRecord{UserId(1), device, UnixMs{1}, false, "first"});
    CHECK(store.tokens().find(hash(2)) == TokenRecord{UserId(1), device, UnixMs{1}, true});
    CHECK_FALSE(store.tokens().find(hash(8)));
    store.tokens().putNext(hash(1), hash(3), "second");
    CHECK_FALSE_MESSAGE(store.tokens().find(hash(2)), "only the newest next token is valid");
    store.tokens().adoptNext(hash(3), UnixMs{50});
    CHECK(store.tokens().find(hash(3)) == TokenRecord{UserId(1), device, UnixMs{50}});
    CHECK_FALSE(store.tokens().find(hash(1)));
    CHECK(store.tokens().devices(UserId(1)).size() == 1);
    store.tokens().adoptNext(hash(3), UnixMs{60});
    CHECK(store.tokens().find(hash(3))->since == UnixMs{50});
    store.tokens().putNext(hash(3), hash(4), "third");
    store.tokens().remove(hash(3));
    CHECK_FALSE_MESSAGE(store.tokens().find(hash(4)), "the next token is removed with its predecessor");

    store.tokens().put(hash(5), UserId(1), device, "laptop", UnixMs{1});
    store.tokens().putNext(hash(5), hash(6), "fourth");
    store.tokens().put(hash(5), UserId(1), device, "again", UnixMs{2});
    CHECK_FALSE(store.tokens().find(hash(6)));
    CHECK(store.tokens().find(hash(5))->nextSalt.empty());
}

TEST_CASE_FIXTURE(Fixture, "a password's hash is replaced")
{
    const UserId user = store.accounts().insert("someone with a password", "weak");
    store.accounts().putPasswordHash(user, "strong");
    CHECK(store.accounts().find(user)->passwordHash == "strong");
    CHECK(store.accounts().byName("someone with a password")->passwordHash == "strong");
}

TEST_CASE_FIXTURE(Fixture, "a device has one token, and a token one owner")
{
    const DeviceId device(0xffffffffffffffffU);
    store.tokens().put(hash(1), UserId(1), device, "laptop", UnixMs{1});
    CHECK(store.tokens().find(hash(1)) == TokenRecord{UserId(1), device, UnixMs{1}});
    store.tokens().put(hash(2), UserId(1), device, "laptop", UnixMs{2});
    CHECK_FALSE(store.tokens().find(hash(1)));
    CHECK(store.tokens().find(hash(2)) == TokenRecord{UserId(1), device, UnixMs{2}});
    store.tokens().put(hash(2), UserId(2), DeviceId(8), "", UnixMs{3});
    CHECK(store.tokens().find(hash(2)) == TokenRecord{UserId(2), DeviceId(8), UnixMs{3}});
    store.tokens().put(hash(2), UserId(2), DeviceId(8), "again", UnixMs{4});
    CHECK(store.tokens().find(hash(2)));
    store.tokens().remove(hash(2));
    store.tokens().remove(hash(2));
    CHECK_FALSE(store.tokens().find(hash(2)));
}

TEST_CASE_FIXTURE(Fixture, "conversations are found by id, creation and pair")
{
    const auto record = store.conversations().find(group);
    REQUIRE(record);
    CHECK(record->title == "group");
    CHECK(record->logEpoch == LogEpoch(0xfedcba9876543210U));
    CHECK(record->head == Seq());
    CHECK(record->memberCount == 4);
    CHECK(record->lastActivity == UnixMs{5});
    CHECK(store.conversations().byCreation(UserId(1), uuid(1)) == group);
    CHECK_FALSE(store.conversations().byCreation(UserId(2), uuid(1)));
    CHECK_FALSE(store.conversations().find(ConversationId(77)));

    ConversationRecord pair;
    pair.kind = ConversationKind::Direct;
    pair.creator = UserId(2);
    pair.directLow = UserId(1);
    pair.directHigh = UserId(2);
    pair.logEpoch = LogEpoch(1);
    CHECK_FALSE(store.conversations().direct(UserId(1), UserId(2)));
    const ConversationId direct = store.conversations().insert(pair, {});
    CHECK(store.conversations().direct(UserId(1), UserId(2)) == direct);
    pair.directLow = UserId(2);
    const ConversationId self = store.conversations().insert(pair, {});
    CHECK(store.conversations().direct(UserId(2), UserId(2)) == self);
    CHECK(store.conversations().all() == std::vector{group, direct, self});

    store.conversations().setForwarding(group, true);
    CHECK(store.conversations().find(group)->forwardingForbidden);
    store.conversations().setTitle(group, "other");
    CHECK(store.conversations().find(group)->title == "other");
    CHECK_FALSE(store.conversations().find(group)->historyOpen);
    CHECK_FALSE(store.conversations().find(group)->inviteOnly);
    ConversationRecord open;
    open.creator = UserId(1);
    open.logEpoch = LogEpoch(1);
    open.historyOpen = true;
    CHECK(store.conversations().find(store.conversations().insert(open, uuid(9)))->historyOpen);
    ConversationRecord closed = open;
    closed.historyOpen = false;
    closed.inviteOnly = true;
    CHECK(store.conversations().find(store.conversations().insert(closed, uuid(10)))->inviteOnly);
    commitAndBegin();
    const auto openAgain =
        store.conversations().find(store.conversations().byCreation(UserId(1), uuid(9)).value());
    CHECK((openAgain->historyOpen && !openAgain->inviteOnly));
    const auto closedAgain =
        store.conversations().find(store.conversations().byCreation(UserId(1), uuid(10)).value());
    CHECK((closedAgain->inviteOnly && !closedAgain->historyOpen));
}

TEST_CASE_FIXTURE(Fixture, "channels are found by part of their title, the newest first")
{
    std::vector<ConversationId> channels;
    for (const char* title : {"Tide %", "other", "the TIDE\xc3\xa4", "tide"}) {
        ConversationRecord record;
        record.kind = ConversationKind::Channel;
        record.title = title;
        record.creator = UserId(1);
        record.logEpoch = LogEpoch(1);
        channels.push_back(store.conversations().insert(record, uuid(50 + channels.size())));
    }
    insertGroup("tide of groups", 90);
    using Ids = std::vector<ConversationId>;
    CHECK(store.conversations().findChannels("Tide", 9) == Ids{channels[3], channels[2], channels[0]});
    CHECK(store.conversations().findChannels("tide", 2) == Ids{channels[3], channels[2]});
    CHECK(store.conversations().findChannels("e\xc3\xa4", 9) == Ids{channels[2]});
    CHECK(store.conversations().findChannels("%", 9) == Ids{channels[0]});
    CHECK(store.conversations().findChannels("", 9).size() == 4);
    CHECK(store.conversations().findChannels("tide of", 9).empty());
}

TEST_CASE_FIXTURE(Fixture, "I1: seqs are dense from 1, in append order")
{
    for (std::uint64_t i = 1; i <= 20; ++i) {
        CHECK(say(1 + i % 3, i).entry.seq == Seq(i));
    }
    const std::vector<Entry> all = store.log().entries(group, Seq(), Seq(20), 100, false);
    REQUIRE(all.size() == 20);
    for (std::uint64_t i = 1; i <= 20; ++i) {
        CHECK(all[i - 1].seq == Seq(i));
        CHECK(all[i - 1].uuid == uuid(i));
    }
    CHECK(store.conversations().find(group)->head == Seq(20));
    CHECK(store.conversations().find(group)->lastActivity == UnixMs{1020});
}

TEST_CASE_FIXTURE(Fixture, "edits and recalls are not activity of the conversation")
{
    say(1, 1);
    const UnixMs at = store.conversations().find(group)->lastActivity;
    edit(Seq(1), 50);
    recall(Seq(1), 51);
    CHECK(store.conversations().find(group)->head == Seq(3));
    CHECK(store.conversations().find(group)->lastActivity == at);
}

TEST_CASE_FIXTURE(Fixture, "entries come from either end, bounded by after, upto and limit")
{
    for (std::uint64_t i = 1; i <= 10; ++i) {
        say(1, i);
    }
    const auto seqs = [&](Seq after, Seq through, std::uint32_t limit, bool fromEnd) {
        std::vector<std::uint64_t> found;
        for (const Entry& one : store.log().entries(group, after, through, limit, fromEnd)) {
            found.push_back(one.seq.value);
        }
        return found;
    };
    CHECK(seqs(Seq(2), Seq(6), 100, false) == std::vector<std::uint64_t>{3, 4, 5, 6});
    CHECK(seqs(Seq(2), Seq(9), 3, false) == std::vector<std::uint64_t>{3, 4, 5});
    CHECK(seqs(Seq(2), Seq(9), 3, true) == std::vector<std::uint64_t>{7, 8, 9});
    CHECK(seqs(Seq(8), Seq(~std::uint64_t{0}), 100, true) == std::vector<std::uint64_t>{9, 10});
    CHECK(seqs(Seq(10), Seq(10), 100, false).empty());
    CHECK(seqs(Seq(~std::uint64_t{0}), Seq(3), 100, false).empty());
}

TEST_CASE_FIXTURE(Fixture, "a part of the log ends with the entry that reaches the bound of bytes")
{
    for (std::uint64_t i = 1; i <= 6; ++i) {
        NewEntry message = entry(UserId(1), i);
        message.content = content::Message{std::string(i == 3 ? 5000 : 10, 'x')};
        store.log().append(message);
    }
    const auto seqs = [&](const EntriesOf& of) {
        std::vector<std::uint64_t> found;
        for (const Entry& one : store.log().part(of)) {
            found.push_back(one.seq.value);
        }
        return found;
    };
    CHECK(seqs({group, Seq(), Seq(6), 100, false, 1}) == std::vector<std::uint64_t>{1});
    CHECK(seqs({group, Seq(), Seq(6), 100, false, 20}) == std::vector<std::uint64_t>{1, 2});
    CHECK(seqs({group, Seq(), Seq(6), 100, false, 21}) == std::vector<std::uint64_t>{1, 2, 3});
    CHECK(seqs({group, Seq(2), Seq(6), 100, false, 5000}) == std::vector<std::uint64_t>{3});
    CHECK(seqs({group, Seq(), Seq(6), 100, true, 30}) == std::vector<std::uint64_t>{4, 5, 6});
    CHECK(seqs({group, Seq(), Seq(6), 100, true, 31}) == std::vector<std::uint64_t>{3, 4, 5, 6});
    CHECK(seqs({group, Seq(), Seq(6), 2, true, 31}) == std::vector<std::uint64_t>{5, 6});
    CHECK(seqs({group, Seq(), Seq(6), 100, false}).size() == 6);
}

TEST_CASE_FIXTURE(Fixture, "an entry keeps every field")
{
    say(2, 1);
    NewEntry message = entry(UserId(1), 2);
    message.content = content::Message{.text = "zero \0 byte, 中文, 😀"s,
                                       .isAction = true,
                                       .replyTo = Seq(1),
                                       .mentions = {UserId(2), UserId(4)},
                                       .mentionsAll = true,
                                       .replyToAuthor = UserId(2),
                                       .forwarded = {UserId(3), UnixMs{-7}}};
    const LogEntry logged = store.log().append(message);
    CHECK(logged.countable == 2);
    CHECK(logged.own == 1);
    CHECK(store.log().entry(group, Seq(2)) == logged);
    CHECK(store.log().entries(group, Seq(1), Seq(2), 9, false) == std::vector{logged.entry});
    CHECK(logged.entry.content == message.content);

    NewEntry notice = entry(UserId(1), 0, content::Notice{NoticeKind::Added, UserId(3)});
    notice.uuid = {};
    const LogEntry added = store.log().append(notice);
    CHECK(store.log().entry(group, Seq(3)) == added);
    CHECK(fieldsOf(added.entry.content).subject == UserId(3));
    const content::Notice unpinned{.kind = NoticeKind::Unpinned, .title = "text 9", .target = Seq(1)};
    CHECK(store.log().append(entry(UserId(2), 9, unpinned)).entry.content == EntryContent(unpinned));
    CHECK(store.log().entry(group, Seq(4))->entry.content == EntryContent(unpinned));
    CHECK(added.countable == 2);
    CHECK_FALSE(store.log().entry(group, Seq(5)));
    CHECK_FALSE(store.log().entry(group, Seq()));
}

TEST_CASE_FIXTURE(Fixture, "a forwarded message names who said it until it is recalled or trimmed")
{
    const auto forward = [&](std::uint64_t number) {
        const content::Message message{.text = "said", .forwarded = {UserId(3), UnixMs{900}}};
        return store.log().append(entry(UserId(1), number, message)).entry.seq;
    };
    const auto forwarded = [&](Seq seq) {
        return fieldsOf(store.log().entry(group, seq)->entry.content).forwarded;
    };
    const Seq trimmed = forward(1);
    const Seq recalled = forward(2);
    const Seq kept = forward(3);
    CHECK(store.log().recount(group, Seq(), UserId(2)) == ReadCounts{3, 0, 0});
    CHECK(store.log().recount(group, Seq(), UserId(3)) == ReadCounts{3, 0, 0});
    recall(recalled, 4);
    store.log().trim(group, trimmed);
    commitAndBegin();
    CHECK(forwarded(trimmed) == Forwarded{});
    CHECK(forwarded(recalled) == Forwarded{});
    CHECK(forwarded(kept) == Forwarded{UserId(3), UnixMs{900}});
    CHECK(store.log().prefix(group, kept, UserId(1)) == PrefixCounts{3, 3});
    CHECK(audit(store) == std::vector<std::string>());
}

TEST_CASE_FIXTURE(Fixture, "pinned messages follow from the log, and a rollback takes a change back")
{
    const auto pin = [&](std::uint64_t target, std::uint64_t number, NoticeKind kind = NoticeKind::Pinned) {
        return store.log()
            .append(entry(UserId(1), number, content::Notice{.kind = kind, .target = Seq(target)}))
            .countable;
    };
    const auto pinned = [&] { return store.conversations().find(group)->pinned; };
    using Seqs = std::vector<Seq>;
    for (std::uint64_t i = 1; i <= 4; ++i) {
        say(2, i);
    }
    CHECK(pinned().empty());
    CHECK_MESSAGE(pin(3, 11) == 4, "a notice does not count");
    pin(1, 12);
    pin(4, 13);
    CHECK(pinned() == Seqs{Seq(1), Seq(3), Seq(4)});
    commitAndBegin();
    pin(3, 14, NoticeKind::Unpinned);
    CHECK(pinned() == Seqs{Seq(1), Seq(4)});
    store.rollback();
    CHECK(pinned() == Seqs{Seq(1), Seq(3), Seq(4)});
    store.begin();
    recall(Seq(4), 15);
    CHECK_MESSAGE((pinned() == Seqs{Seq(1), Seq(3)}), "a recall unpins");
    store.log().trim(group, Seq(1));
    pin(2, 16);
    CHECK_MESSAGE((pinned() == Seqs{Seq(2), Seq(3)}), "the next change leaves out what was trimmed");
    commitAndBegin();
    CHECK(pinned() == Seqs{Seq(2), Seq(3)});
    CHECK(audit(store) == std::vector<std::string>());
}

TEST_CASE_FIXTURE(Fixture, "texts, titles and names come back byte for byte")
{
    std::uint64_t number = 100;
    std::vector<std::pair<Seq, std::string>> written;
    for (const std::string& text : test::manyTexts(200, 7)) {
        NewEntry message = entry(UserId(1), ++number);
        message.content = content::Message{text};
        written.emplace_back(store.log().append(message).entry.seq, text);
    }
    const ConversationId titled = insertGroup("\ufefftitle \ufffe", 9);
    const UserId named = store.accounts().insert("\ufeffname \ufffe", "");
    commitAndBegin();
    for (const auto& one : written) {
        CAPTURE(one.first.value);
        CHECK(textOf(store.log().entry(group, one.first)->entry) == one.second);
    }
    NewEntry change = entry(UserId(1), ++number);
    const std::string edited = "\ufeffedited\0"s;
    change.content = content::Edit{written.front().first, edited, UserId(1)};
    store.log().append(change);
    commitAndBegin();
    CHECK(textOf(store.log().entry(group, written.front().first)->entry) == edited);
    CHECK(store.conversations().find(titled)->title == "\ufefftitle \ufffe");
    CHECK(store.accounts().find(named)->name == "\ufeffname \ufffe");
    CHECK(store.accounts().byName("\ufeffname \ufffe")->id == named);
}

TEST_CASE_FIXTURE(Fixture, "I2: a message is found again by conversation, author and uuid, with its content")
{
    say(1, 7);
    CHECK(store.log().sent(group, UserId(1), uuid(7))
          == SentRecord{Seq(1), UnixMs{1007}, 0xf000000000000007U});
    CHECK_FALSE(store.log().sent(group, UserId(2), uuid(7)));
    CHECK_FALSE(store.log().sent(insertGroup("other", 2), UserId(1), uuid(7)));
    CHECK_FALSE(store.log().sent(group, UserId(1), MessageUuid()));
    CHECK(store.log().hasUuid(group, uuid(7)));
    CHECK_FALSE(store.log().hasUuid(group, uuid(8)));
    CHECK_FALSE(store.log().hasUuid(group, MessageUuid()));
    edit(Seq(1), 8);
    CHECK(store.log().sent(group, UserId(1), uuid(7))->payloadHash == 0xf000000000000007U);
    CHECK(say(2, 7).entry.seq == Seq(3));
    CHECK(store.log().sent(group, UserId(2), uuid(7))->seq == Seq(3));
}

TEST_CASE_FIXTURE(Fixture, "edits and recalls fold into their target")
{
    say(1, 1);
    const LogEntry first = edit(Seq(1), 2);
    CHECK(textOf(store.log().entry(group, Seq(1))->entry) == textOf(first.entry));
    CHECK(fieldsOf(store.log().entry(group, Seq(1))->entry.content).editedBy == Seq(2));
    edit(Seq(1), 3);
    CHECK(fieldsOf(store.log().entry(group, Seq(1))->entry.content).editedBy == Seq(3));
    CHECK(store.log().entry(group, Seq(1))->countable == 1);
    recall(Seq(1), 4);
    const Entry recalled = store.log().entry(group, Seq(1))->entry;
    CHECK(fieldsOf(recalled.content).recalledBy == Seq(4));
    CHECK(textOf(recalled).empty());
    CHECK_MESSAGE(textOf(store.log().entry(group, Seq(2))->entry).empty(),
                  "the recalled text must not survive in an edit");
    CHECK(textOf(store.log().entry(group, Seq(3))->entry).empty());
    CHECK(store.conversations().find(group)->headCountable == 1);
}

TEST_CASE_FIXTURE(Fixture, "no entry has the text of a recalled message, however far away its edits are")
{
    say(1, 1);
    for (std::uint64_t number = 2; number <= 200; ++number) {
        say(2, number);
    }
    edit(Seq(1), 201);
    commitAndBegin();
    edit(Seq(1), 202);
    recall(Seq(1), 203);
    CHECK(store.log().sent(group, UserId(1), uuid(201))->seq == Seq(201));
    commitAndBegin();
    for (const Entry& entry : store.log().entries(group, Seq(), Seq(203), 1000, false)) {
        CHECK(textOf(entry).empty() == (entry.seq == Seq(1) || entry.seq > Seq(200)));
    }
}

TEST_CASE_FIXTURE(Fixture, "times never fall within a log, whatever times the hub gives")
{
    const auto sayAt = [&](std::uint64_t number, std::int64_t at, EntryContent content = content::Message()) {
        NewEntry made = entry(UserId(1), number, std::move(content));
        made.at = UnixMs{at};
        return store.log().append(made).entry.at;
    };
    CHECK(store.log().times(group, Seq(), Seq(9)).empty());
    CHECK(store.conversations().newestTime() == UnixMs{});
    CHECK(sayAt(1, 5000) == UnixMs{5000});
    CHECK(sayAt(2, 4000) == UnixMs{5000});
    CHECK(store.log().sent(group, UserId(1), uuid(2))->at == UnixMs{5000});
    CHECK(sayAt(3, 7000, content::Edit{Seq(1)}) == UnixMs{7000});
    CHECK(sayAt(4, 6000) == UnixMs{7000});
    CHECK(store.conversations().find(group)->lastActivity == UnixMs{7000});
    commitAndBegin();
    store.hold({.logs = {group}, .sends = {{group, UserId(1), uuid(5)}, {group, UserId(2), uuid(6)}}});
    CHECK(sayAt(5, 0) == UnixMs{7000});
    CHECK(sayAt(6, 7001) == UnixMs{7001});
    CHECK(store.log().entry(group, Seq(5))->entry.at == UnixMs{7000});
    using Times = std::vector<UnixMs>;
    CHECK(store.log().times(group, Seq(2), Seq(4)) == Times{{7000}, {7000}});
    CHECK(store.log().times(group, Seq(4), Seq(100)) == Times{{7000}, {7001}});
    const ConversationId other = insertGroup("other", 2);
    group = other;
    CHECK_MESSAGE(sayAt(7, 3000) == UnixMs{3000}, "the times of two logs are independent");
    commitAndBegin();
    CHECK(store.conversations().newestTime() == UnixMs{7001});
}

TEST_CASE_FIXTURE(Fixture, "I3: prefix counts at any seq for any reader")
{
    say(1, 1);
    say(2, 2);
    edit(Seq(2), 3);
    say(1, 4);
    CHECK(store.log().prefix(group, Seq(), UserId(1)) == PrefixCounts{0, 0});
    CHECK(store.log().prefix(group, Seq(1), UserId(1)) == PrefixCounts{1, 1});
    CHECK(store.log().prefix(group, Seq(3), UserId(1)) == PrefixCounts{2, 1});
    CHECK(store.log().prefix(group, Seq(4), UserId(1)) == PrefixCounts{3, 2});
    CHECK(store.log().prefix(group, Seq(400), UserId(1)) == PrefixCounts{3, 2});
    CHECK(store.log().prefix(group, Seq(4), UserId(2)) == PrefixCounts{3, 1});
    CHECK(store.log().prefix(group, Seq(4), UserId(3)) == PrefixCounts{3, 0});
}

TEST_CASE_FIXTURE(Fixture, "I4: mentions and recalls of others are counted once")
{
    NewEntry message = entry(UserId(1), 1);
    auto& said = std::get<content::Message>(message.content);
    said.mentions = {UserId(1), UserId(2)};
    said.mentionsAll = true;
    store.log().append(message);
    message.uuid = uuid(2);
    said.mentionsAll = false;
    store.log().append(message);
    CHECK(store.log().aboutMeAfter(group, Seq(), UserId(2)).mentions == 2);
    CHECK(store.log().aboutMeAfter(group, Seq(1), UserId(2)).mentions == 1);
    CHECK(store.log().aboutMeAfter(group, Seq(), UserId(3)).mentions == 1);
    CHECK(store.log().aboutMeAfter(group, Seq(), UserId(1)).mentions == 0);
    recall(Seq(1), 3);
    CHECK(store.log().aboutMeAfter(group, Seq(), UserId(2)).mentions == 1);
    CHECK(store.log().aboutMeAfter(group, Seq(), UserId(3)).mentions == 0);
    CHECK(store.log().recalledOfOthers(group, Seq(), UserId(2)) == 1);
    CHECK(store.log().recalledOfOthers(group, Seq(1), UserId(2)) == 0);
    CHECK(store.log().recalledOfOthers(group, Seq(), UserId(1)) == 0);
    CHECK(store.log().recount(group, Seq(), UserId(2)) == ReadCounts{1, 1});
}

TEST_CASE_FIXTURE(Fixture, "I4: replies of others to the reader are counted once, apart from mentions")
{
    NewEntry answer = entry(UserId(1), 1);
    auto& said = std::get<content::Message>(answer.content);
    said.replyTo = Seq(1);
    said.replyToAuthor = UserId(2);
    store.log().append(answer);
    answer.uuid = uuid(2);
    said.mentions = {UserId(2)};
    store.log().append(answer);
    answer.uuid = uuid(3);
    said.replyToAuthor = UserId(1);
    said.mentions.clear();
    store.log().append(answer);
    CHECK(store.log().aboutMeAfter(group, Seq(), UserId(2)) == AboutMeCounts{1, 2});
    CHECK(store.log().aboutMeAfter(group, Seq(1), UserId(2)) == AboutMeCounts{1, 1});
    CHECK(store.log().aboutMeAfter(group, Seq(), UserId(1)) == AboutMeCounts{0, 0});
    CHECK(store.log().recount(group, Seq(), UserId(2)) == ReadCounts{3, 1, 2});
    recall(Seq(2), 4);
    CHECK(store.log().aboutMeAfter(group, Seq(), UserId(2)) == AboutMeCounts{0, 1});
    CHECK(store.log().recount(group, Seq(), UserId(2)) == ReadCounts{2, 0, 1});
}

TEST_CASE_FIXTURE(Fixture, "the first unread message is by another user, not recalled and above the cursor")
{
    CHECK(store.log().firstUnreadAfter(group, Seq(), UserId(2)) == Seq());
    say(2, 1);
    say(1, 2);
    edit(Seq(2), 3);
    say(1, 4);
    CHECK(store.log().firstUnreadAfter(group, Seq(), UserId(2)) == Seq(2));
    CHECK(store.log().firstUnreadAfter(group, Seq(2), UserId(2)) == Seq(4));
    CHECK(store.log().firstUnreadAfter(group, Seq(4), UserId(2)) == Seq());
    CHECK(store.log().firstUnreadAfter(group, Seq(), UserId(1)) == Seq(1));
    recall(Seq(2), 5);
    CHECK(store.log().firstUnreadAfter(group, Seq(), UserId(2)) == Seq(4));
}

TEST_CASE_FIXTURE(Fixture, "member rows keep every field and survive leaving")
{
    MemberRecord member;
    member.conversation = group;
    member.user = UserId(2);
    member.isMember = true;
    member.generation = Generation(7);
    member.floor = Seq(3);
    member.cursor = {0xfffffff0U, Seq(5)};
    member.seen = Seq(9);
    member.version = 12;
    member.settings = {true, true, true, ReceiptPrivacy::Inherit};
    member.settings.receipts = ReceiptPrivacy::Private;
    member.settings.mutedUntil = UnixMs{12345};
    member.settings.pinOrder = 4000000000U;
    member.hidden = {Seq(1), Seq(3), Seq(4000000000U)};
    member.seenAt = UnixMs{99};
    member.moved = {CursorCause::MarkedUnread, DeviceId(0xfedcba9876543210U), "电脑 💻", UnixMs{77}};
    member.recentMarks = {uuid(4), uuid(9), uuid(5)};
    member.floorMoved = {CursorCause::Expired, DeviceId(0x8000000000000001U), "手机", UnixMs{78}};
    member.feedSnapshot = Seq(4);
    member.role = Role::Moderator;
    member.banned = true;
    member.hiddenThrough = Seq(2);
    member.clearedThrough = Seq(1);
    member.reactionsSeen = ReactionSeq(11);
    store.members().put(member);
    CHECK(store.members().find(group, UserId(2)) == member);
    CHECK(store.conversations().find(group)->memberCount == 4);
    member.isMember = false;
    member.atLeaving = {Seq(6), "标题 \U0001F4BB", UnixMs{79}};
    store.members().put(member);
    CHECK(store.members().find(group, UserId(2)) == member);
    CHECK(store.conversations().find(group)->memberCount == 3);
    CHECK(store.members().present(group) == std::vector{UserId(1), UserId(3), UserId(4)});
    CHECK(store.members().ofUser(UserId(2)) == std::vector{member});
    CHECK(store.members().ofUser(UserId(9)).empty());
    CHECK_FALSE(store.members().find(group, UserId(9)));
    commitAndBegin();
    CHECK(store.members().find(group, UserId(2)) == member);
}

TEST_CASE_FIXTURE(Fixture, "creations and memberships of a user, present and past, are counted")
{
    CHECK(store.members().countOfUser(UserId(1)) == store.members().ofUser(UserId(1)).size());
    CHECK(store.members().countOfUser(UserId(9)) == 0);
    const std::size_t rows = store.members().countOfUser(UserId(2));
    const std::size_t made = store.conversations().createdBy(UserId(2));
    ConversationRecord record;
    record.kind = ConversationKind::Group;
    record.title = "counted";
    record.logEpoch = LogEpoch(77);
    record.creator = UserId(2);
    MemberRecord member;
    member.conversation = store.conversations().insert(record, uuid(201));
    member.user = UserId(2);
    member.isMember = true;
    member.generation = Generation(1);
    store.members().put(member);
    CHECK(store.conversations().createdBy(UserId(2)) == made + 1);
    CHECK(store.members().countOfUser(UserId(2)) == rows + 1);
    member.isMember = false;
    store.members().put(member);
    commitAndBegin();
    CHECK(store.conversations().createdBy(UserId(2)) == made + 1);
    CHECK(store.members().countOfUser(UserId(2)) == rows + 1);
    record.kind = ConversationKind::Direct;
    record.directLow = UserId(2);
    record.directHigh = UserId(3);
    static_cast<void>(store.conversations().insert(record, {}));
    CHECK_MESSAGE(store.conversations().createdBy(UserId(2)) == made + 1,
                  "a direct chat is not counted as created");
}

TEST_CASE_FIXTURE(Fixture, "moderators and owners are found while they are members")
{
    CHECK(store.members().groupAdmins(group).empty());
    const auto give = [&](std::uint64_t user, Role role, bool isMember) {
        MemberRecord member = *store.members().find(group, UserId(user));
        member.role = role;
        member.isMember = isMember;
        store.members().put(member);
    };
    give(4, Role::Owner, true);
    give(2, Role::Moderator, true);
    give(3, Role::Owner, false);
    const std::vector<GroupAdmin> both{{UserId(2), Role::Moderator}, {UserId(4), Role::Owner}};
    CHECK(store.members().groupAdmins(group) == both);
    commitAndBegin();
    CHECK(store.members().groupAdmins(group) == both);
    give(4, Role::Member, true);
    CHECK(store.members().groupAdmins(group) == std::vector{both.front()});
    CHECK(store.members().groupAdmins(ConversationId(99)).empty());
}

TEST_CASE_FIXTURE(Fixture, "registers of drafts keep every field, and their head survives a clearing")
{
    DraftRecord first{UserId(2),  group,  std::string("\0\xff text", 7),
                      Seq(3),     1,      DeviceId(~std::uint64_t{0}),
                      UnixMs{77}, uuid(1)};
    CHECK_FALSE(store.drafts().find(UserId(2), group));
    CHECK(store.drafts().head(UserId(2)) == 0);
    store.drafts().put(first, 0);
    CHECK(store.drafts().find(UserId(2), group) == first);
    DraftRecord others = first;
    others.user = UserId(3);
    others.version = 9;
    others.uuid = {};
    store.drafts().put(others, 0);
    commitAndBegin();
    CHECK(store.drafts().find(UserId(2), group) == first);
    CHECK(store.drafts().find(UserId(3), group) == others);
    CHECK(store.drafts().countOfTexts(UserId(2)) == 1);
    first.text.clear();
    first.version = 4;
    store.drafts().put(first, 1);
    CHECK(store.drafts().find(UserId(2), group) == first);
    CHECK(store.drafts().head(UserId(2)) == 4);
    CHECK(store.drafts().head(UserId(3)) == 9);
    CHECK(store.drafts().countOfTexts(UserId(2)) == 0);
    store.rollback();
    store.begin();
    CHECK(store.drafts().head(UserId(2)) == 1);
}

TEST_CASE_FIXTURE(Fixture, "drafts that have changed are found by their versions")
{
    std::vector<DraftRecord> drafts;
    for (std::uint64_t i = 1; i <= 3; ++i) {
        ConversationRecord record;
        record.kind = ConversationKind::Group;
        record.title = "drafts";
        record.logEpoch = LogEpoch(77);
        record.creator = UserId(2);
        drafts.push_back({UserId(2),
                          store.conversations().insert(record, uuid(static_cast<std::uint8_t>(200 + i))),
                          "text",
                          {},
                          i,
                          DeviceId(1),
                          UnixMs{1},
                          uuid(static_cast<std::uint8_t>(i))});
        store.drafts().put(drafts.back(), 0);
    }
    CHECK(store.drafts().changes(UserId(2), 0, 9) == drafts);
    CHECK(store.drafts().changes(UserId(2), 1, 1) == std::vector{drafts[1]});
    drafts[0].version = 5;
    store.drafts().put(drafts[0], 1);
    commitAndBegin();
    CHECK(store.drafts().changes(UserId(2), 1, 9) == std::vector{drafts[1], drafts[2], drafts[0]});
    CHECK(store.drafts().changes(UserId(2), 5, 9).empty());
    CHECK(store.drafts().changes(UserId(2), ~std::uint64_t{0}, 9).empty());
    CHECK(store.drafts().changes(UserId(3), 0, 9).empty());
    CHECK(store.drafts().countOfTexts(UserId(2)) == 3);
}

TEST_CASE_FIXTURE(Fixture, "registers of scheduled messages keep every field")
{
    ScheduledRecord first{UserId(2),
                          {.uuid = uuid(1),
                           .conversation = group,
                           .message = {.text = std::string("\0\xff text", 7),
                                       .isAction = true,
                                       .replyTo = Seq(3),
                                       .mentions = {UserId(1), UserId(3)},
                                       .mentionsAll = true},
                           .due = UnixMs{77},
                           .version = 1,
                           .change = uuid(2)}};
    CHECK_FALSE(store.schedules().find(UserId(2), uuid(1)));
    CHECK(store.schedules().head(UserId(2)) == 0);
    store.schedules().put(first, 0);
    CHECK(store.schedules().find(UserId(2), uuid(1)) == first);
    ScheduledRecord others = first;
    others.user = UserId(3);
    others.scheduled.version = 9;
    store.schedules().put(others, 0);
    commitAndBegin();
    CHECK(store.schedules().find(UserId(2), uuid(1)) == first);
    CHECK(store.schedules().find(UserId(3), uuid(1)) == others);
    CHECK_FALSE(store.schedules().find(UserId(2), uuid(2)));
    first.scheduled.message = {};
    first.scheduled.version = 4;
    first.scheduled.change = uuid(5);
    first.scheduled.due = UnixMs{78};
    first.scheduled.state = ScheduledState::Failed;
    first.scheduled.failure = protocol::ErrorCode::NotMember;
    first.scheduled.seq = Seq(8);
    store.schedules().put(first, 1);
    CHECK(store.schedules().find(UserId(2), uuid(1)) == first);
    CHECK(store.schedules().head(UserId(2)) == 4);
    CHECK(store.schedules().head(UserId(3)) == 9);
    store.rollback();
    store.begin();
    CHECK(store.schedules().head(UserId(2)) == 1);
}

TEST_CASE_FIXTURE(Fixture, "scheduled messages are found by version, and by the time when they are due")
{
    std::vector<ScheduledRecord> records;
    for (std::uint8_t i = 1; i <= 4; ++i) {
        records.push_back({UserId(2),
                           {.uuid = uuid(i),
                            .conversation = group,
                            .message = {"text"},
                            .due = UnixMs{100 - i},
                            .version = i,
                            .change = uuid(i)}});
    }
    records[0].scheduled.state = ScheduledState::Sent;
    records[1].scheduled.state = ScheduledState::Failed;
    for (const ScheduledRecord& record : records) {
        store.schedules().put(record, 0);
    }
    commitAndBegin();
    CHECK(store.schedules().changes(UserId(2), 0, 9) == std::vector{records[1], records[2], records[3]});
    CHECK(store.schedules().changes(UserId(2), 0, 1) == std::vector{records[1]});
    CHECK(store.schedules().changes(UserId(2), 2, 9) == std::vector{records[2], records[3]});
    CHECK(store.schedules().changes(UserId(2), ~std::uint64_t{0}, 9).empty());
    CHECK(store.schedules().changes(UserId(3), 0, 9).empty());
    CHECK(store.schedules().countOfOpen(UserId(2)) == 3);
    CHECK(store.schedules().countOfOpen(UserId(3)) == 0);
    CHECK(store.schedules().nextDue(9) == std::vector{records[3], records[2]});
    CHECK(store.schedules().nextDue(1) == std::vector{records[3]});
    records[3].scheduled.state = ScheduledState::Cancelled;
    records[3].scheduled.version = 5;
    store.schedules().put(records[3], 4);
    CHECK(store.schedules().changes(UserId(2), 3, 9) == std::vector{records[3]});
    CHECK(store.schedules().nextDue(9) == std::vector{records[2]});
    CHECK(store.schedules().countOfOpen(UserId(2)) == 2);
}

TEST_CASE_FIXTURE(Fixture, "settings are stored with their account")
{
    const AccountSettings settings{ReceiptPrivacy::Private, 3, ReadingPolicy::ByHand, false,
                                   AddingPolicy::Nobody};
    store.accounts().putSettings(UserId(2), settings);
    CHECK(store.accounts().find(UserId(2))->settings == settings);
    CHECK(store.accounts().find(UserId(3))->settings == AccountSettings());
    commitAndBegin();
    CHECK(store.accounts().find(UserId(2))->settings == settings);
    store.accounts().putSettings(UserId(2), {});
    store.rollback();
    store.begin();
    CHECK(store.accounts().find(UserId(2))->settings == settings);
}

TEST_CASE_FIXTURE(Fixture, "I7: the store finds the readers of a message")
{
    for (const auto& [user, seen] : {std::pair{2U, 4U}, {3U, 6U}, {4U, 9U}}) {
        MemberRecord member = *store.members().find(group, UserId(user));
        member.seen = Seq(seen);
        member.seenAt = UnixMs{static_cast<std::int64_t>(10 * seen)};
        member.isMember = user != 4;
        store.members().put(member);
    }
    CHECK(store.receipts().seenByOthers(group, UserId(1)) == Seq(6));
    CHECK(store.receipts().seenByOthers(group, UserId(3)) == Seq(4));
    CHECK(readersOf(Seq(4), 1) == std::vector{UserId(2), UserId(3)});
    CHECK(readersOf(Seq(4), 2) == std::vector{UserId(3)});
    CHECK(readersOf(Seq(7), 1).empty());
    CHECK(store.receipts().readers({group, Seq(6), {UserId(1)}}, UserId(), 9)
          == std::vector{Reader{UserId(3), UnixMs{60}}});
}

TEST_CASE_FIXTURE(Fixture, "readers come page by page with their number, without excepted ones")
{
    for (const std::uint64_t user : {1, 2, 3, 4}) {
        MemberRecord member = *store.members().find(group, UserId(user));
        member.seen = Seq(5);
        member.seenAt = UnixMs{static_cast<std::int64_t>(user)};
        store.members().put(member);
    }
    const auto reader = [](std::int64_t user) {
        return Reader{UserId(static_cast<std::uint64_t>(user)), UnixMs{user}};
    };
    const auto look = [&] {
        const ReadersOf all{group, Seq(5)};
        CHECK(store.receipts().readerCount(all) == 4);
        CHECK(store.receipts().readers(all, UserId(), 2) == std::vector{reader(1), reader(2)});
        CHECK(store.receipts().readers(all, UserId(2), 2) == std::vector{reader(3), reader(4)});
        CHECK(store.receipts().readers(all, UserId(4), 2).empty());
        CHECK(store.receipts().readers(all, UserId(), 0).empty());
        const ReadersOf some{group, Seq(5), {UserId(3), UserId(1)}};
        CHECK(store.receipts().readerCount(some) == 2);
        CHECK(store.receipts().readers(some, UserId(), 2) == std::vector{reader(2), reader(4)});
        CHECK(store.receipts().readers(some, UserId(2), 2) == std::vector{reader(4)});
        CHECK(store.receipts().readerCount({group, Seq(6)}) == 0);
        CHECK(store.receipts().readers({group, Seq(6)}, UserId(), 2).empty());
        CHECK(store.receipts().readerCount({ConversationId(99), Seq(5)}) == 0);
        CHECK(store.receipts().readers({ConversationId(99), Seq(5)}, UserId(), 2).empty());
    };
    look();
    commitAndBegin();
    look();
    MemberRecord gone = *store.members().find(group, UserId(2));
    gone.isMember = false;
    store.members().put(gone);
    CHECK(store.receipts().readerCount({group, Seq(5)}) == 3);
    CHECK(store.receipts().readers({group, Seq(5)}, UserId(1), 9) == std::vector{reader(3), reader(4)});
}

TEST_CASE_FIXTURE(Fixture, "present members come page by page")
{
    for (const std::uint64_t user : {2, 3, 4}) {
        join(UserId(user), Seq());
    }
    MemberRecord gone = *store.members().find(group, UserId(3));
    gone.isMember = false;
    store.members().put(gone);
    const std::vector<UserId> all = store.members().present(group);
    CHECK(store.members().presentAfter(group, UserId(), 100) == all);
    CHECK(store.members().presentAfter(group, UserId(), 1) == std::vector{all.front()});
    CHECK(store.members().presentAfter(group, UserId(2), 100) == std::vector{UserId(4)});
    CHECK(store.members().presentAfter(group, UserId(4), 100).empty());
    CHECK(store.members().presentAfter(ConversationId(99), UserId(), 100).empty());
}

TEST_CASE_FIXTURE(Fixture, "the positions of the members' devices in a log are stored")
{
    for (const std::uint64_t user : {2, 3, 4}) {
        join(UserId(user), Seq());
    }
    store.members().raiseDelivered(group, UserId(2), Seq(5));
    store.members().raiseDelivered(group, UserId(3), Seq(7));
    store.members().raiseDelivered(group, UserId(4), Seq(9));
    store.members().raiseDelivered(group, UserId(3), Seq(6));
    store.members().raiseDelivered(group, UserId(99), Seq(9));
    const auto furthest =
        std::vector{DeliveryPosition{UserId(4), Seq(9)}, DeliveryPosition{UserId(3), Seq(7)}};
    CHECK(store.receipts().furthestDelivered(group) == furthest);
    commitAndBegin();
    CHECK(store.receipts().furthestDelivered(group) == furthest);

    MemberRecord member = *store.members().find(group, UserId(3));
    CHECK(member.delivered == Seq(7));
    member.delivered = Seq(1);
    store.members().put(member);
    CHECK_MESSAGE(store.members().find(group, UserId(3))->delivered == Seq(7),
                  "an older row does not lower the delivery position");
    MemberRecord left = *store.members().find(group, UserId(4));
    left.isMember = false;
    store.members().put(left);
    commitAndBegin();
    CHECK(store.receipts().furthestDelivered(group)
          == std::vector{DeliveryPosition{UserId(3), Seq(7)}, DeliveryPosition{UserId(2), Seq(5)}});
    store.members().raiseDelivered(group, UserId(2), Seq(8));
    store.rollback();
    store.begin();
    CHECK(store.members().find(group, UserId(2))->delivered == Seq(5));
    CHECK(store.receipts().furthestDelivered(ConversationId(99)).empty());
}

TEST_CASE_FIXTURE(Fixture, "mutes come in order of their end, without endless ones and former members")
{
    const auto mute = [&](std::uint64_t user, std::int64_t until, bool isMember = true) {
        MemberRecord member;
        member.conversation = group;
        member.user = UserId(user);
        member.isMember = isMember;
        member.settings = {.muted = true, .mutedUntil = UnixMs{until}};
        store.members().put(member);
    };
    mute(1, 500);
    mute(2, 300);
    mute(3, 0);
    mute(4, 100, false);
    const std::vector<MuteEnd> ends{{group, UserId(2), UnixMs{300}}, {group, UserId(1), UnixMs{500}}};
    CHECK(store.members().muteEnds(10) == ends);
    commitAndBegin();
    CHECK(store.members().muteEnds(10) == ends);
    CHECK(store.members().muteEnds(1) == std::vector{ends[0]});
    mute(2, 0);
    CHECK(store.members().muteEnds(10) == std::vector{ends[1]});
}

TEST_CASE_FIXTURE(Fixture, "heads and versions of many conversations are read at once")
{
    const ConversationId other = insertGroup("other", 2);
    say(1, 1);
    say(2, 2);
    MemberRecord gone = *store.members().find(group, UserId(4));
    gone.isMember = false;
    gone.version = 9;
    store.members().put(gone);
    REQUIRE(store.commit());
    std::vector<protocol::Head> heads = store.conversations().heads({other, group, ConversationId(99)});
    std::sort(heads.begin(), heads.end(), [](const auto& a, const auto& b) { return a.head < b.head; });
    const LogEpoch epoch(0xfedcba9876543210U);
    CHECK(heads == std::vector<protocol::Head>{{other, epoch, Seq()}, {group, epoch, Seq(2)}});

    std::vector<MemberVersion> versions = store.members().versions({UserId(4), UserId(2), UserId(99)});
    std::sort(versions.begin(), versions.end(), [](const auto& a, const auto& b) { return a.user < b.user; });
    const std::uint64_t version = store.members().find(group, UserId(2))->version;
    CHECK(versions
          == std::vector<MemberVersion>{{UserId(2), group, version, true}, {UserId(4), group, 9, false}});
    CHECK(store.conversations().heads({}).empty());
    CHECK(store.members().versions({}).empty());
}

TEST_CASE_FIXTURE(Fixture, "a rollback leaves nothing behind, also not in memory")
{
    say(1, 1);
    commitAndBegin();
    const auto before = store.conversations().find(group);
    const auto member = store.members().find(group, UserId(2));
    say(1, 2);
    recall(Seq(1), 3);
    store.conversations().setTitle(group, "no");
    MemberRecord gone = *member;
    gone.isMember = false;
    store.members().put(gone);
    store.accounts().insert("no", "");
    insertGroup("no", 9);
    store.tokens().put(hash(1), UserId(1), DeviceId(1), "", UnixMs{1});
    store.rollback();

    store.begin();
    CHECK(store.conversations().find(group) == before);
    CHECK(store.members().find(group, UserId(2)) == member);
    CHECK_FALSE(store.accounts().byName("no"));
    CHECK(store.accounts().users({UserId(5)}).empty());
    CHECK_FALSE(store.conversations().byCreation(UserId(1), uuid(9)));
    CHECK_FALSE(store.tokens().find(hash(1)));
    CHECK_FALSE(isRecalled(store.log().entry(group, Seq(1))->entry));
    const LogEntry again = say(1, 2);
    CHECK(again.entry.seq == Seq(2));
    CHECK(again.own == 2);
}

TEST_CASE_FIXTURE(Fixture, "I12: a failed commit reports it and keeps nothing")
{
    commitAndBegin();
    say(1, 1);
    subject.failNextCommit();
    CHECK_FALSE(store.commit());
    CHECK(store.conversations().find(group)->head == Seq());
    CHECK_FALSE(store.log().hasUuid(group, uuid(1)));
    store.begin();
    CHECK(say(1, 1).entry.seq == Seq(1));
    CHECK(store.commit());
    CHECK(store.conversations().find(group)->head == Seq(1));
}

TEST_CASE_FIXTURE(Fixture, "locked rows are read and written as usual; missing rows may be locked")
{
    commitAndBegin();
    store.hold({{group, ConversationId(77)}, {{group, UserId(2)}, {group, UserId(99)}}});
    CHECK(store.conversations().find(group)->head == Seq());
    CHECK_FALSE(store.conversations().find(ConversationId(77)));
    CHECK_FALSE(store.members().find(group, UserId(99)));
    say(1, 1);
    MemberRecord member = *store.members().find(group, UserId(2));
    member.cursor.readSeq = Seq(1);
    ++member.version;
    store.members().put(member);
    CHECK(store.log().append(entry(UserId(2), 2)).entry.seq == Seq(2));
    REQUIRE(store.commit());
    store.beginReading();
    CHECK(store.conversations().find(group)->head == Seq(2));
    CHECK(store.members().find(group, UserId(2)) == member);
    CHECK(store.members().ofUser(UserId(2)) == std::vector{member});
    CHECK(store.endReading());
    store.begin();
    CHECK(say(1, 3).entry.seq == Seq(3));
}

TEST_CASE_FIXTURE(Fixture, "memberships that were read ahead are current when they are requested")
{
    say(1, 1);
    commitAndBegin();
    store.hold({.readers = {UserId(1), UserId(2), UserId(3), UserId(4), UserId(99)}});
    CHECK(store.members().ofUser(UserId(1)).size() == 1);
    MemberRecord read = *store.members().find(group, UserId(2));
    read.cursor.readSeq = Seq(1);
    ++read.version;
    store.members().put(read);
    CHECK(store.members().ofUser(UserId(2)) == std::vector{read});
    CHECK(countsOf(store, *store.conversations().find(group), read) == ReadCounts{0, 0, 0});
    MemberRecord second = *store.members().find(group, UserId(3));
    second.conversation = insertGroup("other", 2);
    store.members().put(second);
    CHECK(store.members().ofUser(UserId(3)) == std::vector{*store.members().find(group, UserId(3)), second});
    say(1, 2);
    const std::vector<MemberRecord> last = store.members().ofUser(UserId(4));
    REQUIRE(last == std::vector{*store.members().find(group, UserId(4))});
    CHECK(countsOf(store, *store.conversations().find(group), last.front()) == ReadCounts{2, 0, 0});
    CHECK(store.members().ofUser(UserId(99)).empty());
    CHECK(store.members().ofUser(UserId(1)).size() == 1);
}

/// Random operations, the kind that the hub makes.
class RandomLog {
public:
    RandomLog(Fixture& fixture, std::uint64_t seed) : m_fixture(fixture), m_random(seed) {}

    void act()
    {
        const UserId user(1 + m_random.below(4));
        const Seq target(1 + m_random.below(head().value + 1));
        const std::uint64_t choice = m_random.below(100);
        if (choice < 50) {
            send(user);
        } else if (choice < 60) {
            change(target, true);
        } else if (choice < 65) {
            change(target, false);
        } else if (choice < 80) {
            moveCursor(user, target);
        } else if (choice < 90) {
            leaveOrJoin(user);
        } else if (choice < 95) {
            commitOrNot();
        } else if (choice < 97) {
            m_fixture.store.log().trim(m_fixture.group, target);
        } else {
            ignore(user, UserId(1 + m_random.below(4)));
        }
    }

private:
    [[nodiscard]] Seq head() const { return m_fixture.store.conversations().find(m_fixture.group)->head; }

    void send(UserId user)
    {
        NewEntry entry = m_fixture.entry(user, ++m_number);
        auto& said = std::get<content::Message>(entry.content);
        for (std::uint64_t other = 1; other <= 4; ++other) {
            if (m_random.below(4) == 0) {
                said.mentions.emplace_back(other);
            }
        }
        said.mentionsAll = m_random.below(8) == 0;
        if (m_random.below(3) == 0 && head().isValid()) {
            said.replyTo = Seq(1 + m_random.below(head().value));
            said.replyToAuthor = m_fixture.store.log().entry(m_fixture.group, said.replyTo)->entry.author;
        }
        m_fixture.store.log().append(entry);
    }

    void change(Seq target, bool isRecall)
    {
        const auto found = m_fixture.store.log().entry(m_fixture.group, target);
        if (target <= m_fixture.store.conversations().find(m_fixture.group)->trimmedThrough || !found
            || found->entry.kind() != EntryKind::Message || isRecalled(found->entry)) {
            return;
        }
        isRecall ? m_fixture.recall(target, ++m_number) : m_fixture.edit(target, ++m_number);
    }

    void moveCursor(UserId user, Seq target)
    {
        MemberRecord member = *m_fixture.store.members().find(m_fixture.group, user);
        const Seq to = std::min(target, head());
        member.cursor = {member.cursor.epoch + (to < member.cursor.readSeq ? 1 : 0), to};
        ++member.version;
        m_fixture.store.members().put(member);
    }

    void ignore(UserId user, UserId other)
    {
        if (user != other) {
            const std::uint64_t version = m_fixture.store.ignores().of(user).version + 1;
            const auto level = static_cast<IgnoreLevel>(m_random.below(3));
            m_fixture.store.ignores().put(user, {other, level}, version, {uuid(version)});
        }
    }

    void leaveOrJoin(UserId user)
    {
        MemberRecord member = *m_fixture.store.members().find(m_fixture.group, user);
        if (!member.isMember) {
            return m_fixture.join(user, head());
        }
        member.isMember = false;
        m_fixture.store.members().put(member);
    }

    void commitOrNot()
    {
        if (m_random.below(3) == 0) {
            m_fixture.store.rollback();
            m_fixture.store.begin();
        } else {
            m_fixture.commitAndBegin();
        }
    }

    Fixture& m_fixture;
    SplitMix64 m_random;
    std::uint64_t m_number = 1000;
};

TEST_CASE_FIXTURE(Fixture, "I2, I3: trimming removes the content and keeps counts and uuids")
{
    NewEntry named = entry(UserId(1), 1, content::Message{.isAction = true, .mentions = {UserId(2)}});
    store.log().append(named);
    const NewEntry answer = entry(
        UserId(3), 2, content::Message{.replyTo = Seq(1), .mentionsAll = true, .replyToAuthor = UserId(1)});
    store.log().append(answer);
    edit(Seq(2), 3);
    named.uuid = uuid(4);
    store.log().append(named);
    recall(Seq(1), 5);
    const LogEntry before = *store.log().entry(group, Seq(2));
    const PrefixCounts counts = store.log().prefix(group, Seq(2), UserId(3));
    CHECK(store.conversations().find(group)->trimmedThrough == Seq());

    store.log().trim(group, Seq(3));
    CHECK(store.conversations().find(group)->trimmedThrough == Seq(3));
    CHECK(store.conversations().find(group)->head == Seq(5));
    LogEntry bare = before;
    bare.entry.content =
        content::Message{.editedBy = std::get<content::Message>(before.entry.content).editedBy};
    CHECK(*store.log().entry(group, Seq(2)) == bare);
    CHECK(textOf(store.log().entry(group, Seq(3))->entry).empty());
    CHECK(textOf(store.log().entry(group, Seq(4))->entry) == "text 1");
    CHECK(fieldsOf(store.log().entry(group, Seq(4))->entry.content).mentions == std::vector{UserId(2)});
    CHECK(store.log().prefix(group, Seq(2), UserId(3)) == counts);
    CHECK(store.log().sent(group, UserId(3), uuid(2))
          == SentRecord{Seq(2), UnixMs{1002}, 0xf000000000000002U});
    CHECK(store.log().hasUuid(group, uuid(1)));
    CHECK(store.log().recalledOfOthers(group, Seq(), UserId(2)) == 1);
    CHECK_MESSAGE((store.log().aboutMeAfter(group, Seq(), UserId(2)) == AboutMeCounts{1, 0}),
                  "recalls and trims remove mentions");
    CHECK(store.log().aboutMeAfter(group, Seq(), UserId(1)) == AboutMeCounts{0, 0});
    CHECK(store.log().recount(group, Seq(), UserId(2)) == ReadCounts{2, 1, 0});
    CHECK(audit(store) == std::vector<std::string>());

    store.log().trim(group, Seq(2));
    CHECK_MESSAGE(store.conversations().find(group)->trimmedThrough == Seq(3),
                  "the trimmed part does not shrink");
    commitAndBegin();
    store.log().trim(group, Seq(99));
    CHECK(store.conversations().find(group)->trimmedThrough == Seq(5));
    store.rollback();
    CHECK(store.conversations().find(group)->trimmedThrough == Seq(3));
    CHECK(textOf(store.log().entry(group, Seq(4))->entry) == "text 1");
    store.log().trim(ConversationId(77), Seq(1));
    store.begin();
    CHECK(say(1, 6).entry.seq == Seq(6));
}

TEST_CASE_FIXTURE(Fixture, "there is one notice list, which is found again and does not count its readers")
{
    CHECK_FALSE(store.conversations().noticeList());
    ConversationRecord record;
    record.kind = ConversationKind::NoticeList;
    record.title = "Announcements";
    record.logEpoch = LogEpoch(5);
    const ConversationId list = store.conversations().insert(record, {});
    CHECK(store.conversations().noticeList() == list);
    store.rollback();
    CHECK_FALSE(store.conversations().noticeList());
}

TEST_CASE_FIXTURE(Fixture, "rows of a notice list are members without a count; its entries have no author")
{
    ConversationRecord record;
    record.kind = ConversationKind::NoticeList;
    record.logEpoch = LogEpoch(5);
    const ConversationId list = store.conversations().insert(record, {});
    commitAndBegin();
    NewEntry entry;
    entry.conversation = list;
    entry.uuid = uuid(9);
    entry.content = content::Message{"to all"};
    entry.payloadHash = 3;
    CHECK(store.log().append(entry).entry.seq == Seq(1));
    CHECK(store.log().sent(list, UserId(), uuid(9))->seq == Seq(1));
    MemberRecord row;
    row.conversation = list;
    row.user = UserId(2);
    row.isMember = true;
    row.generation = Generation(1);
    row.version = 1;
    store.members().put(row);
    commitAndBegin();
    CHECK(store.conversations().find(list)->memberCount == 0);
    CHECK(store.members().present(list) == std::vector{UserId(2)});
    CHECK(countsOf(store, *store.conversations().find(list), row) == ReadCounts{1, 0, 0});
    CHECK(store.members().ofUser(UserId(2)).size() == 2);
    CHECK(audit(store) == std::vector<std::string>());
}

TEST_CASE_FIXTURE(Fixture, "no account has an empty name, and the last contact is stored")
{
    CHECK_FALSE(store.accounts().byName(""));
    CHECK_FALSE(store.accounts().find(UserId()));
    CHECK(store.accounts().users({UserId(), UserId(1)}).size() == 1);
    CHECK(store.accounts().find(UserId(1))->lastContact == UnixMs{});
    store.accounts().raiseContact(UserId(1), UnixMs{77});
    commitAndBegin();
    CHECK(store.accounts().find(UserId(1))->lastContact == UnixMs{77});
    CHECK(store.accounts().byName("user1")->lastContact == UnixMs{77});
    CHECK(store.accounts().find(UserId(2))->lastContact == UnixMs{});
    store.accounts().raiseContact(UserId(1), UnixMs{76});
    CHECK(store.accounts().find(UserId(1))->lastContact == UnixMs{77});
    commitAndBegin();
    CHECK_MESSAGE(store.accounts().find(UserId(1))->lastContact == UnixMs{77},
                  "a clock that was set back does not lower the contact");
}

TEST_CASE_FIXTURE(Fixture, "the last stored record of ages is returned")
{
    CHECK(store.ages().find() == AgeRecord());
    commitAndBegin();
    const AgeRecord first{Milliseconds(std::int64_t{1} << 40U),
                          {{Milliseconds(-7), Milliseconds(-5000)},
                           {Milliseconds(60000), Milliseconds(std::int64_t{1790000000000})}}};
    store.ages().put(first);
    CHECK(store.ages().find() == first);
    commitAndBegin();
    CHECK(store.ages().find() == first);
    store.ages().put({Milliseconds(5), {}});
    store.rollback();
    CHECK(store.ages().find() == first);
    store.begin();
    const AgeRecord second{Milliseconds(9), {{Milliseconds(8), Milliseconds(0)}}};
    store.ages().put({Milliseconds(8), {}});
    store.ages().put(second);
    commitAndBegin();
    CHECK(store.ages().find() == second);
}

/// Message 1 is by user 1 and message 2 by user 2. The positions are those of the calls.
struct ReactionFixture : Fixture {
    std::uint64_t position = 0;

    ReactionFixture()
    {
        say(1, 1);
        say(2, 2);
    }
    ReactionRecord react(std::uint64_t user, Seq target, const std::string& emoji, bool on = true)
    {
        ReactionRecord record = store.reactions()
                                    .find({group, target, UserId(user), emoji})
                                    .value_or(ReactionRecord{.conversation = group,
                                                             .target = target,
                                                             .user = UserId(user),
                                                             .emoji = emoji,
                                                             .targetAuthor = UserId(target.value)});
        record.isOn = on;
        record.seq = ReactionSeq(++position);
        record.first = record.first.isValid() ? record.first : record.seq;
        record.recentUuids.push_back(uuid(position));
        store.reactions().put(record);
        return record;
    }
};

TEST_CASE_FIXTURE(ReactionFixture, "registers of reactions keep every field, and raise the head")
{
    CHECK(store.conversations().find(group)->reactionHead == ReactionSeq());
    CHECK_FALSE(store.reactions().find({group, Seq(1), UserId(2), "a"}));
    const ReactionRecord first = react(2, Seq(1), "a");
    const ReactionRecord second = react(3, Seq(1), "\U0001F44D");
    CHECK(store.reactions().find({group, Seq(1), UserId(2), "a"}) == first);
    commitAndBegin();
    CHECK(store.reactions().find({group, Seq(1), UserId(3), "\U0001F44D"}) == second);
    CHECK_FALSE(store.reactions().find({group, Seq(1), UserId(3), "a"}));
    CHECK(store.conversations().find(group)->reactionHead == ReactionSeq(2));
    const ReactionRecord off = react(2, Seq(1), "a", false);
    CHECK(off.first == ReactionSeq(1));
    CHECK(store.reactions().all(group) == std::vector{second, off});
    store.reactions().put(second);
    CHECK_MESSAGE(store.conversations().find(group)->reactionHead == ReactionSeq(3), "it never falls");
    CHECK(store.reactions().countOf(group, Seq(1), UserId(2)) == 1);
    CHECK(store.reactions().countOf(group, Seq(2), UserId(2)) == 0);
    store.rollback();
    CHECK(store.conversations().find(group)->reactionHead == ReactionSeq(2));
    CHECK(store.reactions().find({group, Seq(1), UserId(2), "a"}) == first);
}

TEST_CASE_FIXTURE(ReactionFixture, "summaries count what is on, the emoji that was used first comes first")
{
    react(3, Seq(1), "b");
    react(2, Seq(1), "a");
    react(4, Seq(1), "b");
    react(3, Seq(2), "c");
    react(4, Seq(2), "d");
    react(4, Seq(2), "d", false);
    commitAndBegin();
    using Counts = std::vector<ReactionCount>;
    const MessageReactions one{Seq(1), Counts{{"b", 2, false}, {"a", 1, true}}};
    const MessageReactions two{Seq(2), Counts{{"c", 1, false}}};
    CHECK(store.reactions().summaries(group, Seq(), Seq(2), UserId(2)) == std::vector{one, two});
    CHECK(store.reactions().summaries(group, Seq(1), Seq(9), UserId(2)) == std::vector{two});
    CHECK(store.reactions().summaries(group, Seq(2), Seq(~std::uint64_t{0}), UserId(2)).empty());
    CHECK(store.reactions().changes(group, ReactionSeq(2), 2)
          == std::vector<ReactionChange>{{ReactionSeq(3), Seq(1)}, {ReactionSeq(4), Seq(2)}});
    CHECK(store.reactions().changes(group, ReactionSeq(~std::uint64_t{0}), 2).empty());
    CHECK(store.reactions().changedSummaries(group, ReactionSeq(3), 9, UserId(2)) == std::vector{two});
    CHECK(store.reactions().changedSummaries(group, ReactionSeq(2), 1, UserId(2)) == std::vector{one});
    const auto reactors = store.reactions().reactors(group, Seq(1), ReactionSeq(1), 1);
    REQUIRE(reactors.size() == 1);
    CHECK(reactors.front().user == UserId(2));
    CHECK(store.reactions().reactors(group, Seq(2), ReactionSeq(), 9).size() == 1);
}

TEST_CASE_FIXTURE(ReactionFixture,
                  "unread reactions are others', on, to the author's messages, first made later")
{
    react(1, Seq(1), "own");
    react(2, Seq(1), "a");
    react(3, Seq(1), "b");
    react(3, Seq(2), "other message");
    react(4, Seq(1), "c");
    react(4, Seq(1), "c", false);
    react(2, Seq(1), "a", false);
    react(2, Seq(1), "a");
    const auto count = [&](std::uint64_t after, std::uint64_t above = 0) {
        return store.reactions().countUnread({group, UserId(1), Seq(above), ReactionSeq(after)});
    };
    CHECK(count(0) == 2);
    CHECK_MESSAGE(count(2) == 1, "making it again does not count again");
    CHECK(count(3) == 0);
    CHECK(count(0, 1) == 0);
    commitAndBegin();
    CHECK(count(0) == 2);
    const auto found = store.reactions().unread({group, UserId(1), Seq(), ReactionSeq()}, 1);
    REQUIRE(found.size() == 1);
    CHECK(found.front().emoji == "a");
    CHECK(store.reactions().unread({group, UserId(1), Seq(), ReactionSeq(2)}, 9).front().emoji == "b");
}

TEST_CASE_FIXTURE(ReactionFixture,
                  "removed reactions name the authors who lose some, and no position is lost")
{
    react(2, Seq(1), "a");
    react(2, Seq(2), "own");
    commitAndBegin();
    CHECK(store.reactions().remove(group, Seq(1), Seq(2)).empty());
    CHECK(store.reactions().remove(group, Seq(), Seq(2)) == std::vector{UserId(1)});
    CHECK(store.reactions().all(group).empty());
    CHECK(store.reactions().remove(group, Seq(), Seq(2)).empty());
    commitAndBegin();
    CHECK(store.reactions().all(group).empty());
    CHECK(store.conversations().find(group)->reactionHead == ReactionSeq(2));
}

TEST_CASE_FIXTURE(Fixture, "sets of ignored users keep version, levels and uuids, and come ascending")
{
    IgnoreStore& ignores = store.ignores();
    CHECK(ignores.of(UserId(1)) == IgnoredSet());
    ignores.put(UserId(1), {UserId(3), IgnoreLevel::Ignored}, 1, {uuid(1)});
    ignores.put(UserId(1), {UserId(2), IgnoreLevel::Blocked}, 2, {uuid(1), uuid(2)});
    const IgnoredSet both{
        2, {{UserId(2), IgnoreLevel::Blocked}, {UserId(3), IgnoreLevel::Ignored}}, {uuid(1), uuid(2)}};
    CHECK(ignores.of(UserId(1)) == both);
    commitAndBegin();
    CHECK(ignores.of(UserId(1)) == both);
    CHECK(ignores.of(UserId(2)) == IgnoredSet());
    ignores.put(UserId(1), {UserId(3), IgnoreLevel::None}, 3, {uuid(3)});
    ignores.put(UserId(1), {UserId(2), IgnoreLevel::Ignored}, 4, {uuid(4)});
    CHECK(ignores.of(UserId(1)) == IgnoredSet{4, {{UserId(2), IgnoreLevel::Ignored}}, {uuid(4)}});
    store.rollback();
    CHECK(ignores.of(UserId(1)) == both);
}

TEST_CASE_FIXTURE(Fixture,
                  "folders keep their order, titles, rules and conversations, for each account apart")
{
    FolderStore& folders = store.folders();
    CHECK(folders.of(UserId(1)) == FolderSet());
    const Folder work{uuid(1), "Work \xc3\xa9", FolderRule::None, {ConversationId(2), ConversationId(7)}};
    const Folder quiet{uuid(2), "Quiet", FolderRule::Muted};
    const FolderSet both{1, {work, quiet}, {uuid(3)}};
    folders.put(UserId(1), both, 0);
    CHECK(folders.of(UserId(1)) == both);
    commitAndBegin();
    CHECK(folders.of(UserId(1)) == both);
    CHECK(folders.of(UserId(2)) == FolderSet());
    const FolderSet turned{2, {quiet, work}, {uuid(3), uuid(4)}};
    folders.put(UserId(1), turned, 1);
    CHECK(folders.of(UserId(1)) == turned);
    const FolderSet none{3, {}, {}};
    folders.put(UserId(1), none, 2);
    CHECK(folders.of(UserId(1)) == none);
    store.rollback();
    CHECK(folders.of(UserId(1)) == both);
}

TEST_CASE_FIXTURE(Fixture, "invitations keep their order, and only what has changed is written")
{
    InvitationStore& invitations = store.invitations();
    CHECK(invitations.of(UserId(1)) == InvitationSet());
    const auto record = [](std::uint64_t number, bool isRefused) {
        return InvitationRecord{number,        ConversationId(number + 5),        UserId(2),
                                Generation(3), isRefused ? "" : "Title \xc3\xa9", UnixMs{1234567890123},
                                isRefused};
    };
    const InvitationSet three{3, {record(1, false), record(2, true), record(3, false)}};
    invitations.put(UserId(1), {}, three);
    CHECK(invitations.of(UserId(1)) == three);
    commitAndBegin();
    CHECK(invitations.of(UserId(1)) == three);
    CHECK(invitations.of(UserId(2)) == InvitationSet());
    const InvitationSet later{4, {record(2, true), record(3, true), record(4, false)}};
    invitations.put(UserId(1), three, later);
    CHECK(invitations.of(UserId(1)) == later);
    const InvitationSet none{5, {}};
    invitations.put(UserId(1), later, none);
    CHECK(invitations.of(UserId(1)) == none);
    store.rollback();
    CHECK(invitations.of(UserId(1)) == three);
}

TEST_CASE_FIXTURE(Fixture, "a deleted account keeps its id and its name, and is marked")
{
    store.accounts().users({UserId(2)});
    store.accounts().putDeleted(UserId(2));
    CHECK(store.accounts().find(UserId(2))->deleted);
    CHECK(store.accounts().byName("user2")->deleted);
    CHECK(store.accounts().users({UserId(2)}) == std::vector{User{UserId(2), "user2", true}});
    CHECK(store.accounts().users({UserId(1)}) == std::vector{User{UserId(1), "user1", false}});
    store.rollback();
    store.begin();
}

TEST_CASE_FIXTURE(Fixture, "the deletion with the smallest user comes first, until it is removed")
{
    DeletionStore& deletions = store.deletions();
    CHECK(deletions.next() == std::nullopt);
    using Stage = DeletionRecord::Stage;
    DeletionRecord two{.user = UserId(2), .removesTexts = true};
    const DeletionRecord three{.user = UserId(3)};
    deletions.put(three);
    deletions.put(two);
    commitAndBegin();
    CHECK(deletions.next() == two);
    two.stage = Stage::Removing;
    two.done = ConversationId(70000000000);
    two.through = Seq(90000000000);
    deletions.put(two);
    CHECK(deletions.next() == two);
    deletions.remove(UserId(2));
    CHECK(deletions.next() == three);
    store.rollback();
    CHECK(deletions.next()->user == UserId(2));
    store.begin();
}

TEST_CASE_FIXTURE(Fixture, "a deletion finds the conversations, messages and reactions of its user")
{
    DeletionStore& deletions = store.deletions();
    const ConversationId first = group;
    const ConversationId second = insertGroup("second", 2);
    const ConversationId third = insertGroup("third", 3);
    for (const ConversationId one : {third, second}) {
        group = one;
        join(UserId(2), Seq());
    }
    group = first;
    CHECK(deletions.conversationsOf(UserId(2), {}, 9) == std::vector{first, second, third});
    CHECK(deletions.conversationsOf(UserId(2), first, 1) == std::vector{second});
    CHECK(deletions.conversationsOf(UserId(3), first, 9).empty());
    say(2, 1);
    say(3, 2);
    say(2, 3);
    say(2, 4);
    recall(Seq(3), 5);
    commitAndBegin();
    CHECK(deletions.messagesOf(UserId(2), group, {}, 9) == std::vector{Seq(1), Seq(4)});
    CHECK(deletions.messagesOf(UserId(2), group, {}, 1) == std::vector{Seq(1)});
    CHECK(deletions.messagesOf(UserId(2), group, Seq(1), 9) == std::vector{Seq(4)});
    CHECK(deletions.messagesOf(UserId(1), group, {}, 9).empty());
    ReactionRecord reaction{.conversation = group,
                            .target = Seq(2),
                            .user = UserId(2),
                            .emoji = "\u2764",
                            .isOn = true,
                            .targetAuthor = UserId(3),
                            .seq = ReactionSeq(1),
                            .first = ReactionSeq(1),
                            .recentUuids = {uuid(7)}};
    store.reactions().put(reaction);
    CHECK(deletions.reactionsOf(UserId(2), group, 9) == std::vector{reaction});
    CHECK(deletions.reactionsOf(UserId(2), group, 0).empty());
    CHECK(deletions.reactionsOf(UserId(3), group, 9).empty());
    reaction.isOn = false;
    reaction.seq = ReactionSeq(2);
    store.reactions().put(reaction);
    CHECK(deletions.reactionsOf(UserId(2), group, 9).empty());
}

TEST_CASE_FIXTURE(Fixture, "what belongs to an account alone is erased, and nothing of others")
{
    for (const UserId user : {UserId(1), UserId(2)}) {
        store.accounts().putSettings(user, {.receipts = ReceiptPrivacy::Private, .version = 1});
        store.accounts().raiseContact(user, UnixMs{5});
        store.drafts().put(
            {.user = user, .conversation = group, .text = "draft", .version = 1, .uuid = uuid(1)}, 0);
        store.folders().put(user, {1, {{uuid(2), "folder"}}, {uuid(3)}}, 0);
        store.ignores().put(user, {UserId(4), IgnoreLevel::Ignored}, 1, {uuid(4)});
        InvitationRecord invitation;
        invitation.number = 1;
        invitation.conversation = group;
        invitation.inviter = UserId(4);
        store.invitations().put(user, {}, {1, {invitation}});
        store.tokens().put(hash(static_cast<std::uint8_t>(user.value)), user, DeviceId(9), "the phone",
                           UnixMs{1});
        store.blobs().putUpload({.key = {user, uuid(5)}, .hash = {}, .size = 3, .expiresAt = UnixMs{1000}});
    }
    commitAndBegin();
    store.deletions().eraseOwned(UserId(2));
    commitAndBegin();
    CHECK(store.accounts().find(UserId(2))->settings == AccountSettings());
    CHECK(store.accounts().find(UserId(2))->lastContact == UnixMs());
    CHECK(store.drafts().find(UserId(2), group) == std::nullopt);
    CHECK(store.folders().of(UserId(2)) == FolderSet());
    CHECK(store.ignores().of(UserId(2)) == IgnoredSet());
    CHECK(store.invitations().of(UserId(2)) == InvitationSet());
    REQUIRE(store.tokens().devices(UserId(2)).size() == 1);
    CHECK(store.tokens().devices(UserId(2)).front().name.empty());
    CHECK(store.tokens().find(hash(2))->user == UserId(2));
    CHECK(store.blobs().expiredUploads(UnixMs{1}, 9) == std::vector{UploadKey{UserId(2), uuid(5)}});
    CHECK(store.accounts().find(UserId(1))->settings.version == 1);
    CHECK(store.drafts().find(UserId(1), group)->text == "draft");
    CHECK(store.folders().of(UserId(1)).folders.size() == 1);
    CHECK(store.ignores().of(UserId(1)).users.size() == 1);
    CHECK(store.invitations().of(UserId(1)).records.size() == 1);
    CHECK(store.tokens().devices(UserId(1)).front().name == "the phone");
}

TEST_CASE_FIXTURE(Fixture, "messages of ignored users are counted apart, over short and long ranges")
{
    store.ignores().put(UserId(1), {UserId(2), IgnoreLevel::Ignored}, 1, {});
    NewEntry named = entry(UserId(2), 1);
    std::get<content::Message>(named.content).mentions = {UserId(1)};
    store.log().append(named);
    say(2, 2);
    say(3, 3);
    say(2, 4);
    recall(Seq(2), 5);
    const Viewer viewer(UserId(1), {UserId(2)});
    CHECK(store.log().ofIgnored(group, Seq(), viewer) == ReadCounts{2, 1, 0});
    CHECK(store.log().ofIgnored(group, Seq(3), viewer) == ReadCounts{1, 0, 0});
    CHECK(store.log().ofIgnored(group, Seq(5), viewer) == ReadCounts());
    const Viewer ofMany(UserId(1), {UserId(2), UserId(4), UserId(5), UserId(6), UserId(7), UserId(8)});
    CHECK(store.log().ofIgnored(group, Seq(), ofMany) == ReadCounts{2, 1, 0});
    CHECK(store.log().recount(group, Seq(), viewer) == ReadCounts{1, 0, 0});
    CHECK(store.log().firstUnreadAfter(group, Seq(), viewer) == Seq(3));
    CHECK(store.log().firstUnreadAfter(group, Seq(3), viewer) == Seq());
    CHECK(store.log().ofIgnored(group, Seq(), Viewer(UserId(1))) == ReadCounts());
}

TEST_CASE_FIXTURE(Fixture, "hidden messages are counted apart, unless they count in nothing anyway")
{
    NewEntry named = entry(UserId(2), 1);
    std::get<content::Message>(named.content).mentions = {UserId(1)};
    store.log().append(named);
    say(2, 2);
    say(3, 3);
    say(1, 4);
    say(2, 5);
    recall(Seq(2), 6);
    Viewer viewer(UserId(1));
    CHECK(store.log().ofHidden(group, Seq(), viewer) == ReadCounts());
    viewer.hidden = {Seq(1), Seq(2), Seq(3), Seq(4), Seq(6), Seq(99)};
    const ReadCounts twoOfThem{2, 1, 0};
    CHECK_MESSAGE(store.log().ofHidden(group, Seq(), viewer) == twoOfThem,
                  "no recalled ones, own ones, recalls and unknown ones");
    CHECK(store.log().ofHidden(group, Seq(1), viewer) == ReadCounts{1, 0, 0});
    CHECK(store.log().ofHidden(group, Seq(3), viewer) == ReadCounts());
    CHECK(store.log().recount(group, Seq(), viewer) == ReadCounts{1, 0, 0});
    CHECK(store.log().firstUnreadAfter(group, Seq(), viewer) == Seq(5));
    viewer.ignored = {UserId(3)};
    CHECK(store.log().ofHidden(group, Seq(), viewer) == ReadCounts{1, 1, 0});
    store.log().trim(group, Seq(1));
    CHECK(store.log().ofHidden(group, Seq(1), viewer) == ReadCounts());
}

TEST_CASE_FIXTURE(ReactionFixture, "unread reactions leave out those of some users")
{
    react(2, Seq(1), "a");
    react(3, Seq(1), "a");
    react(3, Seq(1), "b");
    UnreadReactionsOf of{group, UserId(1), {}, {}, {}};
    CHECK(store.reactions().countUnread(of) == 3);
    of.except = {UserId(3)};
    CHECK(store.reactions().countUnread(of) == 1);
    REQUIRE(store.reactions().unread(of, 10).size() == 1);
    CHECK(store.reactions().unread(of, 10).front().user == UserId(2));
    of.except = {UserId(2)};
    CHECK(store.reactions().unread(of, 1).size() == 1);
    CHECK(store.reactions().unread(of, 1).front().emoji == "a");
}

TEST_CASE_FIXTURE(Fixture, "versions of all dots ascend together, and seen versions only rise")
{
    CHECK(store.dots().all().empty());
    CHECK(store.dots().raise("search", uuid(1)) == 1);
    CHECK(store.dots().raise("news", uuid(2)) == 2);
    CHECK(store.dots().raise("search", uuid(3)) == 3);
    CHECK_MESSAGE(store.dots().raise("search", uuid(3)) == 3, "raising a dot again changes nothing");
    CHECK(store.dots().all() == std::vector<DotRecord>{{"news", 2}, {"search", 3}});
    store.dots().raiseSeen(UserId(1), "search", 3);
    store.dots().raiseSeen(UserId(1), "search", 1);
    commitAndBegin();
    CHECK(store.dots().ofUser(UserId(1)) == std::vector<Dot>{{"news", 2, 0}, {"search", 3, 3}});
    CHECK(store.dots().ofUser(UserId(2)) == std::vector<Dot>{{"news", 2, 0}, {"search", 3, 0}});
    const UserId late = store.accounts().insert("late", "");
    CHECK(store.dots().raise("news", uuid(4)) == 4);
    CHECK(store.dots().ofUser(late) == std::vector<Dot>{{"news", 4, 3}, {"search", 3, 3}});
    store.rollback();
    CHECK(store.dots().all() == std::vector<DotRecord>{{"news", 2}, {"search", 3}});
}

TEST_CASE("I4: after random operations every count is the recount")
{
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        CAPTURE(seed);
        Fixture fixture;
        fixture.commitAndBegin();
        RandomLog log(fixture, seed);
        for (int i = 0; i < 150; ++i) {
            log.act();
            const auto conversation = fixture.store.conversations().find(fixture.group);
            for (std::uint64_t user = 1; user <= 4; ++user) {
                const MemberRecord member = *fixture.store.members().find(fixture.group, UserId(user));
                const Viewer viewer = viewerOf(UserId(user), fixture.store.ignores().of(UserId(user)));
                const ReadCounts slow =
                    member.isMember ? fixture.store.log().recount(
                        fixture.group, effectiveRead(member.floor, member.cursor.readSeq), viewer)
                                    : ReadCounts();
                REQUIRE(countsOf(fixture.store, *conversation, member) == slow);
            }
        }
        REQUIRE(audit(fixture.store) == std::vector<std::string>());
    }
}

} // namespace tidemark::server::conformance
