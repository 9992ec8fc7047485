#pragma once

#include <cstddef>

/// Maximum lengths of the lists and texts in a request. They are the same on every server; limits that differ
/// between servers are in Limits. The server refuses a longer list with ListTooLong and keeps the connection.
/// Clients stay within these limits.
namespace tidemark::caps {

/// Maximum elements of one list that are decoded. A frame with more is malformed and ends its connection.
inline constexpr std::size_t maxListElements = std::size_t{64} * 1024;
/// Hello.held and Sync.held: all conversations of a user, independent of Limits::maxMemberships.
inline constexpr std::size_t maxHeldStates = 60000;
/// Read.intents.
inline constexpr std::size_t maxReadIntents = 500;
/// Delivered.reached.
inline constexpr std::size_t maxDelivered = 500;
/// GetStates.conversations.
inline constexpr std::size_t maxStatesAsked = 500;
/// OpenFeed.snapshots.
inline constexpr std::size_t maxFeedSnapshots = 500;
/// GetUsers.ids.
inline constexpr std::size_t maxUsersAsked = 1000;
/// TextContent.mentions.
inline constexpr std::size_t maxMentions = 100;
/// TextContent.attachments.
inline constexpr std::size_t maxAttachments = 10;
inline constexpr std::size_t maxAttachmentNameBytes = 255;
inline constexpr std::size_t maxMimeBytes = 100;
inline constexpr std::size_t maxPreviewBytes = 2048;
/// UploadChunk.bytes and BlobPart.bytes.
inline constexpr std::size_t maxChunkBytes = std::size_t{256} * 1024;
/// GetAvatars.places.
inline constexpr std::size_t maxAvatarsAsked = 200;
/// SetAvatar. One part of a file holds an avatar.
inline constexpr std::size_t maxAvatarBytes = maxChunkBytes;
inline constexpr unsigned maxAvatarSide = 512;
/// Different emoji on one message.
inline constexpr std::size_t maxReactionKinds = 20;
/// Different emoji that one user has ever used on one message. The server keeps those that were taken back,
/// so that they are not unread again.
inline constexpr std::size_t maxReactionsOfUser = 100;
/// UTF-8 bytes of the emoji of a reaction. The longest emoji of Unicode 15 has 35.
inline constexpr std::size_t maxEmojiBytes = 64;
/// Pinned messages of a conversation.
inline constexpr std::size_t maxPinned = 100;
/// Messages of a conversation that one user has hidden from themselves.
inline constexpr std::size_t maxHidden = 1000;
/// HideMessages.seqs.
inline constexpr std::size_t maxHiddenAtOnce = 100;
/// Messages that a client forwards at once, and conversations to which it does; each is a request of its own.
inline constexpr std::size_t maxForwarded = 100;
inline constexpr std::size_t maxForwardTargets = 20;
/// Drafts of a user that have a text.
inline constexpr std::size_t maxDrafts = 1000;
/// Scheduled messages of a user that are neither sent nor cancelled.
inline constexpr std::size_t maxScheduled = 100;
/// The server keeps a scheduled message at most this long.
inline constexpr int maxScheduledDays = 366;
/// CreateGroup.members; clients add further members one by one.
inline constexpr std::size_t maxNewMembers = 1000;

/// Users whom an account ignores.
inline constexpr std::size_t maxIgnored = 1000;

/// Folders of an account.
inline constexpr std::size_t maxFolders = 20;
/// SetFolder.folder.conversations.
inline constexpr std::size_t maxInFolder = 200;
/// UTF-8 bytes of a folder's title.
inline constexpr std::size_t maxFolderTitleBytes = 100;

/// Open invitations of an account. When another one comes, the oldest one ends.
inline constexpr std::size_t maxInvitations = 100;

/// Devices of an account. When another one signs in, the server signs out the unconnected device whose last
/// contact is oldest.
inline constexpr std::size_t maxDevices = 200;

/// UTF-8 bytes of the name of a device or program; longer names are cut (see boundedName()).
inline constexpr std::size_t maxDeviceNameBytes = 100;

} // namespace tidemark::caps
