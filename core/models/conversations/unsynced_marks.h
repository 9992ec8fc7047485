#pragma once

#include "core/domain/view.h"

#include <QObject>

#include <chrono>
#include <unordered_map>

namespace tidemark {

/// Decides which conversations show "read here, not yet synced": those whose read state has waited for the
/// server for a while without moving, or waits while offline. A read that is acknowledged within a moment, as
/// usual, shows nothing. Lives on the GUI thread.
class UnsyncedMarks : public QObject {
    Q_OBJECT
public:
    explicit UnsyncedMarks(std::chrono::milliseconds delay = std::chrono::seconds(2),
                           QObject* parent = nullptr);

    /// Takes the newest state of a conversation; returns whether it shows the mark now.
    bool note(const ConversationSummary& summary);
    [[nodiscard]] bool isShown(ConversationId conversation) const;
    void setOffline(bool offline);
    void clear();

Q_SIGNALS:
    /// The conversation has waited long enough to show the mark.
    void shown(tidemark::ConversationId conversation);

private:
    struct Waiting {
        Cursor cursor;
        quint64 since = 0; ///< number of the move: grows with every move of any cursor
        bool isShown = false;
    };
    void show(ConversationId conversation);

    std::chrono::milliseconds m_delay;
    std::unordered_map<ConversationId, Waiting> m_waiting;
    quint64 m_moves = 0;
    bool m_isOffline = false;
};

} // namespace tidemark
