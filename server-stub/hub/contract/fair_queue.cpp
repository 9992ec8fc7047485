#include "server-stub/hub/contract/fair_queue.h"

#include <algorithm>
#include <iterator>

namespace tidemark::server {

void FairQueue::add(ConnectionId connection, UserId payer, Waits waits)
{
    if (isWaiting(connection)) {
        return;
    }
    const Payer who{payer, payer.isValid() ? ConnectionId() : connection};
    Account& account = m_accounts.try_emplace(who, Account{m_bounds.share, 0, {}, {}}).first->second;
    if (account.connections.empty()) {
        account.place = m_order.insert(m_order.end(), &account);
    }
    if (waits == Waits::ToGoOn) {
        account.connections.push_front(connection);
        ++account.toGoOn;
    } else {
        account.connections.push_back(connection);
    }
    m_waiting.emplace(connection, Place{&account, waits});
}

void FairQueue::remove(ConnectionId connection)
{
    const auto found = m_waiting.find(connection);
    if (found == m_waiting.end()) {
        return;
    }
    Account& account = *found->second.account;
    account.toGoOn -= found->second.waits == Waits::ToGoOn ? 1 : 0;
    std::erase(account.connections, connection);
    if (account.connections.empty()) {
        m_order.erase(account.place);
    }
    m_waiting.erase(found);
}

void FairQueue::beginTurn()
{
    m_left = m_bounds.turn;
    const Cost income = m_bounds.share * turnsUntilCredit();
    for (auto one = m_accounts.begin(); one != m_accounts.end();) {
        Account& account = one->second;
        account.credit = std::min(account.credit + income, m_bounds.share);
        const bool isSettled = account.connections.empty() && account.credit == m_bounds.share;
        one = isSettled ? m_accounts.erase(one) : std::next(one);
    }
    std::list<Account*> rich;
    std::list<Account*> poor;
    for (auto one = m_order.begin(); one != m_order.end();) {
        const auto next = std::next(one);
        if ((*one)->credit <= 0) {
            poor.splice(poor.end(), m_order, one);
        } else if ((*one)->toGoOn == 0) {
            rich.splice(rich.end(), m_order, one);
        }
        one = next;
    }
    m_order.splice(m_order.end(), rich);
    m_order.splice(m_order.end(), poor);
}

FairQueue::Cost FairQueue::turnsUntilCredit() const
{
    if (m_order.empty()) {
        return 1;
    }
    const Account* richest =
        *std::max_element(m_order.begin(), m_order.end(), [](const Account* left, const Account* right) {
            return left->credit < right->credit;
        });
    return std::max<Cost>(1, -richest->credit / m_bounds.share + 1);
}

std::optional<ConnectionId> FairQueue::next() const
{
    if (m_left <= 0 || m_order.empty() || m_order.front()->credit <= 0) {
        return std::nullopt;
    }
    return m_order.front()->connections.front();
}

void FairQueue::charge(ConnectionId connection, Cost cost)
{
    Account& account = *m_waiting.at(connection).account;
    account.credit -= cost;
    m_left -= cost;
    // Its other connections are next.
    std::erase(account.connections, connection);
    account.connections.push_back(connection);
    if (account.credit <= 0) {
        m_order.splice(m_order.end(), m_order, account.place);
    }
}

void FairQueue::chargeLater(UserId user, Cost cost)
{
    m_accounts.try_emplace({user, ConnectionId()}, Account{m_bounds.share, 0, {}, {}}).first->second.credit -=
        cost;
}

} // namespace tidemark::server
