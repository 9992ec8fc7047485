#pragma once

#include "core/client/export_values.h"
#include "core/client/files/exported_files.h"
#include "core/domain/view.h"

#include <QObject>
#include <QSaveFile>
#include <QTimer>

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tidemark {

class ClientStore;
class CoreEvents;

/// Writes a conversation to a file, and the held files of its messages beside it. It writes a page of
/// messages or a part of a file in each turn of the event loop, so that other work continues. The file does
/// not include entries that arrive meanwhile. One export at a time. Core thread.
class Exporter : public QObject {
    Q_OBJECT
public:
    explicit Exporter(CoreEvents& events, QObject* parent = nullptr);
    ~Exporter() override;

    /// Returns where the bytes of a message's file are; empty if they are not on this device.
    using FilePath = std::function<QString(const TimelineItem& message, const Attachment& file)>;
    void setFiles(FilePath pathOf) { m_pathOf = std::move(pathOf); }
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
        Seq next;                       ///< the next entry to read
        Seq last;                       ///< the last entry to write
        bool hasPending = false;        ///< the unsent messages are read, which come last
        std::deque<TimelineItem> items; ///< read, to be written
        // Files of the first item.
        std::unique_ptr<ExportedFiles> copies;
        std::vector<std::string> places; ///< of its first files; empty: not copied
        bool isCopying = false;
        ExportResult result;
        int permille = -1; ///< last reported progress
    };

    [[nodiscard]] QString open(Job& job) const;
    void goOn();
    /// Writes the next page, or ends the export.
    void writeOn(Job& job);
    [[nodiscard]] bool readOn(Job& job);
    void readPending(Job& job);
    [[nodiscard]] bool writeItems(Job& job);
    [[nodiscard]] ExportedFiles::Step copyFiles(Job& job) const;
    [[nodiscard]] ExportedFiles::Step beginCopy(Job& job, std::size_t index) const;
    [[nodiscard]] static bool write(Job& job, const std::string& bytes);
    void reportProgress(Job& job);
    void end(ExportResult::End how, const QString& problem = {});

    CoreEvents& m_events;
    const ClientStore* m_store = nullptr;
    QString m_databasePath;
    FilePath m_pathOf = [](const TimelineItem&, const Attachment&) { return QString(); };
    std::optional<Job> m_job;
    QTimer m_timer;
};

} // namespace tidemark
