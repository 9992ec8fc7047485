#pragma once

#include "core/client/client_values.h"
#include "core/client/export_values.h"
#include "core/client/files/file_values.h"
#include "core/domain/file_state.h"
#include "core/domain/view.h"
#include "core/servers/certificate.h"
#include "core/servers/server_list.h"
#include "core/sync/effects.h"

#include <QList>
#include <QObject>
#include <QString>

namespace tidemark {

/// The signals of the core. One object of this class emits them on the core thread, where the core's parts
/// work; the Client emits them once more in the program's thread.
class CoreEvents : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

Q_SIGNALS:
    /// `userName` is empty, and `user` 0, if no user is signed in.
    void opened(const tidemark::ServerList& servers, const QString& userName, tidemark::UserId user);
    /// `message` is for the user: newer database, no permission, disk full, in use. `isInUse`: another
    /// program has the profile open.
    void openFailed(const QString& message, bool isInUse);
    void closed();
    /// For the user: the store was repaired, or quarantined and replaced.
    void storeNotice(const QString& message);

    void conversationsLoaded(const QList<tidemark::ConversationSummary>& all);
    /// Rows that are new or have changed.
    void conversationsChanged(const QList<tidemark::ConversationSummary>& rows);
    void timelineLoaded(const tidemark::TimelinePage& page, quint64 tag);
    /// Entries first..last of the local log are new; those in `marked` changed.
    void timelineGrew(tidemark::ConversationId conversation, tidemark::Seq first, tidemark::Seq last,
                      const QList<tidemark::Seq>& marked, bool live);
    /// The local log was dropped; request the shown parts again.
    void timelineDropped(tidemark::ConversationId conversation);
    /// The reactions to these messages have changed, some of which may not be held.
    void reactionsChanged(tidemark::ConversationId conversation, const QList<tidemark::Seq>& messages);
    /// The server has refused the user's reaction, which is gone. With a command, commandDone reports it too.
    void reactionRefused(tidemark::ConversationId conversation, tidemark::Seq message,
                         tidemark::protocol::ErrorCode error);
    void pendingChanged(tidemark::ConversationId conversation);
    void messageAcked(tidemark::ConversationId conversation, tidemark::MessageUuid uuid, tidemark::Seq seq);
    void messageFailed(tidemark::ConversationId conversation, tidemark::MessageUuid uuid,
                       tidemark::protocol::ErrorCode error);
    /// The message of Client::sendFiles() is in the outbox, and its files are in the profile.
    void filesStored(tidemark::MessageUuid uuid);
    /// Nothing of the message is stored or sent. `problem` is for the user.
    void filesRefused(tidemark::MessageUuid uuid, const QString& problem);
    /// Progress is reported at most ten times a second for a file.
    void fileChanged(const tidemark::FileKey& file, const tidemark::FileState& state);
    /// For Client::requestAvatar(), now and whenever the avatar changes or its file arrives.
    void avatarChanged(const tidemark::AvatarState& state);
    void searchFinished(const QList<tidemark::SearchHit>& hits, quint64 tag);
    void pinnedLoaded(const tidemark::PinnedMessages& pinned);
    void mentionFound(const tidemark::NextMention& mention);
    void historyLoaded(const QList<tidemark::HistoryEntry>& entries, quint64 tag);
    void attachmentsLoaded(const QList<tidemark::AttachmentItem>& files, quint64 tag); ///< newest first
    void peopleLoaded(const QList<tidemark::User>& people); ///< includes the account's user
    void sharedGroupsLoaded(tidemark::UserId person, const QList<tidemark::ConversationId>& groups);
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
    /// The account was deleted, and everything of it on this device is erased. Comes before accountChanged()
    /// and before the change of the connection that says the same. `unsent`: the texts of the messages that
    /// are lost with it; empty if one has only files.
    void accountDeleted(const QString& userName, const QStringList& unsent);
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
    /// Accounts of others were deleted: what was read from the local database may show them by their names.
    void namesChanged();
    /// The users whom the account ignores or blocks. Also emitted once after opening, if there are any.
    void ignoredChanged(const QList<tidemark::IgnoredPerson>& people);
    /// All scheduled messages that have not ended, ascending by time. Also emitted once after opening, if
    /// there are any.
    void scheduledChanged(const QList<tidemark::ScheduledItem>& items);
    /// The server has sent a scheduled message of the user.
    void scheduledSent(tidemark::ConversationId conversation, const tidemark::MessageUuid& uuid,
                       tidemark::Seq seq);
    /// All folders, in the user's order. Also emitted once after opening, if there are any.
    void foldersChanged(const QList<tidemark::Folder>& folders);
    /// The open invitations to show, the oldest first. Also emitted once after opening, if there are any.
    void invitationsChanged(const QList<tidemark::Invitation>& invitations);
    void commandDone(const tidemark::change::CommandDone& result);
    /// Whether the server has acknowledged everything that the user did.
    void flushedChanged(bool flushed);
    /// Whether nothing is unsent, unacknowledged, unpulled or in flight.
    void quiescentChanged(bool quiescent);
};

} // namespace tidemark
