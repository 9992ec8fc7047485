#include "server-stub/hub/contract/audit.h"
#include "server-stub/hub/contract/counts.h"
#include "server-stub/hub/hub.h"
#include "server-stub/postgres/session/connection.h"
#include "tests/main/suite.h"
#include "tests/server/postgres/postgres_place.h"
#include "tests/support/plain_secrets.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <future>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace tidemark::server::postgres_sharing_test {

TEST_CASE_FIXTURE(PostgresPlace, "committed changes are visible to all stores, also after opening again")
{
    const auto first = open();
    const auto second = open();
    CHECK(second->conversations().find(groups[0])->head == Seq());
    first->begin();
    const LogEntry logged = first->log().append(message(groups[0], 1, 1));
    CHECK_FALSE(second->log().entry(groups[0], Seq(1)));
    REQUIRE(first->commit());
    CHECK(second->log().entry(groups[0], Seq(1)) == logged);
    CHECK(second->conversations().find(groups[0])->head == Seq(1));
    CHECK(second->conversations().find(groups[0])->headCountable == 1);
    CHECK(second->conversations().find(groups[0])->lastActivity == UnixMs{1});
    CHECK(second->conversations().find(groups[0])->memberCount == 2);
    CHECK(open()->log().entry(groups[0], Seq(1)) == logged);
}

TEST_CASE_FIXTURE(PostgresPlace, "I1: only one transaction at a time can lock a log")
{
    const auto first = open();
    const auto second = openWithShortTimeout();
    first->begin();
    first->hold({{groups[0]}, {}});
    CHECK(first->log().append(message(groups[0], 1, 1)).entry.seq == Seq(1));

    second->begin();
    CHECK(second->log().append(message(groups[1], 1, 2)).entry.seq == Seq(1));
    CHECK_MESSAGE(second->commit(), "servers write to different logs at once");
    second->begin();
    CHECK_MESSAGE(second->log().append(message(groups[0], 1, 3)) == LogEntry(),
                  "the server waited in vain for the lock");
    CHECK_FALSE(second->commit());
    CHECK_FALSE(second->lastFailure().empty());

    REQUIRE(first->commit());
    second->begin();
    CHECK(second->log().append(message(groups[0], 1, 3)).entry.seq == Seq(2));
    REQUIRE(second->commit());
    CHECK(first->log().prefix(groups[0], Seq(2), UserId(1)) == PrefixCounts{2, 2});
}

TEST_CASE_FIXTURE(PostgresPlace, "an entry goes behind entries that others wrote since the log was read")
{
    const auto first = open();
    const auto second = open();
    first->begin();
    CHECK(first->conversations().find(groups[0])->head == Seq());
    second->begin();
    second->log().append(message(groups[0], 1, 1));
    REQUIRE(second->commit());
    const LogEntry logged = first->log().append(message(groups[0], 1, 2));
    CHECK(logged.entry.seq == Seq(2));
    CHECK(logged.own == 2);
    CHECK(first->commit());
    CHECK(audit(*first) == std::vector<std::string>());
}

TEST_CASE_FIXTURE(PostgresPlace, "a member whom another server has changed meanwhile is not written over")
{
    const auto first = open();
    const auto second = open();
    first->begin();
    MemberRecord slow = *first->members().find(groups[0], UserId(1));
    second->begin();
    MemberRecord quick = *second->members().find(groups[0], UserId(1));
    quick.settings.muted = true;
    second->members().put(quick);
    second->members().raiseDelivered(groups[0], UserId(2), Seq(3));
    REQUIRE(second->commit());
    slow.settings.pinned = true;
    first->members().put(slow);
    CHECK_FALSE(first->commit());
    CHECK(first->members().find(groups[0], UserId(1)) == quick);

    first->begin();
    MemberRecord other = *first->members().find(groups[0], UserId(2));
    second->begin();
    second->members().raiseDelivered(groups[0], UserId(2), Seq(5));
    REQUIRE(second->commit());
    other.settings.archived = true;
    first->members().put(other);
    CHECK_MESSAGE(first->commit(), "delivery is stored apart from the row, and only rises");
    CHECK(first->members().find(groups[0], UserId(2))->delivered == Seq(5));
}

