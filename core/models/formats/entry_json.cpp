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

/// The fields that both kinds of rows have.
struct Fields {
    Seq seq;
    EntryKind kind = EntryKind::Message;
    NoticeKind notice = NoticeKind::None;
    const std::string& from;
    const std::string& subject;
    UnixMs at;
    const std::string& text;
    bool isEdited = false;
    bool isRecalled = false;
    Seq replyTo;
};

JsonLine& addFields(JsonLine& line, const Fields& fields)
{
    const bool isNotice = fields.kind == EntryKind::Notice;
    addSeq(line, "seq", fields.seq)
        .add("kind", kindName(fields.kind))
        .add("from", fields.from)
        .add("at", isoTime(fields.at))
        .add("text", isNotice ? noticeWords(fields.notice, fields.text, fields.subject) : fields.text)
        .add("edited", fields.isEdited)
        .add("recalled", fields.isRecalled);
    return addSeq(line, "reply_to", fields.replyTo);
}

} // namespace

JsonLine& addEntry(JsonLine& line, const HistoryEntry& entry)
{
    const Entry& one = entry.entry;
    const content::Fields fields = fieldsOf(one.content);
    return addFields(line,
                     {one.seq, one.kind(), fields.notice, entry.authorName, entry.subjectName, one.at,
                      fields.text, fields.editedBy.isValid(), fields.recalledBy.isValid(), fields.replyTo});
}

JsonLine& addItem(JsonLine& line, const TimelineItem& item)
{
    return addFields(line, {item.seq, item.kind, item.notice, item.authorName, item.subjectName, item.at,
                            item.text, item.isEdited, item.isRecalled, item.replyTo});
}

} // namespace tidemark
