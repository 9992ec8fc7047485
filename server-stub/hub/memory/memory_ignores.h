#pragma once

#include "server-stub/hub/memory/memory_data.h"

#include <algorithm>

namespace tidemark::server {

class MemoryIgnores final : public IgnoreStore {
public:
    explicit MemoryIgnores(MemoryData& data) : m_data(data) {}

    IgnoredSet of(UserId user) override
    {
        const auto found = m_data.ignored.find(user);
        return found == m_data.ignored.end() ? IgnoredSet() : found->second;
    }
    void put(UserId user, IgnoredUser other, std::uint64_t version,
             const std::vector<MessageUuid>& recent) override
    {
        IgnoredSet& set = m_data.ignored[user];
        set.version = version;
        set.recent = recent;
        std::erase_if(set.users, [&](const IgnoredUser& one) { return one.user == other.user; });
        if (other.level != IgnoreLevel::None) {
            set.users.push_back(other);
            std::ranges::sort(set.users, {}, &IgnoredUser::user);
        }
    }

private:
    MemoryData& m_data;
};

} // namespace tidemark::server
