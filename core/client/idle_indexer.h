#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

namespace tidemark {

class ClientStore;

/// Builds the full-text index while the core thread is idle: in slices of a few milliseconds after each
/// pause, or about once a second without a pause.
class IdleIndexer : public QObject {
    Q_OBJECT
public:
    explicit IdleIndexer(QObject* parent = nullptr);

    /// Null: no store is open.
    void setStore(ClientStore* store);
    /// Something happened: the next slice waits for a pause.
    void postpone();
    /// Indexes for some milliseconds, newest entries first.
    void indexSlice();

Q_SIGNALS:
    /// The store was read and written; this may have found damage. `isLeft`: more entries are to be indexed.
    void indexed(bool isLeft);

private:
    ClientStore* m_store = nullptr;
    QTimer m_timer;
    QElapsedTimer m_waiting; ///< since the first event after the last slice; invalid: no event
    int m_rows = 0;
};

} // namespace tidemark
