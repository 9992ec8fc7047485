#pragma once

#include "core/client/client_values.h"
#include "core/client/export_values.h"
#include "core/models/formats/export_formats.h"

#include <QObject>

namespace tidemark {

/// The window's requests about the local store as a whole: its size, a check, an export of a conversation.
/// Speaks to the client only by signals. Lives on the GUI thread.
class StorageController : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    /// Ends with `reported`.
    void ask() { Q_EMIT reportWanted(); }
    /// Ends with `checked`. Does nothing while a check is running.
    void check();
    [[nodiscard]] bool isChecking() const { return m_isChecking; }
    /// Ends with an `indexed` whose progress is finished. Does nothing while a rebuild is running.
    void rebuildIndex();
    [[nodiscard]] bool isRebuilding() const { return m_isRebuilding; }
    /// Returns the tag that exportProgressed and exportFinished carry.
    [[nodiscard]] quint64 beginExport(ConversationId conversation, ExportKind kind, const QString& path);
    void cancelExport(quint64 tag) { Q_EMIT cancelWanted(tag); }

    // ---- from the client
    void takeCheck(const StorageCheck& check);
    void takeIndexProgress(const IndexProgress& progress);

Q_SIGNALS:
    // ---- to the client
    void reportWanted();
    void checkWanted();
    void rebuildWanted();
    void exportWanted(const tidemark::ExportRequest& request);
    void cancelWanted(quint64 tag);

    // ---- to the window
    void reported(const tidemark::StorageReport& report);
    void checked(const tidemark::StorageCheck& check);
    void indexed(const tidemark::IndexProgress& progress);
    void exportProgressed(const tidemark::ExportProgress& progress);
    void exportFinished(const tidemark::ExportResult& result);

private:
    bool m_isChecking = false;
    bool m_isRebuilding = false;
    quint64 m_lastTag = 0;
};

} // namespace tidemark
