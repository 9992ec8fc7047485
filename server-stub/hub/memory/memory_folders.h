#pragma once

#include "server-stub/hub/memory/memory_data.h"

namespace tidemark::server {

class MemoryFolders final : public FolderStore {
public:
    explicit MemoryFolders(MemoryData& data) : m_data(data) {}

    FolderSet of(UserId user) override
    {
        const auto found = m_data.folders.find(user);
        return found == m_data.folders.end() ? FolderSet() : found->second;
    }
    void put(UserId user, const FolderSet& set, std::uint64_t /*before*/) override
    {
        m_data.folders[user] = set;
    }

private:
    MemoryData& m_data;
};

} // namespace tidemark::server
