#include "tests/server/stores/filled_store.h"

#include "tests/server/stores/numbered.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace tidemark::server {

namespace {

using std::string_literals::operator""s;

/// Puts rows into the tables of a store, part by part.
class Filling {
public:
    explicit Filling(Store& filled) : store(filled) {}

    ConversationId fill()
    {
        store.begin();
        addPeople();
        addConversations();
        say();
        addFiles();
        addRegisters();
        store.dots().raise("news", numbered(90));
        store.dots().raise("search", numbered(91));
        store.dots().raiseSeen(UserId(1), "news", 1);
        store.ages().put(
            {Milliseconds(9), {{Milliseconds(-8), Milliseconds(-7)}, {Milliseconds(6), Milliseconds(5)}}});
        REQUIRE(store.commit());
        return group;
    }

private:
    void addPeople()
    {
        for (const char* name : {"ada", "b\xc3\xa4r", "cleo"}) {
            store.accounts().insert(name, "hash");
        }
        store.accounts().putDisabled(UserId(3), true);
        store.accounts().raiseContact(UserId(1), UnixMs{9});
        store.accounts().putSettings(
            UserId(2), {ReceiptPrivacy::Private, 4, ReadingPolicy::ByHand, false, AddingPolicy::Known});
        store.tokens().put(filledToken(1), UserId(1), DeviceId(0xfedcba9876543210), "laptop", UnixMs{5});
        store.tokens().putNext(filledToken(1), filledToken(2), "salt");
        store.tokens().put(filledToken(3), UserId(2), DeviceId(3), "", UnixMs{6});
    }

    ConversationId add(ConversationKind kind, const std::string& title, MessageUuid creation)
    {
        ConversationRecord record;
        record.kind = kind;
        record.title = title;
        record.logEpoch = LogEpoch(0x8000000000000001U);
        record.lastActivity = UnixMs{3};
        if (kind != ConversationKind::NoticeList) {
            record.creator = UserId(1);
        }
        if (kind == ConversationKind::Direct) {
            record.directLow = UserId(1);
            record.directHigh = UserId(2);
        }
        return store.conversations().insert(record, creation);
    }

    void addConversations()
    {
        group = add(ConversationKind::Group, "Group", numbered(1));
        for (const ConversationId id : {group, add(ConversationKind::Direct, "", {}),
                                        add(ConversationKind::Channel, "The TIDE", numbered(2)),
                                        add(ConversationKind::NoticeList, "Announcements", {})}) {
            for (const std::uint64_t user : {1, 2}) {
                MemberRecord member;
                member.conversation = id;
                member.user = UserId(user);
                member.isMember = true;
                member.generation = Generation(1);
                if (user == 1) {
                    member.recentMarks = {numbered(7), numbered(8)};
                }
                member.moved.deviceName = "laptop";
                member.version = 1;
                store.members().put(member);
            }
        }
    }

    void say()
    {
        NewEntry entry;
        entry.conversation = group;
        entry.at = UnixMs{70};
        for (std::uint64_t number = 1; number <= 6; ++number) {
            entry.author = UserId(1 + number % 2);
            entry.uuid = numbered(10 + number);
            entry.content = content::Message{
                .text = "zero \0 byte "s + std::to_string(number),
                .mentions = number % 3 == 0 ? std::vector{UserId(1), UserId(2)} : std::vector<UserId>(),
                .mentionsAll = number == 4,
                .forwarded = number == 5 ? Forwarded{UserId(2), UnixMs{60}} : Forwarded()};
            entry.payloadHash = 0xf000000000000000U + number;
            store.log().append(entry);
        }
        NewEntry recall;
        recall.conversation = group;
        recall.author = UserId(2);
        recall.content = content::Recall{.target = Seq(3), .mentions = {UserId(1), UserId(2)}};
        store.log().append(recall);
        store.log().trim(group, Seq(1));
        const UserId author = store.log().entry(group, Seq(5))->entry.author;
        store.reactions().put({group,
                               Seq(5),
                               UserId(1),
                               "\U0001F44D",
                               true,
                               author,
                               ReactionSeq(1),
                               ReactionSeq(1),
                               {numbered(90)}});
        store.reactions().put({group,
                               Seq(5),
                               UserId(2),
                               "\U0001F44D",
                               false,
                               author,
                               ReactionSeq(3),
                               ReactionSeq(2),
                               {numbered(91), numbered(92)}});
    }

