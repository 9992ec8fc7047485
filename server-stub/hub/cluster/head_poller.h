#pragma once

#include "server-stub/hub/state/hub_context.h"

#include <optional>
#include <vector>

namespace tidemark::server {

/// On a store that other servers write to: regularly reads the heads of all logs that sessions here are
/// notified of, a bounded number per turn, in case a hint was lost.
class HeadPoller {
public:
    static constexpr std::size_t pollsPerTurn = 500;
    /// The bound per turn when receipts are read too, which takes some queries for each log.
    static constexpr std::size_t hastyPollsPerTurn = 50;

    explicit HeadPoller(HubContext& context) : m_context(context) {}

    /// Whether sessions here are to be notified of the head, if it is as reported.
    [[nodiscard]] bool isNews(const protocol::Head& head) const;
    /// Another server has reported that these logs have moved: reads and pushes their heads. Must run before
    /// the inputs of the turn, whose own entries are not committed yet.
    void lookAt(const std::vector<ConversationId>& conversations);
    /// Hints were lost: reads all heads and also the others' receipts and delivered marks, turn after turn.
    void pollNow();
    /// Does what is due. Must run before the inputs of the turn.
    void run();
    /// The turn could not read the store: begins the round again later.
    void undo();
    [[nodiscard]] std::optional<Instant> wakeUp() const;

private:
    void beginRound();
    void poll();
    void push(const protocol::Head& head);
    void pollReceipts(ConversationId conversation);
    [[nodiscard]] Milliseconds pause() const;

    HubContext& m_context;
    std::vector<ConversationId> m_waiting; ///< logs left in this round, the last one first
    std::size_t m_round = 0;               ///< number of logs in the whole round
    bool m_isHasty = false;
    Instant m_next{};
};

} // namespace tidemark::server
