#include "core/store/tables/entry_columns.h"

namespace tidemark {

namespace {

template <typename Id>
QString listOf(const std::vector<Id>& ids)
{
    QString list;
    for (const Id id : ids) {
        list += (list.isEmpty() ? QString() : QStringLiteral(",")) + QString::number(id.value);
    }
    return QStringLiteral("[%1]").arg(list);
}

} // namespace

Entry entryOf(const Run& run)
{
    const auto kind = static_cast<EntryKind>(run.number(1));
    content::Fields fields;
    readFlags(fields, run.number(4));
    fields.editedBy = run.id<Seq>(5);
    fields.recalledBy = run.id<Seq>(6);
    readReference(fields, run.id<Seq>(7));
    (kind == EntryKind::Message ? fields.replyToAuthor : fields.targetAuthor) = run.id<UserId>(8);
    fields.subject = fields.targetAuthor;
    fields.notice = static_cast<NoticeKind>(run.number(9));
    fields.mentions = mentionsFromColumn(run.bytes(10));
    fields.text = run.text(12);
    fields.forwarded = {run.id<UserId>(13), UnixMs{run.number(14)}};
    return {run.id<Seq>(0), run.id<UserId>(2), UnixMs{run.number(3)}, run.uuid(11),
            entryContent(kind, std::move(fields))};
}

bool hasFiles(const Run& run)
{
    return fileCountIn(run.number(4)) > 0 && run.number(6) == 0;
}

std::int64_t flagsOf(const content::Fields& fields)
{
    return (fields.isAction ? entry_flag::action : 0) | (fields.mentionsAll ? entry_flag::mentionsAll : 0)
           | (fields.targetMentionsReader ? entry_flag::targetMentionsReader : 0)
           | (fields.targetRepliesToReader ? entry_flag::targetRepliesToReader : 0)
           | static_cast<std::int64_t>(fields.attachments.size()) << entry_flag::fileCountShift;
}

void readFlags(content::Fields& fields, std::int64_t flags)
{
    fields.isAction = (flags & entry_flag::action) != 0;
    fields.mentionsAll = (flags & entry_flag::mentionsAll) != 0;
    fields.targetMentionsReader = (flags & entry_flag::targetMentionsReader) != 0;
    fields.targetRepliesToReader = (flags & entry_flag::targetRepliesToReader) != 0;
}

Seq referenceOf(const content::Fields& fields)
{
    return fields.target.isValid() ? fields.target : fields.replyTo;
}

void readReference(content::Fields& fields, Seq reference)
{
    fields.target = fields.replyTo = reference;
}

UserId referredUserOf(const content::Fields& fields)
{
    return fields.targetAuthor.isValid() ? fields.targetAuthor
           : fields.subject.isValid()    ? fields.subject
                                         : fields.replyToAuthor;
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

QByteArray seqsToColumn(const std::vector<Seq>& seqs)
{
    QByteArray column(""); // NULL would be a null array
    for (const Seq seq : seqs) {
        column += (column.isEmpty() ? "" : ",") + QByteArray::number(static_cast<qulonglong>(seq.value));
    }
    return column;
}

std::vector<Seq> seqsFromColumn(const QByteArray& column)
{
    std::vector<Seq> seqs;
    if (!column.isEmpty()) {
        for (const QByteArray& number : column.split(',')) {
            seqs.emplace_back(number.toULongLong());
        }
    }
    return seqs;
}

QString jsonList(const std::vector<UserId>& users)
{
    return listOf(users);
}

QString jsonList(const std::vector<Seq>& seqs)
{
    return listOf(seqs);
}

} // namespace tidemark
