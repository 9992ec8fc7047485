#include "core/models/conversations/conversation_row.h"

#include "core/models/words/badge.h"
#include "core/models/words/clean_text.h"
#include "core/models/words/file_text.h"
#include "core/models/words/identity.h"
#include "core/models/words/isolated_text.h"
#include "core/models/words/moment.h"
#include "core/models/words/notice_text.h"
#include "core/models/words/utf8_text.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

constexpr qsizetype maxPreviewLength = 200;

class ConversationText {
    Q_DECLARE_TR_FUNCTIONS(ConversationText)
};

/// Returns the beginning of `text` on one line.
QString previewOf(const std::string& text)
{
    // A character has at most four bytes, so do not convert a long text for one line.
    const auto bytes = std::min(text.size(), static_cast<std::size_t>(maxPreviewLength) * 4);
    return oneLine(textFromUtf8(std::string_view(text).substr(0, bytes)).left(maxPreviewLength));
}

QString senderOf(const ConversationSummary& summary)
{
    if (summary.lastIsOwn) {
        return ConversationText::tr("You:");
    }
    if (summary.kind == ConversationKind::Direct || summary.lastSender.empty()) {
        return {};
    }
    return ConversationText::tr("%1:", "name before the last message")
        .arg(isolatedLine(QString::fromStdString(summary.lastSender)));
}

QString lastNotice(const ConversationSummary& summary)
{
    const QString who = summary.lastIsOwn ? QString() : QString::fromStdString(summary.lastSender);
    return noticeText(summary.lastNotice, who, QString::fromStdString(summary.lastSubject),
                      previewOf(summary.lastText));
}

QString deliveryHintOf(Delivery delivery, ConversationKind kind)
{
    const bool isDirect = kind == ConversationKind::Direct;
    switch (delivery) {
    case Delivery::Read:
        return isDirect ? ConversationText::tr("Read") : ConversationText::tr("Read by at least one member");
    case Delivery::Delivered:
        return isDirect ? ConversationText::tr("Delivered")
                        : ConversationText::tr("Delivered to at least one member");
    case Delivery::Sent:
        return ConversationText::tr("Sent");
    default:
        return {};
    }
}

void setPreview(ConversationRow& row, const ConversationSummary& summary)
{
    using LastLine = ConversationSummary::LastLine;
    using Preview = ConversationRow::Preview;
    if (!summary.draft.empty()) {
        row.preview = Preview::Draft;
        row.sender = ConversationText::tr("Draft:");
        row.text = previewOf(summary.draft);
        return;
    }
    row.text = messageLine(filesText(summary), previewOf(summary.lastText));
    if (summary.lastIsForwarded) {
        row.text = row.text.isEmpty()
                       ? ConversationText::tr("Forwarded message")
                       : ConversationText::tr("Forwarded: %1", "text of a message").arg(isolated(row.text));
    }
    switch (summary.lastLine) {
    case LastLine::None:
        row.text = summary.clearedThrough.isValid() ? ConversationText::tr("You cleared the history")
                                                    : ConversationText::tr("No messages yet");
        row.preview = Preview::Quiet;
        return;
    case LastLine::Notice:
        row.preview = Preview::Quiet;
        row.text = lastNotice(summary);
        return;
    case LastLine::Recalled:
        row.preview = Preview::Quiet;
        row.sender = senderOf(summary);
        row.text = ConversationText::tr("message deleted");
        return;
    case LastLine::Failed:
        row.preview = Preview::Failed;
        row.sender = ConversationText::tr("Not sent:");
        return;
    case LastLine::Pending:
        row.preview = Preview::Sending;
        row.sender = senderOf(summary);
        return;
    case LastLine::Message:
        row.preview = Preview::Text;
        row.sender = senderOf(summary);
        if (summary.lastIsOwn) {
            row.delivery = deliveryOf(summary.lastSeq, summary.deliveredToOthers, summary.seenByOthers);
        }
        row.deliveryHint = deliveryHintOf(row.delivery, summary.kind);
        return;
    }
}

