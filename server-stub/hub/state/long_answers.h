#pragma once

#include "server-stub/hub/contract/hub_values.h"
#include "server-stub/hub/contract/stores/store.h"
#include "server-stub/hub/state/turn.h"

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <utility>

namespace tidemark::server {

/// States that one request is still to be answered with, in later turns.
struct LongAnswer {
    struct Wanted {
        ConversationId conversation;
        std::optional<MemberRecord> row; ///< the caller's; if absent, it has to be read
    };

    enum class To : std::uint8_t { Hello, Sync, GetStates };

    To to;
    Caller caller;
    std::deque<Wanted> wanted; ///< not sent yet
};

/// The answers that are given over several turns, at most one on each connection.
class LongAnswers {
public:
    void begin(LongAnswer answer)
    {
        const ConnectionId connection = answer.caller.target.connection;
        m_answers.insert_or_assign(connection, std::move(answer));
    }
    /// Null if no answer on this connection is unfinished.
    [[nodiscard]] LongAnswer* find(ConnectionId connection);
    void forget(Target target);
    /// Call when a row has changed.
    void changed(const MemberRecord& row);
    /// Call when the rows may have changed elsewhere, or not have changed.
    void forgetRows();

private:
    std::map<ConnectionId, LongAnswer> m_answers;
};

} // namespace tidemark::server
