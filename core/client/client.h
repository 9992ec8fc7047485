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
    QString profileDirectory; ///< holds the database; made when missing, mode 0700
    ServerList servers;       ///< ws:// or wss://; empty: those stored in the profile
    QString deviceName;       ///< empty: the stored one, else the host's name
    bool offline = false;     ///< never connect; work on the local store
    /// As of trustCertificate(), for the server, or for those of several that show it; nothing: what is
    /// trusted stays so.
    std::optional<QString> trustedCertificate = {};
    QString traceDirectory = {}; ///< where to record read-state events (TraceWriter); empty: nowhere
    EngineConfig engine;
    /// Gives the desktop's keyring, on the core thread, or null; none: what the device signs in with is kept
    /// in a file of the profile.
    std::function<std::unique_ptr<Keyring>()> makeKeyring = {};
    /// Makes the connection, on the core thread; none: a WebSocket.
    std::function<std::unique_ptr<Transport>()> makeTransport = {};
};

/// The client for programs: runs engine, store and transport on the core thread and speaks in values through
/// queued signals. Lives on the thread that made it; every method returns at once. What is asked is answered
/// by a signal.
class Client : public QObject {
    Q_OBJECT
public:
    explicit Client(ClientOptions options, QObject* parent = nullptr);
    ~Client() override;

    /// One that opens its profile while the caller goes on, as for making a window: what it says comes with
    /// the next turns of the event loop.
    [[nodiscard]] static std::unique_ptr<Client> beginOpening(ClientOptions options);

    /// Opens the profile; then `opened`, before it `conversationsLoaded` where somebody is signed in: what
    /// was stored, without anything that came meanwhile. Or `openFailed`.
    void open();
    /// Sends what is unsent, at most for `bound`, closes everything, then `closed`. Nothing is lost when the
    /// bound is hit (I13).
    void close(std::chrono::milliseconds bound = std::chrono::milliseconds(1500));

    /// Any engine input, e.g. input::SendText. Connection inputs are the client's own.
    void submit(Input input);
    /// A fresh number for an input's command, never 0.
    [[nodiscard]] CommandId newCommand();
    [[nodiscard]] static MessageUuid newUuid();
    /// 32 random bytes for RegisterAccount and SignIn.
    [[nodiscard]] static std::string newToken();

    /// Changes the servers of the profile (sign-in dialog); takes effect at the next connection.
    void setServers(const ServerList& servers);
    /// The user has looked at the certificate of a server and trusts it, in place of one that was trusted
    /// before: kept in the profile, and used at once. Empty: whatever an authority vouches for, again.
    void trustCertificate(const QUrl& server, const QString& fingerprint);
    void setDraft(ConversationId conversation, const QString& text);
    /// A setting of the program, kept in the profile.
    void setSetting(const QString& key, const QString& value);

    // Reads of the local store, answered by the signal of the same subject.
    void requestConversations();
    void requestTimeline(ConversationId conversation, TimelineQuery query, quint64 tag);
    void requestSearch(const QString& words, ConversationId onlyIn, int limit, quint64 tag);
    /// Messages about the user; searchFinished.
    void requestAboutReader(const AboutReaderQuery& query, quint64 tag);
    /// Held entries of all kinds of (after, before), ascending; 0: no bound. At most `limit`: the first ones
    /// after `after` when only that is given, else the newest ones.
    void requestHistory(ConversationId conversation, Seq after, Seq before, int limit, quint64 tag);
    /// The first unread mention above `after` in what is held; mentionFound.
    void requestMention(ConversationId conversation, Seq after);
    /// Everybody this device has heard of; peopleLoaded.
    void requestPeople();
    void requestSetting(const QString& key);
    /// Why the conversation's badge shows what it shows, from what is held here; badgeExplained.
    void requestExplanation(ConversationId conversation);
    void requestState();
    /// Recounts the local store; with `repair` also mends what differs.
    void requestAudit(bool repair);

