#include "core/models/formats/entry_json.h"

namespace tidemark {

namespace {

/// Notices have no text of their own; this describes them in words.
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
    TimelineItem item;
    item.seq = entry.entry.seq;
    item.kind = entry.entry.kind();
    item.authorName = entry.authorName;
    item.subjectName = entry.subjectName;
    item.at = entry.entry.at;
    item.setContent(fieldsOf(entry.entry.content));
    return addItem(line, item);
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
