#include "ui/chat/info/why_text.h"

#include "core/models/words/isolated_text.h"
#include "core/models/words/moment.h"
#include "core/models/words/plural.h"
#include "core/models/words/sentences.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

namespace tidemark {

namespace {

class Why {
    Q_DECLARE_TR_FUNCTIONS(Why)
};

QString countOf(std::uint64_t count)
{
    return QLocale().toString(static_cast<qulonglong>(count));
}

QString placeOf(const CursorMover& mover)
{
    switch (mover.by) {
    case CursorMover::By::ThisDevice:
        return Why::tr("on this device");
    case CursorMover::By::OtherDevice:
        return mover.deviceName.empty()
                   ? Why::tr("on another device")
                   : Why::tr("on %1").arg(isolatedLine(QString::fromStdString(mover.deviceName)));
    case CursorMover::By::Server:
        break;
    }
    return Why::tr("by the server");
}

/// Says on which device and when, as far as this is known: "on phone at 10:32".
QString circumstances(const CursorMover& mover, QDate today)
{
    const QString moment = pastMoment(mover.at, today);
    return moment.isEmpty()
               ? placeOf(mover)
               : Why::tr("%1 %2", "where and when: on phone, at 10:32").arg(placeOf(mover), moment);
}

QString moveText(const Explanation& explanation, QDate today)
{
    const QString seq = u'#' + QString::number(explanation.cursor.readSeq.value);
    const QString where = circumstances(explanation.mover, today);
    switch (explanation.mover.cause) {
    case CursorCause::Seen:
        return Why::tr("Read up to %1 %2, because it was seen.").arg(seq, where);
    case CursorCause::MarkedRead:
        return Why::tr("Read up to %1, because it was marked as read %2.").arg(seq, where);
    case CursorCause::MarkedUnread:
        return Why::tr("Read up to %1, because the messages after it were marked as unread %2.")
            .arg(seq, where);
    case CursorCause::Undo:
        return Why::tr("Read up to %1, because a mark was undone %2.").arg(seq, where);
    case CursorCause::Joined:
        if (explanation.cursor.readSeq.isValid()) {
            return Why::tr("Read up to %1, because you joined there %2.")
                .arg(seq, pastMoment(explanation.mover.at, today));
        }
        break;
    case CursorCause::Expired:
    case CursorCause::Trimmed:
    case CursorCause::Away:
    case CursorCause::Cleared:
    case CursorCause::Unknown:
        break;
    }
    return explanation.cursor.readSeq.isValid() ? Why::tr("Read up to %1.").arg(seq)
                                                : Why::tr("Nothing has been read here yet.");
}

/// "3 messages up to #40", or only the seq if this device does not hold all of them.
QString belowFloor(const Explanation& explanation)
{
    const QString seq = u'#' + QString::number(explanation.floor.value);
    if (!explanation.belowFloor) {
        return Why::tr("Messages up to %1").arg(seq);
    }
    return Why::tr("%Ln messages up to %1", nullptr, pluralOf(*explanation.belowFloor)).arg(seq);
}

QString floorText(const Explanation& explanation, QDate today)
{
    // An unknown number takes the plural: "Messages up to #40 no longer count".
    constexpr int several = 2;
    const int count = explanation.belowFloor ? pluralOf(*explanation.belowFloor) : several;
    const QString moment = pastMoment(explanation.floorMover.at, today);
    const QString since = moment.isEmpty() ? QString() : Why::tr(" (%1)").arg(moment);
    switch (explanation.floorMover.cause) {
    case CursorCause::Expired:
        return Why::tr("%1 no longer count: they were unread for too long%2.", "%n messages", count)
            .arg(belowFloor(explanation), since);
    case CursorCause::Trimmed:
        return Why::tr("%1 no longer count: the server no longer keeps them%2.", "%n messages", count)
            .arg(belowFloor(explanation), since);
    case CursorCause::Away:
        return Why::tr("%1 do not count: you had been away for a long time when they came%2.", "%n messages",
                       count)
            .arg(belowFloor(explanation), since);
    case CursorCause::Cleared:
        return Why::tr("%1 no longer count: you cleared the history%2.", "%n messages", count)
            .arg(belowFloor(explanation), since);
    default:
        return Why::tr("Messages up to #%1 do not count: they were sent before you joined.")
            .arg(explanation.floor.value);
    }
}

} // namespace

QString whyHeadline(const Explanation& explanation)
{
    const std::uint64_t unread = explanation.counts.unread;
    if (!explanation.exact) {
        return Why::tr("At least %Ln unread messages", nullptr, pluralOf(unread));
    }
    return unread == 0 ? Why::tr("Nothing is unread")
                       : Why::tr("%Ln unread messages", nullptr, pluralOf(unread));
}

QString whyCursor(const Explanation& explanation, QDate today)
{
    QString text = moveText(explanation, today);
    if (explanation.floor > explanation.cursor.readSeq) {
        text = sentences(text, floorText(explanation, today));
    }
    if (!explanation.mover.isSynced) {
        text = sentences(text, Why::tr("The server does not know this yet."));
    }
    return text;
}

QString whyCounted(const Explanation& explanation)
{
    if (explanation.counted.empty()) {
        return {};
    }
    return Why::tr("%Ln messages count:", nullptr, pluralOf(explanation.counted.size()));
}

QString whyLeftOut(const Explanation& explanation)
{
    QStringList parts;
    if (explanation.own > 0) {
        parts += Why::tr("%1 of your own").arg(countOf(explanation.own));
    }
    if (explanation.recalled > 0) {
        parts += Why::tr("%1 deleted").arg(countOf(explanation.recalled));
    }
    if (explanation.ignored > 0) {
        parts += Why::tr("%1 from people you ignore").arg(countOf(explanation.ignored));
    }
    if (explanation.hidden > 0) {
        parts += Why::tr("%1 deleted for you").arg(countOf(explanation.hidden));
    }
    if (explanation.notCountable > 0) {
        parts += Why::tr("%Ln edits and notices", nullptr, pluralOf(explanation.notCountable));
    }
    QString text =
        parts.isEmpty()
            ? Why::tr("Nothing was left out.")
            : Why::tr("Not counted: %1.").arg(parts.join(Why::tr(", ", "between parts of a list")));
    if (explanation.notLookedAt > 0) {
        text = sentences(text, Why::tr("%Ln entries are not on this device and were counted by the server.",
                                       nullptr, pluralOf(explanation.notLookedAt)));
    }
    return text;
}

QString whyReactions(std::uint64_t reactions)
{
    if (reactions == 0) {
        return {};
    }
    return Why::tr(
        "%Ln reactions to your messages are unread. The heart shows their number, which is part of "
        "no total.",
        nullptr, pluralOf(reactions));
}

QString whyTotal(const Explanation& explanation)
{
    QString text;
    switch (explanation.total) {
    case TotalPart::Counted:
        text = Why::tr("This number is part of the total in the window’s title.");
        break;
    case TotalPart::Muted:
        text = Why::tr("This number is not part of the total: the conversation is muted.");
        break;
    case TotalPart::Archived:
        text = Why::tr("This number is not part of the total: the conversation is archived.");
        break;
    case TotalPart::Left:
        text = Why::tr("This number is not part of the total: you have left the conversation.");
        break;
    }
    if (explanation.isPrivate) {
        text = sentences(text, Why::tr("You hide read receipts here."));
    }
    return text;
}

QString auditWords(const AuditReport& report)
{
    if (report.differences.empty()) {
        return Why::tr("Counted again: the numbers of all %Ln conversations were right.", nullptr,
                       pluralOf(report.checked));
    }
    const int wrong = pluralOf(report.differences.size());
    return report.repaired
               ? Why::tr("Counted again: %Ln numbers were wrong and have been corrected.", nullptr, wrong)
               : Why::tr("Counted again: %Ln numbers are wrong and could not be corrected.", nullptr, wrong);
}

} // namespace tidemark
