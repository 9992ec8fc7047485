#pragma once

#include "server-stub/hub/contract/hub_values.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <list>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

namespace tidemark::server {

/// Decides whose requests are handled in a turn (deficit round robin). It holds no requests: they wait with
/// their connections.
///
/// All connections of a payer share one credit. A payer spends up to its share in each turn, and what a
/// request costs beyond that is paid back in the next turns. Debts are collected
/// only while others wait. Pure.
class FairQueue {
public:
    using Cost = std::int64_t;
    struct Bounds {
        Cost share = 0; ///< that a payer may spend in one turn
        Cost turn = 0;  ///< that all payers together may spend in one turn
    };

    explicit FairQueue(Bounds bounds) : m_bounds(bounds) {}

    enum class Waits : std::uint8_t {
        ToBegin,
        ToGoOn ///< an answer is unfinished: it comes before others, so that answers are finished one by one
    };

    /// The connection waits. `payer`: the user who pays for its requests; invalid if that is not known, then
    /// the connection has a credit of its own. Does nothing if the connection is waiting already.
    void add(ConnectionId connection, UserId payer, Waits waits = Waits::ToBegin);
    /// The connection has no more requests, or has closed.
    void remove(ConnectionId connection);
    [[nodiscard]] bool isWaiting(ConnectionId connection) const { return m_waiting.contains(connection); }
    [[nodiscard]] bool isEmpty() const { return m_waiting.empty(); }
    /// The number of connections that wait.
    [[nodiscard]] std::size_t size() const { return m_waiting.size(); }

    void beginTurn();
    /// The connection whose next request is to be handled in this turn; nothing if the turn is full.
    [[nodiscard]] std::optional<ConnectionId> next() const;
    /// Charges the payer of a waiting connection for a request of this turn.
    void charge(ConnectionId connection, Cost cost);
    /// Charges a user for what became known only when the request was handled.
    void chargeLater(UserId user, Cost cost);

private:
    /// The credit of a user, or of a connection without a user.
    struct Account {
        Cost credit = 0;
        std::size_t toGoOn = 0;               ///< the number of `connections` that wait to go on
        std::deque<ConnectionId> connections; ///< that wait, the next one first
        std::list<Account*>::iterator place;  ///< in m_order, if connections wait
    };
    struct Place {
        Account* account;
        Waits waits;
    };
    /// A user, or a connection without one.
    using Payer = std::pair<UserId, ConnectionId>;

    /// The number of turns after which a waiting payer has credit.
    [[nodiscard]] Cost turnsUntilCredit() const;

    Bounds m_bounds;
    std::map<Payer, Account> m_accounts; ///< of those who wait or have not paid back
    std::list<Account*> m_order;         ///< those who wait, the next one first
    std::unordered_map<ConnectionId, Place> m_waiting;
    Cost m_left = 0; ///< of this turn
};

} // namespace tidemark::server
