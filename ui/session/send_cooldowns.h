#pragma once

#include "core/domain/ids.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <unordered_map>

namespace tidemark {

/// Counts down, per conversation, how long the server wants the user to wait before sending. This is only for
/// the display: the client sends waiting messages by itself. Lives on the GUI thread.
class SendCooldowns : public QObject {
    Q_OBJECT
public:
    /// Without `clock`, it uses the program's clock.
    explicit SendCooldowns(std::function<Instant()> clock = {}, QObject* parent = nullptr);

    void take(ConversationId conversation, int timeInMs);
    /// Ends all waits; with the next connection the client tries everything again.
    void clear();
    /// Returns the remaining time, rounded up to seconds. At least 1 until it is known that no further wait
    /// follows; 0: no wait in this conversation.
    [[nodiscard]] int secondsLeft(ConversationId conversation) const;

Q_SIGNALS:
    /// A number of seconds has changed.
    void changed();

private:
    void tick();

    std::function<Instant()> m_clock;
    std::unordered_map<ConversationId, Instant> m_until;
    QTimer m_timer;
};

} // namespace tidemark
