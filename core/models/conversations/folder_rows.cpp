#include "core/models/conversations/folder_rows.h"

#include "core/models/conversations/conversation_row.h"

namespace tidemark {

FolderPart folderPartOf(const ConversationSummary& summary)
{
    return {summary.id,     summary.kind,  summary.settings,
            summary.counts, summary.exact, summary.unreadReactions};
}

bool isInFolder(const ConversationSummary& summary, const Folder& folder)
{
    return isListed(summary) && holds(folder, folderPartOf(summary));
}

const char* wordOf(FolderRule rule)
{
    switch (rule) {
    case FolderRule::None:
        return "none";
    case FolderRule::Unread:
        return "unread";
    case FolderRule::Groups:
        return "groups";
    case FolderRule::Muted:
        return "muted";
    case FolderRule::Unknown:
        break;
    }
    return "";
}

} // namespace tidemark
