#include "ui/session/files/storage_controller.h"

#include <utility>

namespace tidemark {

void StorageController::check()
{
    if (!std::exchange(m_isChecking, true)) {
        Q_EMIT checkWanted();
    }
}

void StorageController::rebuildIndex()
{
    if (!std::exchange(m_isRebuilding, true)) {
        Q_EMIT rebuildWanted();
    }
}

quint64 StorageController::beginExport(ConversationId conversation, ExportKind kind, const QString& path)
{
    Q_EMIT exportWanted({++m_lastTag, conversation, path, makeExportFormat(kind)});
    return m_lastTag;
}

void StorageController::takeCheck(const StorageCheck& check)
{
    m_isChecking = false;
    // The check has started to rebuild a bad index.
    m_isRebuilding = m_isRebuilding || check.wasIndexBad;
    Q_EMIT checked(check);
}

void StorageController::takeIndexProgress(const IndexProgress& progress)
{
    m_isRebuilding = !progress.isFinished;
    Q_EMIT indexed(progress);
}

} // namespace tidemark
