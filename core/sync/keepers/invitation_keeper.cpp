#include "core/sync/keepers/invitation_keeper.h"

#include <algorithm>
#include <utility>

namespace tidemark {

namespace {

constexpr Milliseconds shortestInvitationPause{1000};

} // namespace

InvitationKeeper::InvitationKeeper(EngineContext& context, LocalInvitations invitations)
    : m_context(context), m_invitations(std::move(invitations))
{
    m_shown = shown();
}

std::vector<Invitation> InvitationKeeper::shown() const
{
    return shownInvitations(m_invitations, m_context.viewer().ignored);
}

void InvitationKeeper::onPush(const protocol::Invitations& invitations)
{
    if (invitations.version < m_invitations.version) {
        // The push may be late, or the server has lost invitations: only an answer can tell.
        m_isWanted = true;
        return;
    }
    take(invitations);
}

void InvitationKeeper::onAnswer(const Request& request, const protocol::Invitations& invitations)
{
    if (const auto* asked = std::get_if<request::Command>(&request.kind)) {
        // A push may have brought a later version since the request was sent.
        onPush(invitations);
        return m_context.finish(asked->command);
    }
    if (request.id == m_request) {
        m_request = {};
    }
    const bool isLate =
        invitations.version < m_invitations.version && invitations.version >= m_knownAtRequest;
    if (!isLate) {
        take(invitations);
    }
}

void InvitationKeeper::take(const protocol::Invitations& invitations)
{
    m_isWanted = false;
    LocalInvitations taken{invitations.version, invitations.invitations};
    if (taken != m_invitations) {
        m_invitations = std::move(taken);
        m_context.write(write::PutInvitations{m_invitations});
    }
}

void InvitationKeeper::report()
{
    std::vector<Invitation> now = shown();
    if (now != m_shown) {
        m_shown = std::move(now);
        m_context.report(change::InvitationsChanged{m_shown});
    }
}

void InvitationKeeper::onError(const Request& request, const protocol::Error& error)
{
    if (protocol::isTransient(error.code)) {
        onTimeout(request);
        m_notBefore =
            std::max(m_notBefore, m_context.now() + std::max(error.retryAfter, shortestInvitationPause));
    } else {
        m_request = {};
    }
}

void InvitationKeeper::onTimeout(const Request& request)
{
    if (request.id == m_request) {
        m_request = {};
        m_isWanted = true;
    }
}

void InvitationKeeper::onOffline()
{
    m_request = {};
    m_isWanted = false; // Welcome brings the invitations
}

void InvitationKeeper::flush()
{
    if (!m_isWanted || m_request.isValid()) {
        return;
    }
    if (m_notBefore > m_context.now()) {
        return m_context.wakeAt(m_notBefore);
    }
    m_isWanted = false;
    m_knownAtRequest = m_invitations.version;
    m_request = m_context.send(protocol::GetInvitations{}, request::GetInvitations{});
}

void InvitationKeeper::clear()
{
    m_invitations = {};
    m_request = {};
    m_isWanted = false;
}

} // namespace tidemark
