#pragma once

#include "core/sync/effects.h"
#include "core/sync/local_state.h"

#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace tidemark::test {

/// The store's contract in memory: it applies the writes of one step, returns them as a snapshot, and
/// counts by going through the log. Not for threads.
class MemoryLog : public LogReader {
public:
    explicit MemoryLog(DeviceId device) : m_device(device) {}

    /// One transaction: all writes of a step, in their order.
    void commit(const std::vector<Write>& writes);
    [[nodiscard]] Snapshot snapshot() const;

    [[nodiscard]] ReadCounts countUnread(ConversationId conversation, const Viewer& viewer, Seq after,
                                         Seq through, Seq atHead) const override;
    [[nodiscard]] CountDelta contributions(ConversationId conversation, const Viewer& viewer, Seq after,
                                           Seq through, Seq readSeq) const override;
    [[nodiscard]] std::vector<PinChange> pinChanges(ConversationId conversation, Seq after,
                                                    Seq through) const override;
    /// The account's user, whose own messages and those of ignored users do not count.
    [[nodiscard]] Viewer viewer() const
    {
        return {m_account ? m_account->user.id : UserId(), ignoredIn(m_ignores)};
    }
    [[nodiscard]] const LocalIgnores& ignores() const { return m_ignores; }
    [[nodiscard]] const LocalFolders& folders() const { return m_folders; }
    [[nodiscard]] const LocalInvitations& invitations() const { return m_invitations; }

    /// Null if the entry is not held.
    [[nodiscard]] const Entry* entry(ConversationId conversation, Seq seq) const;
    [[nodiscard]] std::size_t entryCount(ConversationId conversation) const;
    [[nodiscard]] const std::map<MessageUuid, PendingMessage>& pending() const { return m_pending; }
    [[nodiscard]] const std::map<ConversationId, CursorIntent>& intents() const { return m_intents; }
    [[nodiscard]] const std::map<ConversationId, LocalConversation>& conversations() const
    {
        return m_conversations;
    }
    /// As the server has them, without the user's pending ones.
    [[nodiscard]] const std::map<std::pair<ConversationId, Seq>, std::vector<ReactionCount>>&
    reactions() const
    {
        return m_reactions;
    }
    [[nodiscard]] const std::map<ConversationId, LocalDraft>& drafts() const { return m_drafts; }
    [[nodiscard]] const std::map<MessageUuid, LocalScheduled>& scheduled() const { return m_scheduled; }
    [[nodiscard]] const std::map<UserId, std::string>& users() const { return m_users; }
    [[nodiscard]] const Totals& totals() const { return m_totals; }

private:
    using Log = std::map<Seq, Entry>;

    void put(const write::PutEntries& entries);
    static void mark(Log& log, const Entry& change);
    void eraseEverything();
    [[nodiscard]] const Log& logOf(ConversationId conversation) const;

    DeviceId m_device;
    std::optional<Account> m_account;
    std::map<ConversationId, LocalConversation> m_conversations;
    std::map<ConversationId, RangeSet> m_held;
    std::map<ConversationId, Log> m_logs;
    std::map<MessageUuid, PendingMessage> m_pending;
    std::map<ConversationId, CursorIntent> m_intents;
    std::map<UserId, std::string> m_users;
    Totals m_totals;
    std::map<std::string, LocalDot> m_dots;
    std::map<AvatarOwner, Avatar> m_avatars;
    std::map<std::pair<ConversationId, Seq>, std::vector<ReactionCount>> m_reactions;
    std::map<std::tuple<ConversationId, Seq, std::string>, PendingReaction> m_pendingReactions;
    LocalIgnores m_ignores;
    LocalFolders m_folders;
    LocalInvitations m_invitations;
    std::map<ConversationId, LocalDraft> m_drafts;
    DraftProgress m_draftProgress;
    std::map<MessageUuid, LocalScheduled> m_scheduled;
    std::uint64_t m_scheduledThrough = 0;
};

} // namespace tidemark::test
