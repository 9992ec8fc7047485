#include "core/models/conversation_row.h"

#include "core/models/badge.h"
#include "core/models/identity.h"
#include "core/models/moment.h"
#include "core/models/notice_text.h"

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

constexpr qsizetype longestPreview = 200;

/// The beginning of `text` on one line.
QString oneLine(const std::string& text)
{
    // Four bytes a character at most: no need to convert a novel for one line.
    const auto bytes = std::min(text.size(), static_cast<std::size_t>(longestPreview) * 4);
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(bytes)).left(longestPreview).simplified();
}

QString senderOf(const ConversationSummary& summary)
{
    if (summary.lastIsOwn)
        return u"You:"_s;
    if (summary.kind == ConversationKind::Direct || summary.lastSender.empty())
        return {};
    return QString::fromStdString(summary.lastSender) + u':';
}

QString lastNotice(const ConversationSummary& summary)
{
    const QString who = summary.lastIsOwn ? u"You"_s : QString::fromStdString(summary.lastSender);
    return noticeText(summary.lastNotice, who, QString::fromStdString(summary.lastSubject),
                      oneLine(summary.lastText));
}

QString deliveryHintOf(Delivery delivery, ConversationKind kind)
{
    const bool isDirect = kind == ConversationKind::Direct;
    switch (delivery) {
    case Delivery::Read:
        return isDirect ? u"Read"_s : u"Read by somebody"_s;
    case Delivery::Delivered:
        return isDirect ? u"Delivered"_s : u"Delivered to somebody"_s;
    case Delivery::Sent:
        return u"Sent"_s;
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
        row.sender = u"Draft:"_s;
        row.text = oneLine(summary.draft);
        return;
    }
    row.text = oneLine(summary.lastText);
    switch (summary.lastLine) {
    case LastLine::None:
        row.text = u"No messages yet"_s;
        row.preview = Preview::Quiet;
        return;
    case LastLine::Notice:
        row.preview = Preview::Quiet;
        row.text = lastNotice(summary);
        return;
    case LastLine::Recalled:
        row.preview = Preview::Quiet;
        row.sender = senderOf(summary);
        row.text = u"message taken back"_s;
        return;
    case LastLine::Failed:
        row.preview = Preview::Failed;
        row.sender = u"Not sent:"_s;
        return;
    case LastLine::Pending:
        row.preview = Preview::Sending;
        row.sender = senderOf(summary);
        return;
    case LastLine::Message:
        row.preview = Preview::Text;
        row.sender = senderOf(summary);
        if (summary.lastIsOwn)
            row.delivery = deliveryOf(summary.lastSeq, summary.deliveredToOthers, summary.seenByOthers);
        row.deliveryHint = deliveryHintOf(row.delivery, summary.kind);
        return;
    }
}

void setBadge(ConversationRow& row, const ConversationSummary& summary)
{
    row.badge = badgeText(summary.counts.unread, summary.exact);
    row.badgeHint = badgeHint(summary.counts.unread, summary.counts.mentions, summary.exact);
    row.isUnread = !row.badge.isEmpty();
    row.isMentioned = summary.counts.mentions > 0;
}

void setSpoken(ConversationRow& row, const ConversationSummary& summary)
{
    QStringList parts{row.title};
    const QString unread = badgeSpoken(summary.counts.unread, summary.counts.mentions, summary.exact);
    if (!unread.isEmpty())
        parts += unread;
    if (row.isMuted)
        parts += row.mutedHint.left(1).toLower() + row.mutedHint.mid(1);
    if (row.isUnsynced)
        parts += u"not yet synced"_s;
    if (row.preview == ConversationRow::Preview::Draft)
        parts += u"draft"_s;
    row.spoken = parts.join(u", "_s);
}

} // namespace

QString titleOf(const ConversationSummary& summary)
{
    const QString title = QString::fromStdString(summary.title).simplified();
    if (!title.isEmpty())
        return title;
    return u"Conversation %1"_s.arg(summary.id.value);
}

QString mutedText(const ConversationSettings& settings, QDate today)
{
    if (!settings.muted)
        return {};
    const QString until = untilMoment(settings.mutedUntil, today);
    return until.isEmpty() ? u"Muted"_s : u"Muted "_s + until;
}

bool isListed(const ConversationSummary& summary)
{
    return summary.isMember;
}

ConversationRow rowOf(const ConversationSummary& summary, QDate today, bool isUnsynced)
{
    ConversationRow row;
    row.id = summary.id;
    row.title = titleOf(summary);
    row.initials = initialsOf(row.title);
    const bool showsPeer = summary.kind == ConversationKind::Direct && summary.peer.isValid();
    row.hue = hueOf(showsPeer ? summary.peer.value : summary.id.value);
    row.time = listTime(summary.lastActivity, today);
    row.timeHint = fullMoment(summary.lastActivity);
    row.isMuted = summary.settings.muted;
    row.mutedHint = mutedText(summary.settings, today);
    row.isPinned = summary.settings.pinned;
    row.isArchived = summary.settings.archived;
    setPreview(row, summary);
    setBadge(row, summary);
    row.isUnsynced = isUnsynced;
    if (isUnsynced)
        row.unsyncedHint =
            u"What you read here has not reached the server yet. Your other devices learn of it "
            "as soon as it has."_s;
    setSpoken(row, summary);
    return row;
}

} // namespace tidemark
