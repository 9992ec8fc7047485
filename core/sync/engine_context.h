#pragma once

#include "core/base/random.h"
#include "core/domain/limits.h"
#include "core/sync/effects.h"
#include "core/sync/engine.h"
#include "core/sync/local_state.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tidemark {

namespace request {

struct Authenticate {
    CommandId command;
    std::string name;
};
struct Hello {};
struct Sync {
    /// The state did not change between the heartbeat and its answer, so a pending change cannot explain the
    /// digest mismatch.
    bool isUnexplained = false;
};
struct GetStates {
    std::vector<ConversationId> conversations;
};
struct Pull {
    ConversationId conversation;
};
struct Send {
    MessageUuid uuid;
};
struct Read {
    std::vector<protocol::ReadIntent> intents;
};
struct Mark {
    ConversationId conversation;
    MessageUuid uuid;
};
struct Delivered {
    std::vector<protocol::Reached> reached;
};
struct Totals {};
struct SeeDot {
    std::string name;
    std::uint64_t version = 0;
};
struct GetAvatars {
    std::vector<AvatarPlace> places;
};
struct OpenFeed {
    std::vector<protocol::FeedSnapshot> snapshots;
};
struct React {
    ConversationId conversation;
    Seq target;
    std::string emoji;
    MessageUuid uuid;
};
struct PullReactions {
    ConversationId conversation;
};
struct SeeReactions {
    ConversationId conversation;
    ReactionSeq through;
};
struct ClearHistory {
    ConversationId conversation;
};
struct HideMessages {
    ConversationId conversation;
};
struct OrderPin {
    ConversationId conversation;
    std::uint32_t order = 0;
};
struct SetIgnored {
    UserId user;
    MessageUuid uuid;
};
/// Requests the set of ignored users, or changes it by a user's name.
struct IgnoredUsers {
    CommandId command;
};
struct SetFolder {
    MessageUuid uuid;
    std::uint64_t known = 0; ///< the version of the folders when it was sent
};
struct GetFolders {};
struct GetInvitations {};
struct SetDraft {
    ConversationId conversation;
    MessageUuid uuid;
};
struct GetDrafts {};
struct Schedule {
    MessageUuid uuid;
    MessageUuid change;
};
struct GetScheduled {};
struct Command {
    CommandId command;
};
struct SignOut {
    CommandId command;
};
struct DeleteAccount {
    CommandId command;
};
struct Heartbeat {
    std::uint64_t digest = 0;
};

} // namespace request

/// A variant that is compiled once: see protocol::ClientFrame.
class RequestKind
    : public std::variant<
          request::Authenticate, request::Hello, request::Sync, request::GetStates, request::Pull,
          request::Send, request::Read, request::Mark, request::Delivered, request::Totals, request::SeeDot,
          request::OpenFeed, request::React, request::PullReactions, request::SeeReactions, request::Command,
          request::SignOut, request::DeleteAccount, request::GetAvatars, request::ClearHistory,
          request::HideMessages, request::OrderPin, request::SetIgnored, request::IgnoredUsers,
          request::SetFolder, request::GetFolders, request::GetInvitations, request::SetDraft,
          request::GetDrafts, request::Schedule, request::GetScheduled, request::Heartbeat> {
public:
    using variant::variant;
    RequestKind();
    RequestKind(const RequestKind& other);
    RequestKind(RequestKind&& other) noexcept;
    RequestKind& operator=(const RequestKind& other);
    RequestKind& operator=(RequestKind&& other) noexcept;
    ~RequestKind();
};

/// The client's knowledge of a conversation at the time of a request. An answer with less shows that the
/// server lost data (I14).
struct KnownAtRequest {
    Seq head;
    std::uint64_t version = 0;
};

struct Request {
    RequestId id;
    RequestKind kind;
    Instant waitsSince; ///< when it was sent, or when the last part of its answer arrived
    Instant deadline;
    /// Only for requests that are answered by states or a range.
    std::map<ConversationId, KnownAtRequest> known;
};

/// The account and the connection. Only Session changes them; the other parts read them through
/// EngineContext.
struct SessionFacts {
    std::optional<Account> account;
    Limits limits;
    bool isOnline = false; ///< caught up: intents, sends and pulls may be sent
};

