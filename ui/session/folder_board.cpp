#include "ui/session/folder_board.h"

#include "core/domain/request_caps.h"
#include "core/models/conversations/conversation_list_model.h"
#include "core/models/conversations/folder_rows.h"
#include "core/names/label.h"
#include "ui/session/commands.h"

#include <algorithm>
#include <vector>

namespace tidemark {

FolderBoard::FolderBoard(Commands& commands, ConversationListModel& conversations, QObject* parent)
    : QObject(parent), m_commands(commands), m_conversations(conversations)
{
    connect(&conversations, &ConversationListModel::summariesChanged, this, [this] {
        if (!m_folders.isEmpty()) {
            Q_EMIT numbersChanged();
        }
    });
}

const Folder* FolderBoard::find(MessageUuid id) const
{
    const auto found = std::find_if(m_folders.begin(), m_folders.end(),
                                    [&](const Folder& folder) { return folder.id == id; });
    return found == m_folders.end() ? nullptr : &*found;
}

FolderNumbers FolderBoard::numbers(const Folder& folder) const
{
    FolderNumbers numbers;
    for (const ConversationSummary* summary : m_conversations.summaries()) {
        if (isInFolder(*summary, folder)) {
            numbers.add(folderPartOf(*summary));
        }
    }
    return numbers;
}

void FolderBoard::choose(MessageUuid id)
{
    if (find(id) == nullptr) {
        id = {};
    }
    if (id == m_chosen) {
        return;
    }
    m_chosen = id;
    const Folder* folder = chosen();
    m_conversations.setFolder(folder == nullptr ? std::nullopt : std::optional(*folder));
    Q_EMIT chosenChanged();
}

void FolderBoard::chooseAt(int place)
{
    if (place == 0) {
        choose({});
    } else if (place > 0 && place <= m_folders.size()) {
        choose(m_folders[place - 1].id);
    }
}

void FolderBoard::set(const Folder& folder)
{
    submit({.uuid = m_commands.ids().uuid(), .folder = folder}, QString::fromStdString(folder.title));
}

void FolderBoard::move(MessageUuid id, int place)
{
    if (const Folder* folder = find(id)) {
        const FolderChange change{.uuid = m_commands.ids().uuid(),
                                  .folder = *folder,
                                  .position = static_cast<std::uint32_t>(std::max(place, 0))};
        submit(change, QString::fromStdString(folder->title));
        // The client says the same a moment later. A tab that was dropped must not jump back until then.
        std::vector<Folder> moved(m_folders.begin(), m_folders.end());
        applyFolderChange(moved, change);
        take({moved.begin(), moved.end()});
    }
}

void FolderBoard::remove(MessageUuid id)
{
    if (const Folder* folder = find(id)) {
        submit({.uuid = m_commands.ids().uuid(), .folder = *folder, .isRemoved = true},
               QString::fromStdString(folder->title));
    }
}

void FolderBoard::put(MessageUuid id, ConversationId conversation, bool isIn)
{
    const Folder* known = find(id);
    if (known == nullptr) {
        return;
    }
    Folder folder = *known;
    const auto place = std::ranges::lower_bound(folder.conversations, conversation);
    const bool wasIn = place != folder.conversations.end() && *place == conversation;
    if (wasIn == isIn) {
        return;
    }
    if (isIn) {
        folder.conversations.insert(place, conversation);
    } else {
        folder.conversations.erase(place);
    }
    set(folder);
}

MessageUuid FolderBoard::newId() const
{
    return m_commands.ids().uuid();
}

QString FolderBoard::validTitle(const QString& title)
{
    const auto valid = titleOf(title.toStdString(), caps::maxFolderTitleBytes);
    return valid ? QString::fromStdString(*valid) : QString();
}

void FolderBoard::submit(const FolderChange& change, const QString& title)
{
    const CommandId command = m_commands.expect({tr("Could not change the folder"), {title}, {}});
    m_commands.submit(input::SetFolder{command, change});
}

void FolderBoard::take(const QList<Folder>& folders)
{
    if (folders == m_folders) {
        return;
    }
    const Folder* before = chosen();
    const std::optional<Folder> shown = before == nullptr ? std::nullopt : std::optional(*before);
    m_folders = folders;
    const Folder* now = chosen();
    if (shown && now == nullptr) {
        choose({});
    } else if (now != nullptr && *now != shown) {
        m_conversations.setFolder(*now);
    }
    Q_EMIT changed();
}

} // namespace tidemark
