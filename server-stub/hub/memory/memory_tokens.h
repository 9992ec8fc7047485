#pragma once

#include "server-stub/hub/memory/memory_data.h"

#include <algorithm>
#include <string>
#include <utility>

namespace tidemark::server {

class MemoryTokens final : public TokenStore {
public:
    explicit MemoryTokens(MemoryData& data) : m_data(data) {}

    void put(const TokenHash& hash, UserId user, DeviceId device, std::string_view deviceName,
             UnixMs at) override
    {
        removeDevice(user, device);
        m_data.tokens[hash] = {{user, device, at}, {device, std::string(deviceName), {}, at, {}, false}};
    }
    std::optional<TokenRecord> find(const TokenHash& hash) override
    {
        if (const auto found = m_data.tokens.find(hash); found != m_data.tokens.end()) {
            return found->second.record;
        }
        const auto before = replacedBy(hash);
        if (before == m_data.tokens.end()) {
            return std::nullopt;
        }
        TokenRecord record = before->second.record;
        record.isNext = true;
        record.nextSalt.clear();
        return record;
    }
    void putNext(const TokenHash& hash, const TokenHash& next, std::string_view salt) override
    {
        if (const auto found = m_data.tokens.find(hash); found != m_data.tokens.end()) {
            found->second.next = next;
            found->second.record.nextSalt = salt;
        }
    }
    void adoptNext(const TokenHash& next, UnixMs at) override
    {
        const auto before = replacedBy(next);
        if (before == m_data.tokens.end()) {
            return;
        }
        auto node = m_data.tokens.extract(before);
        node.key() = next;
        node.mapped().next.reset();
        node.mapped().record.nextSalt.clear();
        node.mapped().record.since = at;
        m_data.tokens.insert(std::move(node));
    }
    void remove(const TokenHash& hash) override { m_data.tokens.erase(hash); }
    std::vector<DeviceRecord> devices(UserId user) override
    {
        std::vector<DeviceRecord> devices;
        for (const auto& [hash, token] : m_data.tokens) {
            if (token.record.user == user) {
                devices.push_back(token.device);
            }
        }
        std::sort(devices.begin(), devices.end(),
                  [](const DeviceRecord& a, const DeviceRecord& b) { return a.device < b.device; });
        return devices;
    }
    void putDevice(const TokenHash& hash, const DeviceRecord& record) override
    {
        const auto found = m_data.tokens.find(hash);
        if (found != m_data.tokens.end()) {
            found->second.device = record;
            found->second.device.device = found->second.record.device;
        }
    }
    void removeDevice(UserId user, DeviceId device) override
    {
        std::erase_if(m_data.tokens, [user, device](const auto& token) {
            return token.second.record.user == user && token.second.record.device == device;
        });
    }
    void removeDevices(UserId user) override
    {
        std::erase_if(m_data.tokens, [user](const auto& token) { return token.second.record.user == user; });
    }

private:
    [[nodiscard]] std::map<TokenHash, StoredToken>::iterator replacedBy(const TokenHash& next)
    {
        return std::find_if(m_data.tokens.begin(), m_data.tokens.end(),
                            [&next](const auto& token) { return token.second.next == next; });
    }

    MemoryData& m_data;
};

} // namespace tidemark::server
