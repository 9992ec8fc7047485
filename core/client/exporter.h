#pragma once

#include "core/client/export_values.h"

#include <QObject>
#include <QSaveFile>
#include <QTimer>

#include <memory>
#include <optional>

namespace tidemark {

class ClientStore;
class CoreEvents;

/// Writes a conversation to a file, a page in each turn of the event loop, so that all else goes on
/// meanwhile. What comes while it writes is not in it. One at a time. Core thread.
class Exporter : public QObject {
    Q_OBJECT
public:
    explicit Exporter(CoreEvents& events, QObject* parent = nullptr);
    ~Exporter() override;

    /// Null: no store is open. What is being written ends as failed. `databasePath` is never written.
    void setStore(const ClientStore* store, const QString& databasePath = {});
    void begin(const ExportRequest& request, const QString& userName, UnixMs now);
    /// Another tag than the one that is being written: nothing happens.
    void cancel(quint64 tag);

Q_SIGNALS:
    /// The store was read, and may have met damage.
    void looked();

private:
    struct Job {
        ExportRequest request;
        std::unique_ptr<QSaveFile> file;
        Seq next; ///< the first one that has not been looked at
        Seq last; ///< the last one that is written
        ExportResult result;
        int permille = -1; ///< as it was told last
    };

    [[nodiscard]] QString open(Job& job) const;
    void goOn();
    /// The next page, or the end.
    void writeOn(Job& job);
    [[nodiscard]] bool writePage(Job& job);
    [[nodiscard]] bool writePending(Job& job);
    [[nodiscard]] static bool write(Job& job, const QByteArray& bytes);
    void tellProgress(Job& job);
    void end(ExportResult::End how, const QString& problem = {});

    CoreEvents& m_events;
    const ClientStore* m_store = nullptr;
    QString m_databasePath;
    std::optional<Job> m_job;
    QTimer m_timer;
};

} // namespace tidemark
