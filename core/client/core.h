#pragma once

#include "core/base/backoff.h"
#include "core/base/random.h"
#include "core/client/change_publisher.h"
#include "core/client/client.h"
#include "core/client/clock.h"
#include "core/client/core_events.h"
#include "core/client/exporter.h"
#include "core/client/files/file_transfers.h"
#include "core/client/idle_indexer.h"
#include "core/client/local_reads.h"
#include "core/client/open_commands.h"
#include "core/client/server_link.h"
#include "core/client/trace/trace_writer.h"
#include "core/client/wake_up_timer.h"
#include "core/sync/engine.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <QUrl>

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

namespace tidemark {

class ClientStore;
class TokenVault;

/// Owns engine, store and transport and turns inputs into effects. Lives on the core thread.
///
/// For each step, the core commits its writes in one transaction, then executes its sends, then publishes its
/// changes. If a transaction fails, the core discards engine and connection, recreates them from the store,
/// and reports the user's action in that step as failed. If the database turns out to be damaged, the core
/// replaces it at once and repeats the user's action with the new one.
class Core : public QObject {
    Q_OBJECT
public:
    explicit Core(ClientOptions options);
    ~Core() override;

    [[nodiscard]] CoreEvents& events() { return m_events; }

    // These do the same as in Client.
    void open();
    void close(Milliseconds bound);
    void submit(Input input);
    /// Stores the draft before it returns, so that it survives an end of the program that nobody announced.
    void setDraft(input::SetDraft draft);
    void setServers(const ServerList& servers);
    void trustCertificate(const QUrl& server, const QString& fingerprint);
    void setSetting(const QString& key, const QString& value);
    void reportState();
    void audit(bool repair);
    void reportStorage();
    void checkStorage();
    void rebuildIndex();
    void beginExport(const ExportRequest& request);
    void cancelExport(quint64 tag);
    void sendFiles(OutgoingMessage message);
    void cancelSend(MessageUuid message);
    void reportFile(const FileKey& file);
    void fetchFile(const FileKey& file);
    void cancelFetch(const FileKey& file);
    void showAvatar(const AvatarPlace& place);
    void setAvatar(OutgoingAvatar avatar);
    /// Indexes the newest entries, so that a search finds them.
    void indexSome();
    /// Returns access to the store, after all inputs queued before are processed. Null: no store is open.
    [[nodiscard]] std::unique_ptr<LocalReads> reads();
    /// Call after reading: replaces the database if the read found damage.
    void lookAfterStore();

private:
    void setUpTimers();
    void connectLink();
    void connectFiles();
    [[nodiscard]] std::unique_ptr<Transport> makeTransport() const;
    void setUpVault();
    void useArrivedToken(const QByteArray& token);
    [[nodiscard]] bool openStore();
    [[nodiscard]] bool beginTrace();
    void closeStore();
    [[nodiscard]] AuditReport auditStore(bool repair);
    void reportIndexProgress(bool isLeft);
    [[nodiscard]] QString storeProblem() const;
    [[nodiscard]] StorageCheck checkStore();
    void adoptSettings();
    void adoptCertificate(const QString& fingerprint);
    void startEngine();
    void discardEngine();
    void closeIfFlushed();
    void finishClose();
    void openFiles();
    [[nodiscard]] FileTransfers::Address address(std::uint32_t server) const;

    void enqueue(Input input);
    void runTurn();
    void step(const Input& input);
    [[nodiscard]] bool perform(const Input& input);
    void carryOut(const Effects& effects, bool mayOpen);
    void countMismatches(const std::vector<Change>& changes);
    [[nodiscard]] std::uint64_t mismatches() const;
    void obey(ConnectionOrder order, std::uint32_t server);
    void armWakeUp();
    void receive(const QByteArray& frame);

    void recover();
    void restartLater();
    [[nodiscard]] bool isDamaged() const;
    [[nodiscard]] bool reopen();
    void reportAgain();

    ClientOptions m_options;
    Clock m_clock;
    CoreEvents m_events;
    ChangePublisher m_publisher;
    IdleIndexer m_indexer;
    Exporter m_exporter;

    QString m_databasePath;
    QStringList m_openingNotices;         ///< the messages of the store's last opening
    std::unique_ptr<ClientStore> m_store; ///< null: closed
    std::unique_ptr<TraceWriter> m_trace; ///< null: no trace is recorded
    std::unique_ptr<TokenVault> m_vault;
    ServerLink m_link;
    FileTransfers m_files;
    std::unique_ptr<Engine> m_engine; ///< null: closed, or waiting to retry after a failed commit

    std::deque<Input> m_inputs;
    OpenCommands m_openCommands;
    bool m_turnIsPlanned = false;
    QElapsedTimer m_sinceIndexProgress; ///< invalid: the index is not being rebuilt
    bool m_isClosing = false;
    int m_reopenings = 0;
    std::optional<Instant> m_wakeUp;
    SplitMix64 m_jitter;
    Backoff m_storeBackoff{Milliseconds(500), Milliseconds(30000)};

    WakeUpTimer m_wakeUpTimer;
    QTimer m_recoveryTimer;
    QTimer m_closeTimer;
};

} // namespace tidemark
