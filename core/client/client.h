#pragma once

#include "core/client/client_values.h"
#include "core/client/export_values.h"
#include "core/domain/view.h"
#include "core/sync/effects.h"
#include "core/sync/engine.h"
#include "core/sync/inputs.h"
#include "core/transport/certificate.h"
#include "core/transport/server_list.h"

#include <QList>
#include <QObject>
#include <QString>
#include <QUrl>

#include <functional>
#include <memory>
#include <optional>

namespace tidemark {

class CoreEvents;
class Keyring;
class Transport;

struct ClientOptions {
    QString profileDirectory; ///< holds the database; created with mode 0700 if missing
    ServerList servers;       ///< ws:// or wss://; empty: the servers stored in the profile
    QString deviceName;       ///< empty: the stored name, or else the host's name
    bool offline = false;     ///< never connect; use only the local store
    /// Fingerprint as for trustCertificate(); with several servers it applies to those that show it. nullopt:
    /// the trusted certificates stay unchanged.
    std::optional<QString> trustedCertificate = {};
    QString traceDirectory = {}; ///< where to record events of the read state (TraceWriter); empty: nowhere
    EngineConfig engine;
    /// Creates the desktop's keyring (or null) on the core thread. If this is unset, a file in the profile
    /// holds the token.
    std::function<std::unique_ptr<Keyring>()> makeKeyring = {};
    /// Creates the transport on the core thread. If this is unset, the client uses a WebSocket.
    std::function<std::unique_ptr<Transport>()> makeTransport = {};
};

/// The client for programs: runs engine, store and transport on the core thread and exchanges values through
/// queued signals. Belongs to the thread that created it; every method returns at once, and a signal brings
/// the answer.
class Client : public QObject {
    Q_OBJECT
public:
    explicit Client(ClientOptions options, QObject* parent = nullptr);
    ~Client() override;

    /// Creates a client that opens its profile in the background, for example while the caller creates a
    /// window. Its signals arrive with the next turns of the event loop.
    [[nodiscard]] static std::unique_ptr<Client> beginOpening(ClientOptions options);

    /// Opens the profile. Emits `conversationsLoaded` if a user is signed in, then `opened`; both give the
    /// stored state, without anything received since. On failure emits `openFailed` instead.
    void open();
    /// Sends unsent data for at most `bound`, closes everything, then emits `closed`. Unsent data stays
    /// stored if the time runs out (I13).
    void close(std::chrono::milliseconds bound = std::chrono::milliseconds(1500));

    /// Passes an input to the engine, e.g. input::SendText. Only the client itself submits connection inputs.
    void submit(Input input);
    /// Returns a new id for an input's command, never 0.
    [[nodiscard]] CommandId newCommand();
    [[nodiscard]] static MessageUuid newUuid();
    /// Returns 32 random bytes for RegisterAccount and SignIn.
    [[nodiscard]] static std::string newToken();

    /// Sets the servers of the profile (sign-in dialog); takes effect at the next connection.
    void setServers(const ServerList& servers);
    /// The user has checked the certificate of `server` and trusts it instead of the one trusted before.
    /// Stored in the profile and used at once. An empty fingerprint: again trust the certificates that an
    /// authority vouches for.
    void trustCertificate(const QUrl& server, const QString& fingerprint);
    void setDraft(ConversationId conversation, const QString& text);
    /// Sets a setting of the program, stored in the profile.
    void setSetting(const QString& key, const QString& value);

    // Reads of the local store. The signal of the same subject brings the answer.
    void requestConversations();
    void requestTimeline(ConversationId conversation, TimelineQuery query, quint64 tag);
    void requestSearch(const QString& words, ConversationId onlyIn, int limit, quint64 tag);
    /// Requests messages about the user; emits searchFinished.
    void requestAboutReader(const AboutReaderQuery& query, quint64 tag);
    /// Requests held entries of all kinds in (after, before), ascending; 0: no bound. At most `limit`: the
    /// first ones if only `after` is given, otherwise the newest ones.
    void requestHistory(ConversationId conversation, Seq after, Seq before, int limit, quint64 tag);
    /// Requests the first unread mention above `after` among the held entries; emits mentionFound.
    void requestMention(ConversationId conversation, Seq after);
    /// Requests all users that this device knows; emits peopleLoaded.
    void requestPeople();
    void requestSetting(const QString& key);
    /// Requests why the conversation's badge shows its number, computed from held entries; emits
    /// badgeExplained.
    void requestExplanation(ConversationId conversation);
    void requestState();
    /// Recounts the local store; with `repair` also corrects differences. Emits auditFinished.
    void requestAudit(bool repair);

