#pragma once

#include "core/domain/ids.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <unordered_map>

namespace tidemark {

/// How long the server wants the user to wait in which conversation, counted down for the eye: what was
/// written goes by itself. Lives on the GUI thread.
class SendingWaits : public QObject {
    Q_OBJECT
public:
    /// Without a clock the program's own.
    explicit SendingWaits(std::function<Instant()> clock = {}, QObject* parent = nullptr);

    void take(ConversationId conversation, int timeInMs);
    /// Nothing waits any more; with the next connection all is tried anew.
    void clear();
    /// Begun seconds, at least 1 until it is known that no further wait follows; 0: nothing waits there.
    [[nodiscard]] int secondsLeft(ConversationId conversation) const;

Q_SIGNALS:
    /// A number of seconds is another one now.
    void changed();

private:
    void tick();

    std::function<Instant()> m_clock;
    std::unordered_map<ConversationId, Instant> m_until;
    QTimer m_timer;
};

} // namespace tidemark
