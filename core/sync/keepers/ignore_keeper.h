#pragma once

#include "core/sync/keepers/feed_keeper.h"
#include "core/sync/keepers/read_state_keeper.h"
#include "core/sync/tracked_conversations.h"

#include <map>
#include <optional>
#include <vector>

namespace tidemark {

/// Keeps the set of users whom the account ignores or blocks: merges the server's set with the user's changes
/// on this device, sends the changes until the server acknowledges them, and counts all badges again when the
/// set changes.
class IgnoreKeeper {
public:
    IgnoreKeeper(EngineContext& context, TrackedConversations& conversations, ReadStateKeeper& readState,
                 FeedKeeper& feed, LocalIgnores ignores);

    void set(const input::SetIgnored& input);

    /// Takes the set that came with Welcome, after the account was taken.
    void onWelcome(const protocol::IgnoredUsers& ignored) { take(ignored); }
    void onPush(const protocol::IgnoredUsers& ignored);
    void onAnswer(const Request& request, const protocol::IgnoredUsers& ignored);
    /// The server has counted a state under this version of the set.
    void noteVersion(std::uint64_t version);
    void onError(const Request& request, const protocol::Error& error);
    void onTimeout(const Request& request);
    void onOnline();
    void onOffline();
    /// Sends changes, and requests a set that is out of date; called at the end of each step while online.
    void flush();
    /// Forgets everything without writing it.
    void clear();

    [[nodiscard]] bool hasIntents() const;
    /// Whether the server's set is still to come.
    [[nodiscard]] bool wantsAnything() const { return m_isWanted || m_request.isValid(); }
    [[nodiscard]] std::uint64_t version() const { return m_ignores.version; }
    [[nodiscard]] std::vector<IgnoredUser> all() const; ///< ascending by user

private:
    /// The requests and commands that are under way for one user.
    struct Sending {
        RequestId request = {};               ///< that sends this change or an earlier one
        std::vector<CommandId> commands = {}; ///< that wait for the answer
    };
    [[nodiscard]] LocalIgnore& of(UserId user);
    void take(const protocol::IgnoredUsers& ignored);
    /// The server has answered the change, or refused it with `error`.
    void settle(const request::SetIgnored& sent, std::optional<protocol::ErrorCode> error);
    /// The set has changed: writes it and counts again.
    void apply();
    void recountAll();
    /// Looks at the conversations with numbers that only the server can count under the present set.
    void wantCounted();
    void finish(Sending& sending, std::optional<protocol::ErrorCode> error);

    EngineContext& m_context;
    TrackedConversations& m_conversations;
    ReadStateKeeper& m_readState;
    FeedKeeper& m_feed;
    LocalIgnores m_ignores;
    std::map<UserId, Sending> m_sending;
    std::uint64_t m_knownAtRequest = 0; ///< the version when `m_request` was sent
    RequestId m_request;                ///< for the set
    bool m_isWanted = false;            ///< the set is to be requested
    bool m_isServerEarlier = false;     ///< the connected server does not know ignoring
    Instant m_notBefore{};
};

} // namespace tidemark
