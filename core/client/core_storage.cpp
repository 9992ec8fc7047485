// Core: maintenance of the local store.
#include "core/client/core.h"
#include "core/store/client_store.h"

#include <QFileInfo>

#include <chrono>

namespace tidemark {

namespace {

constexpr std::chrono::milliseconds betweenProgress{100};

} // namespace

void Core::reportStorage()
{
    if (!reads()) {
        return;
    }
    Q_EMIT m_events.storageReported({QFileInfo(m_databasePath).absolutePath(), m_store->contents()});
    lookAfterStore();
}

QString Core::storeProblem() const
{
    return m_store ? m_store->lastError().message : tr("The local database is not open.");
}

void Core::checkStorage()
{
    const StorageCheck check = checkStore();
    Q_EMIT m_events.storageChecked(check);
    lookAfterStore();
}

StorageCheck Core::checkStore()
{
    StorageCheck check;
    const bool isThere = reads() != nullptr;
    if (isThere && m_store->arePagesSound()) {
        check.audit = auditStore(true);
        check.wasIndexBad = m_store && !m_store->isIndexSound();
        if (check.wasIndexBad) {
            rebuildIndex();
        }
        if (!check.audit.differences.empty() && !check.audit.repaired) {
            check.problem = storeProblem();
        }
    } else if (isThere && isDamaged()) {
        check.wasDamaged = true;
        if (reopen()) {
            check.notices = m_openingNotices;
        } else {
            check.problem = tr("The local database is damaged, and a new one could not be created. Check the "
                               "disk and the permissions of the folder.");
        }
    } else {
        check.problem = storeProblem();
    }
    return check;
}

void Core::rebuildIndex()
{
    if (!reads() || !m_store->clearIndex()) {
        IndexProgress progress;
        progress.isFinished = true;
        progress.problem = storeProblem();
        Q_EMIT m_events.indexProgressed(progress);
        lookAfterStore();
        return;
    }
    m_sinceIndexProgress.start();
    m_indexer.indexSlice();
}

void Core::reportIndexProgress(bool isLeft)
{
    const bool isSoon = isLeft && !m_sinceIndexProgress.hasExpired(betweenProgress.count());
    if (!m_sinceIndexProgress.isValid() || !m_store || isSoon) {
        return;
    }
    const StoreContents contents = m_store->contents();
    IndexProgress progress{contents.indexed, contents.entries, !isLeft, {}};
    if (!isLeft && contents.indexed < contents.entries) {
        progress.problem = storeProblem();
    }
    Q_EMIT m_events.indexProgressed(progress);
    if (isLeft) {
        m_sinceIndexProgress.start();
    } else {
        m_sinceIndexProgress.invalidate();
    }
}

void Core::beginExport(const ExportRequest& request)
{
    // reads() processes queued inputs, so that the file includes the user's latest messages.
    static_cast<void>(reads());
    if (m_store && !request.nameOfDeleted.isEmpty()) {
        m_store->nameDeletedAccounts(request.nameOfDeleted);
    }
    const auto& account = m_engine ? m_engine->account() : std::nullopt;
    m_exporter.begin(request, account ? QString::fromStdString(account->user.name) : QString(),
                     m_clock.wall());
    lookAfterStore();
}

void Core::cancelExport(quint64 tag)
{
    m_exporter.cancel(tag);
}

} // namespace tidemark
