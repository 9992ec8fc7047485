#pragma once

#include "server-stub/hub/store.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>

namespace tidemark::server {

/// Counts attempts by key. After the free attempts each one has to wait, twice as long as the one before, up
/// to `longestWait`. A count is forgotten if nothing was tried for a while; the oldest counts are dropped if
/// there are too many keys.
class AttemptTable {
public:
    struct Rule {
        std::uint32_t freeAttempts = 0;
        Milliseconds firstWait{1000};
        Milliseconds longestWait{60000};
    };
    static constexpr Milliseconds forgetAfter{15 * 60 * 1000};

    AttemptTable(Rule rule, std::size_t most) : m_rule(rule), m_most(most) {}

    /// How long an attempt must wait; 0: it may be made.
    [[nodiscard]] Milliseconds wait(const std::string& key, Instant now) const;
    void count(const std::string& key, Instant now);
    /// Uncounts the last attempt.
    void takeBack(const std::string& key);
    void forget(const std::string& key) { m_attempts.erase(key); }
    [[nodiscard]] std::size_t size() const { return m_attempts.size(); }

private:
    struct Attempts {
        std::uint32_t count = 0;
        Instant last;
    };
    void makeRoom(Instant now);

    Rule m_rule;
    std::size_t m_most;
    std::unordered_map<std::string, Attempts> m_attempts;
};

/// Slows down users who guess passwords, and only them. Attempts are counted per account and address,
/// strictly, if the address is known; per address over all accounts; per network of 48 bits over all its IPv6
/// addresses; and per account over all addresses, loosely, with waits of at most ten seconds. A device that
/// has signed in to the account before has only a count of its own, so that an attacker cannot lock it out.
/// An attempt counts when it begins, so that many at once gain nothing; successful attempts are uncounted.
/// Unknown account names are treated the same.
///
/// Counts are kept in memory only: at most `most` of each kind, about 150 bytes each.
class SignInGuard {
public:
    struct Attempt {
        TokenHash name{}; ///< hash of the account's name
        /// Empty: the address does not count. For IPv6 the first 64 bits, as four groups of four digits.
        std::string address = {};
        DeviceId knownDevice = {};
    };

    explicit SignInGuard(std::size_t most = 20000);

    /// For IPv6 the first 48 bits of Attempt::address; else all of it.
    [[nodiscard]] static std::string networkOf(const std::string& address);

    /// How long the attempt must wait; 0: it may be made. Changes nothing.
    [[nodiscard]] Milliseconds wait(const Attempt& attempt, Instant now) const;
    void begun(const Attempt& attempt, Instant now);
    void succeeded(const Attempt& attempt);
    /// The attempt had begun, but no password was compared.
    void cancelled(const Attempt& attempt);
    /// The number of counts of all kinds.
    [[nodiscard]] std::size_t size() const;

private:
    /// The tables that count an attempt, with its key in each.
    template <typename Guard>
    [[nodiscard]] static auto countsOf(Guard& guard, const Attempt& attempt);

    AttemptTable m_byOrigin;
    AttemptTable m_byAddress;
    AttemptTable m_byNetwork;
    AttemptTable m_byAccount;
};

} // namespace tidemark::server
