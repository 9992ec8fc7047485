#pragma once

#include "core/base/backoff.h"
#include "core/base/random.h"
#include "core/client/change_publisher.h"
#include "core/client/client.h"
#include "core/client/clock.h"
#include "core/client/core_events.h"
#include "core/client/exporter.h"
#include "core/client/idle_indexer.h"
#include "core/client/local_reads.h"
#include "core/client/trace_writer.h"
#include "core/client/wake_up_timer.h"
#include "core/sync/engine.h"
#include "core/transport/certificate.h"
#include "core/transport/transport.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <QUrl>

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace tidemark {

class ClientStore;
class TokenVault;

/// Owns engine, store and transport and turns inputs into effects. Lives on the core thread.
///
/// The loop's contract: the writes of a step are one transaction; then come its sends; then its changes. When
/// a transaction fails, engine and connection are thrown away and made anew from the store, and what the user
/// did in that step is reported as failed. When the database turns out to be damaged a new one takes its
/// place at once, and what the user did is done in that one.
class Core : public QObject {
    Q_OBJECT
public:
    explicit Core(ClientOptions options);
    ~Core() override;

    [[nodiscard]] CoreEvents& events() { return m_events; }

    // As in Client.
    void open();
    void close(Milliseconds bound);
    void submit(Input input);
    void setServers(const ServerList& servers);
    void trustCertificate(const QUrl& server, const QString& fingerprint);
    void setDraft(ConversationId conversation, const QString& text);
    void setSetting(const QString& key, const QString& value);
    void reportState();
    void audit(bool repair);
    void reportStorage();
    void checkStorage();
    void rebuildIndex();
    void beginExport(const ExportRequest& request);
    void cancelExport(quint64 tag);
    /// Lets a search find what has just come.
    void indexSome();
    /// To read the store as it is after everything that was asked for before. Null: no store is open.
    [[nodiscard]] std::unique_ptr<LocalReads> reads();
    /// To be called after reading: begins a new database where the read met damage.
    void lookAfterStore();

private:
    void setUpTimers();
    void setUpTransport();
    void setUpVault();
    void openVault(Snapshot& snapshot);
    /// What is stored, with the token where it is known.
    [[nodiscard]] Snapshot load();
    /// In one transaction, but for tokens, which go to the vault.
    [[nodiscard]] bool commit(const std::vector<Write>& writes);
    void useArrivedToken(const QByteArray& token);
    [[nodiscard]] bool openStore();
    [[nodiscard]] bool beginTrace();
    void closeStore();
    [[nodiscard]] AuditReport auditStore(bool repair);
    void tellIndexProgress(bool isLeft);
    [[nodiscard]] QString storeProblem() const;
    [[nodiscard]] StorageCheck checkStore();
    void adoptSettings();
    void adoptCertificate(const QString& fingerprint);
    void startEngine();
    void discardEngine();
    void closeIfFlushed();
    void finishClose();

    void enqueue(Input input);
    void runTurn();
    void step(const Input& input);
    [[nodiscard]] bool perform(const Input& input);
    void carryOut(const Effects& effects, bool mayOpen);
    void countDisagreements(const std::vector<Change>& changes);
    void noteCommands(const Input& input, const std::vector<Change>& changes);
    [[nodiscard]] std::uint64_t disagreements() const;
    void obey(ConnectionOrder order, std::uint32_t server);
    void openTransport(const QUrl& server);
    void onRefused(const RefusedCertificate& certificate);
    void onClosed(const QString& reason, bool certificateProblem);
    void tellRefusedCertificate(const std::vector<Change>& changes);
    void armWakeUp();
    void receive(const QByteArray& frame);

    void refuse(const Input& input);
    void recover();
    [[nodiscard]] bool isDamaged() const;
    [[nodiscard]] bool reopen();
    void reportAnew();

    ClientOptions m_options;
    Clock m_clock;
    CoreEvents m_events;
    ChangePublisher m_publisher;
    IdleIndexer m_indexer;
    Exporter m_exporter;

    QString m_databasePath;
    QStringList m_openingNotices;         ///< what the last opening of the store said
    std::unique_ptr<ClientStore> m_store; ///< null: closed
    std::unique_ptr<TraceWriter> m_trace; ///< null: nothing is recorded
    std::unique_ptr<TokenVault> m_vault;
    std::unique_ptr<Transport> m_transport;
    std::optional<RefusedCertificate> m_refused; ///< and other servers are tried before it is told
    QString m_vouchedFor;      ///< a certificate that is accepted of whichever server shows it; empty: none
    bool m_opensAgain = false; ///< the server has shown that one, and the connection is made once more
    std::unique_ptr<Engine> m_engine; ///< null: closed, or between a failed commit and the next try

    std::deque<Input> m_inputs;
    std::set<CommandId> m_openCommands; ///< the engine has them, and has not said that they are done
    bool m_turnIsPlanned = false;
    QElapsedTimer m_sinceIndexProgress; ///< invalid: the index is not being built again
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
