#pragma once

#include "core/base/expected.h"

#include <QString>

#include <chrono>
#include <cstdint>

namespace tidemark::cli {

/// The program's exit status.
enum class ExitStatus : std::uint8_t { Done = 0, Refused = 1, WrongUse = 2, NoConnection = 3 };

/// The reason why a command failed. `message` is for the user; empty: the error has already been printed.
struct Failure {
    ExitStatus status = ExitStatus::Refused;
    QString message;
    std::chrono::milliseconds retryAfter{0}; ///< the wait that the server requests with TooFast; else 0
};

template <typename T>
using Result = Expected<T, Failure>;

/// The value of a successful result without content.
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

/// Returns the failure of an action `what` that is impossible with --offline.
[[nodiscard]] inline Unexpected<Failure> needsServer(const QString& what)
{
    return noConnection(QStringLiteral("%1 needs the server: leave out --offline.").arg(what));
}

} // namespace tidemark::cli
