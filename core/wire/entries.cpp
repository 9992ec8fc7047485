#include "core/wire/entries.h"

#include "core/wire/enum_map.h"
#include "core/wire/values.h"

#include <tidemark/v1/log.pb.h>

#include <cassert>
#include <limits>

namespace tidemark::wire {

namespace {

using EntryKindPair = std::pair<EntryKind, v1::EntryKind>;
constexpr EnumMap entryKinds(std::array{
    EntryKindPair{EntryKind::Message, v1::ENTRY_KIND_MESSAGE},
    EntryKindPair{EntryKind::Edit, v1::ENTRY_KIND_EDIT},
    EntryKindPair{EntryKind::Recall, v1::ENTRY_KIND_RECALL},
    EntryKindPair{EntryKind::Notice, v1::ENTRY_KIND_NOTICE},
});

using NoticePair = std::pair<NoticeKind, v1::NoticeKind>;
constexpr EnumMap noticeKinds(std::array{
    NoticePair{NoticeKind::None, v1::NOTICE_KIND_NONE},
    NoticePair{NoticeKind::Created, v1::NOTICE_KIND_CREATED},
    NoticePair{NoticeKind::Joined, v1::NOTICE_KIND_JOINED},
    NoticePair{NoticeKind::Left, v1::NOTICE_KIND_LEFT},
    NoticePair{NoticeKind::Added, v1::NOTICE_KIND_ADDED},
    NoticePair{NoticeKind::Removed, v1::NOTICE_KIND_REMOVED},
    NoticePair{NoticeKind::Renamed, v1::NOTICE_KIND_RENAMED},
});

/// The values of the previous entry that the next one is encoded against.
struct Predecessor {
    UserId author;
    UnixMs at;
};

// Modular arithmetic: any two times have a difference, and no received difference overflows.
std::int64_t difference(UnixMs later, UnixMs earlier)
{
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(later.value)
                                     - static_cast<std::uint64_t>(earlier.value));
}

UnixMs advance(UnixMs from, std::int64_t by)
{
    return UnixMs{
        static_cast<std::int64_t>(static_cast<std::uint64_t>(from.value) + static_cast<std::uint64_t>(by))};
}

/// 0 if `other` is unset or not before `seq`.
std::uint64_t distanceBack(Seq seq, Seq other)
{
    return other.isValid() && other < seq ? seq.value - other.value : 0;
}

/// 0 if `other` is not after `seq`.
std::uint64_t distanceAhead(Seq seq, Seq other)
{
    return other > seq ? other.value - seq.value : 0;
}

Seq seqBack(Seq seq, std::uint64_t distance, std::string_view field, Problem& problem)
{
    if (distance == 0)
        return Seq();
    if (distance >= seq.value) {
        problem.report(DecodeErrorCode::BadSeq, field);
        return Seq();
    }
    return Seq(seq.value - distance);
}

Seq seqAhead(Seq seq, std::uint64_t distance, std::string_view field, Problem& problem)
{
    if (distance == 0)
        return Seq();
    if (distance > std::numeric_limits<std::uint64_t>::max() - seq.value) {
        problem.report(DecodeErrorCode::BadSeq, field);
        return Seq();
    }
    return Seq(seq.value + distance);
}

void fillEntry(v1::Entry& message, const Entry& entry, const Predecessor& before)
{
    if (entry.author != before.author)
        message.set_author(entry.author.value);
    message.set_at_delta_ms(difference(entry.at, before.at));
    message.set_kind(entryKinds.toWire(entry.kind, v1::ENTRY_KIND_UNKNOWN));
    if (entry.uuid.isValid())
        fillUuid(*message.mutable_uuid(), entry.uuid);
    if (!entry.text.empty())
        message.set_text(entry.text);
    message.set_is_action(entry.isAction);
    message.set_reply_to_back(distanceBack(entry.seq, entry.replyTo));
    message.set_reply_to_author(entry.replyToAuthor.value);
    fillIds(*message.mutable_mentions(), entry.mentions);
    message.set_mentions_all(entry.mentionsAll);
    message.set_edited_by_ahead(distanceAhead(entry.seq, entry.editedBy));
    message.set_recalled_by_ahead(distanceAhead(entry.seq, entry.recalledBy));
    message.set_target_back(distanceBack(entry.seq, entry.target));
    message.set_target_author(entry.targetAuthor.value);
    message.set_target_mentions_reader(entry.targetMentionsReader);
    message.set_target_replies_to_reader(entry.targetRepliesToReader);
    message.set_notice(noticeKinds.toWire(entry.notice, v1::NOTICE_KIND_UNKNOWN));
    message.set_subject(entry.subject.value);
}

Entry readEntry(v1::Entry& message, Seq seq, const Predecessor& before, Problem& problem)
{
    Entry entry;
    entry.seq = seq;
    entry.kind = entryKinds.toDomain(message.kind(), EntryKind::Unknown);
    entry.author = message.has_author() ? UserId(message.author()) : before.author;
    entry.at = advance(before.at, message.at_delta_ms());
    entry.uuid = readUuid(message.uuid(), "entry.uuid", problem);
    if (!message.text().empty())
        entry.text = std::move(*message.mutable_text());
    entry.isAction = message.is_action();
    entry.replyTo = seqBack(seq, message.reply_to_back(), "entry.reply_to_back", problem);
    entry.replyToAuthor = UserId(message.reply_to_author());
    entry.mentions = readIds<UserId>(message.mentions(), "entry.mentions", problem);
    entry.mentionsAll = message.mentions_all();
    entry.editedBy = seqAhead(seq, message.edited_by_ahead(), "entry.edited_by_ahead", problem);
    entry.recalledBy = seqAhead(seq, message.recalled_by_ahead(), "entry.recalled_by_ahead", problem);
    entry.target = seqBack(seq, message.target_back(), "entry.target_back", problem);
    entry.targetAuthor = UserId(message.target_author());
    entry.targetMentionsReader = message.target_mentions_reader();
    entry.targetRepliesToReader = message.target_replies_to_reader();
    entry.notice = noticeKinds.toDomain(message.notice(), NoticeKind::Unknown);
    entry.subject = UserId(message.subject());
    return entry;
}

void checkPlace(const v1::Range& message, Problem& problem)
{
    const auto count = static_cast<std::uint64_t>(message.entries_size());
    problem.checkListSize(count, "range.entries");
    if (count == 0)
        return;
    // An empty Range may start above the head: it answers a device that holds more than the server.
    if (message.after() > message.head() || count > message.head() - message.after())
        problem.report(DecodeErrorCode::BadSeq, "range.head");
}

} // namespace

