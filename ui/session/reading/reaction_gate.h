#pragma once

#include "ui/session/reading/reading_gate.h"

#include <functional>
#include <map>
#include <set>

namespace tidemark {

/// Decides when the unread reactions to the user's messages in the open conversation have been seen: when
/// each of these messages, with its reactions, was on screen for the dwell time while the user was looking.
/// The ReadingGate decides whether the user is looking. No clock and no widgets.
class ReactionGate {
public:
    explicit ReactionGate(Milliseconds dwell) : m_dwell(dwell) {}

    /// Sets the messages that have unread reactions. Those that were seen have to be seen again, because
    /// their reactions may be new. Empty: there are none, or they are not known.
    void setMessages(const std::set<Seq>& messages);
    /// The user has asked to see the reactions to this message.
    void visit(Seq message);
    [[nodiscard]] bool isWaiting() const { return !m_waiting.empty(); }

    /// `isLooking` returns whether the user looks at a message that is on screen; it gets whether the user
    /// has asked to see the reactions to it. Returns true once: when the last of the messages has been seen.
    bool look(const ReadingScreen& screen, Instant now,
              const std::function<bool(Seq message, bool isVisited)>& isLooking);
    /// Returns when to look again if nothing happens before.
    [[nodiscard]] std::optional<Instant> wakeAt() const;

private:
    struct Message {
        bool isVisited = false;
        std::optional<Instant> since = {}; ///< when the user began to look at it
    };
    Milliseconds m_dwell;
    std::map<Seq, Message> m_waiting; ///< not seen yet
};

} // namespace tidemark