/// The state that all parts of the engine share: the time and the effects of the current step, and the
/// requests in flight.
class EngineContext {
public:
    EngineContext(EngineConfig engineConfig, DeviceId thisDevice, const LogReader& reader,
                  const SessionFacts& session);

    const EngineConfig config;
    const DeviceId device;
    const LogReader& log;

    [[nodiscard]] const std::optional<Account>& account() const { return m_session.account; }
    [[nodiscard]] UserId self() const { return account() ? account()->user.id : UserId(); }
    /// The user as a reader, with the users whom they ignore as this device knows them.
    [[nodiscard]] Viewer viewer() const { return {self(), m_ignored}; }
    /// The same as a reader of this conversation.
    [[nodiscard]] Viewer viewerOf(const LocalConversation& conversation) const
    {
        return {self(), m_ignored, conversation.hidden};
    }
    [[nodiscard]] bool ignores(UserId user) const
    {
        return std::binary_search(m_ignored.begin(), m_ignored.end(), user);
    }
    /// The version of the server's set of ignored users, and whether the user has changed it here since, so
    /// that the server's numbers must be corrected here.
    [[nodiscard]] std::uint64_t ignoresVersion() const { return m_ignoresVersion; }
    [[nodiscard]] bool hasUnsentIgnores() const { return m_hasUnsentIgnores; }
    /// Whether the server has counted the state under the sets of ignored users and of hidden messages that
    /// apply here. `conversation` has adopted the state.
    [[nodiscard]] bool isCountedAlike(const LocalConversation& conversation,
                                      const ConversationState& state) const
    {
        return state.ignoresVersion == m_ignoresVersion && !m_hasUnsentIgnores
               && unsentHidden(conversation).empty();
    }
    /// For IgnoreKeeper. `serverCounts`: the server counts under a set at all.
    void setIgnored(const LocalIgnores& ignores, bool serverCounts = true);
    [[nodiscard]] const Limits& limits() const { return m_session.limits; }
    [[nodiscard]] bool isOnline() const { return m_session.isOnline; }
    [[nodiscard]] Instant now() const { return m_now; }
    [[nodiscard]] UnixMs wall() const { return m_wall; }
    [[nodiscard]] SplitMix64& random() { return m_random; }

    /// Begins a step. `now` never goes back.
    void beginStep(Instant now, UnixMs wall);
    [[nodiscard]] Effects endStep();

    // The effects of the current step.
    template <typename W>
    void write(W one)
    {
        m_effects.writes.emplace_back(std::move(one));
    }
    template <typename C>
    void report(C one)
    {
        m_effects.changes.emplace_back(std::move(one));
    }
    void finish(CommandId command, std::optional<protocol::ErrorCode> error = std::nullopt,
                ConversationId conversation = {});
    void wakeAt(Instant at);
    /// Writes the names that are not written yet.
    void learn(const std::vector<User>& users);
    void forgetNames() { m_users.clear(); }
    void openConnection(std::uint32_t server);
    void closeConnection();
    /// Drops what this step was going to send, because the connection is gone.
    void dropSends() { m_effects.sends.clear(); }
    [[nodiscard]] bool hasOrder() const { return m_effects.order != ConnectionOrder::None; }
    [[nodiscard]] const std::vector<Write>& writes() const { return m_effects.writes; }

    /// `known` is for requests that are answered by states or a range.
    RequestId send(protocol::ClientFrame frame, RequestKind kind,
                   std::map<ConversationId, KnownAtRequest> known = {});
    /// Sends a frame that has no answer.
    void sendUnanswered(protocol::ClientFrame frame);
    [[nodiscard]] const std::map<RequestId, Request>& requests() const { return m_requests; }
    /// Restarts the request's timeout because a part of its answer has arrived.
    void prolong(RequestId id);
    /// Removes a request from those in flight; empty if it is unknown, already answered, or of an older
    /// connection.
    std::optional<Request> take(RequestId id);
    void forgetRequests() { m_requests.clear(); }

private:
    const SessionFacts& m_session;
    SplitMix64 m_random;
    Instant m_now{};
    UnixMs m_wall;
    Effects m_effects;
    std::map<RequestId, Request> m_requests;
    std::uint64_t m_lastRequest = 0;
    std::unordered_map<UserId, User> m_users; ///< as written
    std::vector<UserId> m_ignored;            ///< ascending
    std::uint64_t m_ignoresVersion = 0;
    bool m_hasUnsentIgnores = false;
};

} // namespace tidemark
