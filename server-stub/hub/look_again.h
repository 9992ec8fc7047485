#pragma once

#include "server-stub/hub/dot_board.h"
#include "server-stub/hub/head_watch.h"
#include "server-stub/hub/hub_context.h"
#include "server-stub/hub/notices.h"
#include "server-stub/hub/session_ends.h"

#include <optional>
#include <vector>

namespace tidemark::server {

/// When hints of other servers were lost: looks at all that the sessions here are told of, some users a turn,
/// and tells them what they may have missed.
class LookAgain {
public:
    static constexpr std::size_t usersPerTurn = 50;

    LookAgain(HubContext& context, HeadWatch& heads, Notices& notices, DotBoard& dots, SessionEnds& ends)
        : m_context(context), m_heads(heads), m_notices(notices), m_dots(dots), m_ends(ends)
    {
    }

    void begin();
    /// The account of a user may have changed elsewhere.
    void lookAtAccount(UserId user);
    /// What a user is shown of a conversation may have changed elsewhere, also whether they are in it.
    void lookAtState(UserId user, ConversationId conversation, bool isMember);
    /// Does what is due. Before the inputs of the turn.
    void run();
    /// The turn was not committed: what it looked at is looked at again.
    void undo();
    /// Nobody knows whether the turn was committed: what it has changed for `users` may be told to nobody,
    /// here or elsewhere, and may show only later.
    void doubt(const std::vector<UserId>& users);
    /// A turn was committed. Whether the doubt ends with it, since what was under way is done when something
    /// later is: then it is looked again, and the others are to do the same.
    [[nodiscard]] bool settle(bool hasWritten);
    [[nodiscard]] std::optional<Instant> wakeUp() const;

private:
    void lookAtAll(const std::vector<UserId>& users);

    HubContext& m_context;
    HeadWatch& m_heads;
    Notices& m_notices;
    DotBoard& m_dots;
    SessionEnds& m_ends;
    std::vector<UserId> m_waiting; ///< the last one first
    std::vector<UserId> m_looked;  ///< at whom this turn has looked
    bool m_isBeginning = false;    ///< what is the same for all comes first
    bool m_hasBegun = false;       ///< in this turn
    bool m_isInDoubt = false;
    std::vector<UserId> m_doubted; ///< are told what they were told before
    Instant m_notBefore{};
};

} // namespace tidemark::server
