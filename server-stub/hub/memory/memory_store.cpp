#include "server-stub/hub/memory/memory_store.h"

#include "server-stub/hub/memory/memory_accounts.h"
#include "server-stub/hub/memory/memory_blobs.h"
#include "server-stub/hub/memory/memory_conversations.h"
#include "server-stub/hub/memory/memory_deletions.h"
#include "server-stub/hub/memory/memory_dots.h"
#include "server-stub/hub/memory/memory_drafts.h"
#include "server-stub/hub/memory/memory_folders.h"
#include "server-stub/hub/memory/memory_ignores.h"
#include "server-stub/hub/memory/memory_invitations.h"
#include "server-stub/hub/memory/memory_log.h"
#include "server-stub/hub/memory/memory_members.h"
#include "server-stub/hub/memory/memory_reactions.h"
#include "server-stub/hub/memory/memory_schedules.h"
#include "server-stub/hub/memory/memory_tokens.h"

#include <utility>

namespace tidemark::server {

/// The data and the parts that work on it.
class MemoryTables {
public:
    MemoryTables() = default;
    MemoryTables(const MemoryTables&) = delete;
    MemoryTables& operator=(const MemoryTables&) = delete;

    MemoryData data;
    MemoryAccounts accounts{data};
    MemoryTokens tokens{data};
    MemoryConversations conversations{data};
    MemoryLog log{data};
    MemoryMembers members{data};
    MemoryReceipts receipts{data};
    MemoryReactions reactions{data};
    MemoryIgnores ignores{data};
    MemoryDrafts drafts{data};
    MemorySchedules schedules{data};
    MemoryFolders folders{data};
    MemoryInvitations invitations{data};
    MemoryDeletions deletions{data};
    MemoryDots dots{data};
    MemoryAges ages{data};
    MemoryBlobs blobs{data};
};

MemoryStore::MemoryStore() : MemoryStore(std::make_unique<MemoryTables>()) {}

MemoryStore::MemoryStore(std::unique_ptr<MemoryTables> tables)
    : Store({tables->accounts, tables->tokens, tables->conversations, tables->log, tables->members,
             tables->receipts, tables->reactions, tables->ignores, tables->drafts, tables->schedules,
             tables->folders, tables->invitations, tables->deletions, tables->dots, tables->ages,
             tables->blobs}),
      m_tables(std::move(tables))
{
}

MemoryStore::~MemoryStore() = default;

void MemoryStore::begin()
{
    m_before = m_tables->data;
}

bool MemoryStore::commit()
{
    if (std::exchange(m_failNextCommit, false)) {
        rollback();
        m_isCommitUnknown = false;
        return false;
    }
    m_before.reset();
    m_isCommitUnknown = std::exchange(m_loseNextAnswer, false);
    return !m_isCommitUnknown;
}

void MemoryStore::rollback()
{
    if (m_before) {
        m_tables->data = std::move(*m_before);
        m_before.reset();
    }
}

MemoryData MemoryStore::backup() const
{
    return m_tables->data;
}

void MemoryStore::restore(MemoryData backup)
{
    m_tables->data = std::move(backup);
}

void MemoryStore::putTime(ConversationId conversation, Seq seq, UnixMs at)
{
    if (StoredLog* log = m_tables->data.log(conversation)) {
        if (StoredEntry* found = log->find(seq)) {
            found->logged.entry.at = at;
        }
    }
}

void MemoryStore::dropNewest(ConversationId conversation)
{
    StoredLog* log = m_tables->data.log(conversation);
    if (log != nullptr && !log->entries.empty()) {
        log->entries.pop_back();
        log->record.head = previous(log->record.head);
    }
}

void MemoryStore::loseCounts(ConversationId conversation)
{
    m_tables->data.withoutCounts = conversation;
}

std::size_t MemoryStore::textBytesRead() const
{
    return m_tables->log.textBytesRead();
}

} // namespace tidemark::server
