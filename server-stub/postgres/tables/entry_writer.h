#pragma once

#include "server-stub/hub/contract/stores/log_store.h"
#include "server-stub/postgres/session/connection.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tidemark::server::postgres {

/// Collects entries and inserts all of them with one statement. Call flush() before reading entries.
class EntryWriter {
public:
    explicit EntryWriter(Connection& connection);

    void add(ConversationId conversation, std::uint64_t payloadHash, const LogEntry& logged);
    /// Inserts the collected entries.
    void flush();
    /// Drops the collected entries.
    void forget();

private:
    Connection& m_connection;
    Statement m_insert;
    std::vector<std::vector<std::string>> m_columns; ///< for each column, the elements of its array
    bool m_isWaiting = false;
};

} // namespace tidemark::server::postgres
