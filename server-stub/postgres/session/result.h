#pragma once

#include <QString>

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

struct pg_result;

namespace tidemark::server::postgres {

/// The reason of a statement's failure.
struct Failure {
    /// One line: the database's further lines may quote data, which must not get into a log.
    QString reason;
    QString code = {}; ///< https://www.postgresql.org/docs/15/errcodes-appendix.html
};

/// The first line of a message from libpq, in UTF-8.
[[nodiscard]] QString firstLine(const char* text);

/// The database's answer to a statement; empty if there is no answer.
class Result {
public:
    Result() = default;
    /// Takes ownership.
    explicit Result(pg_result* result) : m_result(result) {}

    [[nodiscard]] explicit operator bool() const { return m_result != nullptr; }
    /// Empty if the statement succeeded.
    [[nodiscard]] std::optional<Failure> failure() const;
    /// Whether the database expects a different exchange, such as a COPY, before it answers the statement.
    [[nodiscard]] bool isOfAnotherKind() const;
    /// The command that was executed, such as COMMIT.
    [[nodiscard]] std::string_view tag() const;

    [[nodiscard]] int rows() const;
    /// The bytes of a field, valid as long as this object. Empty if the field is NULL or does not exist.
    [[nodiscard]] std::optional<std::string_view> bytes(int row, int column) const;
    /// A number in binary form. Empty if the field is not a number.
    [[nodiscard]] std::optional<std::uint64_t> number(int row, int column) const;
    /// Whether the column holds bytes and not numbers.
    [[nodiscard]] bool isOfBytes(int column) const;

private:
    struct Clear {
        void operator()(pg_result* result) const;
    };
    std::unique_ptr<pg_result, Clear> m_result;
};

} // namespace tidemark::server::postgres
