#pragma once

#include "server-stub/hub/contract/age_record.h"
#include "server-stub/store/connection.h"

namespace tidemark::server {

/// The single row with the record from which AgeClock continues after a restart, in the SQLite store.
class AgeTable {
public:
    explicit AgeTable(Connection& connection);

    AgeRecord find();
    void put(const AgeRecord& record);

private:
    Statement m_select;
    Statement m_put;
};

} // namespace tidemark::server
