#include "server-stub/hub/publishing/notifier.h"

#include <algorithm>

namespace tidemark::server {

namespace {

constexpr std::size_t fewPaces = 4096;

} // namespace

Notifier::Notifier(bool inBlocks) : m_inBlocks(inBlocks), m_forgetAt(fewPaces) {}

void Notifier::appended(const protocol::Head& head, std::optional<Target> by, Instant now)
{
    const Pace fresh{TokenBucket(pushesPerSecond, pushesPerSecond, now), std::nullopt, 0, {}};
    Pace& pace = m_paces.try_emplace(head.conversation, fresh).first->second;
    Announcement& waiting = pace.announcement;
    if (pace.entries == 0 || waiting.head.logEpoch != head.logEpoch) {
        waiting = {head, by};
    } else {
        raise(waiting, head, by);
    }
    ++pace.entries;
    m_moved.insert(head.conversation);
}

bool Notifier::join(const protocol::Head& head, std::optional<Target> by)
{
    const auto found = m_paces.find(head.conversation);
    if (found == m_paces.end() || found->second.entries == 0
        || found->second.announcement.head.logEpoch != head.logEpoch) {
        return false;
    }
    raise(found->second.announcement, head, by);
    return true;
}

void Notifier::raise(Announcement& waiting, const protocol::Head& head, std::optional<Target> by)
{
    protocol::raise(waiting.head, head);
    waiting.except = waiting.except == by ? by : std::nullopt;
}

std::vector<Notifier::Announcement> Notifier::take(Instant now)
{
    while (!m_deadlines.empty() && m_deadlines.begin()->first <= now) {
        m_moved.insert(m_deadlines.begin()->second);
        m_deadlines.erase(m_deadlines.begin());
    }
    std::vector<Announcement> due;
    for (const ConversationId conversation : m_moved) {
        Pace& pace = m_paces.at(conversation);
        if (pace.entries == 0) {
            continue;
        }
        if (pace.lastPush) {
            m_deadlines.erase({*pace.lastPush + blockTime, conversation});
        }
        if (isDue(pace, now)) {
            due.push_back(pace.announcement);
            pace.entries = 0;
            pace.lastPush = now;
        } else {
            m_deadlines.insert({*pace.lastPush + blockTime, conversation});
        }
    }
    m_moved.clear();
    forgetQuiet(now);
    return due;
}

std::optional<Instant> Notifier::wakeUp() const
{
    return m_deadlines.empty() ? std::nullopt : std::optional(m_deadlines.begin()->first);
}

bool Notifier::isDue(Pace& pace, Instant now) const
{
    // `lastPush` is set at its use: the first push takes from a full bucket.
    return !m_inBlocks || pace.bucket.take(1, now) == Milliseconds(0) || pace.entries >= blockEntries
           || *pace.lastPush + blockTime <= now;
}

void Notifier::forgetQuiet(Instant now)
{
    if (m_paces.size() < m_forgetAt) {
        return;
    }
    std::erase_if(m_paces, [now](const auto& pace) {
        return pace.second.entries == 0 && pace.second.bucket.isFull(now);
    });
    m_forgetAt = std::max(fewPaces, m_paces.size() * 2);
}

} // namespace tidemark::server
