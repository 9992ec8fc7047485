#include "core/models/entry_json.h"

namespace tidemark {

const char* kindName(EntryKind kind)
{
    switch (kind) {
    case EntryKind::Message:
        return "message";
    case EntryKind::Edit:
        return "edit";
    case EntryKind::Recall:
        return "recall";
    case EntryKind::Notice:
        return "notice";
    case EntryKind::Unknown:
        break;
    }
    return "unknown";
}

const char* kindName(ConversationKind kind)
{
    switch (kind) {
    case ConversationKind::Direct:
        return "direct";
    case ConversationKind::Group:
        return "group";
    case ConversationKind::Channel:
        return "channel";
    case ConversationKind::NoticeList:
        return "notice";
    case ConversationKind::Unknown:
        break;
    }
    return "unknown";
}

namespace {

/// Notices have a kind instead of a text of their own.
std::string noticeWords(NoticeKind notice, const std::string& text, const std::string& subject)
{
    switch (notice) {
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

} // namespace

JsonLine& addEntry(JsonLine& line, const HistoryEntry& entry)
{
    const Entry& one = entry.entry;
    const bool isNotice = one.kind == EntryKind::Notice;
    line.add("seq", one.seq)
        .add("kind", kindName(one.kind))
        .add("from", entry.authorName)
        .add("at", isoTime(one.at))
        .add("text", isNotice ? noticeWords(one.notice, one.text, entry.subjectName) : one.text)
        .add("edited", one.editedBy.isValid())
        .add("recalled", one.recalledBy.isValid());
    return addSeq(line, "reply_to", one.replyTo);
}

JsonLine& addItem(JsonLine& line, const TimelineItem& item)
{
    const bool isNotice = item.kind == EntryKind::Notice;
    addSeq(line, "seq", item.seq)
        .add("kind", kindName(item.kind))
        .add("from", item.authorName)
        .add("at", isoTime(item.at))
        .add("text", isNotice ? noticeWords(item.notice, item.text, item.subjectName) : item.text)
        .add("edited", item.isEdited)
        .add("recalled", item.isRecalled);
    return addSeq(line, "reply_to", item.replyTo);
}

} // namespace tidemark
