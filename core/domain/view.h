#pragma once

#include "core/domain/attachment.h"
#include "core/domain/conversation.h"
#include "core/domain/entry.h"
#include "core/domain/file_state.h"
#include "core/domain/ids.h"
#include "core/domain/protocol.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tidemark {

/// One row of the conversation list, with names resolved. A value that may cross threads. Texts are UTF-8.
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

    Seq head; ///< the newest head received
    Cursor cursor;
    Seq floor;
    Seq clearedThrough = {}; ///< the user has cleared the history through here
    ReadCounts counts;
    bool exact = true;       ///< false: show "≥ n"
    bool readUnsent = false; ///< read on this device; the server has not acknowledged it
    /// Direct chats: the user has blocked the peer. Lists leave such a chat out.
    bool isBlocked = false;
    bool isPeerDeleted = false;       ///< direct chats: the peer's account was deleted
    bool forwardingForbidden = false; ///< messages cannot be forwarded from here
    Seq seenByOthers;
    Seq deliveredToOthers = {};
    std::uint64_t feedUnread = 0;      ///< the channel's contribution to the "Following" entry
    std::uint64_t unreadReactions = 0; ///< to the user's messages; in no total

    UnixMs lastActivity;
    // The last line: the newest message that is held or pending.
    enum class LastLine : std::uint8_t { None, Message, Recalled, Notice, Pending, Failed };
    LastLine lastLine = LastLine::None;
    bool lastIsOwn = false;
    NoticeKind lastNotice = NoticeKind::None;
    bool lastIsForwarded = false;      ///< another user has said the last line first
    std::string lastSender;            ///< name; empty for own messages
    Seq lastSeq;                       ///< 0: pending
    Seq newestSeq = {};                ///< the newest message or notice that is held, also by an ignored user
    std::string lastText;              ///< of a notice: its title, if any
    std::uint32_t lastFiles = 0;       ///< number of files of the last line
    bool lastFilesArePictures = false; ///< all of them
    std::string lastFileName = {};     ///< of the first file
    std::string draft;
    std::uint64_t draftVersion = 0; ///< of the server's draft that `draft` is, or is a change of
    Seq draftReplyTo = {};          ///< the message that the draft answers
    /// A text that another device has written meanwhile; empty: none. The user chooses which one stays.
    std::string otherDraft = {};
    /// The device that made the newest change that the server has, which is the other text if there is one.
    /// Empty if unknown.
    std::string draftDevice = {};
    UnixMs draftAt = {}; ///< of that change
    /// The messages that are pinned in the conversation, ascending, with the user's changes that are still to
    /// be sent.
    std::vector<Seq> pinnedMessages = {};
    std::string lastSubject; ///< of a notice: the name of the user who was added or removed

    friend bool operator==(const ConversationSummary&, const ConversationSummary&) = default;
};

/// A scheduled message as this device shows it.
struct ScheduledItem {
    enum class State : std::uint8_t {
        Waiting,    ///< the server sends it when it is due
        Unsent,     ///< as the user has left it here: the server does not have this yet
        Failed,     ///< it was due, and the server refused it with `error`
        Refused,    ///< the server has refused to keep it, with `error`
        Cancelling, ///< cancelled here: the server does not know it yet
    };
    MessageUuid uuid;
    ConversationId conversation;
    content::Message message = {};
    UnixMs due = {};
    std::uint64_t version = 0;
    State state = State::Waiting;
    protocol::ErrorCode error = {};
    /// A change of this message that the server did not take, while the message stays as it is.
    std::optional<RefusedSchedule> refused = {};

    friend bool operator==(const ScheduledItem&, const ScheduledItem&) = default;
};

/// A user whom the account ignores or blocks.
struct IgnoredPerson {
    User user;
    IgnoreLevel level = IgnoreLevel::Ignored;

    friend bool operator==(const IgnoredPerson&, const IgnoredPerson&) = default;
};

enum class Delivery : std::uint8_t { None, Pending, Sent, Delivered, Read, Failed };

/// The delivery state of an own message in the log. Others hold the log through `delivered` and have read it
/// through `seen`.
[[nodiscard]] constexpr Delivery deliveryOf(Seq message, Seq delivered, Seq seen)
{
    return message <= seen ? Delivery::Read : message <= delivered ? Delivery::Delivered : Delivery::Sent;
}

/// One item of a timeline, with names resolved: an entry of the log or a pending message.
struct TimelineItem {
    Seq seq; ///< 0: pending
    MessageUuid uuid;
    UserId author;
    std::string authorName;
    UnixMs at;
    UnixMs editedAt = {}; ///< time of the last edit; 0: not edited, or unknown
    std::string text;
    EntryKind kind = EntryKind::Message;
    bool isOwn = false;
    bool isAuthorDeleted = false; ///< the author's account was deleted
    bool isAction = false;
    bool isEdited = false;
    bool isRecalled = false;
    bool mentionsReader = false;
    /// Bit n is set if the bytes of attachment n are on this device.
    std::uint16_t heldFiles = 0;
    Seq replyTo;
    std::string replyToName;
    std::string replyToText; ///< empty if the device does not hold that message
    std::vector<Attachment> attachments = {};
    /// In the order to show. The user's own ones are part of them before the server has them.
    std::vector<ReactionCount> reactions = {};
    std::optional<Attachment> replyToFile = {}; ///< the first file of the answered message
    NoticeKind notice = NoticeKind::None;
    std::string subjectName;
    Seq target = {}; ///< notices about pinned messages: the message, whose text is `replyToText`
    Forwarded forwarded = {};
    std::string forwardedName = {}; ///< of the user who said a forwarded message
    Delivery delivery = Delivery::None;
    std::optional<protocol::ErrorCode> error; ///< only for a failed pending message
    bool isPaused = false;                    ///< only for a pending message

