#include "server-stub/store/tables/age_table.h"

#include "server-stub/store/stored_values.h"

#include <string_view>

namespace tidemark::server {

AgeTable::AgeTable(Connection& connection)
    : m_select(connection.statement("SELECT ran, leads FROM age_clock")),
      m_put(connection.statement("INSERT OR REPLACE INTO age_clock (only_row, ran, leads) VALUES (1, ?, ?)"))
{
}

AgeRecord AgeTable::find()
{
    Statement::Run run = m_select.run();
    return run.next()
               ? AgeRecord{Milliseconds(static_cast<std::int64_t>(run.number(0))), leadsFrom(run.bytes(1))}
               : AgeRecord{};
}

void AgeTable::put(const AgeRecord& record)
{
    m_put.change(std::int64_t{record.ran.count()}, std::string_view(storedLeads(record.leads)));
}

} // namespace tidemark::server
