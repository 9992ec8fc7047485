#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

namespace tidemark {

class ClientStore;

/// Builds the full-text index when the core thread has nothing else to do: in slices of a few milliseconds,
/// after a pause, or now and then where there is none.
class IdleIndexer : public QObject {
    Q_OBJECT
public:
    explicit IdleIndexer(QObject* parent = nullptr);

    /// Null: no store is open.
    void setStore(ClientStore* store);
    /// Something happened: the index waits for the next pause.
    void postpone();
    /// Adds what can be added in some milliseconds, the newest first.
    void indexSlice();

Q_SIGNALS:
    /// The store was read and written, and may have met damage. `isLeft`: there is more to index.
    void indexed(bool isLeft);

private:
    ClientStore* m_store = nullptr;
    QTimer m_timer;
    QElapsedTimer m_waiting; ///< since the first event after the last slice; invalid: nothing has happened
    int m_rows = 0;
};

} // namespace tidemark
