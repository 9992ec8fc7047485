#pragma once

#include <QString>

#include <cstdint>

namespace tidemark {

/// Why the local store could not be opened, or could not do what it was asked.
struct StoreError {
    enum class Code : std::uint8_t {
        None,
        NewerDatabase, ///< written by a later version of the program; left untouched
        NotWritable,   ///< no permission, or a file where a folder should be
        InUse,         ///< another process has it open
        DiskFull,
        Corrupt, ///< damage was met while running: the next open sets the file aside and begins anew
        Io,      ///< anything else
    };
    Code code = Code::None;
    QString message; ///< for people

    friend bool operator==(const StoreError&, const StoreError&) = default;
};

} // namespace tidemark
