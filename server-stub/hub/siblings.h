#pragma once

#include "server-stub/hub/activity_relay.h"
#include "server-stub/hub/hub_context.h"
#include "server-stub/hub/look_again.h"

#include <map>
#include <optional>

namespace tidemark::server {

/// The other servers on the database, as far as they are heard. What one of them has told of who is there
/// holds as long as it is; when it ends without a word, what it had stored last may have been told to nobody.
class Siblings {
public:
    /// Each tells every so often that it is there.
    static constexpr Milliseconds tellEvery{2000};
    /// Who is not heard for so long has ended.
    static constexpr Milliseconds longestSilence{10000};

    Siblings(HubContext& context, ActivityRelay& activity, LookAgain& lookAgain)
        : m_context(context), m_activity(activity), m_lookAgain(lookAgain)
    {
    }

    void heard(NodeId node);
    /// It says that it is there, and goes on saying so.
    void isHere(NodeId node);
    /// It has said so itself.
    void gone(NodeId node);
    /// Does what is due. Before the inputs of the turn.
    void run();
    [[nodiscard]] std::optional<Instant> wakeUp() const;

private:
    HubContext& m_context;
    ActivityRelay& m_activity;
    LookAgain& m_lookAgain;
    std::map<NodeId, Instant> m_lastHeard;
    Instant m_next{};
};

} // namespace tidemark::server
