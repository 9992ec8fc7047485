#pragma once

#include "core/sync/engine_context.h"

namespace tidemark {

/// The "Following" entry: how many messages stand above each followed channel's snapshot, and telling the
/// server where the snapshots were raised to. What is to be told is part of the conversations themselves, so
/// that it is written in the transaction that resets the number (I11, I13).
class FeedKeeper {
public:
    explicit FeedKeeper(EngineContext& context) : m_context(context) {}

    /// The user has opened the entry: all that it counts is reset, up to the heads that it stood for.
    void open();

    /// Takes over the snapshot that a state says; before the conversation's generation follows.
    void takeSnapshot(Tracked& tracked, const ConversationState& state);
    /// Takes over the number; when the conversation is counted up to its head.
    void recount(Tracked& tracked, const ConversationState& state);
    /// Entries have joined on at the counted head; `delta` is what they add above effectiveSnapshot().
    void advance(Tracked& tracked, CountDelta delta);

    void onOnline();
    /// Sends what is due; called at the end of each step while online.
    void flush();
    /// The answer, after its states were adopted.
    void onAnswered(const request::OpenFeed& opened);
    void onError(const request::OpenFeed& opened, const protocol::Error& error);
    void onTimeout();
    [[nodiscard]] bool hasUnsent() const { return !m_context.unsentSnapshots.empty(); }

private:
    void set(Tracked& tracked, std::uint64_t unread, bool exact);
    void noteUnsent(const LocalConversation& conversation);
    /// What the server did not take is not asked for again.
    void drop(const request::OpenFeed& opened);

    EngineContext& m_context;
    bool m_isSent = false; ///< one OpenFeed at a time
    Instant m_notBefore{};
};

} // namespace tidemark
