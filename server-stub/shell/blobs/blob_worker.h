#pragma once

#include "server-stub/hub/contract/hub_values.h"
#include "server-stub/hub/contract/stores/blob_store.h"

#include <QObject>
#include <QThreadPool>

#include <memory>

namespace tidemark::server {

/// Does the jobs of the store of files in a thread of its own, one after the other. The destructor waits for
/// all of them, because the records of removed files are gone already.
class BlobWorker : public QObject {
    Q_OBJECT

public:
    /// `store` may be null if no job ever comes.
    explicit BlobWorker(std::unique_ptr<BlobStore> store, QObject* parent = nullptr);
    ~BlobWorker() override;

    void start(const BlobJob& job);

Q_SIGNALS:
    /// `result` is BlobJobDone; comes in the thread of this object.
    void finished(const tidemark::server::Input& result);

private:
    std::unique_ptr<BlobStore> m_store;
    QThreadPool m_thread;
};

} // namespace tidemark::server
