#pragma once

#include "core/domain/ids.h"
#include "core/domain/ignoring.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tidemark::server {

/// The users whom one account ignores.
struct IgnoredSet {
    std::uint64_t version = 0;       ///< grows with every change
    std::vector<IgnoredUser> users;  ///< ascending by user, none of level None
    std::vector<MessageUuid> recent; ///< the uuids of the latest requests, the newest last
    friend bool operator==(const IgnoredSet&, const IgnoredSet&) = default;
};
/// Number of uuids kept. A repeated request is recognised unless as many others came since.
constexpr std::size_t maxRecentIgnores = 64;

[[nodiscard]] inline IgnoreLevel levelIn(const IgnoredSet& set, UserId user)
{
    const auto found = std::ranges::lower_bound(set.users, user, {}, &IgnoredUser::user);
    return found == set.users.end() || found->user != user ? IgnoreLevel::None : found->level;
}

/// The user as a reader for whom these users' messages do not count.
[[nodiscard]] inline Viewer viewerOf(UserId user, const IgnoredSet& set)
{
    Viewer viewer(user);
    viewer.ignored.reserve(set.users.size());
    for (const IgnoredUser& one : set.users) {
        viewer.ignored.push_back(one.user);
    }
    return viewer;
}

/// The sets of ignored users of a Store's accounts.
class IgnoreStore {
public:
    virtual ~IgnoreStore() = default;

    virtual IgnoredSet of(UserId user) = 0;
    /// Stores the level of `other` in the set of `user`, with the set's version and uuids. The version is the
    /// present one, if the level is, or the next.
    virtual void put(UserId user, IgnoredUser other, std::uint64_t version,
                     const std::vector<MessageUuid>& recent) = 0;
};

} // namespace tidemark::server
