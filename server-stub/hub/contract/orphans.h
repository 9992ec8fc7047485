#pragma once

#include "core/domain/ids.h"
#include "server-stub/hub/contract/stores/blob_store.h"
#include "server-stub/hub/contract/stores/store.h"

namespace tidemark::server {

/// Removes files and uploads that the database does not know, as a crash between a commit and its jobs leaves
/// them. Those of the last day stay: the database may have been replaced by an older one. Call before
/// serving. Returns false, and removes nothing, if the database cannot be read.
[[nodiscard]] bool removeOrphans(BlobStore& blobs, Store& store, UnixMs now);

} // namespace tidemark::server
