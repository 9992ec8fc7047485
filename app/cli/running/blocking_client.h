#pragma once

#include "app/cli/parsing/result.h"
#include "app/cli/running/endpoint.h"
#include "core/client/client.h"

#include <QElapsedTimer>
#include <QObject>

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

class QEventLoop;

namespace tidemark::cli {

/// A client for programs that do one step after the other: each call runs the event loop until its answer has
/// arrived. Stops waiting if the server sends nothing for `timeout`.
class BlockingClient : public QObject {
    Q_OBJECT
public:
    BlockingClient(const ClientOptions& options, std::chrono::milliseconds timeout);

    [[nodiscard]] Client& client() { return m_client; }
    [[nodiscard]] bool isOffline() const { return m_isOffline; }
    [[nodiscard]] const ServerList& servers() const { return m_servers; }
    /// Returns an empty string if no user is signed in.
    [[nodiscard]] const QString& userName() const { return m_userName; }
    /// Returns the reason why the desktop's keyring does not return the device's token. Empty if the keyring
    /// returned it or is not needed.
    [[nodiscard]] const QString& keyringProblem() const { return m_keyringProblem; }
    /// Returns why the server has signed the device out since the profile was opened; empty: it has not.
    [[nodiscard]] std::optional<Failure> signedOut() const;
    /// Returns the certificate that was refused, if there is no connection for this reason. Waiting does not
    /// help then.
    [[nodiscard]] const std::optional<RefusedCertificate>& refusedCertificate() const { return m_refused; }
    /// Returns the servers and their trusted certificates, for other connections that the caller opens. The
    /// server that is, or was last, connected comes first.
    [[nodiscard]] std::vector<Endpoint> endpoints();
    [[nodiscard]] quint64 pulled() const { return m_pulled; }

    [[nodiscard]] Result<Nothing> open();
    /// Waits until the desktop's keyring has returned the device's token or failed.
    void awaitKeyring();
    /// Sends what can be sent at once, and then closes the client.
    void close();

    /// Waits until the cursors and heads of all conversations are known, and everything that waited in the
    /// profile is sent.
    [[nodiscard]] Result<Nothing> catchUp();
    /// Waits until the server has acknowledged everything written and read on this device.
    [[nodiscard]] Result<Nothing> waitUntilSent();
    /// Waits until everything is sent and pulled.
    [[nodiscard]] Result<Nothing> waitUntilQuiet();
    /// Runs the event loop for `time`, so that signals arrive; without `time`, forever.
    void runFor(std::optional<std::chrono::milliseconds> time);
    /// Runs the event loop until `isDone` returns true. Calls it at the start and after each noteChange().
    void runUntil(const std::function<bool()>& isDone);
    /// Call after a change that runUntil() may be waiting for.
    void noteChange();

    /// Submits the input that `make` creates with a new command id, and waits for its result.
    [[nodiscard]] Result<change::CommandDone> run(const std::function<Input(CommandId)>& make);

    struct Sent {
        Seq seq; ///< 0: refused
        std::optional<protocol::ErrorCode> error;
    };
    /// Waits until the server has accepted or refused a submitted message. Keeps results until they are
    /// requested.
    [[nodiscard]] Result<Sent> waitForMessage(MessageUuid uuid);

    /// Stores a message with files, which is then sent like any other.
    [[nodiscard]] Result<Nothing> storeFiles(const OutgoingMessage& message);
    /// Waits until the file is held, or has failed; offline, returns its state at once.
    [[nodiscard]] Result<FileState> fetchFile(const FileKey& file);

    /// Waits until the server has taken the avatar.
    [[nodiscard]] Result<Nothing> setAvatar(OutgoingAvatar avatar);
    /// Asks the server, unless offline, and waits until the file is held, or cannot be fetched.
    [[nodiscard]] Result<AvatarState> avatar(const AvatarPlace& place);

    [[nodiscard]] QList<ConversationSummary> conversations();
    [[nodiscard]] QList<HistoryEntry> history(ConversationId conversation, Seq after, Seq before, int limit);
    [[nodiscard]] QList<SearchHit> aboutReader(const AboutReaderQuery& query);
    /// Returns all users that this device knows.
    [[nodiscard]] QList<User> people();
    [[nodiscard]] QList<AttachmentItem> attachments(const AttachmentQuery& query);
    /// Returns nothing if this device does not know the conversation.
    [[nodiscard]] std::optional<Explanation> explanation(ConversationId conversation);
    [[nodiscard]] ClientState state();
    [[nodiscard]] AuditReport audit(bool repair);
    [[nodiscard]] ExportResult exportConversation(const ExportRequest& request);
    [[nodiscard]] QString setting(const QString& key);
    void setSetting(const QString& key, const QString& value) { m_client.setSetting(key, value); }

private:
    void watchAnswers();
    void watchServer();
    /// Runs the event loop until `isDone` returns true. Returns false if the server sent nothing for the
    /// whole timeout, or if its certificate was refused.
    [[nodiscard]] bool wait(const std::function<bool()>& isDone);
    void runLoop(std::optional<std::chrono::milliseconds> atMost);
    void endLoop();
    void noteSignOfLife();
    [[nodiscard]] Result<change::CommandDone> waitForCommand(CommandId command);
    [[nodiscard]] Failure lostConnection() const;
    [[nodiscard]] Failure failureOf(protocol::ErrorCode error,
                                    Milliseconds retryAfter = Milliseconds(0)) const;

    Client m_client;
    std::chrono::milliseconds m_timeout;
    bool m_isOffline;
    QEventLoop* m_loop = nullptr;
    QElapsedTimer m_sinceLastSign;
    quint64 m_changes = 0;

    std::optional<bool> m_isOpen; ///< empty: opening has not finished
    bool m_isClosed = false;
    QString m_openError;
    ServerList m_servers;
    QString m_userName;
    ConnectionStatus m_connection;
    std::optional<RefusedCertificate> m_refused;
    bool m_hasKeyringAnswered = false;
    QString m_keyringProblem;
    bool m_hasCaughtUp = false;
    bool m_isQuiet = false;
    quint64 m_pulled = 0;
    std::map<CommandId, change::CommandDone> m_done;
    std::unordered_map<MessageUuid, Sent> m_sent;

    std::map<MessageUuid, QString> m_stored; ///< by message: the problem; empty: none
    std::map<FileKey, FileState> m_files;
    std::vector<AvatarState> m_avatars; ///< reports since avatar() was called
    std::optional<QList<ConversationSummary>> m_conversations;
    std::optional<QList<HistoryEntry>> m_history;
    std::optional<QList<SearchHit>> m_hits;
    std::optional<QList<User>> m_people;
    std::optional<QList<AttachmentItem>> m_attachments;
    std::optional<BadgeExplained> m_explained;
    std::optional<ClientState> m_state;
    std::optional<AuditReport> m_audit;
    std::optional<ExportResult> m_export;
    std::optional<QString> m_setting;
};

} // namespace tidemark::cli
