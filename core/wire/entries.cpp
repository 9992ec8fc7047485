#include "core/wire/entries.h"

#include "core/wire/attachments.h"
#include "core/wire/enum_map.h"
#include "core/wire/reactions.h"
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
static_assert(entryKinds.size + 1 == std::variant_size_v<EntryContent>, "all kinds but Unknown");

using NoticePair = std::pair<NoticeKind, v1::NoticeKind>;
constexpr EnumMap noticeKinds(std::array{
    NoticePair{NoticeKind::None, v1::NOTICE_KIND_NONE},
    NoticePair{NoticeKind::Created, v1::NOTICE_KIND_CREATED},
    NoticePair{NoticeKind::Joined, v1::NOTICE_KIND_JOINED},
    NoticePair{NoticeKind::Left, v1::NOTICE_KIND_LEFT},
    NoticePair{NoticeKind::Added, v1::NOTICE_KIND_ADDED},
    NoticePair{NoticeKind::Removed, v1::NOTICE_KIND_REMOVED},
    NoticePair{NoticeKind::Renamed, v1::NOTICE_KIND_RENAMED},
    NoticePair{NoticeKind::Pinned, v1::NOTICE_KIND_PINNED},
    NoticePair{NoticeKind::Unpinned, v1::NOTICE_KIND_UNPINNED},
    NoticePair{NoticeKind::ForwardingForbidden, v1::NOTICE_KIND_FORWARDING_FORBIDDEN},
    NoticePair{NoticeKind::ForwardingAllowed, v1::NOTICE_KIND_FORWARDING_ALLOWED},
    NoticePair{NoticeKind::AccountDeleted, v1::NOTICE_KIND_ACCOUNT_DELETED},
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
    if (distance == 0) {
        return Seq();
    }
    if (distance >= seq.value) {
        problem.report(DecodeErrorCode::BadSeq, field);
        return Seq();
    }
    return Seq(seq.value - distance);
}

Seq seqAhead(Seq seq, std::uint64_t distance, std::string_view field, Problem& problem)
{
    if (distance == 0) {
        return Seq();
    }
    if (distance > std::numeric_limits<std::uint64_t>::max() - seq.value) {
        problem.report(DecodeErrorCode::BadSeq, field);
        return Seq();
    }
    return Seq(seq.value + distance);
}

void fillEntry(v1::Entry& message, const Entry& entry, const Predecessor& before)
{
    if (entry.author != before.author) {
        message.set_author(entry.author.value);
    }
    message.set_at_delta_ms(difference(entry.at, before.at));
    message.set_kind(entryKinds.toWire(entry.kind(), v1::ENTRY_KIND_UNKNOWN));
    if (entry.uuid.isValid()) {
        fillUuid(*message.mutable_uuid(), entry.uuid);
    }
    content::Fields fields = fieldsOf(entry.content);
    if (!fields.text.empty()) {
        message.set_text(std::move(fields.text));
    }
    message.set_is_action(fields.isAction);
    message.set_reply_to_back(distanceBack(entry.seq, fields.replyTo));
    message.set_reply_to_author(fields.replyToAuthor.value);
    fillIds(*message.mutable_mentions(), fields.mentions);
    message.set_mentions_all(fields.mentionsAll);
    message.set_edited_by_ahead(distanceAhead(entry.seq, fields.editedBy));
    message.set_recalled_by_ahead(distanceAhead(entry.seq, fields.recalledBy));
    message.set_target_back(distanceBack(entry.seq, fields.target));
    message.set_target_author(fields.targetAuthor.value);
    message.set_target_mentions_reader(fields.targetMentionsReader);
    message.set_target_replies_to_reader(fields.targetRepliesToReader);
    message.set_notice(noticeKinds.toWire(fields.notice, v1::NOTICE_KIND_UNKNOWN));
    message.set_subject(fields.subject.value);
    fillAttachments(*message.mutable_attachments(), fields.attachments);
    message.set_forwarded_from(fields.forwarded.from.value);
    message.set_forwarded_at_ms(fields.forwarded.at.value);
}

Entry readEntry(v1::Entry& message, Seq seq, const Predecessor& before, Problem& problem)
{
    content::Fields fields;
    if (!message.text().empty()) {
        fields.text = std::move(*message.mutable_text());
    }
    fields.isAction = message.is_action();
    fields.replyTo = seqBack(seq, message.reply_to_back(), "entry.reply_to_back", problem);
    fields.replyToAuthor = UserId(message.reply_to_author());
    fields.mentions = readIds<UserId>(message.mentions(), "entry.mentions", problem);
    fields.mentionsAll = message.mentions_all();
    fields.editedBy = seqAhead(seq, message.edited_by_ahead(), "entry.edited_by_ahead", problem);
    fields.recalledBy = seqAhead(seq, message.recalled_by_ahead(), "entry.recalled_by_ahead", problem);
    fields.target = seqBack(seq, message.target_back(), "entry.target_back", problem);
    fields.targetAuthor = UserId(message.target_author());
    fields.targetMentionsReader = message.target_mentions_reader();
    fields.targetRepliesToReader = message.target_replies_to_reader();
    fields.notice = noticeKinds.toDomain(message.notice(), NoticeKind::Unknown);
    fields.subject = UserId(message.subject());
    fields.attachments = readAttachments(*message.mutable_attachments(), problem);
    if (message.forwarded_from() != 0) {
        fields.forwarded = {UserId(message.forwarded_from()), UnixMs{message.forwarded_at_ms()}};
    }
    return {.seq = seq,
            .author = message.has_author() ? UserId(message.author()) : before.author,
            .at = advance(before.at, message.at_delta_ms()),
            .uuid = readUuid(message.uuid(), "entry.uuid", problem),
            .content =
                entryContent(entryKinds.toDomain(message.kind(), EntryKind::Unknown), std::move(fields))};
}

/// Not the sender's copy of the text and the files: the server would not believe them.
void fillForward(v1::ForwardContent& message, const ForwardSource& source)
{
    message.set_conversation(source.conversation.value);
    message.set_log_epoch(source.logEpoch.value);
    message.set_seq(source.seq.value);
}

void fill(v1::Send& send, const content::Message& content)
{
    if (content.source.isValid()) {
        fillForward(*send.mutable_forward(), content.source);
        return;
    }
    fillText(*send.mutable_text(), content);
}

void fill(v1::Send& send, const content::Edit& content)
{
    send.mutable_edit()->set_target(content.target.value);
    send.mutable_edit()->set_text(content.text);
}

void fill(v1::Send& send, const content::Recall& content)
{
    send.mutable_recall()->set_target(content.target.value);
}

void fill(v1::Send& send, const content::Notice& content)
{
    send.mutable_pin()->set_target(content.target.value);
    send.mutable_pin()->set_pinned(content.kind == NoticeKind::Pinned);
}

content::Message readForward(const v1::ForwardContent& message, Problem& problem)
{
    if (message.seq() == 0) {
        problem.report(DecodeErrorCode::BadSeq, "forward.seq");
    }
    content::Message content;
    content.source = {ConversationId(message.conversation()), LogEpoch(message.log_epoch()),
                      Seq(message.seq())};
    return content;
}

void checkPlace(const v1::Range& message, Problem& problem)
{
    const auto count = static_cast<std::uint64_t>(message.entries_size());
    problem.checkListSize(count, "range.entries");
    if (count == 0) {
        return;
    }
    // An empty Range may start above the head: it answers a device that holds more than the server.
    if (message.after() > message.head() || count > message.head() - message.after()) {
        problem.report(DecodeErrorCode::BadSeq, "range.head");
    }
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
    fillReactions(*message.mutable_reactions(), range.reactions);
    message.set_reaction_head(range.reactionHead.value);
}

protocol::Range readRange(v1::Range& message, Problem& problem)
{
    protocol::Range range;
    range.conversation = ConversationId(message.conversation());
    range.logEpoch = LogEpoch(message.log_epoch());
    range.after = Seq(message.after());
    range.head = Seq(message.head());
    range.users = readUsers(*message.mutable_users(), problem);
    range.reactions = readReactions(*message.mutable_reactions(), problem);
    range.reactionHead = ReactionSeq(message.reaction_head());
    checkPlace(message, problem);
    if (problem.found()) {
        return range;
    }
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

void fillText(v1::TextContent& message, const content::Message& content)
{
    message.set_text(content.text);
    message.set_is_action(content.isAction);
    message.set_reply_to(content.replyTo.value);
    fillIds(*message.mutable_mentions(), content.mentions);
    message.set_mentions_all(content.mentionsAll);
    fillAttachments(*message.mutable_attachments(), content.attachments);
}

content::Message readText(v1::TextContent& message, Problem& problem)
{
    return {.text = std::move(*message.mutable_text()),
            .isAction = message.is_action(),
            .replyTo = Seq(message.reply_to()),
            .mentions = readIds<UserId>(message.mentions(), "text.mentions", problem),
            .mentionsAll = message.mentions_all(),
            .attachments = readAttachments(*message.mutable_attachments(), problem)};
}

void fillSent(v1::Send& message, const SentContent& content)
{
    std::visit([&message](const auto& one) { fill(message, one); }, content);
}

std::optional<SentContent> readSent(v1::Send& message, Problem& problem)
{
    switch (message.content_case()) {
    case v1::Send::kText:
        return readText(*message.mutable_text(), problem);
    case v1::Send::kEdit:
        return content::Edit{.target = Seq(message.edit().target()),
                             .text = std::move(*message.mutable_edit()->mutable_text())};
    case v1::Send::kRecall:
        return content::Recall{.target = Seq(message.recall().target())};
    case v1::Send::kPin:
        return content::Notice{.kind = message.pin().pinned() ? NoticeKind::Pinned : NoticeKind::Unpinned,
                               .target = Seq(message.pin().target())};
    case v1::Send::kForward:
        return readForward(message.forward(), problem);
    default:
        return std::nullopt;
    }
}

} // namespace tidemark::wire