    // What can be done with the local store.
    /// storageReported, unless no store is open.
    void requestStorage();
    /// Looks at every page, recounts everything, and mends what is wrong; storageChecked.
    void checkStorage();
    /// Begins anew, and goes on while nothing else is to do; indexProgressed until it is finished.
    void rebuildIndex();
    /// exportProgressed now and then, at last exportFinished.
    void beginExport(const ExportRequest& request);
    void cancelExport(quint64 tag);

Q_SIGNALS:
    /// userName empty: nobody is signed in
    void opened(const tidemark::ServerList& servers, const QString& userName);
    /// For people: newer database, no permission, disk full, in use. `isInUse`: another program has the
    /// profile open.
    void openFailed(const QString& message, bool isInUse);
    void closed();
    void
    storeNotice(const QString& message); ///< for people: the store was repaired, or set aside and begun anew

    void conversationsLoaded(const QList<tidemark::ConversationSummary>& all);
    /// Rows that are new or differ from before.
    void conversationsChanged(const QList<tidemark::ConversationSummary>& rows);
    void timelineLoaded(const tidemark::TimelinePage& page, quint64 tag);
    /// Entries first..last of the local log are new; `marked` ones changed.
    void timelineGrew(tidemark::ConversationId conversation, tidemark::Seq first, tidemark::Seq last,
                      const QList<tidemark::Seq>& marked, bool live);
    /// The local log was dropped; what was shown is to be asked for again.
    void timelineDropped(tidemark::ConversationId conversation);
    void pendingChanged(tidemark::ConversationId conversation);
    void messageAcked(tidemark::ConversationId conversation, tidemark::MessageUuid uuid, tidemark::Seq seq);
    void messageFailed(tidemark::ConversationId conversation, tidemark::MessageUuid uuid,
                       tidemark::protocol::ErrorCode error);
    void searchFinished(const QList<tidemark::SearchHit>& hits, quint64 tag);
    void mentionFound(const tidemark::NextMention& mention);
    void historyLoaded(const QList<tidemark::HistoryEntry>& entries, quint64 tag);
    void peopleLoaded(const QList<tidemark::User>& people);       ///< the user too
    void settingLoaded(const QString& key, const QString& value); ///< empty: not set
    void stateLoaded(const tidemark::ClientState& state);
    void badgeExplained(const tidemark::BadgeExplained& answer);
    void auditFinished(const tidemark::AuditReport& report);
    void storageReported(const tidemark::StorageReport& report);
    void storageChecked(const tidemark::StorageCheck& check);
    void indexProgressed(const tidemark::IndexProgress& progress);
    void exportProgressed(const tidemark::ExportProgress& progress);
    void exportFinished(const tidemark::ExportResult& result);

    /// Also once after opening, as they were left.
    void totalsChanged(const tidemark::Totals& totals);
    void connectionChanged(const tidemark::ConnectionStatus& status, int retryInMs); ///< -1: no retry planned
    /// The connection was not made, nor one to another server; connectionChanged says so, too. Comes again
    /// with each try.
    void certificateRefused(const tidemark::RefusedCertificate& certificate);
    /// The keyring was asked for what this device signs in with, and has given it (empty), or does not, for
    /// people why. It goes on being asked then.
    void keyringAnswered(const QString& problem);
    void caughtUp();
    void progress(quint64 pulled, quint64 remaining);
    void accountChanged(const QString& userName); ///< empty: signed out
    /// Of the account; also once after opening, as they were left.
    void settingsChanged(const tidemark::AccountSettings& settings);
    void disagreement(tidemark::ConversationId conversation, const QString& detail);
    void typingChanged(const tidemark::change::TypingChanged& typing);
    /// The server asks to wait so long with what is sent to a conversation; it goes by itself then.
    void sendingWaits(tidemark::ConversationId conversation, int timeInMs);
    /// The user is (true) / is not (false) active at another of their devices.
    void activeElsewhereChanged(bool active);
    /// All of them; also once after opening, as they were left, where there are any.
    void dotsChanged(const QList<tidemark::Dot>& dots);
    void commandDone(const tidemark::change::CommandDone& result);
    /// Nothing of the user's is still to be acknowledged (true) / something is (false).
    void flushedChanged(bool flushed);
    /// Nothing is unsent, unacknowledged, unpulled or in flight (true) / something is (false).
    void quiescentChanged(bool quiescent);

private:
    void forward(const CoreEvents& events);

    class Private;
    std::unique_ptr<Private> d;
};

} // namespace tidemark
