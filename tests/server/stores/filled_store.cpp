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
    explicit Filling(Store& store) : m_store(store) {}

    ConversationId fill()
    {
        m_store.begin();
        addPeople();
        addConversations();
        say();
        addFiles();
        addRegisters();
        m_store.dots().raise("news", numbered(90));
        m_store.dots().raise("search", numbered(91));
        m_store.dots().raiseSeen(UserId(1), "news", 1);
        m_store.ages().put(
            {Milliseconds(9), {{Milliseconds(-8), Milliseconds(-7)}, {Milliseconds(6), Milliseconds(5)}}});
        REQUIRE(m_store.commit());
        return m_group;
    }

private:
    void addPeople()
    {
        for (const char* name : {"ada", "b\xc3\xa4r", "cleo"}) {
            m_store.accounts().insert(name, "hash");
        }
        m_store.accounts().putDisabled(UserId(3), true);
        m_store.accounts().raiseContact(UserId(1), UnixMs{9});
        m_store.accounts().putSettings(
            UserId(2), {ReceiptPrivacy::Private, 4, ReadingPolicy::ByHand, false, AddingPolicy::Known});
        m_store.tokens().put(filledToken(1), UserId(1), DeviceId(0xfedcba9876543210), "laptop", UnixMs{5});
        m_store.tokens().putNext(filledToken(1), filledToken(2), "salt");
        m_store.tokens().put(filledToken(3), UserId(2), DeviceId(3), "", UnixMs{6});
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
        return m_store.conversations().insert(record, creation);
    }

    void addConversations()
    {
        m_group = add(ConversationKind::Group, "Group", numbered(1));
        for (const ConversationId id : {m_group, add(ConversationKind::Direct, "", {}),
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
                m_store.members().put(member);
            }
        }
    }

    void say()
    {
        NewEntry entry;
        entry.conversation = m_group;
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
            m_store.log().append(entry);
        }
        NewEntry recall;
        recall.conversation = m_group;
        recall.author = UserId(2);
        recall.content = content::Recall{.target = Seq(3), .mentions = {UserId(1), UserId(2)}};
        m_store.log().append(recall);
        m_store.log().trim(m_group, Seq(1));
        const UserId author = m_store.log().entry(m_group, Seq(5))->entry.author;
        m_store.reactions().put({m_group,
                                 Seq(5),
                                 UserId(1),
                                 "\U0001F44D",
                                 true,
                                 author,
                                 ReactionSeq(1),
                                 ReactionSeq(1),
                                 {numbered(90)}});
        m_store.reactions().put({m_group,
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
            m_store.blobs().putBlob({filledFile(number), 100});
            m_store.blobs().putUpload(
                {{UserId(1), numbered(50U + number)}, filledFile(number), 100, true, UnixMs{7}});
        }
        m_store.blobs().putUpload({{UserId(2), numbered(60)}, filledFile(5), 1000, false, UnixMs{7}});
        NewEntry entry;
        entry.conversation = m_group;
        entry.author = UserId(1);
        for (const std::uint8_t number : {1, 2, 2}) {
            entry.uuid = numbered(70U + ++m_sent);
            entry.content = content::Message{
                .attachments = {{filledFile(number), 100, "image/png", "picture.png", 40, 30, "preview"}}};
            m_store.log().append(entry);
        }
        m_store.blobs().removeUpload({UserId(1), numbered(53)});
        m_store.blobs().putBlob({filledFile(6), 100});
        m_store.blobs().putAvatar({{.user = UserId(1)}, 1, filledFile(6), 100}, UserId(1));
        m_store.blobs().putAvatar({{.conversation = m_group}, 1, filledFile(6), 100}, UserId(1));
        m_store.blobs().putAvatar({{.conversation = m_group}, 2, {}, 0}, UserId(1));
    }

    /// The registers of users beside the logs.
    void addRegisters()
    {
        const UserId user(1);
        m_store.drafts().put({.user = user,
                              .conversation = m_group,
                              .text = "zero \0 byte"s,
                              .replyTo = Seq(5),
                              .version = 3,
                              .device = DeviceId(0xfedcba9876543210),
                              .at = UnixMs{77},
                              .uuid = numbered(100)},
                             0);
        m_store.schedules().put({user,
                                 {.uuid = numbered(101),
                                  .conversation = m_group,
                                  .message = {.text = "zero \0 byte"s,
                                              .replyTo = Seq(5),
                                              .mentions = {UserId(2)},
                                              .mentionsAll = true},
                                  .due = UnixMs{78},
                                  .version = 4,
                                  .change = numbered(102)}},
                                0);
        m_store.ignores().put(user, {UserId(3), IgnoreLevel::Ignored}, 1, {numbered(103)});
        m_store.ignores().put(user, {UserId(2), IgnoreLevel::Blocked}, 2, {numbered(103), numbered(104)});
        m_store.folders().put(
            user,
            {1,
             {{numbered(105), "Work \xc3\xa9", FolderRule::None, {m_group, ConversationId(2)}},
              {numbered(106), "Quiet", FolderRule::Muted, {}}},
             {numbered(107)}},
            0);
        m_store.invitations().put(
            user, {},
            {2,
             {{1, m_group, UserId(2), Generation(3), "Title \xc3\xa9", UnixMs{79}, false},
              {2, ConversationId(2), UserId(3), Generation(1), "", UnixMs{80}, true}}});
        MemberRecord member = *m_store.members().find(m_group, user);
        member.hidden = {Seq(4), Seq(5)};
        member.floor = member.hiddenThrough = member.clearedThrough = Seq(2);
        member.reactionsSeen = ReactionSeq(1);
        member.settings.pinned = true;
        member.settings.pinOrder = 3;
        m_store.members().put(member);
        NewEntry pin;
        pin.conversation = m_group;
        pin.author = user;
        pin.content = content::Notice{.kind = NoticeKind::Pinned, .target = Seq(5)};
        m_store.log().append(pin);
        m_store.conversations().setForwarding(m_group, true);
        m_store.accounts().putDeleted(UserId(3));
        m_store.deletions().put({.user = UserId(3),
                                 .stage = DeletionRecord::Stage::Removing,
                                 .removesTexts = true,
                                 .done = ConversationId(2),
                                 .through = Seq(1)});
    }

    Store& m_store;
    ConversationId m_group;
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
