#include "server-stub/hub/requests/sign_in_guard.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace tidemark::server {

namespace {

constexpr AttemptTable::Rule originRule{5, Milliseconds(1000), Milliseconds(60000)};
constexpr AttemptTable::Rule addressRule{20, Milliseconds(1000), Milliseconds(60000)};
constexpr AttemptTable::Rule networkRule{80, Milliseconds(1000), Milliseconds(60000)};
constexpr AttemptTable::Rule accountRule{50, Milliseconds(1000), Milliseconds(10000)};

std::string accountKey(const SignInGuard::Attempt& attempt)
{
    return {attempt.name.begin(), attempt.name.end()};
}

std::string originKey(const SignInGuard::Attempt& attempt)
{
    const std::string account = accountKey(attempt);
    return attempt.knownDevice.isValid() ? account + "device " + std::to_string(attempt.knownDevice.value)
                                         : account + attempt.address;
}

} // namespace

Milliseconds AttemptTable::wait(const std::string& key, Instant now) const
{
    return waitAfter(attempts(key, now), now);
}

Milliseconds AttemptTable::wait(const std::string& key, Instant now, const AttemptTable& other) const
{
    const Attempts own = attempts(key, now);
    const Attempts others = other.attempts(key, now);
    return waitAfter({own.count + others.count, std::max(own.last, others.last)}, now);
}

AttemptTable::Attempts AttemptTable::attempts(const std::string& key, Instant now) const
{
    const auto found = m_attempts.find(key);
    return found == m_attempts.end() || now - found->second.last >= forgetAfter ? Attempts() : found->second;
}

Milliseconds AttemptTable::waitAfter(const Attempts& attempts, Instant now) const
{
    if (attempts.count < m_rule.freeAttempts) {
        return Milliseconds(0);
    }
    Milliseconds wait = m_rule.firstWait;
    for (std::uint32_t i = m_rule.freeAttempts; i < attempts.count && wait < m_rule.maxWait; ++i) {
        wait *= 2;
    }
    wait = std::min(wait, m_rule.maxWait);
    return std::max(Milliseconds(0), Milliseconds(attempts.last + wait - now));
}

void AttemptTable::count(const std::string& key, Instant now)
{
    if (m_attempts.size() >= m_maxEntries && !m_attempts.contains(key)) {
        makeRoom(now);
    }
    Attempts& attempts = m_attempts[key];
    if (now - attempts.last >= forgetAfter) {
        attempts.count = 0;
    }
    ++attempts.count;
    attempts.last = now;
}

void AttemptTable::takeBack(const std::string& key)
{
    const auto found = m_attempts.find(key);
    if (found != m_attempts.end() && --found->second.count == 0) {
        m_attempts.erase(found);
    }
}

void AttemptTable::makeRoom(Instant now)
{
    std::erase_if(m_attempts,
                  [now](const auto& attempts) { return now - attempts.second.last >= forgetAfter; });
    if (m_attempts.size() < m_maxEntries) {
        return;
    }
    std::vector<Instant> times;
    times.reserve(m_attempts.size());
    for (const auto& [key, attempts] : m_attempts) {
        times.push_back(attempts.last);
    }
    const auto quarter = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 4);
    std::nth_element(times.begin(), quarter, times.end());
    std::erase_if(m_attempts,
                  [oldest = *quarter](const auto& attempts) { return attempts.second.last <= oldest; });
}

SignInGuard::Tables::Tables(std::size_t maxEntries)
    : byOrigin(originRule, maxEntries), byAddress(addressRule, maxEntries),
      byNetwork(networkRule, maxEntries), byAccount(accountRule, maxEntries)
{
}

std::size_t SignInGuard::Tables::size() const
{
    return byOrigin.size() + byAddress.size() + byNetwork.size() + byAccount.size();
}

SignInGuard::SignInGuard(std::size_t maxEntries) : m_here(maxEntries), m_elsewhere(maxEntries) {}

std::string SignInGuard::networkOf(const std::string& address)
{
    constexpr std::size_t threeGroups = 14;
    return address.find(':') == std::string::npos ? address : address.substr(0, threeGroups);
}

std::vector<std::pair<SignInGuard::Table, std::string>> SignInGuard::countsOf(const Attempt& attempt)
{
    std::vector<std::pair<Table, std::string>> counts;
    const bool isKnown = attempt.knownDevice.isValid();
    if (isKnown || !attempt.address.empty()) {
        counts.emplace_back(&Tables::byOrigin, originKey(attempt));
    }
    if (!isKnown) {
        counts.emplace_back(&Tables::byAccount, accountKey(attempt));
        if (!attempt.address.empty()) {
            counts.emplace_back(&Tables::byAddress, attempt.address);
            if (std::string network = networkOf(attempt.address); network != attempt.address) {
                counts.emplace_back(&Tables::byNetwork, std::move(network));
            }
        }
    }
    return counts;
}

Milliseconds SignInGuard::wait(const Attempt& attempt, Instant now) const
{
    Milliseconds wait{0};
    for (const auto& [table, key] : countsOf(attempt)) {
        wait = std::max(wait, (m_here.*table).wait(key, now, m_elsewhere.*table));
    }
    return wait;
}

void SignInGuard::begun(const Attempt& attempt, Instant now, Where where)
{
    for (const auto& [table, key] : countsOf(attempt)) {
        (at(where).*table).count(key, now);
    }
}

void SignInGuard::succeeded(const Attempt& attempt, Where where)
{
    cancelled(attempt, where);
    m_elsewhere.byOrigin.forget(originKey(attempt));
    if (where == Where::Here) {
        m_here.byOrigin.forget(originKey(attempt));
    }
}

void SignInGuard::cancelled(const Attempt& attempt, Where where)
{
    for (const auto& [table, key] : countsOf(attempt)) {
        (at(where).*table).takeBack(key);
    }
}

std::size_t SignInGuard::size() const
{
    return m_here.size() + m_elsewhere.size();
}

} // namespace tidemark::server
