#pragma once

#include "server-stub/hub/contract/stores/age_store.h"
#include "server-stub/store/connection.h"

namespace tidemark::server {

/// The single row with the record from which AgeClock continues after a restart, in the SQLite store.
class AgeTable final : public AgeStore {
public:
    explicit AgeTable(Connection& connection);

    AgeRecord find() override;
    void put(const AgeRecord& record) override;

private:
    Statement m_select;
    Statement m_put;
};

} // namespace tidemark::server
