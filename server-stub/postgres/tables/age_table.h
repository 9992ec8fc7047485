#pragma once

#include "server-stub/hub/contract/stores/age_store.h"
#include "server-stub/postgres/session/connection.h"

#include <optional>

namespace tidemark::server::postgres {

/// The single row with the record from which AgeClock continues after a restart, in the PostgreSQL store.
class AgeTable final : public AgeStore {
public:
    explicit AgeTable(Connection& connection);

    AgeRecord find() override;
    /// Remembers the record until flush() writes it.
    void put(const AgeRecord& record) override;

    /// Writes the remembered record, unless another server is writing its own: no server waits for another
    /// one because of this row.
    void flush();
    void forget() { m_unwritten.reset(); }

private:
    Connection& m_connection;
    Statement m_select;
    Statement m_put;
    std::optional<AgeRecord> m_unwritten;
};

} // namespace tidemark::server::postgres
