#pragma once

#include "core/client/client_values.h"
#include "core/domain/view.h"

#include <QString>

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <vector>

namespace tidemark {

/// Remembers what the last "mark as read", "mark as unread" or "mark everything as read" changed, so that the
/// user can undo it once. Knows for how many conversations the server has not acknowledged the change. No
/// widgets, no clock.
class ReadUndo {
public:
    // Each takes the state just before the change, and replaces the change that was remembered before.
    void rememberRead(const ConversationSummary& before);
    void rememberAllRead(const std::vector<const ConversationSummary*>& before);
    /// The user marked everything from `from` on as unread.
    void rememberUnread(const ConversationSummary& before, Seq from);
    void forget();

    [[nodiscard]] bool isPossible() const { return !m_before.empty(); }
    /// "Marked as read"; empty if there is nothing to undo. Has a text of its own for a "mark as unread"
    /// that, as acknowledged by the server, has made nothing unread.
    [[nodiscard]] const QString& words() const { return m_words; }
    [[nodiscard]] int conversations() const { return static_cast<int>(m_before.size()); }
    /// Returns the number of conversations whose change the server has not acknowledged.
    [[nodiscard]] int waiting() const { return static_cast<int>(m_waiting.size()); }
    [[nodiscard]] bool isAbout(ConversationId conversation) const { return m_before.contains(conversation); }

    /// Takes the newest state of a conversation. Returns true if waiting() changed.
    [[nodiscard]] bool note(const ConversationSummary& summary);

    /// Returns the inputs that restore the earlier state. Afterwards there is nothing to undo.
    [[nodiscard]] std::vector<Input> take(const std::function<MessageUuid()>& uuid);

private:
    struct Before {
        Seq read; ///< everything up to and including this seq was read
        std::uint32_t epoch = 0;
        bool grew = false; ///< the mark moved the cursor forward
    };
    void add(const ConversationSummary& before, bool grew);

    QString m_words;
    bool m_isUnreadMark = false;
    std::map<ConversationId, Before> m_before;
    std::set<ConversationId> m_waiting;
};

/// Returns whether "mark as read" would change anything in a conversation.
[[nodiscard]] bool hasUnread(const ConversationSummary& summary);

} // namespace tidemark