void setBadge(ConversationRow& row, const ConversationSummary& summary)
{
    row.badge = badgeText(summary.counts.unread, summary.exact);
    row.badgeHint = badgeHint(summary.counts.unread, summary.counts.mentions, summary.exact);
    row.reactions = badgeText(summary.unreadReactions, true);
    row.reactionsHint = reactionsHint(summary.unreadReactions);
    row.isUnread = !row.badge.isEmpty();
    row.isMentioned = summary.counts.mentions > 0;
}

void setSpoken(ConversationRow& row, const ConversationSummary& summary)
{
    QStringList parts{row.title};
    const QString unread = badgeSpoken(summary.counts.unread, summary.counts.mentions, summary.exact);
    if (!unread.isEmpty()) {
        parts += unread;
    }
    if (!row.reactions.isEmpty()) {
        parts += row.reactionsHint;
    }
    if (row.isMuted) {
        parts += row.mutedHint.left(1).toLower() + row.mutedHint.mid(1);
    }
    if (row.isUnsynced) {
        parts += ConversationText::tr("not yet synced");
    }
    if (row.preview == ConversationRow::Preview::Draft) {
        parts += ConversationText::tr("draft");
    }
    row.spoken = parts.join(ConversationText::tr(", ", "between what a screen reader speaks"));
}

} // namespace

bool isWithOneself(const ConversationSummary& summary)
{
    return summary.kind == ConversationKind::Direct && summary.memberCount == 1;
}

bool isWithOther(const ConversationSummary& summary)
{
    return summary.kind == ConversationKind::Direct && !isWithOneself(summary);
}

bool mayWriteIn(const ConversationSummary& summary)
{
    return mayPost(summary.kind, summary.role) && !summary.isPeerDeleted;
}

QString titleOf(const ConversationSummary& summary)
{
    const QString title = oneLine(QString::fromStdString(summary.title));
    if (isWithOneself(summary)) {
        return ConversationText::tr("Notes to self");
    }
    // A server has only one, and its own title for it does not matter.
    if (summary.kind == ConversationKind::NoticeList) {
        return ConversationText::tr("Announcements");
    }
    if (!title.isEmpty()) {
        return title;
    }
    return ConversationText::tr("Conversation %1").arg(summary.id.value);
}

QString mutedText(const ConversationSettings& settings, QDate today)
{
    if (!settings.muted) {
        return {};
    }
    const QString until = untilMoment(settings.mutedUntil, today);
    return until.isEmpty() ? ConversationText::tr("Muted") : ConversationText::tr("Muted %1").arg(until);
}

namespace {

/// Whether the user has deleted the direct chat and there is nothing new in it.
bool isDeleted(const ConversationSummary& summary)
{
    return summary.kind == ConversationKind::Direct && summary.clearedThrough.isValid()
           && summary.clearedThrough >= summary.head && summary.draft.empty()
           && summary.lastLine == ConversationSummary::LastLine::None;
}

} // namespace

int hueOf(const ConversationSummary& summary)
{
    const bool showsPeer = summary.kind == ConversationKind::Direct && summary.peer.isValid();
    return hueOf(showsPeer ? summary.peer.value : summary.id.value);
}

bool isListed(const ConversationSummary& summary)
{
    return summary.isMember && !summary.isBlocked && !isDeleted(summary);
}

ConversationRow rowOf(const ConversationSummary& summary, QDate today, bool isUnsynced)
{
    ConversationRow row;
    row.id = summary.id;
    row.title = titleOf(summary);
    row.initials = initialsOf(row.title);
    row.hue = hueOf(summary);
    row.isNoticeList = summary.kind == ConversationKind::NoticeList;
    row.isNotes = isWithOneself(summary);
    row.time = listTime(summary.lastActivity, today);
    row.timeHint = fullMoment(summary.lastActivity);
    row.isMuted = summary.settings.muted;
    row.mutedHint = mutedText(summary.settings, today);
    row.isPinned = summary.settings.pinned;
    row.isArchived = summary.settings.archived;
    setPreview(row, summary);
    setBadge(row, summary);
    row.isUnsynced = isUnsynced;
    if (isUnsynced) {
        row.unsyncedHint = ConversationText::tr(
            "The server does not know yet what you read here. Your other devices update as soon as it does.");
    }
    setSpoken(row, summary);
    return row;
}

} // namespace tidemark
