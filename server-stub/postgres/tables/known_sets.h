#pragma once

#include "server-stub/postgres/session/connection.h"

#include <map>
#include <set>
#include <vector>

namespace tidemark::server::postgres {

/// Sets of accounts, each with its version, which are kept within a transaction. One statement reads the set
/// that is asked for together with those that are expected.
template <typename Set>
class KnownSets {
public:
    explicit KnownSets(Connection& connection) : m_connection(connection) {}

    /// Returns the user's set. `select` has the users as its parameter, and the user and the version as its
    /// first columns; `addRow` adds the rest of a row to the set.
    template <typename AddRow>
    Set of(UserId user, Statement& select, AddRow&& addRow)
    {
        if (!m_connection.isInTransaction()) {
            forget();
        }
        const auto known = m_known.find(user);
        if (known != m_known.end()) {
            return known->second;
        }
        m_expected.insert(user);
        Statement::Run run = select.run(numbersOf(m_expected));
        for (const UserId one : m_expected) {
            m_known.try_emplace(one);
        }
        m_expected.clear();
        while (run.next()) {
            Set& set = m_known[UserId(run.number(0))];
            set.version = run.number(1);
            addRow(set, run);
        }
        return m_known[user];
    }

    void expect(const std::vector<UserId>& users) { m_expected.insert(users.begin(), users.end()); }
    /// The user's set has changed.
    void erase(UserId user) { m_known.erase(user); }
    void forget()
    {
        m_known.clear();
        m_expected.clear();
    }

private:
    Connection& m_connection;
    std::map<UserId, Set> m_known;
    std::set<UserId> m_expected;
};

} // namespace tidemark::server::postgres
