#pragma once

#include "server-stub/hub/store.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>

namespace tidemark::server {

/// Counts attempts by key. After some that were free each has to wait, twice as long as the one before, up to
/// a bound. What is counted is forgotten when nothing was tried for a while, and the oldest of it when there
/// are too many keys.
class AttemptTable {
public:
    struct Rule {
        std::uint32_t freeAttempts = 0;
        Milliseconds firstWait{1000};
        Milliseconds longestWait{60000};
    };
    static constexpr Milliseconds forgetAfter{15 * 60 * 1000};

    AttemptTable(Rule rule, std::size_t most) : m_rule(rule), m_most(most) {}

    /// How long an attempt has to wait; 0: not at all.
    [[nodiscard]] Milliseconds wait(const std::string& key, Instant now) const;
    void count(const std::string& key, Instant now);
    /// The last attempt was none.
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

/// Who guesses passwords waits ever longer, and nobody else: attempts are counted per account and place of
/// origin, strictly, where the place is known; per place over all accounts; and per account over all places,
/// loosely, with waits of at most ten seconds. A device that has signed in to the account before is counted
/// by itself and by nothing else, so that nobody who guesses can keep it out. Attempts count when they begin,
/// so that many at once gain nothing, and those that were right do not count. Names that nobody has are
/// treated the same.
///
/// In memory only, at most `most` of each kind (about 150 bytes each).
class SignInGuard {
public:
    struct Attempt {
        TokenHash name{};         ///< of the account
        std::string address = {}; ///< empty: not counted by where it comes from
        DeviceId knownDevice = {};
    };

    explicit SignInGuard(std::size_t most = 20000);

    /// How long the attempt has to wait; 0: it may be made. Changes nothing.
    [[nodiscard]] Milliseconds wait(const Attempt& attempt, Instant now) const;
    void begun(const Attempt& attempt, Instant now);
    void succeeded(const Attempt& attempt);
    /// It begun, and was then not made.
    void cancelled(const Attempt& attempt);
    /// Of all that is remembered.
    [[nodiscard]] std::size_t size() const;

private:
    /// By which tables an attempt is counted, and under which keys.
    template <typename Guard>
    [[nodiscard]] static auto countsOf(Guard& guard, const Attempt& attempt);

    AttemptTable m_byOrigin;
    AttemptTable m_byAddress;
    AttemptTable m_byAccount;
};

} // namespace tidemark::server
