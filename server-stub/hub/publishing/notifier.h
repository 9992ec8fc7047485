#pragma once

#include "server-stub/hub/contract/hub_values.h"
#include "server-stub/hub/contract/rate_limiter.h"

#include <cstddef>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tidemark::server {

/// Decides when the head of a conversation is pushed. While a conversation is quiet, every append is pushed
/// at once. In a busy one, a push waits for `blockEntries` further entries or until `blockTime` after the
/// last push. Only the newest head is pushed.
class Notifier {
public:
    static constexpr std::uint32_t pushesPerSecond = 10;
    static constexpr std::uint32_t blockEntries = 10;
    static constexpr Milliseconds blockTime{1000};

    struct Announcement {
        protocol::Head head;
        /// The session that appended all of the entries: its answers contain the head already.
        std::optional<Target> except;
    };

    /// `inBlocks`: false to push every head at once.
    explicit Notifier(bool inBlocks);

    /// An entry was committed; `by` is the session that sent it.
    void appended(const protocol::Head& head, std::optional<Target> by, Instant now);
    /// If a push of this conversation waits, `head` goes with it. Returns whether one does.
    [[nodiscard]] bool join(const protocol::Head& head, std::optional<Target> by);
    /// Returns the heads that are to be pushed now, ascending by conversation.
    [[nodiscard]] std::vector<Announcement> take(Instant now);
    /// The time when take() will return something even without further appends.
    [[nodiscard]] std::optional<Instant> wakeUp() const;

private:
    struct Pace {
        TokenBucket bucket;
        std::optional<Instant> lastPush;
        std::uint32_t entries = 0; ///< appended since the last push; 0: nothing to push
        Announcement announcement;
    };
    static void raise(Announcement& waiting, const protocol::Head& head, std::optional<Target> by);
    [[nodiscard]] bool isDue(Pace& pace, Instant now) const;
    void forgetQuiet(Instant now);

    bool m_inBlocks;
    std::unordered_map<ConversationId, Pace> m_paces;
    std::set<ConversationId> m_moved; ///< conversations appended to since the last take()
    std::set<std::pair<Instant, ConversationId>> m_deadlines; ///< when the waiting conversations are due
    std::size_t m_forgetAt;
};

} // namespace tidemark::server
