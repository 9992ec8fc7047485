#pragma once

#include "core/domain/folder.h"
#include "core/domain/ids.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tidemark::server {

/// The folders of one account.
struct FolderSet {
    std::uint64_t version = 0;       ///< grows with every change
    std::vector<Folder> folders;     ///< in the user's order
    std::vector<MessageUuid> recent; ///< the uuids of the latest requests, the newest last
    friend bool operator==(const FolderSet&, const FolderSet&) = default;
};
/// Number of uuids kept. A repeated request is recognised unless as many others came since.
constexpr std::size_t maxRecentFolderChanges = 64;

/// The folders of a Store's accounts.
class FolderStore {
public:
    virtual ~FolderStore() = default;

    virtual FolderSet of(UserId user) = 0;
    /// Replaces the folders of `user`, whose version is `before`.
    virtual void put(UserId user, const FolderSet& set, std::uint64_t before) = 0;
};

} // namespace tidemark::server
