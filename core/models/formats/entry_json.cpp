#include "core/models/formats/entry_json.h"

#include "core/domain/file_name.h"

#include <limits>

namespace tidemark {

namespace {

/// Notices have no text of their own; this describes them in words.
std::string noticeWords(const TimelineItem& item)
{
    const std::string& text = item.text;
    const std::string& subject = item.subjectName;
    switch (item.notice) {
    case NoticeKind::Created:
        return "created " + text;
    case NoticeKind::Joined:
        return "joined";
    case NoticeKind::Left:
        return "left";
    case NoticeKind::Added:
        return "added " + subject;
    case NoticeKind::Removed:
        return "removed " + subject;
    case NoticeKind::Renamed:
        return "renamed to " + text;
    case NoticeKind::Pinned:
        return "pinned " + std::to_string(item.target.value);
    case NoticeKind::Unpinned:
        return "unpinned " + std::to_string(item.target.value);
    case NoticeKind::ForwardingForbidden:
        return "forbade forwarding";
    case NoticeKind::ForwardingAllowed:
        return "allowed forwarding";
    case NoticeKind::AccountDeleted:
        return "deleted the account";
    case NoticeKind::None:
    case NoticeKind::Unknown:
        break;
    }
    return text;
}

JsonLine& addSeq(JsonLine& line, const char* key, Seq seq)
{
    return seq.isValid() ? line.add(key, seq) : line.addNull(key);
}

void addAttachments(JsonLine& line, ConversationId conversation, const TimelineItem& item)
{
    std::vector<JsonLine> lines;
    for (std::uint32_t index = 0; index < item.attachments.size(); ++index) {
        AttachmentItem file;
        file.key = {conversation, item.seq, {}, index};
        file.attachment = item.attachments[index];
        file.isHeld =
            index < std::numeric_limits<std::uint16_t>::digits && (item.heldFiles >> index & 1U) != 0;
        lines.push_back(attachmentLine(file));
    }
    if (!lines.empty()) {
        line.add("attachments", lines);
    }
}

} // namespace

JsonLine& addEntry(JsonLine& line, ConversationId conversation, const HistoryEntry& entry)
{
    TimelineItem item;
    item.seq = entry.entry.seq;
    item.kind = entry.entry.kind();
    item.authorName = entry.authorName;
    item.subjectName = entry.subjectName;
    item.forwardedName = entry.forwardedName;
    item.isAuthorDeleted = entry.isAuthorDeleted;
    item.at = entry.entry.at;
    item.setContent(fieldsOf(entry.entry.content));
    item.heldFiles = entry.heldFiles;
    item.reactions = entry.reactions;
    return addItem(line, conversation, item);
}

JsonLine& addItem(JsonLine& line, ConversationId conversation, const TimelineItem& item)
{
    const bool isNotice = item.kind == EntryKind::Notice;
    addSeq(line, "seq", item.seq).add("kind", kindName(item.kind)).add("from", item.authorName);
    if (item.isAuthorDeleted) {
        line.add("deleted", true);
    }
    line.add("at", isoTime(item.at))
        .add("text", isNotice ? noticeWords(item) : item.text)
        .add("edited", item.isEdited)
        .add("recalled", item.isRecalled);
    addSeq(line, "reply_to", item.replyTo);
    if (isNotice && item.target.isValid()) {
        line.add("target", item.target);
    }
    if (item.forwarded.isValid()) {
        line.add("forwarded",
                 JsonLine().add("user", item.forwardedName).add("at", isoTime(item.forwarded.at)));
    }
    addAttachments(line, conversation, item);
    if (!item.reactions.empty()) {
        line.add("reactions", reactionLines(item.reactions));
    }
    return line;
}

std::vector<JsonLine> reactionLines(const std::vector<ReactionCount>& reactions)
{
    std::vector<JsonLine> lines;
    lines.reserve(reactions.size());
    for (const ReactionCount& one : reactions) {
        lines.push_back(JsonLine().add("emoji", one.emoji).add("count", one.count).add("mine", one.isMine));
    }
    return lines;
}

JsonLine attachmentLine(const AttachmentItem& item)
{
    const Attachment& file = item.attachment;
    JsonLine line;
    line.add("conversation", item.key.conversation);
    addSeq(line, "seq", item.key.seq)
        .add("index", item.key.index)
        .add("name", safeFileName(file.name))
        .add("mime", file.mime)
        .add("size", file.size)
        .add("width", file.width)
        .add("height", file.height)
        .add("sha256", hashText(file.hash))
        .add("held", item.isHeld);
    return line;
}

} // namespace tidemark
