#pragma once

#include "core/client/clock.h"
#include "core/client/files/avatar_files.h"
#include "core/client/files/file_values.h"
#include "core/client/files/file_worker.h"
#include "core/client/files/profile_files.h"
#include "core/client/server_link.h"
#include "core/client/wake_up_timer.h"
#include "core/domain/file_state.h"
#include "core/sync/effects.h"
#include "core/sync/inputs.h"
#include "core/transfer/transfer_engine.h"

#include <QObject>
#include <QTimer>
#include <QUrl>

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace tidemark {

class ClientStore;
class CoreEvents;
class Engine;

/// Owns the transfer engine, its connection and the thread that works on the profile's files, and turns
/// inputs into effects. Core thread.
class FileTransfers : public QObject {
    Q_OBJECT
public:
    struct Address {
        QUrl server; ///< empty: there is none
        QString fingerprint;
    };
    struct Options {
        QString profileDirectory;
        std::function<transfer::Config()> config; ///< for each new engine
        std::function<std::unique_ptr<Transport>()> makeTransport;
        std::function<Address()> address; ///< of the server of the main connection
    };

    FileTransfers(CoreEvents& events, const Clock& clock, QObject* parent = nullptr);

    [[nodiscard]] const ProfileFiles& files() const { return *m_files; }
    /// Null: the store is closed.
    void setStore(ClientStore* store) { m_store = store; }
    void open(Options options);
    void close();

    /// A new engine has the outbox of the store.
    void begin(const Engine& engine, DeviceId device, const std::vector<PendingMessage>& pending);
    /// The engine is gone; begin() follows.
    void end();
    /// The writes of a step are committed.
    void follow(const Engine& engine, const Effects& effects);

    /// See ServerLink::vouchFor().
    void vouchFor(const QString& fingerprint) { m_link.vouchFor(fingerprint); }

    /// Copies the files of a message, and then requests an input::Send for it.
    void send(OutgoingMessage message, const Limits& limits);
    /// Ends the copying of a message that is not in the outbox, and reports nothing more about it.
    void cancelSend(MessageUuid message);
    [[nodiscard]] bool isCopying() const { return !m_copied.empty(); }
    /// Whether the input is a message whose copies were removed. Unless it was cancelled, filesRefused has
    /// reported it.
    [[nodiscard]] bool hasForgotten(const Input& input) const;
    /// The input::Send was not kept.
    void refuse(MessageUuid message, const QString& problem);
    void report(const FileKey& file);
    void fetch(const FileKey& file);
    void cancelFetch(const FileKey& file);
    [[nodiscard]] AvatarFiles& avatars() { return m_avatars; }

Q_SIGNALS:
    /// The engine needs this input.
    void wanted(const tidemark::Input& input);
    /// A message was not copied, and no input follows.
    void copyingEnded();
    /// A check of the transfer engine's own work has failed. Call end() and begin().
    void engineFailed();
    /// The server has shown the certificate of ServerLink::vouchFor().
    void vouched(const QUrl& server, const QString& fingerprint);

private:
    struct Pending {
        ConversationId conversation;
        std::vector<Attachment> files;
    };

    [[nodiscard]] AvatarFiles::Host hostOfAvatars();
    void step(transfer::Input input);
    [[nodiscard]] std::optional<transfer::Effects> decide(const transfer::Input& input);
    void carryOut(transfer::Effects effects);
    void obey(transfer::Order order);
    void start(FileJobId id, FileJob job);
    void post(std::function<void()> work);
    void report(const FileKey& file, FileState state);
    /// Runs `work` on the files' thread and `then` with its result on this one; neither after close().
    template <typename Work, typename Then>
    void work(Work work, Then then);

    void followConnection(const Engine& engine);
    void review(const Engine& engine, MessageUuid uuid, const std::map<MessageUuid, Seq>& acked);
    void keep(MessageUuid uuid, const Pending& pending, Seq seq);
    void restart();
    void eraseAll();
    void sweepOutgoing(const std::vector<PendingMessage>& pending);
    void trimSoon();
    void trim();
    [[nodiscard]] bool hasRecalled(const change::EntriesAdded& added) const;
    [[nodiscard]] std::set<BlobHash> arrivingFiles();
    [[nodiscard]] std::set<BlobHash> filesToKeep() const;
    void onCopied(const OutgoingMessage& message, const std::vector<Attachment>& attachments);
    bool forgetCopied(MessageUuid message);
    [[nodiscard]] std::optional<Attachment> attachmentAt(const FileKey& file) const;
    void noteShown(const BlobHash& hash);

    CoreEvents& m_events;
    const Clock& m_clock;
    ClientStore* m_store = nullptr;
    Options m_options;
    std::optional<ProfileFiles> m_files;
    std::unique_ptr<TransferEngine> m_engine; ///< null: closed
    ServerLink m_link;
    WakeUpTimer m_wakeUpTimer;
    QTimer m_trimTimer;
    std::deque<transfer::Input> m_inputs;
    bool m_isStepping = false;
    std::optional<transfer::Online> m_online; ///< as told to the transfer engine
    std::map<MessageUuid, Pending> m_pending; ///< messages of the outbox with files
    /// Messages that are being copied or are not in the outbox yet. True: the copying shall end.
    std::map<MessageUuid, std::shared_ptr<std::atomic<bool>>> m_copied;
    std::map<FileKey, BlobHash> m_fetched; ///< may have ended
    AvatarFiles m_avatars;
    DeviceId m_device;
    std::deque<BlobHash> m_shown; ///< held files whose path was reported, the last ones
    /// Changes when results of the work so far must not be used any more.
    std::uint64_t m_life = 0;
    std::unique_ptr<FileWorker> m_worker; ///< last: its work uses the others
};

} // namespace tidemark
