#pragma once

#include "core/domain/view.h"
#include "core/models/matching/text_spans.h"

#include <QDate>
#include <QList>
#include <QMetaType>
#include <QString>

#include <functional>
#include <optional>
#include <set>
#include <vector>

namespace tidemark {

enum class TimelineRowKind : quint8 {
    Message, ///< in the log, or pending
    Notice,  ///< "Anna added Bo", or an entry that needs a newer version
    Day,
    NewMessages, ///< the divider of this visit
    Loading,     ///< the server was asked for the entries here
    Trimmed,     ///< older entries existed, but the server no longer keeps them, or the user has cleared them
    Ignored,     ///< a run of messages by ignored users, closed to one line
};

/// Identifies a row as long as it means the same thing: an own message keeps its key when the server
/// acknowledges it.
struct TimelineRowKey {
    TimelineRowKind kind = TimelineRowKind::Message;
    /// The seq, of a closed run the first one; Day: the Julian day; Loading: 0 at the top, 1 at the bottom.
    quint64 number = 0;
    MessageUuid uuid; ///< only for own messages, whose number is 0

    friend auto operator<=>(const TimelineRowKey&, const TimelineRowKey&) = default;
};

/// One row of a timeline, ready to show.
struct TimelineRow {
    TimelineRowKey key;
    QString text; ///< the message, or the words of a notice, day or divider
    QList<TextSpan> spans;

    // Messages, notices and closed runs.
    Seq seq; ///< 0: pending; Ignored: of the first message
    /// Reading this row reads the log through this seq: edits and recalls have no rows of their own.
    Seq coversThrough;
    UserId author;
    QString authorName;
    QString initials;
    int hue = 0;
    bool isOwn = false;
    UnixMs at;
    QString time;

    // Messages.
    bool isEdited = false;
    UnixMs editedAt = {}; ///< 0: unknown
    bool isRecalled = false;
    bool isAction = false;
    bool isChange = false; ///< a failed edit or recall, not a message
    bool mentionsReader = false;
    UserId forwardedFrom = {}; ///< the user who said this first; none: the author
    QString forwardedName = {};
    QString forwardedLine = {}; ///< "Forwarded from Anna"; empty: the message is not forwarded
    Seq replyTo;
    QString quoteName; ///< empty: not an answer
    QString quoteText;
    std::optional<Attachment> quoteFile; ///< the first file of the answered message
    QList<Attachment> files;
    quint16 heldFiles = 0; ///< bit n is set if the bytes of file n are on this device
    QList<ReactionCount> reactions;
    bool isPaused = false; ///< the user has paused this pending message
    Delivery delivery = Delivery::None;
    QString failure; ///< for the user: the reason why it was not sent
    bool startsGroup = true;
    bool endsGroup = true;
    bool showsAuthor = false; ///< name above the first row of a group, avatar beside the last

    [[nodiscard]] bool isMessage() const { return key.kind == TimelineRowKind::Message; }

    friend bool operator==(const TimelineRow&, const TimelineRow&) = default;
};

/// Returns the row of one entry or pending message; timelineRows() sets grouping and coverage.
[[nodiscard]] TimelineRow rowOf(const TimelineItem& item);

/// Returns the words of a notice by passing its parts to noticeText().
[[nodiscard]] QString noticeText(const TimelineItem& item);

/// The facts about one visit of a conversation.
struct TimelineVisit {
    bool isDirect = false; ///< two users: no names or avatars
    Seq readThrough;       ///< the read position at opening
    Seq firstNew;          ///< the first message of others above it; 0: unknown
    quint64 unreadAtOpening = 0;
    bool unreadExact = true;
    Seq seenByOthers;
    Seq deliveredToOthers;
    QStringList names;    ///< users who can be mentioned
    std::set<Seq> opened; ///< messages of ignored users that the reader has opened
};

/// The facts that determine how the rows look: those of the visit, and those that stay from visit to visit.
struct TimelineContext : TimelineVisit {
    QDate today;
    QString readerName;          ///< mentions of this name are own mentions
    std::vector<UserId> ignored; ///< ascending; their messages are closed
};

/// Returns the part of the row's text that the author typed: of "* Anna waves" only "waves".
[[nodiscard]] QString writtenPart(const TimelineRow& row);

/// Returns the text as it is typed to send it again: with "/me" if it is an action.
[[nodiscard]] QString commandText(const TimelineRow& row);

/// Returns the targets of the row's links, each once, and not more than fit in a menu.
[[nodiscard]] QList<QUrl> linksOf(const TimelineRow& row);

/// Returns the text of a closed run: "3 messages from people you ignore".
[[nodiscard]] QString ignoredText(int messages);

/// Returns the divider's text: "New messages · 5", "New messages · ≥ 12".
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
