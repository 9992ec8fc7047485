#pragma once

#include <QString>

#include <cstdio>

namespace tidemark::server {

/// The exit status of the process.
enum ExitStatus : int {
    Success = 0,
    Failed = 1,   ///< serve: could not start; check: differences found, or the database cannot be opened
    WrongUse = 2, ///< wrong arguments, or no such database
};

/// Prints to standard error why the program ends, and returns `status`.
inline int fail(ExitStatus status, const QString& reason)
{
    std::fprintf(stderr, "tidemark-server: %s\n", qPrintable(reason));
    return status;
}

} // namespace tidemark::server
