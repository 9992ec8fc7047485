#pragma once

#include "core/client/change_batch.h"
#include "core/client/clock.h"
#include "core/client/core_events.h"

#include <QObject>
#include <QTimer>

#include <optional>
#include <unordered_map>
#include <vector>

namespace tidemark {

class ClientStore;

/// Emits signals for committed changes: at once after a quiet time, otherwise merged into a batch every few
/// milliseconds, so that a burst costs listeners little. Core thread.
class ChangePublisher : public QObject {
    Q_OBJECT
public:
    ChangePublisher(CoreEvents& events, const Clock& clock, QObject* parent = nullptr);

    /// Sets the store from which changed conversations are read; null: no store is open. Forgets the rows
    /// published before.
    void setStore(const ClientStore* store);
    void add(const std::vector<Change>& changes);
    void add(const Change& change);
    void setFlushed(bool flushed);
    void setQuiescent(bool quiescent);

    /// Publishes the added changes, now or within `spacing`.
    void publishSoon();
    void publishNow();

private:
    static constexpr Milliseconds spacing{8};

    void publish(const ChangeBatch& batch);
    void publishConnection(const ConnectionStatus& status);
    void publishConversations(const ChangeBatch& batch);
    void publishMessages(const ChangeBatch& batch);

    CoreEvents& m_events;
    const Clock& m_clock;
    const ClientStore* m_store = nullptr;
    std::unordered_map<ConversationId, ConversationSummary> m_published;
    ChangeBatch m_batch;
    bool m_hasChanges = false;
    std::optional<bool> m_newFlushed;
    std::optional<bool> m_newQuiescent;
    bool m_flushed = true;
    bool m_quiescent = true;
    QTimer m_timer;
    std::optional<Instant> m_lastPublished;
};

} // namespace tidemark
