#include "tests/sync/memory_log.h"

#include "core/base/overloaded.h"

#include <algorithm>

namespace tidemark::test {

void MemoryLog::commit(const std::vector<Write>& writes)
{
    for (const Write& one : writes) {
        std::visit(
            Overloaded{
                [&](const write::PutConversation& put) {
                    m_conversations[put.conversation.id] = put.conversation;
                },
                [&](const write::PutHeld& put) { m_held[put.conversation] = put.held; },
                [&](const write::PutEntries& entries) { put(entries); },
                [&](const write::DropLog& drop) {
                    m_logs.erase(drop.conversation);
                    m_held.erase(drop.conversation);
                    std::erase_if(m_reactions, [&](const auto& reactions) {
                        return reactions.first.first == drop.conversation;
                    });
                },
                [&](const write::ClearLog& clear) {
                    std::erase_if(m_logs[clear.conversation],
                                  [&](const auto& entry) { return entry.first <= clear.through; });
                    std::erase_if(m_reactions, [&](const auto& reactions) {
                        return reactions.first.first == clear.conversation
                               && reactions.first.second <= clear.through;
                    });
                },
                [&](const write::HideEntries& hide) {
                    for (auto& [seq, entry] : m_logs[hide.conversation]) {
                        hideContent(entry, hide.seqs);
                    }
                },
                [&](const write::PutPending& put) { m_pending[put.message.uuid] = put.message; },
                [&](const write::ErasePending& erase) { m_pending.erase(erase.uuid); },
                [&](const write::PutIntent& put) { m_intents[put.intent.conversation] = put.intent; },
                [&](const write::EraseIntent& erase) { m_intents.erase(erase.conversation); },
                [&](const write::PutUsers& put) {
                    for (const User& user : put.users) {
                        m_users[user.id] = user.name;
                    }
                },
                [&](const write::PutAccount& put) { m_account = put.account; },
                [&](const write::PutTotals& put) { m_totals = put.totals; },
                [&](const write::PutReactions& put) {
                    for (const MessageReactions& message : put.messages) {
                        m_reactions[{put.conversation, message.seq}] = message.counts;
                    }
                },
                [&](const write::PutPendingReaction& put) {
                    const PendingReaction& reaction = put.reaction;
                    m_pendingReactions[{reaction.conversation, reaction.target, reaction.emoji}] = reaction;
                },
                [&](const write::ErasePendingReaction& erase) {
                    m_pendingReactions.erase({erase.conversation, erase.target, erase.emoji});
                },
                [&](const write::PutDraft& put) { m_drafts[put.draft.conversation] = put.draft; },
                [&](const write::PutDraftProgress& put) { m_draftProgress = put.progress; },
                [&](const write::PutScheduled& put) {
                    m_scheduled[put.scheduled.server.uuid] = put.scheduled;
                },
                [&](const write::EraseScheduled& erase) { m_scheduled.erase(erase.uuid); },
                [&](const write::PutScheduledProgress& put) { m_scheduledThrough = put.through; },
                [&](const write::PutAvatars& put) {
                    for (const Avatar& avatar : put.avatars) {
                        m_avatars[avatar.owner] = avatar;
                    }
                },
                [&](const write::PutIgnores& put) { m_ignores = put.ignores; },
                [&](const write::PutFolders& put) { m_folders = put.folders; },
                [&](const write::PutInvitations& put) { m_invitations = put.invitations; },
                [&](const write::PutDot& put) { m_dots[put.dot.dot.name] = put.dot; },
                [&](const write::EraseEverything&) { eraseEverything(); },
            },
            one);
    }
}

void MemoryLog::put(const write::PutEntries& entries)
{
    Log& log = m_logs[entries.conversation];
    for (const Entry& entry : entries.entries) {
        const auto [place, isNew] = log.emplace(entry.seq, entry);
        if (!isNew) {
            auto* held = place->second.as<content::Message>();
            const auto* newer = entry.as<content::Message>();
            if (held == nullptr || newer == nullptr) {
                continue;
            }
            if (newer->editedBy > held->editedBy) {
                held->editedBy = newer->editedBy;
                held->text = newer->text;
            }
            if (!isHidden(place->second)) {
                held->recalledBy = std::max(held->recalledBy, newer->recalledBy);
            }
        }
    }
    // Marks the held entries, whether the mark or its target came first.
    for (const auto& [seq, entry] : log) {
        if (isChange(entry.kind())) {
            mark(log, entry);
        }
    }
}

void MemoryLog::mark(Log& log, const Entry& change)
{
    const auto target = log.find(targetOf(change));
    auto* message = target == log.end() ? nullptr : target->second.as<content::Message>();
    if (message == nullptr) {
        return;
    }
    if (isHidden(target->second)) {
        return;
    }
    if (change.kind() == EntryKind::Recall) {
        message->recalledBy = std::max(message->recalledBy, change.seq);
        message->text.clear();
    } else if (change.seq > message->editedBy) {
        message->editedBy = change.seq;
        message->text = textOf(change);
    }
}

void MemoryLog::eraseEverything()
{
    m_account.reset();
    m_conversations.clear();
    m_held.clear();
    m_logs.clear();
    m_pending.clear();
    m_intents.clear();
    m_users.clear();
    m_dots.clear();
    m_avatars.clear();
    m_reactions.clear();
    m_pendingReactions.clear();
    m_ignores = {};
    m_folders = {};
    m_invitations = {};
    m_drafts.clear();
    m_draftProgress.through = 0;
    m_scheduled.clear();
    m_scheduledThrough = 0;
    m_totals = {};
}

Snapshot MemoryLog::snapshot() const
{
    Snapshot snapshot;
    snapshot.device = m_device;
    snapshot.account = m_account;
    for (const auto& [id, conversation] : m_conversations) {
        const auto held = m_held.find(id);
        snapshot.conversations.push_back({conversation, held == m_held.end() ? RangeSet() : held->second});
    }
    for (const auto& [id, intent] : m_intents) {
        snapshot.intents.push_back(intent);
    }
    for (const auto& [uuid, message] : m_pending) {
        snapshot.pending.push_back(message);
    }
    std::sort(snapshot.pending.begin(), snapshot.pending.end(),
              [](const PendingMessage& a, const PendingMessage& b) { return a.order < b.order; });
    snapshot.totals = m_totals;
    for (const auto& [owner, avatar] : m_avatars) {
        snapshot.avatars.push_back(avatar);
    }
    for (const auto& [name, dot] : m_dots) {
        snapshot.dots.push_back(dot);
    }
    for (const auto& [key, reaction] : m_pendingReactions) {
        snapshot.reactions.push_back(reaction);
    }
    snapshot.ignores = m_ignores;
    snapshot.folders = m_folders;
    snapshot.invitations = m_invitations;
    for (const auto& [id, draft] : m_drafts) {
        snapshot.drafts.push_back(draft);
    }
    snapshot.draftProgress = m_draftProgress;
    for (const auto& [uuid, scheduled] : m_scheduled) {
        snapshot.scheduled.push_back(scheduled);
    }
    snapshot.scheduledThrough = m_scheduledThrough;
    return snapshot;
}

const MemoryLog::Log& MemoryLog::logOf(ConversationId conversation) const
{
    static const Log none;
    const auto found = m_logs.find(conversation);
    return found == m_logs.end() ? none : found->second;
}

ReadCounts MemoryLog::countUnread(ConversationId conversation, const Viewer& viewer, Seq after, Seq through,
                                  Seq atHead) const
{
    ReadCounts counts;
    const Log& log = logOf(conversation);
    for (auto one = log.upper_bound(after); one != log.end() && one->first <= through; ++one) {
        const Entry& entry = one->second;
        const bool isRecalled = tidemark::isRecalled(entry) && fieldsOf(entry.content).recalledBy <= atHead;
        if (isCountable(entry.kind()) && viewer.counts(entry.author) && !isRecalled
            && !viewer.hides(entry.seq)) {
            ++counts.unread;
            counts.mentions += mentions(entry, viewer.self) ? 1 : 0;
            counts.replies += repliesTo(entry, viewer.self) ? 1 : 0;
        }
    }
    return counts;
}

CountDelta MemoryLog::contributions(ConversationId conversation, const Viewer& viewer, Seq after, Seq through,
                                    Seq readSeq) const
{
    CountDelta sum;
    const Log& log = logOf(conversation);
    for (auto one = log.upper_bound(after); one != log.end() && one->first <= through; ++one) {
        sum += contribution(one->second, viewer, readSeq);
    }
    return sum;
}

std::vector<PinChange> MemoryLog::pinChanges(ConversationId conversation, Seq after, Seq through) const
{
    std::vector<PinChange> changes;
    const Log& log = logOf(conversation);
    for (auto one = log.upper_bound(after); one != log.end() && one->first <= through; ++one) {
        if (const auto change = pinChangeIn(one->second.content)) {
            changes.push_back(*change);
        }
    }
    return changes;
}

const Entry* MemoryLog::entry(ConversationId conversation, Seq seq) const
{
    const Log& log = logOf(conversation);
    const auto found = log.find(seq);
    return found == log.end() ? nullptr : &found->second;
}

std::size_t MemoryLog::entryCount(ConversationId conversation) const
{
    return logOf(conversation).size();
}

} // namespace tidemark::test