TEST_CASE_FIXTURE(PostgresPlace, "two servers that lock the same users in another order do not deadlock")
{
    const auto first = openWithShortTimeout();
    const auto second = openWithShortTimeout();
    const std::array tokens{TokenHash{1}, TokenHash{2}};
    first->begin();
    for (std::uint64_t user = 1; user <= 2; ++user) {
        first->tokens().put(tokens[user - 1], UserId(user), DeviceId(user), "device", UnixMs{1});
    }
    REQUIRE(first->commit());
    const auto hearOf = [&](PostgresStore& store, std::uint64_t user, UnixMs at) {
        DeviceRecord device = store.tokens().devices(UserId(user)).front();
        device.lastContact = at;
        store.tokens().putDevice(tokens[user - 1], device);
        store.accounts().raiseContact(UserId(user), at);
        CHECK_MESSAGE(store.tokens().devices(UserId(user)).front() == device,
                      "a transaction sees its own writes");
        CHECK(store.accounts().find(UserId(user))->lastContact == at);
    };
    first->begin();
    second->begin();
    hearOf(*first, 1, UnixMs{10});
    hearOf(*second, 2, UnixMs{20});
    hearOf(*first, 2, UnixMs{11});
    hearOf(*second, 1, UnixMs{21});
    CHECK(first->commit());
    CHECK(second->commit());
    for (const std::uint64_t user : {1, 2}) {
        CHECK(first->accounts().find(UserId(user))->lastContact.value >= 20);
        CHECK(first->tokens().devices(UserId(user)).front().lastContact.value >= 20);
    }
}

TEST_CASE_FIXTURE(PostgresPlace, "no server waits for another one that writes the record of ages")
{
    const auto store = openWithShortTimeout();
    const auto put = [&](const AgeRecord& record) {
        store->begin();
        store->ages().put(record);
        return store->commit();
    };
    const AgeRecord before{Milliseconds(1), {{Milliseconds(1), Milliseconds(2)}}};
    const AgeRecord after{Milliseconds(3), before.leads};
    REQUIRE(put(before));
    const auto other = postgres::Connection::open(DatabaseUrl::parse(cluster().url(name)).value());
    REQUIRE(other);
    auto hold = (*other)->statement("UPDATE age_clock SET ran = 2");
    (*other)->begin();
    (*other)->change(hold);
    CHECK(put(after));
    CHECK(store->ages().find() == before);
    (*other)->rollback();
    CHECK(put(after));
    CHECK(store->ages().find() == after);
}

TEST_CASE_FIXTURE(PostgresPlace, "an account that another server has changed meanwhile is not written over")
{
    const auto first = open();
    const auto second = open();
    first->begin();
    AccountSettings slow = first->accounts().find(UserId(1))->settings;
    slow.receipts = ReceiptPrivacy::Private;
    ++slow.version;
    second->begin();
    AccountSettings quick = second->accounts().find(UserId(1))->settings;
    quick.quietWhileActive = !quick.quietWhileActive;
    ++quick.version;
    second->accounts().putSettings(UserId(1), quick);
    second->accounts().putPasswordHash(UserId(2), "new");
    REQUIRE(second->commit());
    first->accounts().putSettings(UserId(1), slow);
    CHECK_FALSE(first->commit());
    CHECK(first->accounts().find(UserId(1))->settings == quick);

    first->begin();
    CHECK(first->accounts().find(UserId(2))->passwordHash == "new");
    second->begin();
    second->accounts().putPasswordHash(UserId(2), "newer");
    REQUIRE(second->commit());
    first->accounts().putPasswordHash(UserId(2), "new, and stronger");
    CHECK_FALSE(first->commit());
    CHECK(first->accounts().find(UserId(2))->passwordHash == "newer");
}

TEST_CASE_FIXTURE(PostgresPlace, "one server leads, and another one after it has ended")
{
    const PostgresPlace elsewhere;
    const auto other = elsewhere.open();
    CHECK_MESSAGE(other->leads(), "a server of another schema has a leader of its own");
    auto first = open();
    const auto second = open();
    CHECK(first->leads());
    CHECK(first->leads());
    CHECK_FALSE(second->leads());
    first.reset();
    // The database notices the end of a connection late; this statement waits for that.
    REQUIRE(cluster().execute(
        name, QStringLiteral("SELECT pg_advisory_lock(8462148), pg_advisory_unlock(8462148)")));
    CHECK(second->leads());
}

TEST_CASE_FIXTURE(PostgresPlace, "a locked member is not changed by others")
{
    const auto first = open();
    const auto second = openWithShortTimeout();
    first->begin();
    first->hold({{}, {{groups[0], UserId(1)}, {groups[0], UserId(99)}}});
    second->begin();
    MemberRecord member = *second->members().find(groups[0], UserId(1));
    member.settings.pinned = true;
    second->members().put(member);
    CHECK_FALSE(second->commit());
    second->begin();
    second->log().append(message(groups[0], 2, 1));
    CHECK_MESSAGE(second->commit(), "the failed commit holds no lock on the log");
    member = *first->members().find(groups[0], UserId(1));
    member.settings.muted = true;
    first->members().put(member);
    CHECK(first->commit());
    CHECK(second->members().find(groups[0], UserId(1)) == member);
}

