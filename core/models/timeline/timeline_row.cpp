#include "core/models/timeline/timeline_row.h"

#include "core/models/words/clean_text.h"
#include "core/models/words/error_text.h"
#include "core/models/words/file_text.h"
#include "core/models/words/identity.h"
#include "core/models/words/isolated_text.h"
#include "core/models/words/moment.h"
#include "core/models/words/notice_text.h"
#include "core/models/words/plural.h"
#include "core/models/words/utf8_text.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

class TimelineText {
    Q_DECLARE_TR_FUNCTIONS(TimelineText)
};

TimelineRowKey keyOf(const TimelineItem& item, TimelineRowKind kind)
{
    if (item.uuid.isValid()) {
        return {kind, 0, item.uuid};
    }
    return {kind, item.seq.value, {}};
}

QString nameOf(const TimelineItem& item)
{
    const QString name = oneLine(QString::fromStdString(item.authorName));
    if (!name.isEmpty()) {
        return name;
    }
    return item.author.isValid() ? TimelineText::tr("User %1").arg(item.author.value)
                                 : TimelineText::tr("Server", "author of an announcement");
}

/// Returns the name of the user who said a forwarded message.
QString forwardedNameOf(const TimelineItem& item)
{
    const QString name = oneLine(QString::fromStdString(item.forwardedName));
    return name.isEmpty() ? TimelineText::tr("User %1").arg(item.forwarded.from.value) : name;
}

/// Returns the label of an unsent edit or recall; empty for messages.
QString pendingChange(const TimelineItem& item)
{
    if (item.kind == EntryKind::Edit) {
        return TimelineText::tr("Edit: ");
    }
    return item.kind == EntryKind::Recall ? TimelineText::tr("Deleting a message") : QString();
}

/// Returns the prefix of an action: "* Anna waves".
QString actionPrefix(const QString& name)
{
    return u"* %1 "_s.arg(isolated(name));
}

/// Returns the beginning of the message that a notice is about; empty if this device does not hold it.
QString targetText(const TimelineItem& item)
{
    constexpr qsizetype maxTargetLength = 60;
    const QString text = textFromUtf8(item.replyToText).simplified();
    if (text.isEmpty()) {
        return item.replyToFile ? fileTitle(*item.replyToFile) : QString();
    }
    return text.size() <= maxTargetLength ? text : text.left(maxTargetLength - 1).trimmed() + u'…';
}

void setForwarded(TimelineRow& row, const TimelineItem& item)
{
    if (item.forwarded.isValid()) {
        row.forwardedFrom = item.forwarded.from;
        row.forwardedName = forwardedNameOf(item);
        row.forwardedLine = TimelineText::tr("Forwarded from %1").arg(isolated(row.forwardedName));
    }
}

/// Returns the name of the user who does what an action says.
const QString& actorOf(const TimelineRow& row)
{
    return row.forwardedName.isEmpty() ? row.authorName : row.forwardedName;
}

void setQuote(TimelineRow& row, const TimelineItem& item)
{
    if (!item.replyTo.isValid()) {
        return;
    }
    row.replyTo = item.replyTo;
    row.quoteName = item.replyToName.empty() ? TimelineText::tr("Earlier message")
                                             : oneLine(QString::fromStdString(item.replyToName));
    constexpr qsizetype maxQuoteLength = 160;
    row.quoteText = textFromUtf8(item.replyToText).left(maxQuoteLength).simplified();
    row.quoteFile = item.replyToFile;
    if (row.quoteText.isEmpty() && row.quoteFile) {
        row.quoteText = fileTitle(*row.quoteFile);
    }
}

} // namespace

QString noticeText(const TimelineItem& item)
{
    return noticeText(item.notice, item.isOwn ? QString() : nameOf(item),
                      QString::fromStdString(item.subjectName),
                      item.target.isValid() ? targetText(item) : textFromUtf8(item.text).simplified());
}

TimelineRow rowOf(const TimelineItem& item)
{
    TimelineRow row;
    const bool isMessage = item.kind == EntryKind::Message || !item.seq.isValid();
    row.key = keyOf(item, isMessage ? TimelineRowKind::Message : TimelineRowKind::Notice);
    row.seq = item.seq;
    row.coversThrough = item.seq;
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
    if (item.delivery == Delivery::Failed) {
        row.failure = errorText(item.error.value_or(protocol::ErrorCode::Unknown));
    }
    if (item.isRecalled) {
        row.text = item.isOwn ? TimelineText::tr("You deleted this message")
                              : TimelineText::tr("This message was deleted");
        return row;
    }
    row.isChange = !pendingChange(item).isEmpty();
    row.text = pendingChange(item) + textFromUtf8(item.text);
    setForwarded(row, item);
    if (item.isAction) {
        row.text = actionPrefix(actorOf(row)) + row.text;
    }
    row.spans = spansOf(row.text);
    row.isEdited = item.isEdited;
    row.editedAt = item.editedAt;
    row.mentionsReader = item.mentionsReader;
    row.files = {item.attachments.begin(), item.attachments.end()};
    row.heldFiles = item.heldFiles;
    row.isPaused = item.isPaused;
    row.reactions = {item.reactions.begin(), item.reactions.end()};
    setQuote(row, item);
    return row;
}

QString writtenPart(const TimelineRow& row)
{
    return row.isAction ? row.text.mid(actionPrefix(actorOf(row)).size()) : row.text;
}

QString commandText(const TimelineRow& row)
{
    return row.isAction ? QStringLiteral("/me ") + writtenPart(row) : row.text;
}

QList<QUrl> linksOf(const TimelineRow& row)
{
    // A message may hold thousands of links, and users do not search a long menu for one.
    constexpr qsizetype maxLinks = 20;
    QList<QUrl> links;
    for (const TextSpan& span : row.spans) {
        if (span.kind == TextSpan::Kind::Link && !links.contains(span.url)) {
            links.append(span.url);
        }
        if (links.size() == maxLinks) {
            break;
        }
    }
    return links;
}

QString ignoredText(int messages)
{
    return TimelineText::tr("%Ln messages from people you ignore", nullptr, messages);
}

QString dividerText(quint64 unread, bool exact)
{
    return exact ? TimelineText::tr("New messages · %Ln", nullptr, pluralOf(unread))
                 : TimelineText::tr("New messages · ≥ %L1").arg(unread);
}

} // namespace tidemark
