#include "server-stub/postgres/tables/age_table.h"

#include "server-stub/store/stored_values.h"

#include <string_view>
#include <utility>

namespace tidemark::server::postgres {

AgeTable::AgeTable(Connection& connection)
    : m_connection(connection), m_select(connection.statement("SELECT ran, leads FROM age_clock")),
      m_put(connection.statement(
          "WITH changed AS (UPDATE age_clock SET ran = $1, leads = $2 WHERE only_row IN"
          " (SELECT only_row FROM age_clock FOR UPDATE SKIP LOCKED))"
          " INSERT INTO age_clock (ran, leads) SELECT $1, $2 WHERE NOT EXISTS (SELECT 1 FROM age_clock)"
          " ON CONFLICT DO NOTHING"))
{
}

AgeRecord AgeTable::find()
{
    if (m_unwritten) {
        return *m_unwritten;
    }
    Statement::Run run = m_select.run();
    return run.next()
               ? AgeRecord{Milliseconds(static_cast<std::int64_t>(run.number(0))), leadsFrom(run.bytes(1))}
               : AgeRecord{};
}

void AgeTable::put(const AgeRecord& record)
{
    m_unwritten = record;
    if (!m_connection.isInTransaction()) {
        flush();
    }
}

void AgeTable::flush()
{
    if (const auto record = std::exchange(m_unwritten, std::nullopt)) {
        m_connection.change(m_put, std::int64_t{record->ran.count()},
                            std::string_view(storedLeads(record->leads)));
    }
}

} // namespace tidemark::server::postgres
