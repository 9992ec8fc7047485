#pragma once

#include "server-stub/hub/memory/memory_data.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace tidemark::server {

class MemoryLog final : public LogStore {
public:
    explicit MemoryLog(MemoryData& data) : m_data(data) {}

    LogEntry append(const NewEntry& entry) override
    {
        StoredLog* log = m_data.log(entry.conversation);
        if (log == nullptr) {
            return {};
        }
        ConversationRecord& record = log->record;
        const UnixMs before = log->entries.empty() ? entry.at : log->entries.back().logged.entry.at;
        const UnixMs at = std::max(entry.at, before);
        record.head = next(record.head);
        record.headCountable += isCountable(entry.kind()) ? 1 : 0;
        if (!isChange(entry.kind())) {
            record.lastActivity = at;
        }
        record.pinned = pinnedAfter(record, entry.content);
        LogEntry logged;
        logged.entry = entryOf(entry, record.head, at);
        logged.countable = record.headCountable;
        logged.own = prefix(entry.conversation, previous(record.head), entry.author).own
                     + (isCountable(entry.kind()) ? 1 : 0);
        log->entries.push_back({logged, entry.payloadHash});
        markTarget(*log, logged.entry);
        forgetUploads(logged.entry);
        return logged;
    }
    std::optional<LogEntry> entry(ConversationId conversation, Seq seq) override
    {
        StoredLog* log = m_data.log(conversation);
        const StoredEntry* found = log == nullptr ? nullptr : log->find(seq);
        return found == nullptr ? std::nullopt : std::optional(found->logged);
    }
    std::vector<UnixMs> times(ConversationId conversation, Seq after, Seq through) override
    {
        std::vector<UnixMs> times;
        if (const StoredLog* log = m_data.log(conversation)) {
            for (const StoredEntry& one : log->entries) {
                if (one.logged.entry.seq > after && one.logged.entry.seq <= through) {
                    times.push_back(one.logged.entry.at);
                }
            }
        }
        return times;
    }
    bool hasUuid(ConversationId conversation, MessageUuid uuid) override
    {
        const StoredLog* log = m_data.log(conversation);
        return log != nullptr && uuid.isValid()
               && std::any_of(log->entries.begin(), log->entries.end(),
                              [&](const StoredEntry& one) { return one.logged.entry.uuid == uuid; });
    }
    std::optional<SentRecord> sent(ConversationId conversation, UserId author, MessageUuid uuid) override
    {
        const StoredLog* log = m_data.log(conversation);
        if (log == nullptr || !uuid.isValid()) {
            return std::nullopt;
        }
        for (const StoredEntry& one : log->entries) {
            if (one.logged.entry.author == author && one.logged.entry.uuid == uuid) {
                return SentRecord{one.logged.entry.seq, one.logged.entry.at, one.payloadHash};
            }
        }
        return std::nullopt;
    }
    std::vector<Entry> part(const EntriesOf& of) override
    {
        std::vector<Entry> found;
        const StoredLog* log = m_data.log(of.conversation);
        if (log == nullptr) {
            return found;
        }
        std::size_t taken = 0;
        const auto take = [&](const StoredEntry& one) {
            const Entry& entry = one.logged.entry;
            const bool isIn = entry.seq > of.after && entry.seq <= of.through;
            if (isIn && found.size() < of.limit && taken < of.maxTextBytes) {
                taken += textBytesIn(entry.content);
                m_textBytesRead += textOf(entry).size();
                found.push_back(entry);
            }
        };
        if (of.fromEnd) {
            std::for_each(log->entries.rbegin(), log->entries.rend(), take);
            std::reverse(found.begin(), found.end());
        } else {
            std::for_each(log->entries.begin(), log->entries.end(), take);
        }
        return found;
    }
    void trim(ConversationId conversation, Seq through) override
    {
        StoredLog* log = m_data.log(conversation);
        if (log == nullptr) {
            return;
        }
        log->record.trimmedThrough =
            std::max(log->record.trimmedThrough, std::min(through, log->record.head));
        for (StoredEntry& one : log->entries) {
            Entry& entry = one.logged.entry;
            if (entry.seq <= log->record.trimmedThrough) {
                const EntryKind kind = entry.kind();
                content::Fields fields = fieldsOf(std::move(entry.content));
                fields.text.clear();
                fields.isAction = false;
                fields.replyTo = {};
                fields.replyToAuthor = {};
                fields.mentions.clear();
                fields.mentionsAll = false;
                fields.attachments.clear();
                fields.forwarded = {};
                entry.content = entryContent(kind, std::move(fields));
            }
        }
    }
    PrefixCounts prefix(ConversationId conversation, Seq seq, UserId reader) override
    {
        PrefixCounts counts;
        const StoredLog* log = m_data.log(conversation);
        if (log == nullptr || (conversation == m_data.withoutCounts && seq == log->record.head)) {
            return counts;
        }
        for (const StoredEntry& one : log->entries) {
            if (one.logged.entry.seq <= seq && isCountable(one.logged.entry.kind())) {
                ++counts.countable;
                counts.own += one.logged.entry.author == reader ? 1 : 0;
            }
        }
        return counts;
    }
    std::uint64_t recalledOfOthers(ConversationId conversation, Seq after, UserId reader) override
    {
        const StoredLog* log = m_data.log(conversation);
        if (log == nullptr) {
            return 0;
        }
        return static_cast<std::uint64_t>(
            std::count_if(log->entries.begin(), log->entries.end(), [&](const StoredEntry& one) {
                const Entry& entry = one.logged.entry;
                return entry.seq > after && entry.author != reader && isRecalled(entry);
            }));
    }
    AboutMeCounts aboutMeAfter(ConversationId conversation, Seq after, UserId reader) override
    {
        const ReadCounts counts = recount(conversation, after, reader);
        return {counts.mentions, counts.replies};
    }
    ReadCounts ofIgnored(ConversationId conversation, Seq after, const Viewer& viewer) override
    {
        return counted(conversation, after, viewer.self,
                       [&](const Entry& entry) { return viewer.ignores(entry.author); });
    }
    Seq firstUnreadAfter(ConversationId conversation, Seq after, const Viewer& viewer) override
    {
        const StoredLog* log = m_data.log(conversation);
        if (log == nullptr) {
            return {};
        }
        const auto first =
            std::find_if(log->entries.begin(), log->entries.end(), [&](const StoredEntry& one) {
                const Entry& entry = one.logged.entry;
                return entry.seq > after && isCountable(entry.kind()) && viewer.counts(entry.author)
                       && !isRecalled(entry) && !viewer.hides(entry.seq);
            });
        return first == log->entries.end() ? Seq() : first->logged.entry.seq;
    }
    ReadCounts recount(ConversationId conversation, Seq after, const Viewer& viewer) override
    {
        return counted(conversation, after, viewer.self, [&](const Entry& entry) {
            return viewer.counts(entry.author) && !viewer.hides(entry.seq);
        });
    }

