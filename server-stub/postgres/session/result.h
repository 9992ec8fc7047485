#pragma once

#include <QString>

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

struct pg_result;

namespace tidemark::server::postgres {

/// Why a statement has failed.
struct Failure {
    /// One line: the lines below it may quote the data to be written, which must not get into a log.
    QString reason;
    QString code = {}; ///< https://www.postgresql.org/docs/15/errcodes-appendix.html
};

/// The first line of what libpq says, in UTF-8.
[[nodiscard]] QString firstLine(const char* text);

/// What the database answers to a statement. Empty if it was made without an answer.
class Result {
public:
    Result() = default;
    /// Takes ownership.
    explicit Result(pg_result* result) : m_result(result) {}

    [[nodiscard]] explicit operator bool() const { return m_result != nullptr; }
    /// Nothing if the statement was done.
    [[nodiscard]] std::optional<Failure> failure() const;
    /// Whether the database wants to exchange something else before it answers the statement.
    [[nodiscard]] bool isOfAnotherKind() const;
    /// What was done, such as COMMIT.
    [[nodiscard]] std::string_view tag() const;

    [[nodiscard]] int rows() const;
    /// The bytes of a field, valid as long as this object. Nothing if it is NULL or does not exist.
    [[nodiscard]] std::optional<std::string_view> bytes(int row, int column) const;
    /// A number in binary form. Nothing if the field is none.
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
