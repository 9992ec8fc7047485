#include "server-stub/shell/blobs/blob_worker.h"

#include "server-stub/shell/base/log.h"

#include <utility>

namespace tidemark::server {

BlobWorker::BlobWorker(std::unique_ptr<BlobStore> store, QObject* parent)
    : QObject(parent), m_store(std::move(store))
{
    m_thread.setMaxThreadCount(1);
}

BlobWorker::~BlobWorker()
{
    m_thread.waitForDone();
}

void BlobWorker::start(const BlobJob& job)
{
    m_thread.start([this, job] {
        blob::Result result = m_store->carryOut(job.work);
        if (!job.ticket.isValid()) {
            if (result.outcome != blob::Outcome::Done) {
                qCWarning(serverLog) << "a file that is no longer needed could not be removed";
            }
            return;
        }
        const Input done = BlobJobDone{job.ticket, std::move(result)};
        QMetaObject::invokeMethod(
            this, [this, done] { Q_EMIT finished(done); }, Qt::QueuedConnection);
    });
}

} // namespace tidemark::server