    /// The bytes of all texts that part() has returned.
    [[nodiscard]] std::size_t textBytesRead() const { return m_textBytesRead; }

private:
    /// Counts the messages of some authors that are not recalled.
    template <typename Selects>
    ReadCounts counted(ConversationId conversation, Seq after, UserId reader, Selects selects)
    {
        ReadCounts counts;
        const StoredLog* log = m_data.log(conversation);
        if (log == nullptr) {
            return counts;
        }
        for (const StoredEntry& one : log->entries) {
            const Entry& entry = one.logged.entry;
            if (entry.seq > after && isCountable(entry.kind()) && selects(entry) && !isRecalled(entry)) {
                ++counts.unread;
                counts.mentions += mentions(entry, reader) ? 1 : 0;
                counts.replies += repliesTo(entry, reader) ? 1 : 0;
            }
        }
        return counts;
    }

    void forgetUploads(const Entry& entry)
    {
        const auto* message = entry.as<content::Message>();
        for (const Attachment& sent : message == nullptr ? std::vector<Attachment>() : message->attachments) {
            std::erase_if(m_data.uploads, [&](const auto& one) {
                return one.first.user == entry.author && one.second.hash == sent.hash
                       && one.second.isComplete;
            });
        }
    }

    static void markTarget(StoredLog& log, const Entry& change)
    {
        const Seq seq = targetOf(change);
        StoredEntry* found = log.find(seq);
        auto* target = found == nullptr ? nullptr : found->logged.entry.as<content::Message>();
        if (target == nullptr) {
            return;
        }
        if (const auto* edit = change.as<content::Edit>()) {
            target->text = edit->text;
            target->editedBy = change.seq;
            return;
        }
        target->recalledBy = change.seq;
        target->text.clear();
        target->attachments.clear();
        target->forwarded = {};
        for (StoredEntry& one : log.entries) {
            if (auto* edit = one.logged.entry.as<content::Edit>(); edit != nullptr && edit->target == seq) {
                edit->text.clear();
            }
        }
    }

    MemoryData& m_data;
    std::size_t m_textBytesRead = 0;
};

} // namespace tidemark::server
