#include "core/sync/keepers/typing_tracker.h"

#include <algorithm>

namespace tidemark {

namespace {

constexpr Milliseconds typingPause{3000};
constexpr Milliseconds typingLifetime{5000};

} // namespace

void TypingTracker::note(ConversationId conversation)
{
    const Tracked* tracked = m_conversations.find(conversation);
    if (!m_context.isOnline() || tracked == nullptr || !tracked->conversation().isMember
        || tracked->conversation().memberCount < 2
        || tracked->conversation().memberCount > m_context.limits().receiptMembers) {
        return;
    }
    const auto lastSent = m_lastSent.find(conversation);
    if (lastSent != m_lastSent.end() && lastSent->second + typingPause > m_context.now()) {
        return;
    }
    m_lastSent[conversation] = m_context.now();
    m_context.sendUnanswered(protocol::Typing{conversation});
}

void TypingTracker::take(const protocol::TypingNow& typing)
{
    const Tracked* tracked = m_conversations.find(typing.conversation);
    if (tracked == nullptr || !tracked->conversation().isMember || typing.user.id == m_context.self()
        || m_context.ignores(typing.user.id)) {
        return;
    }
    const Writer received{typing.user, m_context.now() + typingLifetime, tracked->conversation().serverHead};
    Writers& writers = m_writers[typing.conversation];
    const auto known = std::find_if(writers.begin(), writers.end(),
                                    [&](const Writer& writer) { return writer.user.id == typing.user.id; });
    if (known != writers.end()) {
        *known = received;
        return;
    }
    writers.push_back(received);
    report(typing.conversation, writers);
}

void TypingTracker::flush()
{
    for (auto place = m_writers.begin(); place != m_writers.end();) {
        auto& [conversation, writers] = *place;
        const auto ended = std::erase_if(writers, [&, id = conversation](const Writer& writer) {
            return writer.until <= m_context.now() || m_context.ignores(writer.user.id)
                   || hasArrived(id, writer);
        });
        if (ended > 0) {
            report(conversation, writers);
        }
        for (const Writer& writer : writers) {
            m_context.wakeAt(writer.until);
        }
        place = writers.empty() ? m_writers.erase(place) : std::next(place);
    }
}

void TypingTracker::onOffline()
{
    m_lastSent.clear();
    for (const auto& [conversation, writers] : std::exchange(m_writers, {})) {
        report(conversation, {});
    }
}

void TypingTracker::report(ConversationId conversation, const Writers& writers)
{
    change::TypingChanged changed{conversation, {}};
    for (const Writer& writer : writers) {
        changed.users.push_back(writer.user);
    }
    m_context.report(std::move(changed));
}

bool TypingTracker::hasArrived(ConversationId conversation, const Writer& writer) const
{
    const auto& writes = m_context.writes();
    return std::any_of(writes.begin(), writes.end(), [&](const Write& write) {
        const auto* put = std::get_if<write::PutEntries>(&write);
        return put != nullptr && put->conversation == conversation
               && std::any_of(put->entries.begin(), put->entries.end(), [&](const Entry& entry) {
                      return entry.author == writer.user.id && entry.seq > writer.since;
                  });
    });
}

} // namespace tidemark
