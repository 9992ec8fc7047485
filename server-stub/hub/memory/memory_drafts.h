#pragma once

#include "server-stub/hub/memory/memory_data.h"

#include <algorithm>

namespace tidemark::server {

class MemoryDrafts final : public DraftStore {
public:
    explicit MemoryDrafts(MemoryData& data) : m_data(data) {}

    std::optional<DraftRecord> find(UserId user, ConversationId conversation) override
    {
        const auto found = m_data.drafts.find({user, conversation});
        return found == m_data.drafts.end() ? std::nullopt : std::optional(found->second);
    }
    void put(const DraftRecord& record, std::uint64_t /*before*/) override
    {
        m_data.drafts.insert_or_assign({record.user, record.conversation}, record);
    }
    std::uint64_t head(UserId user) override
    {
        std::uint64_t newest = 0;
        for (const auto& [key, draft] : m_data.drafts) {
            newest = key.first == user ? std::max(newest, draft.version) : newest;
        }
        return newest;
    }
    std::vector<DraftRecord> changes(UserId user, std::uint64_t after, std::uint32_t limit) override
    {
        std::vector<DraftRecord> changed;
        for (const auto& [key, draft] : m_data.drafts) {
            if (key.first == user && draft.version > after) {
                changed.push_back(draft);
            }
        }
        std::ranges::sort(changed, {}, &DraftRecord::version);
        changed.resize(std::min<std::size_t>(changed.size(), limit));
        return changed;
    }
    std::size_t countOfTexts(UserId user) override
    {
        return static_cast<std::size_t>(std::ranges::count_if(m_data.drafts, [user](const auto& one) {
            return one.first.first == user && !one.second.text.empty();
        }));
    }

private:
    MemoryData& m_data;
};

} // namespace tidemark::server
