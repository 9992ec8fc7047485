#pragma once

#include "core/domain/view.h"
#include "core/models/text_spans.h"

#include <QDate>
#include <QMetaType>
#include <QString>

#include <functional>

namespace tidemark {

enum class TimelineRowKind : quint8 {
    Message, ///< in the log, or pending
    Notice,  ///< "Anna added Bo", or something a newer version would show
    Day,
    NewMessages, ///< the divider of this visit
    Loading,     ///< the server is being asked for what belongs here
    Trimmed,     ///< above it there was more, which the server no longer keeps
};

/// Names a row for as long as it means the same thing: an own message keeps its key from pending to
/// acknowledged.
struct TimelineRowKey {
    TimelineRowKind kind = TimelineRowKind::Message;
    quint64 number = 0; ///< seq; of a day its Julian day; of Loading 0 at the top, 1 at the bottom
    MessageUuid uuid;   ///< own messages only, whose number is 0

    friend auto operator<=>(const TimelineRowKey&, const TimelineRowKey&) = default;
};

/// One row of a timeline, ready to show.
struct TimelineRow {
    TimelineRowKey key;
    QString text; ///< message; words of a notice, day or divider
    QList<TextSpan> spans;

    // Messages and notices.
    Seq seq;        ///< 0: pending
    Seq coversUpTo; ///< reading this row reads the log up to here: edits and recalls have no row of their own
    UserId author;
    QString authorName;
    QString initials;
    int hue = 0;
    bool isOwn = false;
    UnixMs at;
    QString time;

    // Messages.
    bool isEdited = false;
    UnixMs editedAt = {}; ///< 0: not known
    bool isRecalled = false;
    bool isAction = false;
    bool isChange = false; ///< an edit or recall that failed, rather than a message
    bool mentionsReader = false;
    Seq replyTo;
    QString quoteName; ///< empty: not an answer
    QString quoteText;
    Delivery delivery = Delivery::None;
    QString failure; ///< why it was not sent, in words
    bool startsGroup = true;
    bool endsGroup = true;
    bool showsAuthor = false; ///< name above the first, avatar beside the last of a group

    [[nodiscard]] bool isMessage() const { return key.kind == TimelineRowKind::Message; }

    friend bool operator==(const TimelineRow&, const TimelineRow&) = default;
};

/// The row of an entry or pending message, for itself: grouping and coverage are left for timelineRows().
[[nodiscard]] TimelineRow rowOf(const TimelineItem& item);

/// The words of a notice: noticeText() of its parts.
[[nodiscard]] QString noticeText(const TimelineItem& item);

/// What of a visit decides how the rows of a timeline look.
struct TimelineContext {
    QDate today;
    bool isDirect = false; ///< two people: no names and avatars
    Seq readUpTo;          ///< where the reader was on opening
    Seq firstNew = {};     ///< the first message of others behind it; 0: not known
    quint64 unreadAtOpening = 0;
    bool unreadExact = true;
    Seq seenByOthers;
    Seq deliveredToOthers = {};
    QString readerName = {}; ///< whose mentions are own ones
    QStringList names = {};  ///< of who can be mentioned
};

/// The words of the divider: "New messages · 5", "New messages · ≥ 12".
[[nodiscard]] QString dividerText(quint64 unread, bool exact);

} // namespace tidemark

Q_DECLARE_METATYPE(tidemark::TimelineRow)

template <>
struct std::hash<tidemark::TimelineRowKey> {
    std::size_t operator()(const tidemark::TimelineRowKey& key) const noexcept
    {
        const auto half = std::hash<tidemark::MessageUuid>{}(key.uuid);
        return half ^ static_cast<std::size_t>(key.number * 0x9e3779b97f4a7c15ULL)
               ^ static_cast<std::size_t>(key.kind);
    }
};
