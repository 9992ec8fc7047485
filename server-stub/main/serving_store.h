#pragma once

#include "core/base/expected.h"
#include "core/system/file_lock.h"
#include "server-stub/hub/store.h"

#include <QString>

#include <memory>
#include <optional>

namespace tidemark::server {

/// The store that a server works on: a file, which it has for itself, or a PostgreSQL database, which others
/// may serve too.
struct ServingStore {
    /// Made where there is nothing yet. The error, for people, also says of damage what to do.
    [[nodiscard]] static Expected<ServingStore, QString> open(const QString& database);

    std::optional<FileLock> lock; ///< of a file; goes last
    std::unique_ptr<Store> store;
};

} // namespace tidemark::server
