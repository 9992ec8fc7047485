#pragma once

#include "core/domain/ids.h"
#include "server-stub/hub/contract/stores/account_store.h"
#include "server-stub/hub/contract/stores/age_store.h"
#include "server-stub/hub/contract/stores/blob_records.h"
#include "server-stub/hub/contract/stores/conversation_store.h"
#include "server-stub/hub/contract/stores/deletion_store.h"
#include "server-stub/hub/contract/stores/dot_store.h"
#include "server-stub/hub/contract/stores/draft_store.h"
#include "server-stub/hub/contract/stores/folder_store.h"
#include "server-stub/hub/contract/stores/ignore_store.h"
#include "server-stub/hub/contract/stores/invitation_store.h"
#include "server-stub/hub/contract/stores/log_store.h"
#include "server-stub/hub/contract/stores/member_store.h"
#include "server-stub/hub/contract/stores/reaction_store.h"
#include "server-stub/hub/contract/stores/receipt_store.h"
#include "server-stub/hub/contract/stores/schedule_store.h"
#include "server-stub/hub/contract/stores/token_store.h"

#include <string>
#include <utility>
#include <vector>

namespace tidemark::server {

/// The rows that a transaction will change or read.
struct LockSet {
    /// Logs that are appended to or whose members change.
    std::vector<ConversationId> logs = {};
    /// Rows of members, even rows that do not exist.
    std::vector<std::pair<ConversationId, UserId>> members = {};
    /// Messages to logs in `logs`, in order of arrival.
    std::vector<ExpectedSend> sends = {};
    /// Users who may ask for all their memberships, ascending.
    std::vector<UserId> readers = {};
    /// Drafts that messages may clear, or that are set.
    std::vector<std::pair<UserId, ConversationId>> drafts = {};
    friend bool operator==(const LockSet&, const LockSet&) = default;
};

/// All durable data of the server. Implementations: memory (tests), SQLite, PostgreSQL. All pass the
/// conformance suite.
///
/// All calls between begin() and commit() are one transaction and see its own writes. A statement that fails
/// (disk full, I/O error, no connection) makes the transaction bad: later calls return empty values, commit()
/// rolls back and returns false. Reads are allowed outside a transaction. Call from one thread.
class Store {
public:
    virtual ~Store() = default;
    Store(const Store&) = delete;
    Store& operator=(const Store&) = delete;

    // These live as long as the store, also when it reconnects.
    [[nodiscard]] AccountStore& accounts() { return m_tables.accounts; }
    [[nodiscard]] TokenStore& tokens() { return m_tables.tokens; }
    [[nodiscard]] ConversationStore& conversations() { return m_tables.conversations; }
    [[nodiscard]] LogStore& log() { return m_tables.log; }
    [[nodiscard]] MemberStore& members() { return m_tables.members; }
    [[nodiscard]] ReceiptStore& receipts() { return m_tables.receipts; }
    [[nodiscard]] ReactionStore& reactions() { return m_tables.reactions; }
    [[nodiscard]] IgnoreStore& ignores() { return m_tables.ignores; }
    [[nodiscard]] DraftStore& drafts() { return m_tables.drafts; }
    [[nodiscard]] ScheduleStore& schedules() { return m_tables.schedules; }
    [[nodiscard]] FolderStore& folders() { return m_tables.folders; }
    [[nodiscard]] InvitationStore& invitations() { return m_tables.invitations; }
    [[nodiscard]] DeletionStore& deletions() { return m_tables.deletions; }
    [[nodiscard]] DotStore& dots() { return m_tables.dots; }
    [[nodiscard]] AgeStore& ages() { return m_tables.ages; }
    [[nodiscard]] BlobRecords& blobs() { return m_tables.blobs; }

    virtual void begin() = 0;
    /// Call first in a transaction. If several servers share the database, the others cannot change these
    /// rows until the transaction ends. They can change other rows; then the commit fails, and a retry helps.
    /// `readers` is a hint to read their rows together.
    virtual void hold(const LockSet& /*lockSet*/) {}
    /// True: the transaction is durable (I12). False: nothing of it remains, unless isCommitUnknown().
    [[nodiscard]] virtual bool commit() = 0;
    /// Whether a statement of the transaction has failed: what was read since is worthless, and commit() will
    /// return false.
    [[nodiscard]] virtual bool hasFailed() { return false; }
    /// The reason why the last commit failed, for logs; empty if unknown.
    [[nodiscard]] virtual std::string lastFailure() const { return {}; }
    /// Whether the answer to the last commit was lost: it returned false, but the transaction may have been
    /// or may still be committed.
    [[nodiscard]] virtual bool isCommitUnknown() const { return false; }
    /// Whether the stored data is damaged, so that no commit will succeed any more.
    [[nodiscard]] virtual bool isDamaged() const { return false; }
    virtual void rollback() = 0;
    /// Whether other servers may change the stored data, so that reads hold only within their transaction.
    [[nodiscard]] virtual bool isShared() const { return false; }
    /// Whether this server is the leader, which does the work that only one of the servers on the database
    /// should do. If the leader cannot be reached any more, another server becomes the leader.
    [[nodiscard]] virtual bool leads() { return true; }
    /// Whether a commit succeeds now: commits a transaction without changes. Call outside a transaction.
    [[nodiscard]] virtual bool probe()
    {
        begin();
        return commit();
    }

    /// Call outside a transaction: all reads until endReading() see the same state.
    virtual void beginReading() {}
    /// Whether all reads succeeded; if not, their results are worthless.
    [[nodiscard]] virtual bool endReading() { return true; }

protected:
    struct Tables {
        AccountStore& accounts;
        TokenStore& tokens;
        ConversationStore& conversations;
        LogStore& log;
        MemberStore& members;
        ReceiptStore& receipts;
        ReactionStore& reactions;
        IgnoreStore& ignores;
        DraftStore& drafts;
        ScheduleStore& schedules;
        FolderStore& folders;
        InvitationStore& invitations;
        DeletionStore& deletions;
        DotStore& dots;
        AgeStore& ages;
        BlobRecords& blobs;
    };
    explicit Store(const Tables& tables) : m_tables(tables) {}

private:
    Tables m_tables;
};

} // namespace tidemark::server
