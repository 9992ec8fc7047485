#pragma once

#include "core/domain/view.h"

#include <QObject>

#include <chrono>
#include <unordered_map>

namespace tidemark {

/// Decides which conversations show "read here, not yet synced": those whose read state has waited for the
/// server for a while without moving on, or waits while there is no connection. What is acknowledged within a
/// moment, as in normal reading, shows nothing. Lives on the GUI thread.
class UnsyncedMarks : public QObject {
    Q_OBJECT
public:
    explicit UnsyncedMarks(std::chrono::milliseconds patience = std::chrono::seconds(2),
                           QObject* parent = nullptr);

    /// The newest state of a conversation; whether it shows the mark now.
    bool note(const ConversationSummary& summary);
    [[nodiscard]] bool isShown(ConversationId conversation) const;
    void setOffline(bool offline);
    void clear();

Q_SIGNALS:
    /// The conversation has waited long enough.
    void shown(tidemark::ConversationId conversation);

private:
    struct Waiting {
        Cursor cursor;
        quint64 since = 0; ///< counts up with every move
        bool isShown = false;
    };
    void show(ConversationId conversation);

    std::chrono::milliseconds m_patience;
    std::unordered_map<ConversationId, Waiting> m_waiting;
    quint64 m_moves = 0;
    bool m_isOffline = false;
};

} // namespace tidemark
