#pragma once

#include <QString>

#include <cstdio>

namespace tidemark::server {

/// What the process tells its caller.
enum ExitStatus : int {
    Success = 0,
    Failed = 1,   ///< serve: could not start; check: differences found, or the database cannot be opened
    WrongUse = 2, ///< wrong arguments, or no such database
};

/// Says on standard error why the program ends, and gives back `status`.
inline int fail(ExitStatus status, const QString& reason)
{
    std::fprintf(stderr, "tidemark-server: %s\n", qPrintable(reason));
    return status;
}

} // namespace tidemark::server