TEST_CASE_FIXTURE(PostgresPlace, "a member, conversation or name is not created twice")
{
    const auto first = open();
    const auto second = open();
    ConversationRecord direct;
    direct.kind = ConversationKind::Direct;
    direct.creator = UserId(1);
    direct.directLow = UserId(1);
    direct.directHigh = UserId(2);
    direct.logEpoch = LogEpoch(1);
    first->begin();
    CHECK_FALSE(first->conversations().direct(UserId(1), UserId(2)));
    second->begin();
    second->conversations().insert(direct, {});
    REQUIRE(second->commit());
    first->conversations().insert(direct, {});
    CHECK_FALSE(first->commit());
    CHECK(first->conversations().direct(UserId(1), UserId(2)));

    first->begin();
    CHECK_FALSE(first->accounts().byName("cleo"));
    second->begin();
    const UserId cleo = second->accounts().insert("cleo", "");
    REQUIRE(second->commit());
    first->accounts().insert("cleo", "");
    CHECK_FALSE(first->commit());
    CHECK(first->accounts().byName("cleo")->id == cleo);

    first->begin();
    CHECK_FALSE(first->accounts().lookalikeOf("d\xd0\xb0n")); // with a Cyrillic letter
    second->begin();
    const UserId dan = second->accounts().insert("dan", "");
    REQUIRE(second->commit());
    first->accounts().insert("d\xd0\xb0n", "");
    CHECK_FALSE(first->commit());
    CHECK(first->accounts().lookalikeOf("d\xd0\xb0n") == dan);

    MemberRecord member;
    member.conversation = groups[0];
    member.user = cleo;
    member.isMember = true;
    first->begin();
    CHECK_FALSE(first->members().find(groups[0], cleo));
    second->begin();
    second->members().put(member);
    REQUIRE(second->commit());
    first->members().put(member);
    CHECK_FALSE(first->commit());
    CHECK(first->conversations().find(groups[0])->memberCount == 3);
    CHECK(first->members().ofUser(cleo).size() == 1);
}

TEST_CASE_FIXTURE(PostgresPlace, "I8: counts as of a head do not change, whatever others append")
{
    const auto first = open();
    const auto second = open();
    second->begin();
    second->log().append(message(groups[0], 1, 1));
    second->log().append(message(groups[0], 2, 2));
    REQUIRE(second->commit());
    first->begin();
    const ConversationRecord seen = *first->conversations().find(groups[0]);
    const MemberRecord member = *first->members().find(groups[0], UserId(2));
    second->begin();
    second->log().append(message(groups[0], 2, 3));
    NewEntry named = message(groups[0], 1, 4);
    named.content = content::Message{.text = "text", .mentions = {UserId(2)}};
    second->log().append(named);
    NewEntry recall = message(groups[0], 1, 5);
    recall.content = content::Recall{Seq(1)};
    second->log().append(recall);
    REQUIRE(second->commit());
    CHECK(countsOf(*first, seen, member) == ReadCounts{1, 0, 0});
    CHECK(first->commit());
    first->begin();
    CHECK(countsOf(*first, *first->conversations().find(groups[0]), member) == ReadCounts{1, 1, 0});
    CHECK(first->commit());
}

TEST_CASE_FIXTURE(PostgresPlace, "the rows of a user have the same counts as single queries")
{
    const auto store = open();
    store->begin();
    for (std::uint64_t number = 1; number <= 6; ++number) {
        NewEntry entry = message(groups[number % 2], 1 + number % 3 % 2, number);
        std::get<content::Message>(entry.content).mentionsAll = number % 2 == 0;
        store->log().append(entry);
    }
    REQUIRE(store->commit());
    std::vector<ReadCounts> single;
    for (const MemberRecord& row : store->members().ofUser(UserId(2))) {
        single.push_back(countsOf(*store, *store->conversations().find(row.conversation), row));
    }
    store->beginReading();
    std::vector<ReadCounts> together;
    for (const MemberRecord& row : store->members().ofUser(UserId(2))) {
        together.push_back(countsOf(*store, *store->conversations().find(row.conversation), row));
        CHECK(store->receipts().seenByOthers(row.conversation, UserId(2)) == Seq());
        CHECK(store->receipts().furthestDelivered(row.conversation).size() == 2);
    }
    CHECK(store->endReading());
    CHECK(single == together);
    CHECK(single.size() == 2);
}

