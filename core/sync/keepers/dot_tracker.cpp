#include "core/sync/keepers/dot_tracker.h"

#include "core/base/require.h"

#include <algorithm>
#include <utility>

namespace tidemark {

DotTracker::DotTracker(EngineContext& context, std::vector<LocalDot> dots) : m_context(context)
{
    for (LocalDot& dot : dots) {
        const std::string name = dot.dot.name;
        m_dots.emplace(name, std::move(dot));
    }
}

void DotTracker::take(const protocol::Dots& dots)
{
    bool isNews = false;
    for (const Dot& received : dots.dots) {
        if (!isDotName(received.name)) {
            continue;
        }
        const auto found = m_dots.find(received.name);
        if (found == m_dots.end() && m_dots.size() >= maxDots) {
            continue;
        }
        const LocalDot before = found == m_dots.end() ? LocalDot{{received.name, 0, 0}, 0} : found->second;
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
        report();
    }
}

bool DotTracker::see(const std::string& name)
{
    const auto found = m_dots.find(name);
    if (found == m_dots.end()) {
        return false;
    }
    if (isLit(found->second.dot)) {
        LocalDot after = found->second;
        after.dot.seen = after.dot.version;
        put(after);
        report();
    }
    return true;
}

void DotTracker::flush()
{
    for (const auto& [name, dot] : m_dots) {
        if (!isUnconfirmed(dot) || m_sent.contains(name)) {
            continue;
        }
        const auto wait = m_notBefore.find(name);
        if (wait != m_notBefore.end() && wait->second > m_context.now()) {
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
        m_notBefore[seen.name] = m_context.now() + std::max(error.retryAfter, leastWait);
        return;
    }
    // The server has no such dot: stop sending it.
    const auto found = m_dots.find(seen.name);
    if (found != m_dots.end()) {
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
    return std::any_of(m_dots.begin(), m_dots.end(),
                       [](const auto& one) { return isUnconfirmed(one.second); });
}

std::uint64_t DotTracker::digest() const
{
    std::vector<Dot> dots;
    for (const auto& [name, dot] : m_dots) {
        dots.push_back({name, dot.dot.version, dot.confirmed});
    }
    return digestOfDots(dots);
}

std::vector<Dot> DotTracker::all() const
{
    std::vector<Dot> dots;
    for (const auto& [name, dot] : m_dots) {
        dots.push_back(dot.dot);
    }
    return dots;
}

void DotTracker::clear()
{
    m_dots.clear();
    report();
}

void DotTracker::report()
{
    m_context.report(change::DotsChanged{all()});
}

void DotTracker::put(const LocalDot& dot)
{
    require(isDotName(dot.dot.name), "a dot has a valid name");
    m_dots.insert_or_assign(dot.dot.name, dot);
    m_context.write(write::PutDot{dot});
}

} // namespace tidemark
