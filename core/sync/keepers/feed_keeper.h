#pragma once

#include "core/sync/tracked_conversations.h"

#include <set>

namespace tidemark {

/// The "Following" entry: counts the messages above each followed channel's snapshot and sends raised
/// snapshots to the server. The unsent snapshots are part of the conversations, so that they are written in
/// the transaction that resets the number (I11, I13).
class FeedKeeper {
public:
    FeedKeeper(EngineContext& context, TrackedConversations& conversations);

    /// The user has opened the entry: resets the number through the heads at which it was counted.
    void open();

    /// Adopts the snapshot from a state. Call it before you adopt the conversation's generation.
    void takeSnapshot(Tracked& tracked, const ConversationState& state);
    /// Adopts the number from a state. Call it when the conversation is counted through its head.
    void recount(Tracked& tracked, const ConversationState& state);
    /// Counts again under the present set of ignored users.
    void recount(Tracked& tracked);
    /// Entries have extended the counted head contiguously; `delta` is their contribution above
    /// effectiveSnapshot().
    void advance(Tracked& tracked, CountDelta delta);

    /// The user has left, or the log is another one: no share and nothing to send.
    void forget(Tracked& tracked);
    void clear() { m_unsent.clear(); }

    void onOnline();
    /// Sends due snapshots; called at the end of each step while online.
    void flush();
    /// Call after the states of the answer are adopted.
    void onAnswered(const request::OpenFeed& opened);
    void onError(const request::OpenFeed& opened, const protocol::Error& error);
    void onTimeout();
    [[nodiscard]] bool hasUnsent() const { return !m_unsent.empty(); }

private:
    void set(Tracked& tracked, std::uint64_t unread, bool exact);
    void setSnapshot(Tracked& tracked, Seq confirmed, Seq snapshot);
    void noteUnsent(const LocalConversation& conversation);
    /// Drops snapshots that the server has answered without adopting them, so that they are not sent again.
    void drop(const request::OpenFeed& opened);

    EngineContext& m_context;
    TrackedConversations& m_conversations;
    /// Channels whose snapshot this device raised without the server's acknowledgement.
    std::set<ConversationId> m_unsent;
    bool m_isSent = false; ///< an OpenFeed is in flight (one at a time)
    Instant m_notBefore{};
};

} // namespace tidemark