    void setContent(content::Fields fields)
    {
        text = std::move(fields.text);
        isAction = fields.isAction;
        isEdited = fields.editedBy.isValid();
        isRecalled = fields.recalledBy.isValid();
        replyTo = fields.replyTo;
        notice = fields.notice;
        target = fields.target;
        attachments = std::move(fields.attachments);
        forwarded = fields.forwarded;
    }

    friend bool operator==(const TimelineItem&, const TimelineItem&) = default;
};

/// A contiguous part of a timeline from the local store.
struct TimelinePage {
    ConversationId conversation;
    /// Messages and notices, ascending by seq; edits and recalls are folded into their targets.
    std::vector<TimelineItem> items;
    Seq first; ///< the page covers all seqs first..last, folded entries included
    Seq last;
    bool reachesStart = false; ///< nothing older exists
    /// With reachesStart: there were older entries, but the server no longer keeps them.
    bool startTrimmed = false;
    bool startCleared = false; ///< with startTrimmed: the user has cleared them
    /// The page goes through the newest head that this device has received.
    bool reachesEnd = false;
    bool gapBelow = false; ///< the server has older entries that are not held yet
    bool gapAbove = false; ///< the server has newer entries that are not held yet
    /// For FirstUnread: the first unread message; 0 if an entry that is not held could be an earlier one.
    Seq firstUnread = {};
    /// In the order of writing; only if the page covers the newest held entry (always with reachesEnd).
    /// Pending edits and recalls appear only after they have failed, with their kind, so that the user can
    /// retry or delete them.
    std::vector<TimelineItem> pending;

    friend bool operator==(const TimelinePage&, const TimelinePage&) = default;
};

/// A pinned message, if this device holds it.
struct PinnedMessage {
    Seq seq;
    std::optional<TimelineItem> item;

    friend bool operator==(const PinnedMessage&, const PinnedMessage&) = default;
};

struct PinnedMessages {
    ConversationId conversation;
    std::vector<PinnedMessage> messages; ///< ascending by seq

    friend bool operator==(const PinnedMessages&, const PinnedMessages&) = default;
};

/// The part of a timeline to read from the local store. Pages never cross a gap.
struct TimelineQuery {
    enum class Anchor : std::uint8_t {
        End,
        FirstUnread, ///< around the first unread message; End if there is none
        Before,
        After,
        Around,
    };
    Anchor anchor = Anchor::End;
    /// Before, After: exclusive. Around: the middle. FirstUnread: the last read seq; 0: use the cursor.
    Seq seq;
    int limit = 60;
};

/// Selects messages that concern the reader.
struct AboutReaderQuery {
    bool mentions = true;    ///< messages of others that mention the reader
    bool answers = true;     ///< messages of others that answer one of the reader's
    bool reactions = true;   ///< messages of the reader to which others have reacted
    bool onlyUnread = false; ///< of mentions and answers; a device does not know which reactions are unread
    int limit = 0;

    friend bool operator==(const AboutReaderQuery&, const AboutReaderQuery&) = default;
};

/// One message that a search has found.
struct SearchHit {
    ConversationId conversation;
    TimelineItem item;
    // Set only for messages about the reader.
    bool answersReader = false;
    bool isUnread = false;
    bool isReactedTo = false; ///< the reader wrote it, and others have reacted

    friend bool operator==(const SearchHit&, const SearchHit&) = default;
};

/// One file of a message in the log, with names resolved.
struct AttachmentItem {
    FileKey key;
    Attachment attachment;
    UserId author;
    std::string authorName; ///< UTF-8
    bool isOwn = false;
    UnixMs at;           ///< time of the message
    bool isHeld = false; ///< the bytes are on this device

    friend bool operator==(const AttachmentItem&, const AttachmentItem&) = default;
};

/// Selects files of a conversation's messages, from the newest one down.
struct AttachmentQuery {
    enum class Kind : std::uint8_t { All, Pictures, Files };
    ConversationId conversation;
    /// Only the files before this place: all files of earlier messages, and those of message `before` whose
    /// index is below `beforeIndex`. 0: no bound.
    Seq before = {};
    std::uint32_t beforeIndex = 0;
    int limit = 100;
    Kind kind = Kind::All;

    friend bool operator==(const AttachmentQuery&, const AttachmentQuery&) = default;
};

/// An unfolded entry of the local log, including edits, recalls and notices, with names resolved.
struct HistoryEntry {
    Entry entry;
    std::string authorName;         ///< UTF-8
    std::string subjectName;        ///< notices: the user who was added or removed
    std::string forwardedName = {}; ///< forwarded messages: the user who said it
    bool isAuthorDeleted = false;   ///< the author's account was deleted
    std::vector<ReactionCount> reactions = {};
    /// Bit n is set if the bytes of attachment n are on this device.
    std::uint16_t heldFiles = 0;

    friend bool operator==(const HistoryEntry&, const HistoryEntry&) = default;
};

} // namespace tidemark
