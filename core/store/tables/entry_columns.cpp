#include "core/store/tables/entry_columns.h"

namespace tidemark {

Entry entryOf(const Run& run)
{
    Entry entry;
    entry.seq = run.id<Seq>(0);
    entry.kind = static_cast<EntryKind>(run.number(1));
    entry.author = run.id<UserId>(2);
    entry.at = UnixMs{run.number(3)};
    const std::int64_t flags = run.number(4);
    entry.isAction = (flags & entry_flag::action) != 0;
    entry.mentionsAll = (flags & entry_flag::mentionsAll) != 0;
    entry.targetMentionsReader = (flags & entry_flag::targetMentionsReader) != 0;
    entry.targetRepliesToReader = (flags & entry_flag::targetRepliesToReader) != 0;
    entry.editedBy = run.id<Seq>(5);
    entry.recalledBy = run.id<Seq>(6);
    const auto reference = run.id<Seq>(7);
    const auto user = run.id<UserId>(8);
    if (entry.kind == EntryKind::Edit || entry.kind == EntryKind::Recall) {
        entry.target = reference;
        entry.targetAuthor = user;
    } else if (entry.kind == EntryKind::Notice) {
        entry.subject = user;
    } else {
        entry.replyTo = reference;
        entry.replyToAuthor = user;
    }
    entry.notice = static_cast<NoticeKind>(run.number(9));
    entry.mentions = mentionsFromColumn(run.bytes(10));
    entry.uuid = run.uuid(11);
    entry.text = run.text(12);
    return entry;
}

std::int64_t flagsOf(const Entry& entry)
{
    return (entry.isAction ? entry_flag::action : 0) | (entry.mentionsAll ? entry_flag::mentionsAll : 0)
           | (entry.targetMentionsReader ? entry_flag::targetMentionsReader : 0)
           | (entry.targetRepliesToReader ? entry_flag::targetRepliesToReader : 0);
}

Seq referenceOf(const Entry& entry)
{
    const bool changesTarget = entry.kind == EntryKind::Edit || entry.kind == EntryKind::Recall;
    return changesTarget ? entry.target : entry.replyTo;
}

UserId referredUserOf(const Entry& entry)
{
    switch (entry.kind) {
    case EntryKind::Edit:
    case EntryKind::Recall:
        return entry.targetAuthor;
    case EntryKind::Notice:
        return entry.subject;
    default:
        return entry.replyToAuthor;
    }
}

QByteArray mentionsToColumn(const std::vector<UserId>& mentions)
{
    QByteArray column;
    for (const UserId user : mentions) {
        column += ',' + QByteArray::number(static_cast<qulonglong>(user.value));
    }
    return column.isEmpty() ? column : column + ',';
}

std::vector<UserId> mentionsFromColumn(const QByteArray& column)
{
    std::vector<UserId> mentions;
    for (qsizetype begin = 1; begin < column.size();) {
        const qsizetype end = column.indexOf(',', begin);
        if (end < 0) {
            break;
        }
        mentions.emplace_back(column.mid(begin, end - begin).toULongLong());
        begin = end + 1;
    }
    return mentions;
}

QByteArray mentionPattern(UserId user)
{
    return ',' + QByteArray::number(static_cast<qulonglong>(user.value)) + ',';
}

} // namespace tidemark
