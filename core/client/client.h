#pragma once

#include "core/client/core_events.h"
#include "core/client/files/file_values.h"
#include "core/servers/server_list.h"
#include "core/sync/engine.h"
#include "core/sync/inputs.h"

#include <QString>
#include <QUrl>

#include <functional>
#include <memory>
#include <optional>

namespace tidemark {

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
    /// The words by which views show deleted accounts; empty: they show their names.
    QString nameOfDeleted = {};
    QString traceDirectory = {}; ///< folder for recorded events of the read state (TraceWriter); empty: none
    EngineConfig engine;
    /// Creates the desktop's keyring (or null) on the core thread. If this is unset, a file in the profile
    /// holds the token.
    std::function<std::unique_ptr<Keyring>()> makeKeyring = {};
    /// Creates the transport on the core thread. If this is unset, the client uses a WebSocket.
    std::function<std::unique_ptr<Transport>()> makeTransport = {};
};

/// The client for programs: runs engine, store and transport on the core thread, and emits the core's signals
/// in the thread that created the client. Every method returns at once; a signal of CoreEvents brings the
/// answer.
class Client : public CoreEvents {
    Q_OBJECT
public:
    explicit Client(ClientOptions options, QObject* parent = nullptr);
    ~Client() override;

    /// Creates a client that opens its profile in the background, for example while the caller creates a
    /// window. Its signals arrive with the next turns of the event loop.
    [[nodiscard]] static std::unique_ptr<Client> beginOpening(ClientOptions options);

    /// Opens the profile. Emits `conversationsLoaded` if a user is signed in, then `opened`; both give the
    /// stored state, before anything is received. On failure emits `openFailed` instead.
    void open();
    /// Sends unsent data for at most `bound`, closes everything, then emits `closed`. Unsent data stays
    /// stored if the time runs out (I13); files that are still being copied then are refused.
    void close(std::chrono::milliseconds bound = std::chrono::milliseconds(1500));

    /// Passes an input to the engine, e.g. input::Send. Only the client itself submits connection inputs.
    void submit(Input input);
    /// Returns a new id for an input's command, never 0.
    [[nodiscard]] CommandId newCommand();
    [[nodiscard]] static MessageUuid newUuid();
    /// Returns 32 random bytes for RegisterAccount and SignIn.
    [[nodiscard]] static std::string newToken();

    /// Sets the servers of the profile (sign-in dialog); takes effect at the next connection.
    void setServers(const ServerList& servers);
    /// The user has checked the certificate of `server` and trusts it instead of the earlier certificate.
    /// Stored in the profile and used at once. An empty fingerprint: again trust the certificates that an
    /// authority vouches for.
    void trustCertificate(const QUrl& server, const QString& fingerprint);
    /// Keeps what the user has written in a conversation (see input::SetDraft).
    void setDraft(ConversationId conversation, const QString& text, std::optional<quint64> base = {},
                  Seq replyTo = {}, bool isFinished = false);
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
    /// Requests files of held messages; emits attachmentsLoaded.
    void requestAttachments(const AttachmentQuery& query, quint64 tag);
    /// Requests the pinned messages of a conversation; emits pinnedLoaded.
    void requestPinned(ConversationId conversation);
    /// Requests the first unread mention above `after` among the held entries; emits mentionFound.
    void requestMention(ConversationId conversation, Seq after);
    /// Requests all users that this device knows; emits peopleLoaded.
    void requestPeople();
    /// Requests the groups that the user shares with a person, as far as this device knows; emits
    /// sharedGroupsLoaded.
    void requestSharedGroups(UserId person);
    void requestSetting(const QString& key);
    /// Requests why the conversation's badge shows its number, computed from held entries; emits
    /// badgeExplained.
    void requestExplanation(ConversationId conversation);
    void requestState();
    /// Recounts the local store; with `repair` also corrects differences. Emits auditFinished.
    void requestAudit(bool repair);

    // Files of messages. A message with files is stored at once and sent when the server has them; input::
    // PausePending, SendNow, RemoveAttachment, RetryPending and DeletePending are for it.
    /// Copies the files into the profile, then stores the message. Emits filesStored or filesRefused.
    void sendFiles(OutgoingMessage message);
    /// The message of sendFiles() shall not be sent: ends the copying, or deletes the message if it is in the
    /// outbox already. Does nothing if the message is in the log. No filesStored or filesRefused follows for
    /// a message whose copying has ended so.
    void cancelSend(MessageUuid message);
    /// Reports the state of a file by fileChanged.
    void requestFile(const FileKey& file);
    /// Downloads the file unless it is held. Reports its state by fileChanged, now and when it changes.
    void fetchFile(const FileKey& file);
    /// Ends the download of the file; what has arrived is kept for the next one.
    void cancelFetch(const FileKey& file);

    /// Reports the avatar at this place by avatarChanged, asks the server for it now and then, and downloads
    /// its file.
    void requestAvatar(const AvatarPlace& place);
    /// Uploads the picture and sets it. commandDone brings the result; without a connection it fails at once.
    void setAvatar(OutgoingAvatar avatar);

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

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace tidemark
