#include "server-stub/postgres/tables/entry_writer.h"

#include "core/base/one_of.h"
#include "server-stub/postgres/tables/fields.h"

#include <cstddef>
#include <string>
#include <utility>

namespace tidemark::server::postgres {

namespace {

/// Whether the database stores a field as bytes.
template <typename Field>
constexpr bool isBytes = OneOf<Field, std::string, MessageUuid, std::vector<UserId>, std::vector<Attachment>>;

/// Bytes are sent as hexadecimal digits.
std::string insertStatement()
{
    std::string columns = "conversation, payload_hash";
    std::string values = "row.conversation, row.payload_hash";
    std::string arrays = "$1::bigint[], $2::bigint[]";
    int place = 2;
    const EntryRow row{};
    forEachField(row, [&]<typename Field>(const char* column, const Field&) {
        const std::string name(column);
        columns += ", " + name;
        values += isBytes<Field> ? ", decode(row." + name + ", 'hex')" : ", row." + name;
        arrays += ", $" + std::to_string(++place) + (isBytes<Field> ? "::text[]" : "::bigint[]");
    });
    return "INSERT INTO entry (" + columns + ") SELECT " + values + " FROM unnest(" + arrays + ") AS row ("
           + columns + ")";
}

/// A value as an element of an array.
std::string elementOf(const Value& value)
{
    if (!value.content) {
        return "NULL";
    }
    return value.isBytes ? '"' + hexadecimal(*value.content) + '"' : *value.content;
}

} // namespace

EntryWriter::EntryWriter(Connection& connection)
    : m_connection(connection), m_insert(connection.statement(insertStatement()))
{
}

void EntryWriter::add(ConversationId conversation, std::uint64_t payloadHash, const LogEntry& logged)
{
    std::vector<Value> values{bound(conversation.value), bound(payloadHash)};
    bindFields(values, rowOf(logged));
    m_columns.resize(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        m_columns[i].push_back(elementOf(values[i]));
    }
    m_isWaiting = true;
}

void EntryWriter::flush()
{
    if (!std::exchange(m_isWaiting, false)) {
        return;
    }
    std::vector<Value> arrays;
    for (const std::vector<std::string>& column : std::exchange(m_columns, {})) {
        arrays.push_back(arrayOf(column));
    }
    static_cast<void>(m_connection.writeWith(m_insert, arrays));
}

void EntryWriter::forget()
{
    m_columns.clear();
    m_isWaiting = false;
}

} // namespace tidemark::server::postgres
