#pragma once

#include "core/client/client_values.h"
#include "core/domain/view.h"

#include <QString>

#include <functional>
#include <map>
#include <set>
#include <vector>

namespace tidemark {

/// What the last "mark as read", "mark as unread" or "mark everything as read" has changed, so that it can be
/// taken back once. Knows how much of it the server has not acknowledged. No widgets, no clock.
class ReadUndo {
public:
    // Each takes the states as they were just before; replaces what was remembered.
    void rememberRead(const ConversationSummary& before);
    void rememberAllRead(const std::vector<const ConversationSummary*>& before);
    /// Marked unread from `from` on.
    void rememberUnread(const ConversationSummary& before, Seq from);
    void forget();

    [[nodiscard]] bool isPossible() const { return !m_before.empty(); }
    /// "Marked as read"; empty when there is nothing to undo.
    [[nodiscard]] const QString& words() const { return m_words; }
    [[nodiscard]] int conversations() const { return static_cast<int>(m_before.size()); }
    /// How many of them the server has not acknowledged.
    [[nodiscard]] int waiting() const { return static_cast<int>(m_waiting.size()); }
    [[nodiscard]] bool isAbout(ConversationId conversation) const { return m_before.contains(conversation); }

    /// The newest state of a conversation; whether waiting() is another number now.
    [[nodiscard]] bool note(const ConversationSummary& summary);

    /// What brings back how it was; then there is nothing more to undo.
    [[nodiscard]] std::vector<Input> take(const std::function<MessageUuid()>& uuid);

private:
    struct Before {
        Seq read;          ///< what was at or below it was read
        bool grew = false; ///< the mark moved the cursor forward
    };
    void add(const ConversationSummary& before, bool grew);

    QString m_words;
    std::map<ConversationId, Before> m_before;
    std::set<ConversationId> m_waiting;
};

/// Whether "mark as read" would change anything in a conversation.
[[nodiscard]] bool hasUnread(const ConversationSummary& summary);

} // namespace tidemark
