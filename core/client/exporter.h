#pragma once

#include "core/client/export_values.h"

#include <QObject>
#include <QSaveFile>
#include <QTimer>

#include <memory>
#include <optional>
#include <string>

namespace tidemark {

class ClientStore;
class CoreEvents;

/// Writes a conversation to a file, one page in each turn of the event loop, so that other work continues.
/// The file does not include entries that arrive meanwhile. One export at a time. Core thread.
class Exporter : public QObject {
    Q_OBJECT
public:
    explicit Exporter(CoreEvents& events, QObject* parent = nullptr);
    ~Exporter() override;

    /// Null: no store is open. A running export ends as failed. An export never overwrites `databasePath`.
    void setStore(const ClientStore* store, const QString& databasePath = {});
    void begin(const ExportRequest& request, const QString& userName, UnixMs now);
    /// Does nothing if `tag` is not the running export.
    void cancel(quint64 tag);

Q_SIGNALS:
    /// The store was read; the read may have found damage.
    void looked();

private:
    struct Job {
        ExportRequest request;
        std::unique_ptr<QSaveFile> file;
        Seq next; ///< the next entry to process
        Seq last; ///< the last entry to write
        ExportResult result;
        int permille = -1; ///< last reported progress
    };

    [[nodiscard]] QString open(Job& job) const;
    void goOn();
    /// Writes the next page, or ends the export.
    void writeOn(Job& job);
    [[nodiscard]] bool writePage(Job& job);
    [[nodiscard]] bool writePending(Job& job);
    [[nodiscard]] static bool write(Job& job, const std::string& bytes);
    void reportProgress(Job& job);
    void end(ExportResult::End how, const QString& problem = {});

    CoreEvents& m_events;
    const ClientStore* m_store = nullptr;
    QString m_databasePath;
    std::optional<Job> m_job;
    QTimer m_timer;
};

} // namespace tidemark
