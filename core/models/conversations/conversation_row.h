#pragma once

#include "core/domain/view.h"

#include <QDate>
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
    bool isNoticeList = false; ///< shown with an icon instead of initials
    bool isNotes = false;      ///< likewise: the user's direct chat with themselves

    Preview preview = Preview::None;
    QString sender; ///< before the preview, with its colon; empty if not needed
    QString text;
    Delivery delivery = Delivery::None; ///< only if the last message in the log is the user's own
    QString deliveryHint;
    QString time;
    QString timeHint; ///< full date and time

    QString badge; ///< empty: no badge
    QString badgeHint;
    QString reactions; ///< the number of unread reactions to the user's messages; empty: none
    QString reactionsHint;
    bool isUnread = false; ///< bold title, accented time
    bool isMentioned = false;
    bool isMuted = false;
    QString mutedHint; ///< "Muted until 15:40"
    bool isPinned = false;
    bool isArchived = false;
    bool isUnsynced = false; ///< read here, and not acknowledged by the server for a while
    QString unsyncedHint;

    QString spoken; ///< for screen readers: "Anna Meier, 3 unread"

    friend bool operator==(const ConversationRow&, const ConversationRow&) = default;
};

/// `today` selects clock time, weekday or date; `isUnsynced` comes from UnsyncedMarks.
[[nodiscard]] ConversationRow rowOf(const ConversationSummary& summary, QDate today, bool isUnsynced = false);

/// Whether this is a direct chat of the user with themselves (notes).
[[nodiscard]] bool isWithOneself(const ConversationSummary& summary);
/// Whether it is a direct chat with another user.
[[nodiscard]] bool isWithOther(const ConversationSummary& summary);
/// Whether the user can write messages in the conversation. The account of the other user of a direct chat
/// may be deleted.
[[nodiscard]] bool mayWriteIn(const ConversationSummary& summary);

/// Returns the conversation's displayed title; never empty.
[[nodiscard]] QString titleOf(const ConversationSummary& summary);
/// Returns the hue of a conversation's avatar: in a direct chat that of the other user, as everywhere else.
[[nodiscard]] int hueOf(const ConversationSummary& summary);

/// Returns "Muted" or "Muted until 15:40"; empty if not muted.
[[nodiscard]] QString mutedText(const ConversationSettings& settings, QDate today);

/// Whether the list may contain the conversation: not if the user has left it.
[[nodiscard]] bool isListed(const ConversationSummary& summary);

} // namespace tidemark

Q_DECLARE_METATYPE(tidemark::ConversationRow)
