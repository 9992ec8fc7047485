#pragma once

#include "core/domain/conversation.h"
#include "core/domain/entry.h"
#include "core/domain/ids.h"
#include "core/domain/protocol.h"

#include <optional>
#include <string>
#include <vector>

namespace tidemark {

/// One row of the conversation list, names resolved. A value that crosses threads. Texts are UTF-8.
struct ConversationSummary {
    ConversationId id;
    ConversationKind kind = ConversationKind::Group;
    std::string title; ///< direct chats: the peer's name
    UserId peer;
    std::uint32_t memberCount = 0;
    bool isMember = true;
    Role role = Role::Member;
    bool feedExact = true;
    ConversationSettings settings;

    Seq head; ///< the newest head heard of
    Cursor cursor;
    Seq floor;
    ReadCounts counts;
    bool exact = true;       ///< false: show "≥ n"
    bool readUnsent = false; ///< read here, not yet acknowledged by the server
    Seq seenByOthers;
    Seq deliveredToOthers = {};
    std::uint64_t feedUnread = 0; ///< what a channel adds to the "Following" entry

    UnixMs lastActivity;
    // The last line: the newest message that is held or pending.
    enum class LastLine : std::uint8_t { None, Message, Recalled, Notice, Pending, Failed };
    LastLine lastLine = LastLine::None;
    bool lastIsOwn = false;
    NoticeKind lastNotice = NoticeKind::None;
    std::string lastSender; ///< name; empty for own ones
    Seq lastSeq;            ///< 0: pending
    std::string lastText;   ///< of a notice: its title, if it has one
    std::string draft;
    std::string lastSubject; ///< of a notice: the name of who was added or removed

    friend bool operator==(const ConversationSummary&, const ConversationSummary&) = default;
};

enum class Delivery : std::uint8_t { None, Pending, Sent, Delivered, Read, Failed };

/// How far an own message of the log has got: others hold the log up to `delivered`, have read it up to
/// `seen`.
[[nodiscard]] constexpr Delivery deliveryOf(Seq message, Seq delivered, Seq seen)
{
    return message <= seen ? Delivery::Read : message <= delivered ? Delivery::Delivered : Delivery::Sent;
}

/// One item of a timeline, names resolved: an entry of the log, or a pending message.
struct TimelineItem {
    Seq seq; ///< 0: pending
    MessageUuid uuid;
    EntryKind kind = EntryKind::Message;
    UserId author;
    std::string authorName;
    bool isOwn = false;
    UnixMs at;
    UnixMs editedAt = {}; ///< the last time; 0: not edited, or not known
    std::string text;
    bool isAction = false;
    bool isEdited = false;
    bool isRecalled = false;
    bool mentionsReader = false;
    Seq replyTo;
    std::string replyToName;
    std::string replyToText; ///< empty when that message is not held
    NoticeKind notice = NoticeKind::None;
    std::string subjectName;
    Delivery delivery = Delivery::None;
    std::optional<protocol::ErrorCode> error; ///< of a failed pending message

    friend bool operator==(const TimelineItem&, const TimelineItem&) = default;
};

/// A contiguous part of a timeline as it is held locally.
struct TimelinePage {
    ConversationId conversation;
    std::vector<TimelineItem> items; ///< entries ascending by seq: messages and notices; edits and recalls
                                     ///< are folded into their targets
    Seq first; ///< the page covers the seqs first..last without a hole, folded entries included
    Seq last;
    bool reachesStart = false; ///< nothing older exists
    bool startTrimmed = false; ///< with reachesStart: there was more, which the server no longer keeps
    bool reachesEnd =
        false; ///< covers everything up to the newest held entry that joins on, and that is the head
    bool gapBelow = false; ///< older entries exist on the server but are not held yet
    bool gapAbove = false; ///< newer entries exist that are not held yet
    /// Answers FirstUnread: the first unread message; 0 where what is not held could have an earlier one.
    Seq firstUnread = {};
    /// In the order of writing; only when the page covers the newest held entry (always when reachesEnd).
    /// Edits and recalls on their way are left out until they fail: then they stand here with that kind, to
    /// be retried or deleted.
    std::vector<TimelineItem> pending;

    friend bool operator==(const TimelinePage&, const TimelinePage&) = default;
};

/// Which part of a timeline to read from the local store. Pages never cross a gap.
struct TimelineQuery {
    enum class Anchor : std::uint8_t {
        End,
        FirstUnread, ///< around the first unread message; End when there is none
        Before,
        After,
        Around,
    };
    Anchor anchor = Anchor::End;
    Seq seq; ///< Before, After: exclusive. Around: the middle. FirstUnread: what is read; 0: by the cursor
    int limit = 60;
};

/// Which messages about the reader to look for: others' that mention them or answer theirs.
struct AboutReaderQuery {
    bool mentions = true;
    bool answers = true;
    bool onlyUnread = false;
    int limit = 0;

    friend bool operator==(const AboutReaderQuery&, const AboutReaderQuery&) = default;
};

/// One message that was looked for.
struct SearchHit {
    ConversationId conversation;
    TimelineItem item;
    // Told of messages about the reader only.
    bool answersReader = false;
    bool isUnread = false;

    friend bool operator==(const SearchHit&, const SearchHit&) = default;
};

/// An entry of the local log as it is, edits, recalls and notices too, names resolved.
struct HistoryEntry {
    Entry entry;
    std::string authorName;  ///< UTF-8
    std::string subjectName; ///< notices: who was added or removed

    friend bool operator==(const HistoryEntry&, const HistoryEntry&) = default;
};

} // namespace tidemark
