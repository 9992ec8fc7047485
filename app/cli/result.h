#pragma once

#include "core/base/expected.h"

#include <QString>

#include <cstdint>

namespace tidemark::cli {

/// What the program tells its caller (design.md, section 8).
enum class ExitStatus : std::uint8_t { Done = 0, Refused = 1, WrongUse = 2, NoConnection = 3 };

/// Why a command could not do its work. `message` is for people; empty: everything has been said.
struct Failure {
    ExitStatus status = ExitStatus::Refused;
    QString message;
};

template <typename T>
using Result = Expected<T, Failure>;

/// The value of a result that has none.
struct Nothing {};

[[nodiscard]] inline Unexpected<Failure> refused(const QString& message)
{
    return Unexpected(Failure{ExitStatus::Refused, message});
}

[[nodiscard]] inline Unexpected<Failure> wrongUse(const QString& message)
{
    return Unexpected(Failure{ExitStatus::WrongUse, message});
}

[[nodiscard]] inline Unexpected<Failure> noConnection(const QString& message)
{
    return Unexpected(Failure{ExitStatus::NoConnection, message});
}

} // namespace tidemark::cli