void fillRange(v1::Range& message, const protocol::Range& range)
{
    message.set_conversation(range.conversation.value);
    message.set_log_epoch(range.logEpoch.value);
    message.set_after(range.after.value);
    message.set_head(range.head.value);
    message.mutable_entries()->Reserve(static_cast<int>(range.entries.size()));
    Predecessor before;
    [[maybe_unused]] Seq expected = range.after;
    for (const Entry& entry : range.entries) {
        expected = next(expected);
        assert(entry.seq == expected);
        fillEntry(*message.add_entries(), entry, before);
        before = Predecessor{entry.author, entry.at};
    }
    fillUsers(*message.mutable_users(), range.users);
}

protocol::Range readRange(v1::Range& message, Problem& problem)
{
    protocol::Range range;
    range.conversation = ConversationId(message.conversation());
    range.logEpoch = LogEpoch(message.log_epoch());
    range.after = Seq(message.after());
    range.head = Seq(message.head());
    range.users = readUsers(*message.mutable_users(), problem);
    checkPlace(message, problem);
    if (problem.found())
        return range;
    range.entries.reserve(static_cast<std::size_t>(message.entries_size()));
    Predecessor before;
    Seq seq = range.after;
    for (v1::Entry& entryMessage : *message.mutable_entries()) {
        seq = next(seq);
        const Entry& entry = range.entries.emplace_back(readEntry(entryMessage, seq, before, problem));
        before = Predecessor{entry.author, entry.at};
    }
    return range;
}

} // namespace tidemark::wire
