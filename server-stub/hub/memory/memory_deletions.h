#pragma once

#include "server-stub/hub/memory/memory_data.h"

#include <algorithm>
#include <iterator>

namespace tidemark::server {

class MemoryDeletions final : public DeletionStore {
public:
    explicit MemoryDeletions(MemoryData& data) : m_data(data) {}

    std::optional<DeletionRecord> next() override
    {
        return m_data.deletions.empty() ? std::nullopt : std::optional(m_data.deletions.begin()->second);
    }
    void put(const DeletionRecord& record) override { m_data.deletions[record.user] = record; }
    void remove(UserId user) override { m_data.deletions.erase(user); }
    void eraseOwned(UserId user) override
    {
        const auto isOfUser = [user](const auto& one) { return one.first.first == user; };
        std::erase_if(m_data.drafts, isOfUser);
        std::erase_if(m_data.schedules, isOfUser);
        std::erase_if(m_data.seenDots, isOfUser);
        m_data.folders.erase(user);
        m_data.ignored.erase(user);
        m_data.invitations.erase(user);
        if (AccountRecord* account = m_data.account(user)) {
            account->settings = {};
            account->lastContact = {};
        }
        for (auto& [hash, token] : m_data.tokens) {
            if (token.record.user == user) {
                token.device.name.clear();
                token.device.clientName.clear();
            }
        }
        for (auto& [key, upload] : m_data.uploads) {
            if (key.user == user) {
                upload.expiresAt = {};
            }
        }
    }
    std::vector<ConversationId> conversationsOf(UserId user, ConversationId after,
                                                std::uint32_t limit) override
    {
        std::vector<ConversationId> found;
        for (const StoredLog& log : m_data.logs) {
            if (log.record.id > after && log.members.contains(user) && found.size() < limit) {
                found.push_back(log.record.id);
            }
        }
        return found;
    }
    std::vector<Seq> messagesOf(UserId user, ConversationId conversation, Seq after,
                                std::uint32_t limit) override
    {
        std::vector<Seq> found;
        const StoredLog* log = m_data.log(conversation);
        if (log == nullptr) {
            return found;
        }
        for (const StoredEntry& one : log->entries) {
            const Entry& entry = one.logged.entry;
            const bool isWanted = entry.author == user && entry.kind() == EntryKind::Message
                                  && !isRecalled(entry) && entry.seq > after;
            if (isWanted && found.size() < limit) {
                found.push_back(entry.seq);
            }
        }
        return found;
    }
    std::vector<ReactionRecord> reactionsOf(UserId user, ConversationId conversation,
                                            std::uint32_t limit) override
    {
        std::vector<ReactionRecord> found;
        if (const StoredLog* log = m_data.log(conversation)) {
            std::ranges::copy_if(log->reactions, std::back_inserter(found),
                                 [user](const ReactionRecord& one) { return one.isOn && one.user == user; });
        }
        found.resize(std::min<std::size_t>(found.size(), limit));
        return found;
    }

private:
    MemoryData& m_data;
};

} // namespace tidemark::server
