#pragma once

#include "server-stub/hub/memory/memory_data.h"

#include <algorithm>
#include <string>
#include <utility>

namespace tidemark::server {

class MemoryConversations final : public ConversationStore {
public:
    explicit MemoryConversations(MemoryData& data) : m_data(data) {}

    ConversationId insert(const ConversationRecord& record, MessageUuid creation) override
    {
        StoredLog log{record, creation, {}, {}};
        log.record.id = ConversationId(m_data.logs.size() + 1);
        log.record.head = {};
        log.record.headCountable = 0;
        log.record.memberCount = 0;
        log.record.trimmedThrough = {};
        log.record.pinned.clear();
        m_data.logs.push_back(std::move(log));
        return m_data.logs.back().record.id;
    }
    std::optional<ConversationRecord> find(ConversationId id) override
    {
        const StoredLog* log = m_data.log(id);
        return log == nullptr ? std::nullopt : std::optional(log->record);
    }
    std::optional<ConversationId> byCreation(UserId creator, MessageUuid creation) override
    {
        for (const StoredLog& log : m_data.logs) {
            if (creation.isValid() && log.record.creator == creator && log.creation == creation) {
                return log.record.id;
            }
        }
        return std::nullopt;
    }
    std::size_t createdBy(UserId creator) override
    {
        return static_cast<std::size_t>(
            std::count_if(m_data.logs.begin(), m_data.logs.end(), [creator](const StoredLog& log) {
                return log.record.creator == creator && log.creation.isValid();
            }));
    }
    std::optional<ConversationId> direct(UserId low, UserId high) override
    {
        for (const StoredLog& log : m_data.logs) {
            if (log.record.kind == ConversationKind::Direct && log.record.directLow == low
                && log.record.directHigh == high) {
                return log.record.id;
            }
        }
        return std::nullopt;
    }
    std::optional<ConversationId> noticeList() override
    {
        for (const StoredLog& log : m_data.logs) {
            if (log.record.kind == ConversationKind::NoticeList) {
                return log.record.id;
            }
        }
        return std::nullopt;
    }
    void setForwarding(ConversationId id, bool forbidden) override
    {
        if (StoredLog* log = m_data.log(id)) {
            log->record.forwardingForbidden = forbidden;
        }
    }
    void setTitle(ConversationId id, std::string_view title) override
    {
        if (StoredLog* log = m_data.log(id)) {
            log->record.title = title;
        }
    }
    std::vector<ConversationId> findChannels(std::string_view text, std::uint32_t limit) override
    {
        std::vector<ConversationId> found;
        for (auto log = m_data.logs.rbegin(); log != m_data.logs.rend() && found.size() < limit; ++log) {
            const bool isChannel = log->record.kind == ConversationKind::Channel;
            if (isChannel && foldedTitle(log->record.title).find(foldedTitle(text)) != std::string::npos) {
                found.push_back(log->record.id);
            }
        }
        return found;
    }
    std::vector<ConversationId> all() override
    {
        std::vector<ConversationId> ids;
        for (const StoredLog& log : m_data.logs) {
            ids.push_back(log.record.id);
        }
        return ids;
    }
    UnixMs newestTime() override
    {
        UnixMs newest;
        for (const StoredLog& log : m_data.logs) {
            newest = std::max(newest, log.entries.empty() ? UnixMs{} : log.entries.back().logged.entry.at);
        }
        return newest;
    }

private:
    MemoryData& m_data;
};

} // namespace tidemark::server
