#pragma once

#include "server-stub/hub/memory/memory_data.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>

namespace tidemark::server {

class MemoryReactions final : public ReactionStore {
public:
    explicit MemoryReactions(MemoryData& data) : m_data(data) {}

    std::optional<ReactionRecord> find(const ReactionKey& key) override
    {
        for (const ReactionRecord& one : all(key.conversation)) {
            if (one.target == key.target && one.user == key.user && one.emoji == key.emoji) {
                return one;
            }
        }
        return std::nullopt;
    }
    void put(const ReactionRecord& record) override
    {
        if (StoredLog* log = m_data.log(record.conversation)) {
            std::erase_if(log->reactions, [&](const ReactionRecord& one) {
                return one.target == record.target && one.user == record.user && one.emoji == record.emoji;
            });
            log->reactions.push_back(record);
            log->record.reactionHead = std::max(log->record.reactionHead, record.seq);
        }
    }
    std::size_t countOf(ConversationId conversation, Seq target, UserId user) override
    {
        return selected(conversation,
                        [&](const ReactionRecord& one) { return one.target == target && one.user == user; })
            .size();
    }
    std::vector<MessageReactions> summaries(ConversationId conversation, Seq after, Seq through,
                                            UserId reader) override
    {
        return summed(selected(conversation,
                               [&](const ReactionRecord& one) {
                                   return one.isOn && one.target > after && one.target <= through;
                               }),
                      reader);
    }
    std::vector<ReactionChange> changes(ConversationId conversation, ReactionSeq after,
                                        std::uint32_t limit) override
    {
        std::vector<ReactionChange> changes;
        for (const ReactionRecord& one : all(conversation)) {
            if (one.seq > after && changes.size() < limit) {
                changes.push_back({one.seq, one.target});
            }
        }
        return changes;
    }
    std::vector<MessageReactions> changedSummaries(ConversationId conversation, ReactionSeq after,
                                                   std::uint32_t limit, UserId reader) override
    {
        std::set<Seq> targets;
        for (const ReactionChange& change : changes(conversation, after, limit)) {
            targets.insert(change.target);
        }
        return summed(
            selected(conversation,
                     [&](const ReactionRecord& one) { return one.isOn && targets.contains(one.target); }),
            reader);
    }
    std::vector<ReactionRecord> reactors(ConversationId conversation, Seq target, ReactionSeq after,
                                         std::uint32_t limit) override
    {
        return firstOnes(selected(conversation,
                                  [&](const ReactionRecord& one) {
                                      return one.isOn && one.target == target && one.first > after;
                                  }),
                         limit);
    }
    std::vector<ReactionRecord> unread(const UnreadReactionsOf& of, std::uint32_t limit) override
    {
        return firstOnes(unreadOf(of), limit);
    }
    std::uint64_t countUnread(const UnreadReactionsOf& of) override { return unreadOf(of).size(); }
    std::vector<UserId> remove(ConversationId conversation, Seq after, Seq through) override
    {
        std::set<UserId> authors;
        StoredLog* log = m_data.log(conversation);
        if (log == nullptr) {
            return {};
        }
        std::erase_if(log->reactions, [&](const ReactionRecord& one) {
            const bool isRemoved = one.target > after && one.target <= through;
            if (isRemoved && one.isOn && one.user != one.targetAuthor) {
                authors.insert(one.targetAuthor);
            }
            return isRemoved;
        });
        return {authors.begin(), authors.end()};
    }
    std::vector<ReactionRecord> all(ConversationId conversation) override
    {
        const StoredLog* log = m_data.log(conversation);
        std::vector<ReactionRecord> records = log == nullptr ? std::vector<ReactionRecord>() : log->reactions;
        std::ranges::sort(records, {}, &ReactionRecord::seq);
        return records;
    }

private:
    template <typename Condition>
    std::vector<ReactionRecord> selected(ConversationId conversation, Condition condition)
    {
        std::vector<ReactionRecord> records = all(conversation);
        std::erase_if(records, [&](const ReactionRecord& one) { return !condition(one); });
        return records;
    }
    std::vector<ReactionRecord> unreadOf(const UnreadReactionsOf& of)
    {
        return selected(of.conversation, [&](const ReactionRecord& one) {
            return one.isOn && one.targetAuthor == of.author && one.user != of.author && one.target > of.above
                   && one.first > of.after && !std::ranges::binary_search(of.except, one.user);
        });
    }
    static std::vector<ReactionRecord> firstOnes(std::vector<ReactionRecord> records, std::uint32_t limit)
    {
        std::ranges::sort(records, {}, &ReactionRecord::first);
        records.resize(std::min<std::size_t>(records.size(), limit));
        return records;
    }
    static std::vector<MessageReactions> summed(std::vector<ReactionRecord> records, UserId reader)
    {
        std::ranges::sort(records, {}, &ReactionRecord::first);
        std::map<Seq, MessageReactions> sums;
        for (const ReactionRecord& one : records) {
            MessageReactions& message = sums[one.target];
            message.seq = one.target;
            auto count = std::ranges::find(message.counts, one.emoji, &ReactionCount::emoji);
            if (count == message.counts.end()) {
                count = message.counts.insert(count, ReactionCount{.emoji = one.emoji});
            }
            ++count->count;
            count->isMine = count->isMine || one.user == reader;
        }
        std::vector<MessageReactions> messages;
        messages.reserve(sums.size());
        for (auto& [seq, message] : sums) {
            messages.push_back(std::move(message));
        }
        return messages;
    }

    MemoryData& m_data;
};

} // namespace tidemark::server
