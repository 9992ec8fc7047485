#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace tidemark::sim {

/// Defects that can be switched on, each at a boundary of the real code. The simulation must catch all of
/// them.
enum class Defect : std::uint8_t {
    None,
    NoDedupe,               ///< the server does not recognise a repeated send
    AckBeforeCommit,        ///< the server answers although the transaction was rolled back
    LostCommit,             ///< a crash of the server loses the last committed transaction
    OwnCounted,             ///< own messages count as unread
    RecallNotSubtracted,    ///< a recalled message stays in the count
    MentionsNotCleared,     ///< recalled mentions stay in the count
    CursorMovesBack,        ///< the last writer wins instead of the larger cursor
    EpochIgnored,           ///< a stale read undoes a mark-unread
    JoinWithoutFloor,       ///< a new member starts at 0 instead of at the head
    NoGapCheck,             ///< the client takes everything up to the newest entry as held
    NoRebase,               ///< the client does not add the entries beyond a state's head
    IntentNotStored,        ///< a read is not recorded with the cursor
    IntentGoneWhenSent,     ///< a read is forgotten when it is sent, not when it is acknowledged
    OutboxNotStored,        ///< a message waits only in memory
    TotalWithMuted,         ///< muted conversations are part of the total
    HeartbeatBlind,         ///< the digest is never compared
    SameEntryTwice,         ///< a range is applied again one seq further on
    EditCounted,            ///< the server counts an edit like a message
    RepliesNotCounted,      ///< the server does not count replies to the reader
    PrivateLeaks,           ///< the receipt follows the cursor, also of private reading
    ReceiptMovesBack,       ///< marking unread lowers the receipt
    SettingsUnversioned,    ///< a change of settings leaves the version as it was
    RestoredSameEpochs,     ///< a restored database goes on with the log epochs that it had
    DeliveredAtHead,        ///< the delivery of one message counts for the whole log
    DeliveredForgotten,     ///< the server forgets the deliveries of devices
    TrimKeepsUnread,        ///< trimming raises no floor
    ExpiryUnversioned,      ///< a floor that rises by expiry leaves the version as it was
    FloorFalls,             ///< a read lowers the floor
    TrimForgotten,          ///< the client does not store the trim, and waits for trimmed entries
    NoticesToNewcomers,     ///< a new user finds all old announcements unread
    NoticesToReturning,     ///< a user who was away for long finds them unread too
    DotsToNewcomers,        ///< a new user sees old dots
    DotByArrival,           ///< the client takes the dot that came last, not the newest one
    DotNotStored,           ///< a dot that was seen is not recorded
    DotNotCompared,         ///< heartbeats do not compare dots
    LimitsLoose,            ///< users may send faster than the server announces
    LastBlockLost,          ///< the last block of a busy conversation is not sent
    FeedOpenedInSteps,      ///< opening the feed stores one channel in its transaction, not all
    FeedRaisedInPart,       ///< the server raises the snapshot of one channel of an opening
    FeedBeyondKnown,        ///< a snapshot is the server's head, not the head that the device knew
    FeedSnapshotFalls,      ///< the last opening wins instead of the higher snapshot
    FeedUnversioned,        ///< a snapshot that rises leaves the version as it was
    UnfollowKeepsFeed,      ///< an unfollowed channel stays in the feed's number
    MarkForgotten,          ///< the server knows only the last mark as unread of a member
    BlobNotStored,          ///< a file is said to be complete that was not stored
    BlobLostWithUpload,     ///< removing an upload removes its file, too
    BlobKept,               ///< the bytes of files that nothing names stay
    ChunkTwice,             ///< a chunk that comes again is stored again
    FilesNotAwaited,        ///< a message is sent although the server may not have its files
    OutgoingSwept,          ///< a start removes the files of messages that are not sent yet
    FilesCounted,           ///< a message counts once for each of its files
    PartTwice,              ///< a part of a download is written twice
    HashAccepted,           ///< who knows the hash of a file may send it on
    ReadAfterLeave,         ///< former members still get files
    RecallKeepsFile,        ///< the file of a recalled message stays
    TrimKeepsFile,          ///< the file of a trimmed message stays
    ReactionCountsAgain,    ///< a reaction that is made again counts as a new one
    ReactionNotStored,      ///< a reaction waits only in memory
    RecallKeepsReactions,   ///< reactions to recalled messages stay
    ReactionsUnversioned,   ///< a reaction leaves the version of the author's state as it was
    ReactionsRead,          ///< a reaction reads the messages through its target
    ReactionByFormer,       ///< former members can react
    ReactionUuidForgotten,  ///< the server does not recognise a repeated reaction
    ReactionsSeenFall,      ///< the last look at reactions wins instead of the furthest one
    ReactionsSeenNotStored, ///< a look at reactions waits only in memory
    ReactionsNotCompared,   ///< Hello and heartbeats do not compare reactions
    AvatarNotStored,        ///< the server acknowledges a picture of a user that it has not stored
    AvatarNotWanted,        ///< a device does not ask for the pictures that it shows
    AvatarLosesFile,        ///< the server removes files that only a picture of a user or group names
    AvatarKeepsFile,        ///< the file of a picture stays when another one takes its place
    AgesForgotten,         ///< after a restart the age of data follows the wall clock, wherever it has jumped
    MarksNotCompared,      ///< heartbeats do not compare read and delivered marks
    RecalledTextServed,    ///< the edits of a recalled message are served with the text that they had
    IgnoredCounted,        ///< the server counts messages of ignored users
    IgnoredRecalledTwice,  ///< the server takes recalled messages of ignored users off twice
    IgnoresUnversioned,    ///< a change of the ignored users leaves the version of the set as it was
    IgnoreNotStored,       ///< a change of the ignored users waits only in memory
    IgnoredAdvance,        ///< the client counts messages of ignored users
    IgnoreUuidForgotten,   ///< the server does not recognise a repeated change of the ignored users
    BlockedLikeIgnored,    ///< the server treats blocked users like ignored ones
    IgnoresNotCompared,    ///< Hello and heartbeats do not compare the ignored users
    DraftNotStored,        ///< a draft waits only in memory
    DraftHalfStored,       ///< of a conflict, only the other device's text is stored
    DraftLastWins,         ///< in a conflict, the later change wins
    DraftFirstWins,        ///< in a conflict, the earlier change wins
    DraftNotCleared,       ///< a message does not clear the draft that it was
    DraftVersionKept,      ///< a cleared draft keeps the version that it had
    DraftsNotCompared,     ///< Hello and heartbeats do not compare the drafts
    DraftOwnForgotten,     ///< the client does not know its own changes after a restart
    ClearNotStored,        ///< a cleared history waits only in memory
    ClearedCounted,        ///< the server counts cleared messages
    ClearedServed,         ///< the server serves cleared entries
    HideNotStored,         ///< what is hidden waits only in memory
    HiddenCounted,         ///< the server counts hidden messages
    HiddenRecalledTwice,   ///< the server takes messages off that are hidden and recalled
    PinsNotStored,         ///< a device has forgotten the pinned messages after a restart
    PinsCounted,           ///< the server counts a pin like a message
    ScheduleNotStored,     ///< what is scheduled waits only in memory
    ScheduleUuidForgotten, ///< a message that is scheduled again after a restart has another uuid
    ScheduleForgotten,     ///< the server forgets when some messages are due
    ScheduleCancelLost,    ///< the server acknowledges a cancellation that it has not stored
    FolderNotStored,       ///< a change of a folder waits only in memory
    FoldersUnversioned,    ///< a change of a folder leaves the version of the folders as it was
    FoldersNotCompared,    ///< Hello and heartbeats do not compare the folders
    ForwardByForwarder,    ///< a forward names the user who forwarded the message, not its author
    ForwardingNotForbidden, ///< the server does not know that a conversation forbids forwarding
    InvitationsNotCompared, ///< Hello and heartbeats do not compare the invitations
    AddedWithoutAsking,     ///< the server adds users to groups who want to be asked
    AcceptanceForgotten,    ///< who accepts an invitation does not become a member
    RefusalForgotten,       ///< the server forgets that a user has refused an invitation
    InvitationKept,         ///< an invitation stays open when it should end
    DeletionForgotten,      ///< the server forgets to recall the messages of a deleted account
    DeletionNotSubtracted,  ///< recalled messages of a deleted account stay in the count
    HintsDropped,           ///< half of the hints are lost in runs that should lose none
};

