#pragma once

#include "server-stub/hub/store.h"
#include "server-stub/postgres/connection.h"

#include <QStringList>

#include <cstdint>
#include <vector>

namespace tidemark::server::postgres {

/// Entries that are to be inserted, all of them in one statement. Whoever reads entries flushes first.
class EntryWriter {
public:
    explicit EntryWriter(Connection& connection);

    void add(ConversationId conversation, std::uint64_t payloadHash, const LogEntry& logged);
    /// Inserts what waits.
    void flush();
    /// What waits is not to be written.
    void forget();

private:
    Connection& m_connection;
    Statement m_insert;
    std::vector<QStringList> m_columns; ///< the elements of an array each
    bool m_isWaiting = false;
};

} // namespace tidemark::server::postgres
