#pragma once

#include "core/domain/conversation.h"
#include "core/domain/ids.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tidemark {

/// The conversations that a folder holds besides those that were added by hand. Unknown: a rule of a later
/// protocol. The numbers are stored in databases.
enum class FolderRule : std::uint8_t { None, Unread, Groups, Muted, Unknown };

/// A user's own set of conversations.
struct Folder {
    MessageUuid id; ///< chosen by the device that created the folder
    std::string title;
    FolderRule rule = FolderRule::None;
    std::vector<ConversationId> conversations = {}; ///< added by hand; ascending, each once

    friend bool operator==(const Folder&, const Folder&) = default;
};

/// Sets or removes one folder of an account.
struct FolderChange {
    MessageUuid uuid; ///< of the change; a repeated change changes nothing
    Folder folder;    ///< as it is to be; of a folder to be removed only the id
    /// The folder's place among the others, from 0. Beyond the end: the last one. Empty: where it is, or the
    /// last one if it is new.
    std::optional<std::uint32_t> position = {};
    bool isRemoved = false;

    friend bool operator==(const FolderChange&, const FolderChange&) = default;
};

/// Returns null if there is no folder with this id.
[[nodiscard]] const Folder* findFolder(const std::vector<Folder>& folders, MessageUuid id);

/// Applies `change` to the folders of an account, which are in the user's order. The later of two changes of
/// one folder wins as a whole.
void applyFolderChange(std::vector<Folder>& folders, const FolderChange& change);

/// The parts of a conversation by which folders hold it and count it.
struct FolderPart {
    ConversationId id;
    ConversationKind kind = ConversationKind::Group;
    ConversationSettings settings;
    ReadCounts counts;
    bool exact = true;
    std::uint64_t unreadReactions = 0;
};

/// Whether the folder holds this conversation, which is one that lists show. No folder holds a conversation
/// while it is archived. Rules leave out channels, which have a number of their own.
[[nodiscard]] bool holds(const Folder& folder, const FolderPart& part);

/// The numbers of a folder: sums of the numbers that the rows of its conversations show.
struct FolderNumbers {
    std::uint64_t conversations = 0;
    std::uint64_t unread = 0;   ///< in conversations that are not muted
    std::uint64_t mentions = 0; ///< the same for mentions
    bool exact = true;          ///< false: these two are lower bounds
    std::uint64_t mutedUnread = 0;
    std::uint64_t mutedMentions = 0;
    bool mutedExact = true;
    std::uint64_t reactions = 0; ///< unread reactions, which are in no other number, in all conversations

    /// Adds a conversation that the folder holds.
    void add(const FolderPart& part);

    friend bool operator==(const FolderNumbers&, const FolderNumbers&) = default;
};

} // namespace tidemark
