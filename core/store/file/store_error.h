#pragma once

#include <QString>

#include <cstdint>

namespace tidemark {

/// The reason why the local store could not be opened or could not execute an operation.
struct StoreError {
    enum class Code : std::uint8_t {
        None,
        NewerDatabase, ///< written by a later version of the program; left unchanged
        NotWritable,   ///< no permission, or a file where a folder should be
        InUse,         ///< another process has it open
        DiskFull,
        Corrupt, ///< damage was found while running: the next open quarantines the file and starts a new one
        Io,      ///< anything else
    };
    Code code = Code::None;
    QString message; ///< for the user

    friend bool operator==(const StoreError&, const StoreError&) = default;
};

} // namespace tidemark