    void addFiles()
    {
        for (const std::uint8_t number : {1, 2, 3, 4}) {
            store.blobs().putBlob({filledFile(number), 100});
            store.blobs().putUpload(
                {{UserId(1), numbered(50U + number)}, filledFile(number), 100, true, UnixMs{7}});
        }
        store.blobs().putUpload({{UserId(2), numbered(60)}, filledFile(5), 1000, false, UnixMs{7}});
        NewEntry entry;
        entry.conversation = group;
        entry.author = UserId(1);
        for (const std::uint8_t number : {1, 2, 2}) {
            entry.uuid = numbered(70U + ++m_sent);
            entry.content = content::Message{
                .attachments = {{filledFile(number), 100, "image/png", "picture.png", 40, 30, "preview"}}};
            store.log().append(entry);
        }
        store.blobs().removeUpload({UserId(1), numbered(53)});
        store.blobs().putBlob({filledFile(6), 100});
        store.blobs().putAvatar({{.user = UserId(1)}, 1, filledFile(6), 100}, UserId(1));
        store.blobs().putAvatar({{.conversation = group}, 1, filledFile(6), 100}, UserId(1));
        store.blobs().putAvatar({{.conversation = group}, 2, {}, 0}, UserId(1));
    }

    /// The registers of users beside the logs.
    void addRegisters()
    {
        const UserId user(1);
        store.drafts().put({.user = user,
                            .conversation = group,
                            .text = "zero \0 byte"s,
                            .replyTo = Seq(5),
                            .version = 3,
                            .device = DeviceId(0xfedcba9876543210),
                            .at = UnixMs{77},
                            .uuid = numbered(100)},
                           0);
        store.schedules().put({user,
                               {.uuid = numbered(101),
                                .conversation = group,
                                .message = {.text = "zero \0 byte"s,
                                            .replyTo = Seq(5),
                                            .mentions = {UserId(2)},
                                            .mentionsAll = true},
                                .due = UnixMs{78},
                                .version = 4,
                                .change = numbered(102)}},
                              0);
        store.ignores().put(user, {UserId(3), IgnoreLevel::Ignored}, 1, {numbered(103)});
        store.ignores().put(user, {UserId(2), IgnoreLevel::Blocked}, 2, {numbered(103), numbered(104)});
        store.folders().put(user,
                            {1,
                             {{numbered(105), "Work \xc3\xa9", FolderRule::None, {group, ConversationId(2)}},
                              {numbered(106), "Quiet", FolderRule::Muted, {}}},
                             {numbered(107)}},
                            0);
        store.invitations().put(user, {},
                                {2,
                                 {{1, group, UserId(2), Generation(3), "Title \xc3\xa9", UnixMs{79}, false},
                                  {2, ConversationId(2), UserId(3), Generation(1), "", UnixMs{80}, true}}});
        MemberRecord member = *store.members().find(group, user);
        member.hidden = {Seq(4), Seq(5)};
        member.floor = member.hiddenThrough = member.clearedThrough = Seq(2);
        member.reactionsSeen = ReactionSeq(1);
        member.settings.pinned = true;
        member.settings.pinOrder = 3;
        store.members().put(member);
        NewEntry pin;
        pin.conversation = group;
        pin.author = user;
        pin.content = content::Notice{.kind = NoticeKind::Pinned, .target = Seq(5)};
        store.log().append(pin);
        store.conversations().setForwarding(group, true);
        store.accounts().putDeleted(UserId(3));
        store.deletions().put({.user = UserId(3),
                               .stage = DeletionRecord::Stage::Removing,
                               .removesTexts = true,
                               .done = ConversationId(2),
                               .through = Seq(1)});
    }

    Store& store;
    ConversationId group;
    std::uint64_t m_sent = 0;
};

} // namespace

TokenHash filledToken(std::uint8_t number)
{
    TokenHash hash{};
    hash.fill(number);
    return hash;
}

BlobHash filledFile(std::uint8_t number)
{
    BlobHash hash;
    hash.bytes.fill(number);
    return hash;
}

ConversationId fillEveryTable(Store& store)
{
    return Filling(store).fill();
}

} // namespace tidemark::server
