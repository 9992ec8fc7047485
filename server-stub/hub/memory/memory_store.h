#pragma once

#include "server-stub/hub/contract/stores/store.h"
#include "server-stub/hub/memory/memory_data.h"

#include <cstddef>
#include <memory>
#include <optional>

namespace tidemark::server {

class MemoryTables;

/// In-memory fake of Store for tests: uses plain containers, counts by scanning every entry, and rolls back
/// to a copy.
class MemoryStore final : public Store {
public:
    MemoryStore();
    ~MemoryStore() override;

    /// Makes the next commit of a transaction roll back and return false, as on a full disk.
    void failNextCommit() { m_failNextCommit = true; }
    /// Makes the next commit succeed but return false, as if its answer were lost.
    void loseNextAnswer() { m_loseNextAnswer = true; }
    [[nodiscard]] bool isCommitUnknown() const override { return m_isCommitUnknown; }
    /// Writes a time that only an earlier version of the server could have stored.
    void putTime(ConversationId conversation, Seq seq, UnixMs at);
    /// Damage that no server makes: the newest entry is gone, or the prefix counts at the head are 0.
    void dropNewest(ConversationId conversation);
    void loseCounts(ConversationId conversation);
    /// Several hubs share this store and take turns.
    void share() { m_isShared = true; }
    [[nodiscard]] bool isShared() const override { return m_isShared; }
    /// A copy of everything stored, to which restore() goes back.
    [[nodiscard]] MemoryData backup() const;
    void restore(MemoryData backup);
    /// The bytes of all texts that LogStore::part() has returned.
    [[nodiscard]] std::size_t textBytesRead() const;

    void begin() override;
    [[nodiscard]] bool commit() override;
    void rollback() override;

private:
    explicit MemoryStore(std::unique_ptr<MemoryTables> tables);

    std::unique_ptr<MemoryTables> m_tables;
    std::optional<MemoryData> m_before;
    bool m_failNextCommit = false;
    bool m_isShared = false;
    bool m_loseNextAnswer = false;
    bool m_isCommitUnknown = false;
};

} // namespace tidemark::server
