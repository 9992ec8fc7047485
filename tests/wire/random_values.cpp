#include "tests/wire/random_values.h"

#include <array>

namespace tidemark::wire_test {

std::string RandomValues::text()
{
    static const std::array<std::string, 8> pieces{
        "a", "Tide ", "\n", std::string(1, '\0'), "\u00e9", "\u6f6e\u6c50", "\U0001f30a", "\"\\/"};
    std::string result;
    for (auto left = m_random.below(12); left > 0; --left)
        result += pieces[m_random.below(pieces.size())];
    return result;
}

std::string RandomValues::token()
{
    std::string result;
    if (flag()) {
        for (int i = 0; i < 32; ++i)
            result.push_back(static_cast<char>(m_random.next()));
    }
    return result;
}

MessageUuid RandomValues::uuid()
{
    MessageUuid result;
    if (flag()) {
        for (std::uint8_t& byte : result.bytes)
            byte = static_cast<std::uint8_t>(m_random.next());
    }
    return result;
}

UnixMs RandomValues::time()
{
    // Real ones mostly; any number at times, as the peer's clock may say anything.
    if (m_random.below(8) == 0)
        return UnixMs{static_cast<std::int64_t>(m_random.next())};
    return UnixMs{1'500'000'000'000 + static_cast<std::int64_t>(m_random.below(100'000'000'000))};
}

HeldState RandomValues::held()
{
    return HeldState{.id = id<ConversationId>(),
                     .logEpoch = id<LogEpoch>(),
                     .head = id<Seq>(),
                     .cursor = cursor(),
                     .version = number64(),
                     .upto = id<Seq>()};
}

CursorMove RandomValues::move()
{
    return flag() ? CursorMove{.cause = oneOf(CursorCause::Away),
                               .device = id<DeviceId>(),
                               .deviceName = text(),
                               .at = time()}
                  : CursorMove{};
}

ConversationState RandomValues::state()
{
    const Seq head = id<Seq>();
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
        .trimmedUpto = Seq(head.value == 0 ? 0 : m_random.below(head.value)),
        .cursor = cursor(),
        .moved = move(),
        .version = number64(),
        .counts = ReadCounts{.unread = number64(), .mentions = number64(), .replies = number64()},
        .firstUnread = id<Seq>(),
        .settings = settings(),
        .role = oneOf(Role::Owner),
        .feedSnapshot = id<Seq>(),
        .feedUnread = number64(),
        .seenByOthers = id<Seq>(),
        .deliveredToOthers = id<Seq>()};
}

Seq RandomValues::before(Seq seq)
{
    return flag() ? Seq(m_random.below(seq.value)) : Seq();
}

Seq RandomValues::after(Seq seq)
{
    return flag() ? Seq(seq.value + 1 + m_random.below(1000)) : Seq();
}

Entry RandomValues::entry(Seq seq)
{
    return Entry{.seq = seq,
                 .kind = oneOf(EntryKind::Unknown),
                 .author = UserId(m_random.below(3)),
                 .at = time(),
                 .uuid = uuid(),
                 .text = text(),
                 .isAction = flag(),
                 .replyTo = before(seq),
                 .replyToAuthor = id<UserId>(),
                 .mentions = list([this] { return id<UserId>(); }),
                 .mentionsAll = flag(),
                 .editedBy = after(seq),
                 .recalledBy = after(seq),
                 .target = before(seq),
                 .targetAuthor = id<UserId>(),
                 .targetMentionsReader = flag(),
                 .targetRepliesToReader = flag(),
                 .notice = oneOf(NoticeKind::Unknown),
                 .subject = id<UserId>()};
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
