#pragma once

#include "server-stub/hub/cluster/head_poller.h"
#include "server-stub/hub/requests/dot_board.h"
#include "server-stub/hub/requests/notices.h"
#include "server-stub/hub/requests/session_ends.h"
#include "server-stub/hub/state/hub_context.h"

#include <optional>
#include <vector>

namespace tidemark::server {

/// Resyncs after hints of other servers were lost: reads everything again that the sessions here are notified
/// of, some users per turn, and sends what they may have missed.
class Resync {
public:
    static constexpr std::size_t usersPerTurn = 50;

    Resync(HubContext& context, HeadPoller& heads, Notices& notices, DotBoard& dots, SessionEnds& ends)
        : m_context(context), m_heads(heads), m_notices(notices), m_dots(dots), m_ends(ends)
    {
    }

    void begin();
    /// A user's account may have been changed by another server.
    void resyncAccount(UserId user);
    /// A user's state of a conversation, possibly the membership, may have been changed by another server.
    void resyncState(UserId user, ConversationId conversation, bool isMember);
    /// Does what is due. Must run before the inputs of the turn.
    void run();
    /// The turn was not committed: what it read is read again.
    void undo();
    /// The outcome of the commit is unknown: its changes for `users` may have been sent to no client and no
    /// other server, and may become visible only later.
    void noteUnknownOutcome(const std::vector<UserId>& users);
    /// Call after each commit. Returns true if a write settles an earlier commit of unknown outcome, since an
    /// earlier transaction is done when a later one is. Then this server resyncs, and the other servers must
    /// too.
    [[nodiscard]] bool settle(bool hasWritten);
    [[nodiscard]] std::optional<Instant> wakeUp() const;

private:
    void resyncAll(const std::vector<UserId>& users);

    HubContext& m_context;
    HeadPoller& m_heads;
    Notices& m_notices;
    DotBoard& m_dots;
    SessionEnds& m_ends;
    std::vector<UserId> m_waiting;  ///< users still to be read, the last one first
    std::vector<UserId> m_resynced; ///< users that were read in this turn
    bool m_isBeginning = false;     ///< the data common to all users comes first
    bool m_hasBegun = false;        ///< whether this turn began the resync
    bool m_isOutcomeUnknown = false;
    std::vector<UserId> m_uncertainUsers; ///< users who are sent even the versions that they were sent before
    Instant m_notBefore{};
};

} // namespace tidemark::server
