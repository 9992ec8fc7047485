#pragma once

#include "core/client/client_values.h"
#include "core/client/export_values.h"
#include "core/domain/view.h"
#include "core/sync/effects.h"
#include "core/transport/certificate.h"
#include "core/transport/server_list.h"

#include <QList>
#include <QObject>
#include <QString>

namespace tidemark {

/// The signals of the core thread. Client has the same signals with the same meaning.
class CoreEvents : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

Q_SIGNALS:
    void opened(const tidemark::ServerList& servers, const QString& userName, tidemark::UserId user);
    void openFailed(const QString& message, bool isInUse);
    void closed();
    void storeNotice(const QString& message);

    void conversationsLoaded(const QList<tidemark::ConversationSummary>& all);
    void conversationsChanged(const QList<tidemark::ConversationSummary>& rows);
    void timelineLoaded(const tidemark::TimelinePage& page, quint64 tag);
    void timelineGrew(tidemark::ConversationId conversation, tidemark::Seq first, tidemark::Seq last,
                      const QList<tidemark::Seq>& marked, bool live);
    void timelineDropped(tidemark::ConversationId conversation);
    void pendingChanged(tidemark::ConversationId conversation);
    void messageAcked(tidemark::ConversationId conversation, tidemark::MessageUuid uuid, tidemark::Seq seq);
    void messageFailed(tidemark::ConversationId conversation, tidemark::MessageUuid uuid,
                       tidemark::protocol::ErrorCode error);
    void searchFinished(const QList<tidemark::SearchHit>& hits, quint64 tag);
    void mentionFound(const tidemark::NextMention& mention);
    void historyLoaded(const QList<tidemark::HistoryEntry>& entries, quint64 tag);
    void badgeExplained(const tidemark::BadgeExplained& answer);
    void auditFinished(const tidemark::AuditReport& report);
    void stateLoaded(const tidemark::ClientState& state);
    void storageReported(const tidemark::StorageReport& report);
    void storageChecked(const tidemark::StorageCheck& check);
    void indexProgressed(const tidemark::IndexProgress& progress);
    void exportProgressed(const tidemark::ExportProgress& progress);
    void exportFinished(const tidemark::ExportResult& result);
    void peopleLoaded(const QList<tidemark::User>& people);
    void settingLoaded(const QString& key, const QString& value);

    void totalsChanged(const tidemark::Totals& totals);
    void connectionChanged(const tidemark::ConnectionStatus& status, int retryInMs);
    void certificateRefused(const tidemark::RefusedCertificate& certificate);
    void keyringAnswered(const QString& problem);
    void caughtUp();
    void progress(quint64 pulled, quint64 remaining);
    void accountChanged(const QString& userName, tidemark::UserId user);
    void settingsChanged(const tidemark::AccountSettings& settings);
    void mismatch(tidemark::ConversationId conversation, const QString& detail);
    void typingChanged(const tidemark::change::TypingChanged& typing);
    void sendCooldown(tidemark::ConversationId conversation, int timeInMs);
    void activeElsewhereChanged(bool active);
    void dotsChanged(const QList<tidemark::Dot>& dots);
    void commandDone(const tidemark::change::CommandDone& result);
    void flushedChanged(bool flushed);
    void quiescentChanged(bool quiescent);
};

} // namespace tidemark
