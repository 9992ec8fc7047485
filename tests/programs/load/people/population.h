#pragma once

#include "core/domain/ids.h"
#include "tests/programs/load/people/device.h"

#include <cstddef>
#include <string>
#include <vector>

namespace tidemark::load {

/// The numbers of users, of groups for each user, and of members in each group; `members` divides `users`.
/// Each user has a number of devices, counted from 1.
struct Shape {
    std::size_t users = 0;
    std::size_t conversations = 0;
    std::size_t members = 0;
    std::uint64_t devices = 1;
};

struct Group {
    ConversationId id;
    LogEpoch logEpoch;
    Seq base; ///< the head after its creation, and the floor of all members
    std::vector<std::size_t> members;
};

/// Accounts and groups, made through the protocol by the keeper, a user who is a member of all groups.
class Population {
public:
    Population(Loop& loop, const Place& place, const Shape& shape);

    [[nodiscard]] const Shape& shape() const { return m_shape; }
    [[nodiscard]] const std::vector<Group>& groups() const { return m_groups; }
    /// Indexes of the groups of a user.
    [[nodiscard]] const std::vector<std::size_t>& groupsOf(std::size_t user) const
    {
        return m_groupsOf[user];
    }
    [[nodiscard]] std::size_t groupWith(ConversationId id) const;
    /// The keeper's index follows those of all other users.
    [[nodiscard]] std::size_t keeper() const { return m_shape.users; }
    [[nodiscard]] static std::string nameOf(std::size_t user) { return "u" + std::to_string(user); }
    /// A device for each user, not connected yet.
    [[nodiscard]] Devices devices(Loop& loop, const Place& place, bool silent, bool keepsHeld) const;

private:
    void divide();
    void registerAll(Loop& loop, Device& registrar);
    void signInOthers(Loop& loop, Device& registrar);
    void makeGroups(Loop& loop, Device& keeper);
    /// Adds the members that did not fit into the request that made the group.
    void addOthers(Loop& loop, Device& keeper, Group& group);

    Shape m_shape;
    std::vector<Group> m_groups;
    std::vector<std::vector<std::size_t>> m_groupsOf;
};

} // namespace tidemark::load