struct NamedDefect {
    Defect defect;
    std::string_view name;
    std::uint64_t seed = 1; ///< this seed is known to catch the defect
};
inline constexpr std::array allDefects{
    NamedDefect{Defect::NoDedupe, "no-dedupe", 2},
    NamedDefect{Defect::AckBeforeCommit, "ack-before-commit", 23},
    NamedDefect{Defect::LostCommit, "lost-commit", 17},
    NamedDefect{Defect::OwnCounted, "own-counted", 1},
    NamedDefect{Defect::RecallNotSubtracted, "recall-not-subtracted", 20},
    NamedDefect{Defect::MentionsNotCleared, "mentions-not-cleared", 3},
    NamedDefect{Defect::CursorMovesBack, "cursor-moves-back", 1},
    NamedDefect{Defect::EpochIgnored, "epoch-ignored", 4},
    NamedDefect{Defect::JoinWithoutFloor, "join-without-floor", 2},
    NamedDefect{Defect::NoGapCheck, "no-gap-check", 7},
    NamedDefect{Defect::NoRebase, "no-rebase", 242},
    NamedDefect{Defect::IntentNotStored, "intent-not-stored", 3},
    NamedDefect{Defect::IntentGoneWhenSent, "intent-gone-when-sent", 45},
    NamedDefect{Defect::OutboxNotStored, "outbox-not-stored", 2},
    NamedDefect{Defect::TotalWithMuted, "total-with-muted", 18},
    NamedDefect{Defect::HeartbeatBlind, "heartbeat-blind", 93},
    NamedDefect{Defect::SameEntryTwice, "same-entry-twice", 1},
    NamedDefect{Defect::EditCounted, "edit-counted", 3},
    NamedDefect{Defect::RepliesNotCounted, "replies-not-counted", 13},
    NamedDefect{Defect::PrivateLeaks, "private-leaks", 1},
    NamedDefect{Defect::ReceiptMovesBack, "receipt-moves-back", 10},
    NamedDefect{Defect::SettingsUnversioned, "settings-unversioned", 101},
    NamedDefect{Defect::RestoredSameEpochs, "restored-same-epochs", 42},
    NamedDefect{Defect::DeliveredAtHead, "delivered-at-head", 13},
    NamedDefect{Defect::DeliveredForgotten, "delivered-forgotten", 1},
    NamedDefect{Defect::TrimKeepsUnread, "trim-keeps-unread", 15},
    NamedDefect{Defect::ExpiryUnversioned, "expiry-unversioned", 1},
    NamedDefect{Defect::FloorFalls, "floor-falls", 1},
    NamedDefect{Defect::TrimForgotten, "trim-forgotten", 7},
    NamedDefect{Defect::NoticesToNewcomers, "notices-to-newcomers", 2},
    NamedDefect{Defect::NoticesToReturning, "notices-to-returning", 24},
    NamedDefect{Defect::DotsToNewcomers, "dots-to-newcomers", 1},
    NamedDefect{Defect::DotByArrival, "dot-by-arrival", 3},
    NamedDefect{Defect::DotNotStored, "dot-not-stored", 3},
    NamedDefect{Defect::DotNotCompared, "dot-not-compared", 1},
    NamedDefect{Defect::LimitsLoose, "limits-loose", 4},
    NamedDefect{Defect::LastBlockLost, "last-block-lost", 36},
    NamedDefect{Defect::FeedOpenedInSteps, "feed-opened-in-steps", 144},
    NamedDefect{Defect::FeedRaisedInPart, "feed-raised-in-part", 30},
    NamedDefect{Defect::FeedBeyondKnown, "feed-beyond-known", 21},
    NamedDefect{Defect::FeedSnapshotFalls, "feed-snapshot-falls", 8},
    NamedDefect{Defect::FeedUnversioned, "feed-unversioned", 8},
    NamedDefect{Defect::UnfollowKeepsFeed, "unfollow-keeps-feed", 164},
    NamedDefect{Defect::MarkForgotten, "mark-forgotten", 81},
    NamedDefect{Defect::BlobNotStored, "blob-not-stored", 1},
    NamedDefect{Defect::BlobLostWithUpload, "blob-lost-with-upload", 1},
    NamedDefect{Defect::BlobKept, "blob-kept", 1},
    NamedDefect{Defect::ChunkTwice, "chunk-twice", 11},
    NamedDefect{Defect::FilesNotAwaited, "files-not-awaited", 4},
    NamedDefect{Defect::OutgoingSwept, "outgoing-swept", 1},
    NamedDefect{Defect::FilesCounted, "files-counted", 1},
    NamedDefect{Defect::PartTwice, "part-twice", 3},
    NamedDefect{Defect::HashAccepted, "hash-accepted", 2},
    NamedDefect{Defect::ReadAfterLeave, "read-after-leave", 4},
    NamedDefect{Defect::RecallKeepsFile, "recall-keeps-file", 1},
    NamedDefect{Defect::TrimKeepsFile, "trim-keeps-file", 1},
    NamedDefect{Defect::ReactionCountsAgain, "reaction-counts-again", 7},
    NamedDefect{Defect::ReactionNotStored, "reaction-not-stored", 4},
    NamedDefect{Defect::RecallKeepsReactions, "recall-keeps-reactions", 3},
    NamedDefect{Defect::ReactionsUnversioned, "reactions-unversioned", 1},
    NamedDefect{Defect::ReactionsRead, "reactions-read", 3},
    NamedDefect{Defect::ReactionByFormer, "reaction-by-former", 1},
    NamedDefect{Defect::ReactionUuidForgotten, "reaction-uuid-forgotten", 2},
    NamedDefect{Defect::ReactionsSeenFall, "reactions-seen-fall", 4},
    NamedDefect{Defect::ReactionsSeenNotStored, "reactions-seen-not-stored", 34},
    NamedDefect{Defect::ReactionsNotCompared, "reactions-not-compared", 3},
    NamedDefect{Defect::AvatarNotStored, "avatar-not-stored", 1},
    NamedDefect{Defect::AvatarNotWanted, "avatar-not-wanted", 1},
    NamedDefect{Defect::AvatarLosesFile, "avatar-loses-file", 60},
    NamedDefect{Defect::AvatarKeepsFile, "avatar-keeps-file", 8},
    NamedDefect{Defect::AgesForgotten, "ages-forgotten", 7},
    NamedDefect{Defect::MarksNotCompared, "marks-not-compared", 15},
    NamedDefect{Defect::RecalledTextServed, "recalled-text-served", 1},
    NamedDefect{Defect::IgnoredCounted, "ignored-counted", 1},
    NamedDefect{Defect::IgnoredRecalledTwice, "ignored-recalled-twice", 1},
    NamedDefect{Defect::IgnoresUnversioned, "ignores-unversioned", 3},
    NamedDefect{Defect::IgnoreNotStored, "ignore-not-stored", 2},
    NamedDefect{Defect::IgnoredAdvance, "ignored-advance", 4},
    NamedDefect{Defect::IgnoreUuidForgotten, "ignore-uuid-forgotten", 7},
    NamedDefect{Defect::BlockedLikeIgnored, "blocked-like-ignored", 1},
    NamedDefect{Defect::IgnoresNotCompared, "ignores-not-compared", 10},
    NamedDefect{Defect::DraftNotStored, "draft-not-stored", 2},
    NamedDefect{Defect::DraftHalfStored, "draft-half-stored", 3},
    NamedDefect{Defect::DraftLastWins, "draft-last-wins", 3},
    NamedDefect{Defect::DraftFirstWins, "draft-first-wins", 3},
    NamedDefect{Defect::DraftNotCleared, "draft-not-cleared", 7},
    NamedDefect{Defect::DraftVersionKept, "draft-version-kept", 6},
    NamedDefect{Defect::DraftsNotCompared, "drafts-not-compared", 3},
    NamedDefect{Defect::DraftOwnForgotten, "draft-own-forgotten", 29},
    NamedDefect{Defect::ClearNotStored, "clear-not-stored", 1},
    NamedDefect{Defect::ClearedCounted, "cleared-counted", 1},
    NamedDefect{Defect::ClearedServed, "cleared-served", 1},
    NamedDefect{Defect::HideNotStored, "hide-not-stored", 6},
    NamedDefect{Defect::HiddenCounted, "hidden-counted", 4},
    NamedDefect{Defect::HiddenRecalledTwice, "hidden-recalled-twice", 19},
    NamedDefect{Defect::PinsNotStored, "pins-not-stored", 36},
    NamedDefect{Defect::PinsCounted, "pins-counted", 1},
    NamedDefect{Defect::ScheduleNotStored, "schedule-not-stored", 2},
    NamedDefect{Defect::ScheduleUuidForgotten, "schedule-uuid-forgotten", 2},
    NamedDefect{Defect::ScheduleForgotten, "schedule-forgotten", 3},
    NamedDefect{Defect::ScheduleCancelLost, "schedule-cancel-lost", 8},
    NamedDefect{Defect::FolderNotStored, "folder-not-stored", 2},
    NamedDefect{Defect::FoldersUnversioned, "folders-unversioned", 7},
    NamedDefect{Defect::FoldersNotCompared, "folders-not-compared", 7},
    NamedDefect{Defect::ForwardByForwarder, "forward-by-forwarder", 2},
    NamedDefect{Defect::ForwardingNotForbidden, "forwarding-not-forbidden", 2},
    NamedDefect{Defect::InvitationsNotCompared, "invitations-not-compared", 1},
    NamedDefect{Defect::AddedWithoutAsking, "added-without-asking", 1},
    NamedDefect{Defect::AcceptanceForgotten, "acceptance-forgotten", 3},
    NamedDefect{Defect::RefusalForgotten, "refusal-forgotten", 21},
    NamedDefect{Defect::InvitationKept, "invitation-kept", 3},
    NamedDefect{Defect::DeletionForgotten, "deletion-forgotten", 2},
    NamedDefect{Defect::DeletionNotSubtracted, "deletion-not-subtracted", 2},
    NamedDefect{Defect::HintsDropped, "hints-unheard", 4},
};

} // namespace tidemark::sim
