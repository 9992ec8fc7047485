#pragma once

#include "core/sync/attention_set.h"
#include "core/sync/tracked_conversations.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace tidemark {

/// Keeps the reactions of all conversations: pulls changes, sends the user's own reactions, and keeps how far
/// the user has seen the reactions to their messages. It never touches the log, its counts or its cursors
/// (R-I1).
class ReactionKeeper {
public:
    ReactionKeeper(EngineContext& context, TrackedConversations& conversations, AttentionSet& attention,
                   std::vector<PendingReaction> pending);

    void react(Tracked& tracked, const input::React& input);
    /// Sees all reactions that the number of unread ones of `tracked` stands for.
    void see(Tracked& tracked);
    /// Large conversations are pulled only while they are looked at.
    void lookAt(ConversationId conversation);

    /// A newer change is known.
    void noteHead(Tracked& tracked, ReactionSeq head);
    /// Takes the fields of a state that is about to be adopted.
    void takeState(Tracked& tracked, const ConversationState& state);
    /// The state is adopted.
    void noteAdopted(const Tracked& tracked);
    /// Takes the reactions that came with entries.
    void takeRange(Tracked& tracked, const protocol::Range& range);
    /// The log is gone, and with it the pending reactions to its messages.
    void forgetLog(ConversationId conversation);

    void onReactions(const Request& request, const protocol::Reactions& reactions);
    void onSeen(const request::SeeReactions& request);
    void onError(const Request& request, const protocol::Error& error);
    void onTimeout(const Request& request);
    void onOnline();
    void onOffline();
    void flush();
    void clear();

    [[nodiscard]] bool hasIntents() const { return !m_pending.empty() || !m_unseen.empty(); }
    /// Whether changes are still to be pulled.
    [[nodiscard]] bool wantsAnything() const { return !m_pulls.empty() || !m_wanted.empty(); }
    /// Digest of the newest changes heard of, for the conversations in which the server pushes them.
    [[nodiscard]] std::uint64_t digest() const;

private:
    using Key = std::tuple<ConversationId, Seq, std::string>;
    struct Pending {
        PendingReaction reaction;
        RequestId request;               ///< that sends this value or an earlier one
        std::vector<CommandId> commands; ///< that wait for the answer
    };
    [[nodiscard]] bool isPushed(const LocalConversation& conversation) const;
    /// Stores what is known about the conversation's reactions. Returns whether it has changed.
    bool update(Tracked& tracked, const ReactionState& reactions);
    void noteUnseen(const LocalConversation& conversation);
    /// Wants a pull if the conversation lacks changes and is to have them.
    void noteMissing(const LocalConversation& conversation);
    /// Summaries as of `head` have been stored. If they are older than what was stored, the changes since
    /// then are wanted again.
    void noteRead(Tracked& tracked, ReactionSeq head);
    void store(ConversationId conversation, const std::vector<MessageReactions>& messages);
    void settle(const request::React& sent, std::optional<protocol::ErrorCode> error);
    void finish(Pending& pending, std::optional<protocol::ErrorCode> error);
    void sendReactions();
    void sendSeen();
    void pull();
    /// Waits before the next request of this kind.
    void pause(Milliseconds retryAfter);

    EngineContext& m_context;
    TrackedConversations& m_conversations;
    AttentionSet& m_attention;
    std::map<Key, Pending> m_pending;
    std::set<ConversationId> m_unseen; ///< what the user has seen there is still to be sent
    std::map<ConversationId, RequestId> m_seeing;
    std::set<ConversationId> m_wanted; ///< to be pulled
    std::map<ConversationId, RequestId> m_pulls;
    ConversationId m_lookedAt;
    Instant m_notBefore{};
};

} // namespace tidemark
