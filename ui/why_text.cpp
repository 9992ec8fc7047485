#include "ui/why_text.h"

#include "core/models/moment.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

namespace tidemark {

namespace {

QString words(const char* text)
{
    return QCoreApplication::translate("Why", text);
}

QString countOf(std::uint64_t count)
{
    return QLocale().toString(static_cast<qulonglong>(count));
}

/// "1 message", "3 messages": `one` as it is, `many` with the number.
QString counted(std::uint64_t count, const char* one, const char* many)
{
    return count == 1 ? words(one) : words(many).arg(countOf(count));
}

QString placeOf(const CursorMover& mover)
{
    switch (mover.by) {
    case CursorMover::By::ThisDevice:
        return words("on this device");
    case CursorMover::By::OtherDevice:
        return mover.deviceName.empty() ? words("on another device")
                                        : words("on %1").arg(QString::fromStdString(mover.deviceName));
    case CursorMover::By::Server:
        break;
    }
    return words("by the server");
}

/// Where and when, as far as they are known: "on phone at 10:32".
QString circumstances(const CursorMover& mover, QDate today)
{
    const QString moment = pastMoment(mover.at, today);
    return moment.isEmpty() ? placeOf(mover) : placeOf(mover) + u' ' + moment;
}

QString moveText(const Explanation& explanation, QDate today)
{
    const QString seq = u'#' + QString::number(explanation.cursor.readSeq.value);
    const QString where = circumstances(explanation.mover, today);
    switch (explanation.mover.cause) {
    case CursorCause::Seen:
        return words("Read up to %1 %2, because it was seen.").arg(seq, where);
    case CursorCause::MarkedRead:
        return words("Read up to %1, because it was marked as read %2.").arg(seq, where);
    case CursorCause::MarkedUnread:
        return words("Read up to %1, because what follows was marked as unread %2.").arg(seq, where);
    case CursorCause::Undo:
        return words("Read up to %1, because a mark was undone %2.").arg(seq, where);
    case CursorCause::Joined:
        if (explanation.cursor.readSeq.isValid())
            return words("Read up to %1, because you joined there %2.")
                .arg(seq, pastMoment(explanation.mover.at, today));
        break;
    case CursorCause::Expired:
    case CursorCause::Trimmed:
    case CursorCause::Unknown:
        break;
    }
    return explanation.cursor.readSeq.isValid() ? words("Read up to %1.").arg(seq)
                                                : words("Nothing has been read here yet.");
}

/// "3 messages up to #40", or how far alone where they are not all here.
QString belowFloor(const Explanation& explanation)
{
    const QString seq = u'#' + QString::number(explanation.floor.value);
    if (!explanation.belowFloor)
        return words("What is up to %1").arg(seq);
    return counted(*explanation.belowFloor, "1 message", "%1 messages") + u' ' + words("up to %1").arg(seq);
}

QString floorText(const Explanation& explanation, QDate today)
{
    const bool isOne = !explanation.belowFloor || *explanation.belowFloor == 1;
    const QString moment = pastMoment(explanation.floorMover.at, today);
    const QString since = moment.isEmpty() ? QString() : words(" (%1)").arg(moment);
    switch (explanation.floorMover.cause) {
    case CursorCause::Expired:
        return belowFloor(explanation)
               + (isOne ? words(" no longer counts: it was unread for too long%1.")
                        : words(" no longer count: they were unread for too long%1."))
                     .arg(since);
    case CursorCause::Trimmed:
        return belowFloor(explanation)
               + (isOne ? words(" no longer counts: the server does not keep it any more%1.")
                        : words(" no longer count: the server does not keep them any more%1."))
                     .arg(since);
    default:
        return words("What is up to #%1 does not count: it was there before you joined.")
            .arg(explanation.floor.value);
    }
}

} // namespace

QString whyHeadline(const Explanation& explanation)
{
    const std::uint64_t unread = explanation.counts.unread;
    if (!explanation.exact)
        return counted(unread, "At least 1 unread message", "At least %1 unread messages");
    return unread == 0 ? words("Nothing is unread")
                       : counted(unread, "1 unread message", "%1 unread messages");
}

QString whyCursor(const Explanation& explanation, QDate today)
{
    QString text = moveText(explanation, today);
    if (explanation.floor > explanation.cursor.readSeq)
        text += u' ' + floorText(explanation, today);
    if (!explanation.mover.isSynced)
        text += u' ' + words("The server does not know of it yet.");
    return text;
}

QString whyCounted(const Explanation& explanation)
{
    if (explanation.counted.empty())
        return {};
    return counted(explanation.counted.size(), "1 message counts:", "%1 messages count:");
}

QString whyLeftOut(const Explanation& explanation)
{
    QStringList parts;
    if (explanation.own > 0)
        parts += words("%1 of your own").arg(countOf(explanation.own));
    if (explanation.recalled > 0)
        parts += words("%1 taken back").arg(countOf(explanation.recalled));
    if (explanation.notCountable > 0)
        parts += counted(explanation.notCountable, "1 edit or notice", "%1 edits and notices");
    QString text =
        parts.isEmpty() ? words("Nothing was left out.") : words("Left out: %1.").arg(parts.join(u", "));
    if (explanation.notLookedAt > 0)
        text +=
            u' '
            + counted(explanation.notLookedAt, "1 entry is not on this device and was counted by the server.",
                      "%1 entries are not on this device and were counted by the server.");
    return text;
}

QString whyTotal(const Explanation& explanation)
{
    QString text;
    switch (explanation.total) {
    case TotalPart::Counted:
        text = words("It is part of the total in the window's title.");
        break;
    case TotalPart::Muted:
        text = words("It is not part of the total: the conversation is muted.");
        break;
    case TotalPart::Archived:
        text = words("It is not part of the total: the conversation is archived.");
        break;
    case TotalPart::Left:
        text = words("It is not part of the total: you have left the conversation.");
        break;
    }
    if (explanation.isPrivate)
        text += u' ' + words("Others do not see that you read here.");
    return text;
}

QString auditWords(const AuditReport& report)
{
    if (report.differences.empty())
        return report.checked == 1 ? words("Counted again: the conversation's number was right.")
                                   : words("Counted again: the numbers of all %1 conversations were right.")
                                         .arg(countOf(report.checked));
    const std::size_t wrong = report.differences.size();
    return report.repaired ? counted(wrong, "Counted again: 1 number was wrong and has been put right.",
                                     "Counted again: %1 numbers were wrong and have been put right.")
                           : counted(wrong, "Counted again: 1 number is wrong and could not be put right.",
                                     "Counted again: %1 numbers are wrong and could not be put right.");
}

} // namespace tidemark
