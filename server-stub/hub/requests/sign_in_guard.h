#pragma once

#include "server-stub/hub/contract/stores/store.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tidemark::server {

/// Counts attempts by key. After the free attempts each attempt has to wait, twice as long as the attempt
/// before, up to `maxWait`. A count is forgotten if nothing was tried for a while; the oldest counts are
/// dropped if there are too many keys.
class AttemptTable {
public:
    struct Rule {
        std::uint32_t freeAttempts = 0;
        Milliseconds firstWait{1000};
        Milliseconds maxWait{60000};
    };
    struct Attempts {
        std::uint32_t count = 0;
        Instant last{};
    };
    static constexpr Milliseconds forgetAfter{15 * 60 * 1000};

    AttemptTable(Rule rule, std::size_t maxEntries) : m_rule(rule), m_maxEntries(maxEntries) {}

    /// The time that an attempt must wait; 0: none.
    [[nodiscard]] Milliseconds wait(const std::string& key, Instant now) const;
    /// The same, with the attempts that `other` has counted added.
    [[nodiscard]] Milliseconds wait(const std::string& key, Instant now, const AttemptTable& other) const;
    void count(const std::string& key, Instant now);
    /// Uncounts the last attempt.
    void takeBack(const std::string& key);
    void forget(const std::string& key) { m_attempts.erase(key); }
    [[nodiscard]] std::size_t size() const { return m_attempts.size(); }

private:
    /// The attempts under a key; zero attempts if they are forgotten.
    [[nodiscard]] Attempts attempts(const std::string& key, Instant now) const;
    [[nodiscard]] Milliseconds waitAfter(const Attempts& attempts, Instant now) const;
    void makeRoom(Instant now);

    Rule m_rule;
    std::size_t m_maxEntries;
    std::unordered_map<std::string, Attempts> m_attempts;
};

/// Slows down users who guess passwords, and only them. Attempts are counted per account and address,
/// strictly, if the address is known; per address over all accounts; per network of 48 bits over all its IPv6
/// addresses; and per account over all addresses, loosely, with waits of at most ten seconds. A device that
/// has signed in to the account before has only a count of its own, so that an attacker cannot lock it out.
/// An attempt counts from its beginning, so that parallel attempts gain nothing; successful attempts are
/// uncounted. Unknown account names are treated the same.
///
/// Attempts at other servers of the database are counted separately, with the same effect: forged hints can
/// neither uncount the attempts at this server nor displace them.
///
/// Counts are kept in memory only: at most `maxEntries` of each kind, here and elsewhere, about 150 bytes
/// each.
class SignInGuard {
public:
    struct Attempt {
        TokenHash name{}; ///< hash of the account's name
        /// Empty: the address does not count. For IPv6 the first 64 bits, as four groups of four digits.
        std::string address = {};
        DeviceId knownDevice = {};
    };

    enum class Where { Here, Elsewhere };

    explicit SignInGuard(std::size_t maxEntries = 20000);

    /// For IPv6 the first 48 bits of Attempt::address; else all of it.
    [[nodiscard]] static std::string networkOf(const std::string& address);

    /// The time that the attempt must wait; 0: none. Changes nothing.
    [[nodiscard]] Milliseconds wait(const Attempt& attempt, Instant now) const;
    void begun(const Attempt& attempt, Instant now, Where where = Where::Here);
    void succeeded(const Attempt& attempt, Where where = Where::Here);
    /// The attempt has begun, but its password was not compared.
    void cancelled(const Attempt& attempt, Where where = Where::Here);
    /// The number of keys in all tables.
    [[nodiscard]] std::size_t size() const;

private:
    struct Tables {
        explicit Tables(std::size_t maxEntries);
        [[nodiscard]] std::size_t size() const;

        AttemptTable byOrigin;
        AttemptTable byAddress;
        AttemptTable byNetwork;
        AttemptTable byAccount;
    };
    using Table = AttemptTable Tables::*;

    /// The tables that count an attempt, with its key in each.
    [[nodiscard]] static std::vector<std::pair<Table, std::string>> countsOf(const Attempt& attempt);
    [[nodiscard]] Tables& at(Where where) { return where == Where::Here ? m_here : m_elsewhere; }

    Tables m_here;
    Tables m_elsewhere;
};

} // namespace tidemark::server