TEST_CASE_FIXTURE(PostgresPlace,
                  "I1: two servers that append to the same logs at once leave no hole and no duplicate")
{
    constexpr int transactions = 120;
    const auto send = [this](std::uint64_t author) {
        const auto store = open();
        std::uint64_t number = author * 100000;
        for (int i = 0; i < transactions; ++i) {
            store->begin();
            // The other server locks them in the opposite order.
            std::vector<ConversationId> logs(groups.begin(), groups.end());
            if (author == 2) {
                std::reverse(logs.begin(), logs.end());
            }
            store->hold({logs, {}});
            for (const ConversationId log : logs) {
                store->log().append(message(log, author, ++number));
                store->log().append(message(log, 1, ++number));
            }
            if (!store->commit()) {
                return false;
            }
        }
        return true;
    };
    bool isFirstDone = false;
    bool isSecondDone = false;
    std::thread first([&] { isFirstDone = send(1); });
    std::thread second([&] { isSecondDone = send(2); });
    first.join();
    second.join();
    CHECK(isFirstDone);
    CHECK(isSecondDone);
    const auto store = open();
    for (const ConversationId log : groups) {
        CHECK(store->conversations().find(log)->head == Seq(4 * transactions));
    }
    CHECK(audit(*store) == std::vector<std::string>());
}

namespace {

constexpr auto leaveTimeForTheOther = std::chrono::milliseconds(300);

/// The hub's answer to Ada's new device after its password was found to be right. `begun` runs during the
/// comparison.
std::optional<protocol::ServerFrame> signInWhile(Store& store, const std::string& token,
                                                 const std::function<void()>& begun)
{
    PlainSecrets secrets;
    HubConfig config;
    Hub hub(config, store, secrets);
    protocol::SignIn request{protocol::version, "ada", "old", token, DeviceId(9), "new"};
    const std::vector<Input> asked{Connected{ConnectionId(1), {}},
                                   Received{ConnectionId(1), {RequestId(1), 0, std::move(request)}}};
    std::optional<Ticket> ticket;
    for (const Effect& effect : hub.step(asked, Instant(Milliseconds(1)), UnixMs{1}).effects) {
        if (const auto* job = std::get_if<VerifyPassword>(&effect)) {
            ticket = job->ticket;
        }
    }
    REQUIRE(ticket);
    begun();
    const std::vector<Input> verified{PasswordVerified{*ticket, true}};
    for (const Effect& effect : hub.step(verified, Instant(Milliseconds(2)), UnixMs{2}).effects) {
        if (const auto* reply = std::get_if<Reply>(&effect)) {
            return reply->envelope.frame;
        }
    }
    return std::nullopt;
}

} // namespace

TEST_CASE_FIXTURE(PostgresPlace, "a password that another server is replacing gives no token")
{
    const auto here = open();
    here->begin();
    here->accounts().putPasswordHash(UserId(1), "hash of old");
    REQUIRE(here->commit());
    const std::string token(32, 't');
    std::promise<void> replaced;
    std::promise<void> answered;
    bool isReset = false;
    std::thread elsewhere;
    const auto answer = signInWhile(*here, token, [&] {
        elsewhere = std::thread([&] {
            const auto there = open();
            there->begin();
            there->accounts().putPasswordHash(UserId(1), "hash of new");
            there->tokens().removeDevices(UserId(1));
            replaced.set_value();
            // The sign-in comes while no other session can see the new password.
            answered.get_future().wait_for(leaveTimeForTheOther);
            isReset = there->commit();
        });
        replaced.get_future().wait();
    });
    answered.set_value();
    elsewhere.join();
    CHECK(isReset);
    REQUIRE(answer);
    CHECK(std::holds_alternative<protocol::Error>(*answer));
    CHECK_FALSE(here->tokens().find(PlainSecrets().hashOf(token)));
}

TEST_CASE_FIXTURE(PostgresPlace, "a locked account is not changed by others")
{
    const auto first = open();
    const auto second = openWithShortTimeout();
    first->begin();
    CHECK(first->accounts().hold(UserId(1))->name == "ada");
    CHECK_FALSE(first->accounts().hold(UserId(77)));
    first->tokens().put(TokenHash{1}, UserId(1), DeviceId(5), "phone", UnixMs{1});
    second->begin();
    second->accounts().putPasswordHash(UserId(1), "new");
    CHECK_FALSE(second->commit());
    second->begin();
    second->accounts().putPasswordHash(UserId(2), "new");
    CHECK_MESSAGE(second->commit(), "servers change different accounts at once");
    REQUIRE(first->commit());
    second->begin();
    second->accounts().putPasswordHash(UserId(1), "new");
    second->tokens().removeDevices(UserId(1));
    REQUIRE(second->commit());
    CHECK_FALSE(first->tokens().find(TokenHash{1}));
}

TIDEMARK_CASES(server::runOnPostgres)

} // namespace tidemark::server::postgres_sharing_test
