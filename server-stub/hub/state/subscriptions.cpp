#include "server-stub/hub/state/subscriptions.h"

#include <algorithm>

namespace tidemark::server {

namespace {

/// Inserts `value` into the ascending `values`. Returns whether it was new.
template <typename T>
bool insertOnce(std::vector<T>& values, T value)
{
    const auto place = std::lower_bound(values.begin(), values.end(), value);
    if (place != values.end() && *place == value) {
        return false;
    }
    values.insert(place, value);
    return true;
}

/// Erases `value` from the ascending `values`. Returns whether it was there.
template <typename T>
bool eraseFrom(std::vector<T>& values, T value)
{
    const auto place = std::lower_bound(values.begin(), values.end(), value);
    if (place == values.end() || *place != value) {
        return false;
    }
    values.erase(place);
    return true;
}

} // namespace

bool Subscriptions::watch(Target target, ConversationId conversation)
{
    return insertOnce(m_targets[conversation], target)
           && insertOnce(m_conversations[target.connection][target.session], conversation);
}

bool Subscriptions::unwatch(Target target, ConversationId conversation)
{
    remove(target, conversation);
    const auto connection = m_conversations.find(target.connection);
    if (connection == m_conversations.end()) {
        return false;
    }
    const auto session = connection->second.find(target.session);
    return session != connection->second.end() && eraseFrom(session->second, conversation);
}

void Subscriptions::forget(Target target)
{
    const auto connection = m_conversations.find(target.connection);
    if (connection == m_conversations.end()) {
        return;
    }
    const auto session = connection->second.find(target.session);
    if (session == connection->second.end()) {
        return;
    }
    for (const ConversationId conversation : session->second) {
        remove(target, conversation);
    }
    connection->second.erase(session);
    if (connection->second.empty()) {
        m_conversations.erase(connection);
    }
}

std::vector<ConversationId> Subscriptions::conversations() const
{
    std::vector<ConversationId> watched;
    watched.reserve(m_targets.size());
    for (const auto& [conversation, targets] : m_targets) {
        watched.push_back(conversation);
    }
    return watched;
}

const std::vector<Target>& Subscriptions::of(ConversationId conversation) const
{
    static const std::vector<Target> noTargets;
    const auto found = m_targets.find(conversation);
    return found == m_targets.end() ? noTargets : found->second;
}

void Subscriptions::remove(Target target, ConversationId conversation)
{
    const auto found = m_targets.find(conversation);
    if (found == m_targets.end()) {
        return;
    }
    eraseFrom(found->second, target);
    if (found->second.empty()) {
        m_targets.erase(found);
    }
}

} // namespace tidemark::server
