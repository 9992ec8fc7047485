#pragma once

#include "server-stub/hub/cluster/head_poller.h"
#include "server-stub/hub/requests/dot_board.h"
#include "server-stub/hub/requests/folders.h"
#include "server-stub/hub/requests/ignoring.h"
#include "server-stub/hub/requests/invitations.h"
#include "server-stub/hub/requests/notices.h"
#include "server-stub/hub/requests/session_ends.h"
#include "server-stub/hub/state/hub_context.h"

#include <optional>
#include <vector>

namespace tidemark::server {

/// Resyncs after hints of other servers were lost: reads again all data that the sessions on this server are
/// notified of, some users per turn, and pushes it.
class Resync {
public:
    static constexpr std::size_t usersPerTurn = 50;

    /// The parts whose data other servers may have changed.
    struct Parts {
        HeadPoller& heads;
        Notices& notices;
        DotBoard& dots;
        SessionEnds& ends;
        Ignoring& ignoring;
        Folders& folders;
        Invitations& invitations;
    };
    Resync(HubContext& context, const Parts& parts)
        : m_context(context), m_heads(parts.heads), m_notices(parts.notices), m_dots(parts.dots),
          m_ends(parts.ends), m_ignoring(parts.ignoring), m_folders(parts.folders),
          m_invitations(parts.invitations)
    {
    }

    void begin();
    /// A user's account may have been changed by another server.
    void resyncAccount(UserId user);
    /// A user's state of a conversation, possibly the membership, may have been changed by another server.
    void resyncState(UserId user, ConversationId conversation, bool isMember);
    /// Does the due work. Must run before the inputs of the turn.
    void run();
    /// The turn was not committed: its users are resynced again.
    void undo();
    /// The outcome of the commit is unknown. Its changes for `users` were perhaps sent neither to clients nor
    /// to other servers, and they may become visible only later.
    void noteUnknownOutcome(const std::vector<UserId>& users);
    /// Call after each commit. Returns true if this write settles an earlier commit of unknown outcome,
    /// because the earlier transaction ends before a later one. Then this server resyncs, and the other
    /// servers must resync too.
    [[nodiscard]] bool settle(bool hasWritten);
    [[nodiscard]] std::optional<Instant> wakeUp() const;

private:
    void resyncAll(const std::vector<UserId>& users);

    HubContext& m_context;
    HeadPoller& m_heads;
    Notices& m_notices;
    DotBoard& m_dots;
    SessionEnds& m_ends;
    Ignoring& m_ignoring;
    Folders& m_folders;
    Invitations& m_invitations;
    std::vector<UserId> m_waiting;  ///< users still to be resynced; the next one is at the end
    std::vector<UserId> m_resynced; ///< users resynced in this turn
    bool m_isBeginning = false;     ///< the data common to all users comes first
    bool m_hasBegun = false;        ///< whether this turn began the resync
    bool m_isOutcomeUnknown = false;
    std::vector<UserId> m_uncertainUsers; ///< users to be sent versions that they may have already
    Instant m_notBefore{};
};

} // namespace tidemark::server
