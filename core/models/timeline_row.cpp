#include "core/models/timeline_row.h"

#include "core/models/error_text.h"
#include "core/models/identity.h"
#include "core/models/moment.h"
#include "core/models/notice_text.h"

#include <QLocale>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

TimelineRowKey keyOf(const TimelineItem& item, TimelineRowKind kind)
{
    if (item.uuid.isValid())
        return {kind, 0, item.uuid};
    return {kind, item.seq.value, {}};
}

QString nameOf(const TimelineItem& item)
{
    const QString name = QString::fromStdString(item.authorName).simplified();
    return name.isEmpty() ? u"User %1"_s.arg(item.author.value) : name;
}

/// What a change of a message that could not be sent is called; nothing for messages.
QString pendingChange(const TimelineItem& item)
{
    if (item.kind == EntryKind::Edit)
        return u"Edit: "_s;
    return item.kind == EntryKind::Recall ? u"Taking a message back"_s : QString();
}

void setQuote(TimelineRow& row, const TimelineItem& item)
{
    if (!item.replyTo.isValid())
        return;
    row.replyTo = item.replyTo;
    row.quoteName =
        item.replyToName.empty() ? u"Earlier message"_s : QString::fromStdString(item.replyToName);
    constexpr qsizetype longestQuote = 160;
    row.quoteText = QString::fromStdString(item.replyToText).left(longestQuote).simplified();
}

} // namespace

QString noticeText(const TimelineItem& item)
{
    return noticeText(item.notice, item.isOwn ? u"You"_s : nameOf(item),
                      QString::fromStdString(item.subjectName),
                      QString::fromStdString(item.text).simplified());
}

TimelineRow rowOf(const TimelineItem& item)
{
    TimelineRow row;
    const bool isMessage = item.kind == EntryKind::Message || !item.seq.isValid();
    row.key = keyOf(item, isMessage ? TimelineRowKind::Message : TimelineRowKind::Notice);
    row.seq = item.seq;
    row.coversUpTo = item.seq;
    row.author = item.author;
    row.isOwn = item.isOwn;
    row.at = item.at;
    row.time = clockTime(item.at);
    if (!isMessage) {
        row.text = noticeText(item);
        return row;
    }
    row.authorName = nameOf(item);
    row.initials = initialsOf(row.authorName);
    row.hue = hueOf(item.author.value);
    row.isRecalled = item.isRecalled;
    row.isAction = item.isAction;
    row.delivery = item.delivery;
    if (item.delivery == Delivery::Failed)
        row.failure = errorText(item.error.value_or(protocol::ErrorCode::Unknown));
    if (item.isRecalled) {
        row.text = item.isOwn ? u"You took this message back"_s : u"This message was taken back"_s;
        return row;
    }
    row.isChange = !pendingChange(item).isEmpty();
    row.text = pendingChange(item) + QString::fromStdString(item.text);
    if (item.isAction)
        row.text = u"* %1 %2"_s.arg(row.authorName, row.text);
    row.spans = spansOf(row.text);
    row.isEdited = item.isEdited;
    row.mentionsReader = item.mentionsReader;
    setQuote(row, item);
    return row;
}

QString dividerText(quint64 unread, bool exact)
{
    const QString words = unread == 1 && exact ? u"New message · "_s : u"New messages · "_s;
    return words + (exact ? QString() : u"≥ "_s) + QLocale(QLocale::English).toString(unread);
}

} // namespace tidemark
