#pragma once

#include "server-stub/hub/state/hub_context.h"

#include <optional>
#include <vector>

namespace tidemark::server {

/// On a shared store: regularly reads the heads of all logs that sessions on this server watch, a bounded
/// number per turn, in case a hint was lost.
class HeadPoller {
public:
    static constexpr std::size_t pollsPerTurn = 500;
    /// The bound per turn when receipts are read too, which takes several queries per log.
    static constexpr std::size_t hastyPollsPerTurn = 50;

    explicit HeadPoller(HubContext& context) : m_context(context) {}

    /// Whether the reported head is news for the sessions on this server.
    [[nodiscard]] bool isNews(const protocol::Head& head) const;
    /// Another server has reported that these logs have moved: reads and pushes their heads. Must run before
    /// the inputs of the turn, because the entries that they append are not committed yet.
    void lookAt(const std::vector<ConversationId>& conversations);
    /// Hints were lost: reads all heads, receipts and delivered marks over the next turns.
    void pollNow();
    /// Does the due work. Must run before the inputs of the turn.
    void run();
    /// The turn could not read the store: starts the round again after `retryDelay`.
    void undo();
    [[nodiscard]] std::optional<Instant> wakeUp() const;

private:
    void beginRound();
    void poll();
    void push(const protocol::Head& head);
    void pollReceipts(ConversationId conversation);
    [[nodiscard]] Milliseconds pause() const;

    HubContext& m_context;
    std::vector<ConversationId> m_waiting; ///< logs left in this round; the next one is at the end
    std::size_t m_round = 0;               ///< number of logs in the whole round
    bool m_isHasty = false;
    Instant m_next{};
};

} // namespace tidemark::server
