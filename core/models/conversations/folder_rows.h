#pragma once

#include "core/domain/folder.h"
#include "core/domain/view.h"

#include <vector>

/// The conversations and numbers of folders, from the rows of the list.
namespace tidemark {

[[nodiscard]] FolderPart folderPartOf(const ConversationSummary& summary);

/// Whether the folder holds the conversation and the list shows it.
[[nodiscard]] bool isInFolder(const ConversationSummary& summary, const Folder& folder);

/// Adds up the numbers of the folder's conversations.
template <typename Summaries>
[[nodiscard]] FolderNumbers numbersOf(const Folder& folder, const Summaries& summaries)
{
    FolderNumbers numbers;
    for (const ConversationSummary& summary : summaries) {
        if (isInFolder(summary, folder)) {
            numbers.add(folderPartOf(summary));
        }
    }
    return numbers;
}

/// The word for a rule on the command line; empty for a rule of a later version.
[[nodiscard]] const char* wordOf(FolderRule rule);

} // namespace tidemark
