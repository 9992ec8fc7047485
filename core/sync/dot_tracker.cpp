#include "core/sync/dot_tracker.h"

#include <algorithm>
#include <utility>

namespace tidemark {

void DotTracker::take(const protocol::Dots& dots)
{
    bool isNews = false;
    for (const Dot& received : dots.dots) {
        if (!isDotName(received.name)) {
            continue;
        }
        const auto found = m_context.dots.find(received.name);
        if (found == m_context.dots.end() && m_context.dots.size() >= maxDots) {
            continue;
        }
        const LocalDot before =
            found == m_context.dots.end() ? LocalDot{{received.name, 0, 0}, 0} : found->second;
        LocalDot after = before;
        after.dot.version = std::max(before.dot.version, received.version);
        after.dot.seen = std::max(before.dot.seen, received.seen);
        after.confirmed = std::max(before.confirmed, received.seen);
        if (after != before) {
            put(after);
            isNews = isNews || after.dot != before.dot;
        }
    }
    if (isNews) {
        m_context.reportDots();
    }
}

bool DotTracker::see(const std::string& name)
{
    const auto found = m_context.dots.find(name);
    if (found == m_context.dots.end()) {
        return false;
    }
    if (isLit(found->second.dot)) {
        LocalDot after = found->second;
        after.dot.seen = after.dot.version;
        put(after);
        m_context.reportDots();
    }
    return true;
}

void DotTracker::flush()
{
    for (const auto& [name, dot] : m_context.dots) {
        if (!isUnconfirmed(dot) || m_sent.contains(name)) {
            continue;
        }
        const auto wait = m_notBefore.find(name);
        if (wait != m_notBefore.end() && wait->second > m_context.now) {
            m_context.wakeAt(wait->second);
            continue;
        }
        m_notBefore.erase(name);
        m_sent.emplace(name, dot.dot.seen);
        m_context.send(protocol::SeeDot{name, dot.dot.seen}, request::SeeDot{name, dot.dot.seen});
    }
}

void DotTracker::onError(const request::SeeDot& seen, const protocol::Error& error)
{
    constexpr Milliseconds leastWait{1000};
    m_sent.erase(seen.name);
    if (protocol::isTransient(error.code)) {
        m_notBefore[seen.name] = m_context.now + std::max(error.retryAfter, leastWait);
        return;
    }
    // The server has no such dot: stop sending it.
    const auto found = m_context.dots.find(seen.name);
    if (found != m_context.dots.end()) {
        LocalDot after = found->second;
        after.confirmed = std::max(after.confirmed, seen.version);
        put(after);
    }
}

void DotTracker::onOffline()
{
    m_sent.clear();
    m_notBefore.clear();
}

bool DotTracker::hasIntents() const
{
    return std::any_of(m_context.dots.begin(), m_context.dots.end(),
                       [](const auto& one) { return isUnconfirmed(one.second); });
}

std::uint64_t DotTracker::digest() const
{
    std::vector<Dot> dots;
    for (const auto& [name, dot] : m_context.dots) {
        dots.push_back({name, dot.dot.version, dot.confirmed});
    }
    return digestOfDots(dots);
}

void DotTracker::put(const LocalDot& dot)
{
    m_context.dots.insert_or_assign(dot.dot.name, dot);
    m_context.write(write::PutDot{dot});
}

} // namespace tidemark
