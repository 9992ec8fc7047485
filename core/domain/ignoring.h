#pragma once

#include "core/domain/ids.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace tidemark {

/// An account's choice about another user. Each level includes the one before. Ignored: the other's messages
/// count in nothing and are shown closed. Blocked: the other also cannot begin a direct chat with the account
/// or add it to a group, and learns nothing of what it reads and when it types. The numbers are stored in
/// databases.
enum class IgnoreLevel : std::uint8_t { None, Ignored, Blocked };

/// One user of an account's set of ignored users.
struct IgnoredUser {
    UserId user;
    IgnoreLevel level = IgnoreLevel::Ignored;

    friend constexpr bool operator==(const IgnoredUser&, const IgnoredUser&) = default;
};

/// A user as a reader of logs: their own messages do not count for them, nor do those of users whom they
/// ignore, nor those that they have hidden from themselves.
struct Viewer {
    UserId self;
    std::vector<UserId> ignored; ///< ascending
    std::vector<Seq> hidden;     ///< ascending; of the log that is read

    /// By default a user who ignores nobody.
    Viewer(UserId user, std::vector<UserId> ignoredUsers = {}, // NOLINT(google-explicit-constructor)
           std::vector<Seq> hiddenMessages = {})
        : self(user), ignored(std::move(ignoredUsers)), hidden(std::move(hiddenMessages))
    {
    }
    [[nodiscard]] bool ignores(UserId user) const
    {
        return std::binary_search(ignored.begin(), ignored.end(), user);
    }
    [[nodiscard]] bool hides(Seq seq) const { return std::binary_search(hidden.begin(), hidden.end(), seq); }
    [[nodiscard]] bool counts(UserId author) const { return author != self && !ignores(author); }

    friend bool operator==(const Viewer&, const Viewer&) = default;
};

} // namespace tidemark
