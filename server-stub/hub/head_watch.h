#pragma once

#include "server-stub/hub/hub_context.h"

#include <optional>
#include <vector>

namespace tidemark::server {

/// On a store that others write to: looks every now and then how far the logs go that sessions here are told
/// of, a bounded number a turn, in case a hint was lost.
class HeadWatch {
public:
    static constexpr std::size_t looksPerTurn = 500;
    /// When receipts are looked at too, which takes some questions each.
    static constexpr std::size_t hastyLooksPerTurn = 50;

    explicit HeadWatch(HubContext& context) : m_context(context) {}

    /// Another server has told of a head.
    void heard(const protocol::Head& head);
    /// Hints were lost: looks at all of them, also at what others hold and have seen, one turn after the
    /// other.
    void lookNow();
    /// Does what is due. Before the inputs of the turn.
    void run();
    /// The turn could not read the store: what it looked for is looked for again.
    void undo();
    [[nodiscard]] std::optional<Instant> wakeUp() const;

private:
    void beginRound();
    void look();
    void lookAtReceipts(ConversationId conversation);
    [[nodiscard]] Milliseconds pause() const;

    HubContext& m_context;
    std::vector<ConversationId> m_waiting; ///< of this round, the last one first
    std::size_t m_round = 0;               ///< how many the round has in all
    bool m_isHasty = false;
    Instant m_next{};
};

} // namespace tidemark::server
