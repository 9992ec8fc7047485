#include "tests/wire/random_values.h"

#include <array>

namespace tidemark::wire_test {

std::string RandomValues::text()
{
    static const std::array<std::string, 11> pieces{
        "a",      "Tide ",  "\n",           std::string(1, '\0'), "\ufeff", "\ufffe",
        "\u2028", "\u00e9", "\u6f6e\u6c50", "\U0001f30a",         "\"\\/"};
    if (m_world != nullptr && below(4) != 0) {
        return m_world->names[below(m_world->names.size())];
    }
    std::string result;
    for (auto left = below(12); left > 0; --left) {
        result += pieces[below(pieces.size())];
    }
    return result;
}

std::string RandomValues::token()
{
    if (m_world != nullptr) {
        return m_world->tokens[below(m_world->tokens.size())];
    }
    std::string result;
    if (flag()) {
        for (int i = 0; i < 32; ++i) {
            result.push_back(static_cast<char>(any()));
        }
    }
    return result;
}

MessageUuid RandomValues::uuid()
{
    MessageUuid result;
    if (m_world != nullptr) {
        result.bytes[0] = static_cast<std::uint8_t>(number64());
    } else if (flag()) {
        for (std::uint8_t& byte : result.bytes) {
            byte = static_cast<std::uint8_t>(any());
        }
    }
    return result;
}

BlobHash RandomValues::hash()
{
    BlobHash result;
    result.bytes[0] = static_cast<std::uint8_t>(number64());
    if (m_world == nullptr) {
        for (std::uint8_t& byte : result.bytes) {
            byte = static_cast<std::uint8_t>(any());
        }
    }
    return result;
}

Attachment RandomValues::attachment()
{
    return {.hash = hash(),
            .size = number64(),
            .mime = text(),
            .name = text(),
            .width = number32(),
            .height = number32(),
            .preview = text()};
}

UnixMs RandomValues::time()
{
    // Most times are real. Some are any number, because the peer's clock may show any time.
    if (below(8) == 0) {
        return UnixMs{static_cast<std::int64_t>(any())};
    }
    return UnixMs{1'500'000'000'000 + static_cast<std::int64_t>(below(100'000'000'000))};
}

HeldState RandomValues::held()
{
    return HeldState{.id = id<ConversationId>(),
                     .logEpoch = id<LogEpoch>(),
                     .head = id<Seq>(),
                     .cursor = cursor(),
                     .version = number64(),
                     .through = id<Seq>()};
}

CursorMove RandomValues::move()
{
    return flag() ? CursorMove{.cause = oneOf(CursorCause::Away),
                               .device = id<DeviceId>(),
                               .deviceName = text(),
                               .at = time()}
                  : CursorMove{};
}

std::vector<Seq> RandomValues::pinned(Seq head)
{
    std::vector<Seq> pinned;
    for (Seq seq(1 + below(1000)); seq <= head && pinned.size() < 5; seq = Seq(seq.value + 1 + below(1000))) {
        pinned.push_back(seq);
    }
    return pinned;
}

ConversationState RandomValues::state()
{
    const Seq head = id<Seq>();
    const Seq trimmed(head.value == 0 ? 0 : below(head.value));
    return ConversationState{
        .id = id<ConversationId>(),
        .kind = oneOf(ConversationKind::Unknown),
        .title = text(),
        .peer = id<UserId>(),
        .memberCount = number32(),
        .logEpoch = id<LogEpoch>(),
        .head = head,
        .lastActivity = time(),
        .isMember = flag(),
        .generation = id<Generation>(),
        .floor = id<Seq>(),
        .floorMoved = move(),
        .trimmedThrough = trimmed,
        .clearedThrough = Seq(trimmed.value == 0 ? 0 : below(trimmed.value)),
        .cursor = cursor(),
        .moved = move(),
        .version = number64(),
        .counts = ReadCounts{.unread = number64(), .mentions = number64(), .replies = number64()},
        .firstUnread = id<Seq>(),
        .settings = settings(),
        .role = oneOf(Role::Owner),
        .feedSnapshot = id<Seq>(),
        .feedUnread = number64(),
        .reactionHead = id<ReactionSeq>(),
        .reactionsSeen = id<ReactionSeq>(),
        .unreadReactions = number64(),
        .ignoresVersion = number64(),
        .pinned = pinned(head),
        .forwardingForbidden = flag(),
        .hidden = pinned(head),
        .seenByOthers = id<Seq>(),
        .deliveredToOthers = id<Seq>()};
}

content::Message RandomValues::sentMessage()
{
    return {.text = text(),
            .isAction = flag(),
            .replyTo = id<Seq>(),
            .mentions = list([this] { return id<UserId>(); }),
            .mentionsAll = flag(),
            .attachments = list([this] { return attachment(); })};
}

ScheduledMessage RandomValues::scheduled()
{
    ScheduledMessage message{.uuid = uuid(),
                             .conversation = id<ConversationId>(),
                             .message = sentMessage(),
                             .due = time(),
                             .version = number64(),
                             .change = uuid(),
                             .state = oneOf(ScheduledState::Cancelled),
                             .seq = id<Seq>()};
    if (message.state == ScheduledState::Failed) {
        message.failure = protocol::ErrorCode::NotMember;
    }
    return message;
}

Draft RandomValues::draft()
{
    return {.conversation = id<ConversationId>(),
            .text = text(),
            .replyTo = id<Seq>(),
            .version = number64(),
            .uuid = uuid(),
            .device = id<DeviceId>(),
            .deviceName = text(),
            .at = time()};
}

MessageReactions RandomValues::reactions()
{
    return {id<Seq>(), list([this] { return ReactionCount{emoji(), number32(), flag()}; })};
}

Seq RandomValues::before(Seq seq)
{
    return flag() ? Seq(below(seq.value)) : Seq();
}

Seq RandomValues::after(Seq seq)
{
    return flag() ? Seq(seq.value + 1 + below(1000)) : Seq();
}

ForwardSource RandomValues::source()
{
    const Seq seq = id<Seq>();
    return {id<ConversationId>(), id<LogEpoch>(), seq.isValid() ? seq : Seq(1)};
}

Forwarded RandomValues::forwarded()
{
    const UserId from = id<UserId>();
    return from.isValid() && flag() ? Forwarded{from, time()} : Forwarded{};
}

Entry RandomValues::entry(Seq seq)
{
    const EntryContent contents[] = {
        content::Message{.text = text(),
                         .isAction = flag(),
                         .replyTo = before(seq),
                         .mentions = list([this] { return id<UserId>(); }),
                         .mentionsAll = flag(),
                         .attachments = list([this] { return attachment(); }),
                         .replyToAuthor = id<UserId>(),
                         .editedBy = after(seq),
                         .recalledBy = after(seq),
                         .forwarded = forwarded()},
        content::Edit{.target = before(seq), .text = text(), .targetAuthor = id<UserId>()},
        content::Recall{.target = before(seq),
                        .targetAuthor = id<UserId>(),
                        .targetMentionsReader = flag(),
                        .targetRepliesToReader = flag()},
        content::Notice{.kind = oneOf(NoticeKind::Unknown),
                        .subject = id<UserId>(),
                        .title = text(),
                        .target = before(seq)},
        content::Unknown{.text = text()},
    };
    static_assert(std::size(contents) == std::variant_size_v<EntryContent>);
    return Entry{.seq = seq,
                 .author = UserId(below(3)),
                 .at = time(),
                 .uuid = uuid(),
                 .content = contents[below(std::size(contents))]};
}

std::vector<Entry> RandomValues::entries(Seq after)
{
    Seq seq = after;
    return list([this, &seq] {
        seq = next(seq);
        return entry(seq);
    });
}

} // namespace tidemark::wire_test
