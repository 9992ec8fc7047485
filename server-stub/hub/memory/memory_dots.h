#pragma once

#include "server-stub/hub/memory/memory_data.h"

#include <algorithm>
#include <string>

namespace tidemark::server {

class MemoryDots final : public DotStore {
public:
    explicit MemoryDots(MemoryData& data) : m_data(data) {}

    std::vector<DotRecord> all() override
    {
        std::vector<DotRecord> dots;
        for (const auto& [name, dot] : m_data.dots) {
            dots.push_back({name, dot.version});
        }
        return dots;
    }
    std::uint64_t raise(std::string_view name, MessageUuid uuid) override
    {
        const std::uint64_t version = m_data.newestDot() + 1;
        StoredDot& dot = m_data.dots[std::string(name)];
        if (dot.version == 0 || dot.uuid != uuid) {
            dot = {version, uuid};
        }
        return dot.version;
    }
    std::vector<Dot> ofUser(UserId user) override
    {
        std::vector<Dot> dots;
        const auto baseline = m_data.dotBaselines.find(user);
        for (const auto& [name, dot] : m_data.dots) {
            const auto seen = m_data.seenDots.find({user, name});
            dots.push_back({name, dot.version,
                            std::max(seen == m_data.seenDots.end() ? 0 : seen->second,
                                     baseline == m_data.dotBaselines.end() ? 0 : baseline->second)});
        }
        return dots;
    }
    void raiseSeen(UserId user, std::string_view name, std::uint64_t version) override
    {
        std::uint64_t& seen = m_data.seenDots[{user, std::string(name)}];
        seen = std::max(seen, version);
    }

private:
    MemoryData& m_data;
};

class MemoryAges final : public AgeStore {
public:
    explicit MemoryAges(MemoryData& data) : m_data(data) {}

    AgeRecord find() override { return m_data.ages; }
    void put(const AgeRecord& record) override { m_data.ages = record; }

private:
    MemoryData& m_data;
};

} // namespace tidemark::server
