#pragma once

#include <QObject>
#include <QTimer>

namespace tidemark {

class ClientStore;

/// Builds the full-text index when the core thread has nothing else to do: in slices of a few milliseconds,
/// after a pause.
class IdleIndexer : public QObject {
    Q_OBJECT
public:
    explicit IdleIndexer(QObject* parent = nullptr);

    /// Null: no store is open.
    void setStore(ClientStore* store);
    /// Something happened: the index waits for the next pause.
    void postpone();

private:
    void indexSlice();

    ClientStore* m_store = nullptr;
    QTimer m_timer;
    int m_rows = 0;
};

} // namespace tidemark
