#include "core/store/tables/folder_table.h"

#include "core/store/tables/entry_columns.h"

#include <vector>

namespace tidemark {

namespace {

QByteArray columnOf(const std::vector<ConversationId>& conversations)
{
    std::vector<Seq> numbers;
    numbers.reserve(conversations.size());
    for (const ConversationId id : conversations) {
        numbers.emplace_back(id.value);
    }
    return seqsToColumn(numbers);
}

std::vector<ConversationId> conversationsIn(const QByteArray& column)
{
    std::vector<ConversationId> conversations;
    for (const Seq number : seqsFromColumn(column)) {
        conversations.emplace_back(number.value);
    }
    return conversations;
}

/// Reads a folder from four columns, from `first` on.
Folder folderIn(const Run& run, int first)
{
    return {run.uuid(first), run.text(first + 1), static_cast<FolderRule>(run.number(first + 2)),
            conversationsIn(run.bytes(first + 3))};
}

} // namespace

FolderTable::FolderTable(Database& database)
    : m_selectVersion(database, "SELECT version FROM folder_set"),
      m_putVersion(database, "INSERT OR REPLACE INTO folder_set (only, version) VALUES (1, ?)"),
      m_select(database, "SELECT id, title, rule, conversations FROM folders ORDER BY position"),
      m_clear(database, "DELETE FROM folders"),
      m_insert(database,
               "INSERT INTO folders (position, id, title, rule, conversations) VALUES (?, ?, ?, ?, ?)"),
      m_selectChanges(database, "SELECT id, title, rule, conversations, uuid, place, removed"
                                " FROM folder_changes ORDER BY position"),
      m_clearChanges(database, "DELETE FROM folder_changes"),
      m_insertChange(database, "INSERT INTO folder_changes"
                               " (position, id, title, rule, conversations, uuid, place, removed)"
                               " VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
{
}

LocalFolders FolderTable::get()
{
    LocalFolders folders;
    {
        Run run(m_selectVersion);
        folders.version = run.next() ? static_cast<std::uint64_t>(run.number(0)) : 0;
    }
    {
        Run run(m_select);
        while (run.next()) {
            folders.folders.push_back(folderIn(run, 0));
        }
    }
    Run run(m_selectChanges);
    while (run.next()) {
        folders.pending.push_back(
            {run.uuid(4), folderIn(run, 0),
             run.isNull(5) ? std::nullopt : std::optional(static_cast<std::uint32_t>(run.number(5))),
             run.flag(6)});
    }
    return folders;
}

void FolderTable::put(const LocalFolders& folders)
{
    {
        Run run(m_putVersion, folders.version);
    }
    {
        Run run(m_clear);
    }
    {
        Run run(m_clearChanges);
    }
    for (std::size_t place = 0; place < folders.folders.size(); ++place) {
        const Folder& folder = folders.folders[place];
        Run run(m_insert, place, folder.id, folder.title, folder.rule, columnOf(folder.conversations));
    }
    for (std::size_t place = 0; place < folders.pending.size(); ++place) {
        const FolderChange& change = folders.pending[place];
        Run run(m_insertChange, place, change.folder.id, change.folder.title, change.folder.rule,
                columnOf(change.folder.conversations), change.uuid, change.position, change.isRemoved);
    }
}

} // namespace tidemark