    // Maintenance of the local store.
    /// Emits storageReported, unless no store is open.
    void requestStorage();
    /// Checks every page, recounts everything and repairs errors; emits storageChecked.
    void checkStorage();
    /// Rebuilds the search index in idle time; emits indexProgressed until it is finished.
    void rebuildIndex();
    /// Emits exportProgressed from time to time and exportFinished at the end.
    void beginExport(const ExportRequest& request);
    void cancelExport(quint64 tag);

Q_SIGNALS:
    /// `userName` is empty, and `user` 0, if no user is signed in.
    void opened(const tidemark::ServerList& servers, const QString& userName, tidemark::UserId user);
    /// `message` is for the user: newer database, no permission, disk full, in use. `isInUse`: another
    /// program has the profile open.
    void openFailed(const QString& message, bool isInUse);
    void closed();
    void
    /// For the user: the store was repaired, or quarantined and replaced.
    storeNotice(const QString& message);

    void conversationsLoaded(const QList<tidemark::ConversationSummary>& all);
    /// Rows that are new or have changed.
    void conversationsChanged(const QList<tidemark::ConversationSummary>& rows);
    void timelineLoaded(const tidemark::TimelinePage& page, quint64 tag);
    /// Entries first..last of the local log are new; those in `marked` changed.
    void timelineGrew(tidemark::ConversationId conversation, tidemark::Seq first, tidemark::Seq last,
                      const QList<tidemark::Seq>& marked, bool live);
    /// The local log was dropped; request again what is shown of it.
    void timelineDropped(tidemark::ConversationId conversation);
    void pendingChanged(tidemark::ConversationId conversation);
    void messageAcked(tidemark::ConversationId conversation, tidemark::MessageUuid uuid, tidemark::Seq seq);
    void messageFailed(tidemark::ConversationId conversation, tidemark::MessageUuid uuid,
                       tidemark::protocol::ErrorCode error);
    void searchFinished(const QList<tidemark::SearchHit>& hits, quint64 tag);
    void mentionFound(const tidemark::NextMention& mention);
    void historyLoaded(const QList<tidemark::HistoryEntry>& entries, quint64 tag);
    void peopleLoaded(const QList<tidemark::User>& people);       ///< includes the account's user
    void settingLoaded(const QString& key, const QString& value); ///< empty: not set
    void stateLoaded(const tidemark::ClientState& state);
    void badgeExplained(const tidemark::BadgeExplained& answer);
    void auditFinished(const tidemark::AuditReport& report);
    void storageReported(const tidemark::StorageReport& report);
    void storageChecked(const tidemark::StorageCheck& check);
    void indexProgressed(const tidemark::IndexProgress& progress);
    void exportProgressed(const tidemark::ExportProgress& progress);
    void exportFinished(const tidemark::ExportResult& result);

    /// Also emitted once after opening, with the stored totals.
    void totalsChanged(const tidemark::Totals& totals);
    void connectionChanged(const tidemark::ConnectionStatus& status, int retryInMs); ///< -1: no retry planned
    /// No connection could be made because of the certificate, to this server or to another one;
    /// connectionChanged reports it too. Emitted at every attempt.
    void certificateRefused(const tidemark::RefusedCertificate& certificate);
    /// Result of reading the token from the keyring: empty on success, otherwise a message for the user; the
    /// client keeps trying.
    void keyringAnswered(const QString& problem);
    void caughtUp();
    void progress(quint64 pulled, quint64 remaining);
    /// `userName` is empty, and `user` 0, after signing out.
    void accountChanged(const QString& userName, tidemark::UserId user);
    /// The account's settings. Also emitted once after opening, with the stored settings.
    void settingsChanged(const tidemark::AccountSettings& settings);
    void mismatch(tidemark::ConversationId conversation, const QString& detail);
    void typingChanged(const tidemark::change::TypingChanged& typing);
    /// The server asks the client to wait this long before it sends to a conversation; the client then sends
    /// by itself.
    void sendCooldown(tidemark::ConversationId conversation, int timeInMs);
    /// Whether the user is active at another device.
    void activeElsewhereChanged(bool active);
    /// All dots. Also emitted once after opening with the stored dots, if there are any.
    void dotsChanged(const QList<tidemark::Dot>& dots);
    void commandDone(const tidemark::change::CommandDone& result);
    /// Whether the server has acknowledged everything that the user did.
    void flushedChanged(bool flushed);
    /// Whether nothing is unsent, unacknowledged, unpulled or in flight.
    void quiescentChanged(bool quiescent);

private:
    void forward(const CoreEvents& events);

    class Private;
    std::unique_ptr<Private> d;
};

} // namespace tidemark
