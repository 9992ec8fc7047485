#pragma once

#include "core/base/expected.h"
#include "core/system/file_lock.h"
#include "server-stub/hub/contract/stores/store.h"

#include <QString>

#include <memory>
#include <optional>

namespace tidemark::server {

/// The store that a server works on: a file, which no other server uses, or a PostgreSQL database, which
/// several servers may share.
struct ServingStore {
    /// Creates the database if there is none. The error is human-readable; for a damaged database it also
    /// says what to do.
    [[nodiscard]] static Expected<ServingStore, QString> open(const QString& database);

    std::optional<FileLock> lock; ///< of a file; destroyed last
    std::unique_ptr<Store> store;
};

} // namespace tidemark::server
