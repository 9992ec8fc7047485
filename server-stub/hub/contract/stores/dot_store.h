#pragma once

#include "core/domain/dot.h"
#include "core/domain/ids.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark::server {

/// A red dot, the same for all users.
struct DotRecord {
    std::string name;
    std::uint64_t version = 0;
    friend bool operator==(const DotRecord&, const DotRecord&) = default;
};

/// The red dots of a Store.
class DotStore {
public:
    virtual ~DotStore() = default;

    /// All dots, ascending by name.
    virtual std::vector<DotRecord> all() = 0;
    /// Gives the dot a version above those of all dots, and inserts the dot if it does not exist. Returns the
    /// version. A repetition of the dot's last call, with its uuid, changes nothing.
    virtual std::uint64_t raise(std::string_view name, MessageUuid uuid) = 0;
    /// All dots as the user sees them, ascending by name. Versions given before the account was inserted
    /// count as seen.
    virtual std::vector<Dot> ofUser(UserId user) = 0;
    /// Raises Dot::seen; never lowers it.
    virtual void raiseSeen(UserId user, std::string_view name, std::uint64_t version) = 0;
};

} // namespace tidemark::server
