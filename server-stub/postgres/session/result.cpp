#include "server-stub/postgres/session/result.h"

#include <libpq-fe.h>

namespace tidemark::server::postgres {

namespace {

// https://www.postgresql.org/docs/15/catalog-pg-type.html
constexpr Oid bytea = 17;
constexpr Oid int8 = 20;
constexpr Oid int2 = 21;
constexpr Oid int4 = 23;

bool isNumber(Oid type)
{
    return type == int8 || type == int4 || type == int2;
}

bool isDone(ExecStatusType status)
{
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

} // namespace

QString firstLine(const char* text)
{
    return QString::fromUtf8(text).section(QLatin1Char('\n'), 0, 0).simplified();
}

void Result::Clear::operator()(pg_result* result) const
{
    PQclear(result);
}

std::optional<Failure> Result::failure() const
{
    if (isDone(PQresultStatus(m_result.get()))) {
        return std::nullopt;
    }
    const char* message = PQresultErrorMessage(m_result.get());
    const char* code = PQresultErrorField(m_result.get(), PG_DIAG_SQLSTATE);
    return Failure{*message == '\0' ? QStringLiteral("the database gave an unexpected answer")
                                    : firstLine(message),
                   QString::fromLatin1(code)};
}

bool Result::isOfAnotherKind() const
{
    const ExecStatusType status = PQresultStatus(m_result.get());
    return !isDone(status) && status != PGRES_FATAL_ERROR;
}

std::string_view Result::tag() const
{
    return PQcmdStatus(m_result.get());
}

int Result::rows() const
{
    return PQntuples(m_result.get());
}

std::optional<std::string_view> Result::bytes(int row, int column) const
{
    if (row >= rows() || column >= PQnfields(m_result.get())
        || PQgetisnull(m_result.get(), row, column) != 0) {
        return std::nullopt;
    }
    return std::string_view(PQgetvalue(m_result.get(), row, column),
                            static_cast<std::size_t>(PQgetlength(m_result.get(), row, column)));
}

std::optional<std::uint64_t> Result::number(int row, int column) const
{
    const auto field = bytes(row, column);
    if (!field || field->empty() || field->size() > sizeof(std::uint64_t)
        || !isNumber(PQftype(m_result.get(), column))) {
        return std::nullopt;
    }
    // Big-endian, with a sign.
    std::uint64_t number = (static_cast<unsigned char>(field->front()) & 0x80U) != 0 ? ~std::uint64_t{0} : 0;
    for (const char byte : *field) {
        number = number << 8U | static_cast<unsigned char>(byte);
    }
    return number;
}

bool Result::isOfBytes(int column) const
{
    return PQftype(m_result.get(), column) == bytea;
}

} // namespace tidemark::server::postgres
