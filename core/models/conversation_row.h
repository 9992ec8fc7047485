#pragma once

#include "core/domain/view.h"

#include <QDate>
#include <QList>
#include <QMetaType>
#include <QString>

namespace tidemark {

/// One row of the conversation list, ready to show.
struct ConversationRow {
    enum class Preview : quint8 { None, Text, Draft, Failed, Sending, Quiet };

    ConversationId id;
    QString title;
    QString initials;
    int hue = 0;
    bool isNoticeList = false; ///< shown by a sign instead of the initials

    Preview preview = Preview::None;
    QString sender; ///< before the preview, with its colon; empty where it says nothing
    QString text;
    Delivery delivery = Delivery::None; ///< of an own last message of the log
    QString deliveryHint;
    QString time;
    QString timeHint; ///< date and time in full

    QString badge; ///< empty: none
    QString badgeHint;
    bool isUnread = false; ///< bold title, accented time
    bool isMentioned = false;
    bool isMuted = false;
    QString mutedHint; ///< "Muted until 15:40"
    bool isPinned = false;
    bool isArchived = false;
    bool isUnsynced = false; ///< read here, and the server has not known it for a while
    QString unsyncedHint;

    QString spoken; ///< for screen readers: "Anna Meier, 3 unread"

    friend bool operator==(const ConversationRow&, const ConversationRow&) = default;
};

/// `today` decides between clock, weekday and date; `isUnsynced` as UnsyncedMarks says.
[[nodiscard]] ConversationRow rowOf(const ConversationSummary& summary, QDate today, bool isUnsynced = false);

/// A direct chat that nobody else is in: notes to oneself.
[[nodiscard]] bool isWithOneself(const ConversationSummary& summary);

/// The title under which a conversation is shown, never empty.
[[nodiscard]] QString titleOf(const ConversationSummary& summary);

/// "Muted", "Muted until 15:40"; empty where it is not.
[[nodiscard]] QString mutedText(const ConversationSettings& settings, QDate today);

/// Whether a conversation has a place in the list at all: those that were left do not.
[[nodiscard]] bool isListed(const ConversationSummary& summary);

} // namespace tidemark

Q_DECLARE_METATYPE(tidemark::ConversationRow)
