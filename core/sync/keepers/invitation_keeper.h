#pragma once

#include "core/sync/engine_context.h"

#include <cstdint>
#include <vector>

namespace tidemark {

/// Keeps the account's open invitations as the server has them, and shows those whose inviter the user does
/// not ignore.
class InvitationKeeper {
public:
    InvitationKeeper(EngineContext& context, LocalInvitations invitations);

    /// Takes the invitations that came with Welcome, whatever their version.
    void onWelcome(const protocol::Invitations& invitations) { take(invitations); }
    void onPush(const protocol::Invitations& invitations);
    void onAnswer(const Request& request, const protocol::Invitations& invitations);
    void onError(const Request& request, const protocol::Error& error);
    void onTimeout(const Request& request);
    void onOnline() { m_notBefore = {}; }
    void onOffline();
    /// Requests invitations that are out of date; called at the end of each step while online.
    void flush();
    /// Reports what is shown if it has changed, also because the set of ignored users has. Called at the end
    /// of each step.
    void report();
    /// Forgets everything without writing it.
    void clear();

    /// Whether the server's invitations are still to come.
    [[nodiscard]] bool wantsAnything() const { return m_isWanted || m_request.isValid(); }
    [[nodiscard]] std::uint64_t version() const { return m_invitations.version; }
    [[nodiscard]] const std::vector<Invitation>& all() const { return m_shown; }

private:
    void take(const protocol::Invitations& invitations);
    [[nodiscard]] std::vector<Invitation> shown() const;

    EngineContext& m_context;
    LocalInvitations m_invitations;
    std::vector<Invitation> m_shown;    ///< as reported last
    std::uint64_t m_knownAtRequest = 0; ///< the version when `m_request` was sent
    RequestId m_request;                ///< for the invitations
    bool m_isWanted = false;            ///< the invitations are to be requested
    Instant m_notBefore{};
};

} // namespace tidemark
