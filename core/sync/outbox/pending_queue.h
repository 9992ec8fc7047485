#pragma once

#include "core/sync/local_state.h"

#include <array>
#include <map>
#include <unordered_map>
#include <vector>

namespace tidemark {

/// The messages of the outbox in the order of writing, with lookup by uuid and counts by state.
class PendingQueue {
public:
    explicit PendingQueue(std::vector<PendingMessage> messages);

    /// Appends `message` with the next order.
    PendingMessage& add(PendingMessage message);
    /// Returns null if there is no such message. Change the state only with setState().
    [[nodiscard]] PendingMessage* find(MessageUuid uuid);
    [[nodiscard]] const PendingMessage* find(MessageUuid uuid) const;
    void setState(PendingMessage& message, PendingMessage::State state);
    void erase(MessageUuid uuid);
    void clear();

    [[nodiscard]] bool empty() const { return m_messages.empty(); }
    [[nodiscard]] std::size_t count(PendingMessage::State state) const { return m_counts[indexOf(state)]; }
    [[nodiscard]] const std::map<std::uint64_t, PendingMessage>& inOrder() const { return m_messages; }
    /// Returns the uuids with this state, in order; the list stays valid while messages change.
    [[nodiscard]] std::vector<MessageUuid> withState(PendingMessage::State state) const;

private:
    static std::size_t indexOf(PendingMessage::State state) { return static_cast<std::size_t>(state); }
    void insert(PendingMessage message);

    std::map<std::uint64_t, PendingMessage> m_messages;
    std::unordered_map<MessageUuid, std::uint64_t> m_orders;
    std::array<std::size_t, 3> m_counts{};
};

} // namespace tidemark
