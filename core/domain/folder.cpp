#include "core/domain/folder.h"

#include <algorithm>

namespace tidemark {

const Folder* findFolder(const std::vector<Folder>& folders, MessageUuid id)
{
    const auto found = std::ranges::find(folders, id, &Folder::id);
    return found == folders.end() ? nullptr : &*found;
}

void applyFolderChange(std::vector<Folder>& folders, const FolderChange& change)
{
    const auto found = std::ranges::find(folders, change.folder.id, &Folder::id);
    auto place = static_cast<std::size_t>(found - folders.begin());
    if (found != folders.end()) {
        folders.erase(found);
    }
    if (change.isRemoved) {
        return;
    }
    if (change.position) {
        place = std::min<std::size_t>(*change.position, folders.size());
    }
    folders.insert(folders.begin() + static_cast<std::ptrdiff_t>(place), change.folder);
}

bool holds(const Folder& folder, const FolderPart& part)
{
    if (part.settings.archived) {
        return false;
    }
    if (std::ranges::binary_search(folder.conversations, part.id)) {
        return true;
    }
    if (part.kind == ConversationKind::Channel) {
        return false;
    }
    switch (folder.rule) {
    case FolderRule::Unread:
        // A lower bound shows a badge, too.
        return part.counts.unread > 0 || !part.exact;
    case FolderRule::Groups:
        return part.kind == ConversationKind::Group;
    case FolderRule::Muted:
        return part.settings.muted;
    case FolderRule::None:
    case FolderRule::Unknown:
        return false;
    }
    return false;
}

void FolderNumbers::add(const FolderPart& part)
{
    ++conversations;
    reactions += part.unreadReactions;
    if (part.settings.muted) {
        mutedUnread += part.counts.unread;
        mutedMentions += part.counts.mentions;
        mutedExact = mutedExact && part.exact;
    } else {
        unread += part.counts.unread;
        mentions += part.counts.mentions;
        exact = exact && part.exact;
    }
}

} // namespace tidemark
