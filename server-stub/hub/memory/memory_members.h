#pragma once

#include "server-stub/hub/memory/memory_data.h"

#include <algorithm>
#include <cstddef>

namespace tidemark::server {

class MemoryMembers final : public MemberStore {
public:
    explicit MemoryMembers(MemoryData& data) : m_data(data) {}

    std::optional<MemberRecord> find(ConversationId conversation, UserId user) override
    {
        const StoredLog* log = m_data.log(conversation);
        if (log == nullptr || !log->members.contains(user)) {
            return std::nullopt;
        }
        return log->members.at(user);
    }
    void put(const MemberRecord& member) override
    {
        if (StoredLog* log = m_data.log(member.conversation)) {
            MemberRecord& row = log->members[member.user];
            const Seq delivered = std::max(row.delivered, member.delivered);
            if (log->record.kind != ConversationKind::NoticeList) {
                log->record.memberCount += member.isMember ? 1U : 0U;
                log->record.memberCount -= row.isMember ? 1U : 0U;
            }
            row = member;
            row.delivered = delivered;
        }
    }
    void raiseDelivered(ConversationId conversation, UserId user, Seq through) override
    {
        StoredLog* log = m_data.log(conversation);
        if (log != nullptr && log->members.contains(user)) {
            Seq& delivered = log->members.at(user).delivered;
            delivered = std::max(delivered, through);
        }
    }
    std::vector<UserId> present(ConversationId conversation) override
    {
        std::vector<UserId> members;
        for (const MemberRecord* row : m_data.present(conversation)) {
            members.push_back(row->user);
        }
        return members;
    }
    std::vector<UserId> presentAfter(ConversationId conversation, UserId after, std::uint32_t limit) override
    {
        std::vector<UserId> members = present(conversation);
        std::erase_if(members, [after](UserId user) { return user <= after; });
        members.resize(std::min<std::size_t>(members.size(), limit));
        return members;
    }
    std::vector<GroupAdmin> groupAdmins(ConversationId conversation) override
    {
        std::vector<GroupAdmin> groupAdmins;
        for (const MemberRecord* row : m_data.present(conversation)) {
            if (row->role != Role::Member) {
                groupAdmins.push_back({row->user, row->role});
            }
        }
        return groupAdmins;
    }
    std::vector<MemberRecord> ofUser(UserId user) override
    {
        std::vector<MemberRecord> rows;
        for (const StoredLog& log : m_data.logs) {
            if (log.members.contains(user)) {
                rows.push_back(log.members.at(user));
            }
        }
        return rows;
    }
    std::size_t countOfUser(UserId user) override
    {
        return static_cast<std::size_t>(
            std::count_if(m_data.logs.begin(), m_data.logs.end(),
                          [user](const StoredLog& log) { return log.members.contains(user); }));
    }
    std::vector<MuteEnd> muteEnds(std::uint32_t limit) override
    {
        std::vector<MuteEnd> ends;
        for (const StoredLog& log : m_data.logs) {
            for (const auto& [user, row] : log.members) {
                if (row.isMember && row.settings.muted && row.settings.mutedUntil > UnixMs{}) {
                    ends.push_back({row.conversation, user, row.settings.mutedUntil});
                }
            }
        }
        std::stable_sort(ends.begin(), ends.end(),
                         [](const MuteEnd& a, const MuteEnd& b) { return a.at < b.at; });
        ends.resize(std::min<std::size_t>(ends.size(), limit));
        return ends;
    }

private:
    MemoryData& m_data;
};

class MemoryReceipts final : public ReceiptStore {
public:
    explicit MemoryReceipts(MemoryData& data) : m_data(data) {}

    Seq seenByOthers(ConversationId conversation, UserId except) override
    {
        Seq seen;
        for (const MemberRecord* row : m_data.present(conversation)) {
            if (row->user != except) {
                seen = std::max(seen, row->seen);
            }
        }
        return seen;
    }
    std::vector<Reader> readers(const ReadersOf& of, UserId after, std::uint32_t limit) override
    {
        std::vector<Reader> readers;
        const StoredLog* log = m_data.log(of.conversation);
        if (log == nullptr) {
            return readers;
        }
        for (auto one = log->members.upper_bound(after); one != log->members.end() && readers.size() < limit;
             ++one) {
            if (isReader(one->second, of)) {
                readers.push_back({one->first, one->second.seenAt});
            }
        }
        return readers;
    }
    std::uint32_t readerCount(const ReadersOf& of) override
    {
        const StoredLog* log = m_data.log(of.conversation);
        return log == nullptr ? 0
                              : static_cast<std::uint32_t>(
                                  std::count_if(log->members.begin(), log->members.end(),
                                                [&of](const auto& one) { return isReader(one.second, of); }));
    }
    std::vector<DeliveryPosition> furthestDelivered(ConversationId conversation) override
    {
        std::vector<DeliveryPosition> positions;
        for (const MemberRecord* row : m_data.present(conversation)) {
            positions.push_back({row->user, row->delivered});
        }
        std::sort(positions.begin(), positions.end(),
                  [](const DeliveryPosition& a, const DeliveryPosition& b) { return a.through > b.through; });
        positions.resize(std::min<std::size_t>(positions.size(), 2));
        return positions;
    }

private:
    [[nodiscard]] static bool isReader(const MemberRecord& row, const ReadersOf& of)
    {
        return row.isMember && row.seen >= of.seq
               && std::find(of.except.begin(), of.except.end(), row.user) == of.except.end();
    }

    MemoryData& m_data;
};

} // namespace tidemark::server
