#pragma once

#include "core/client/explanation.h"
#include "core/store/audit_report.h"
#include "core/store/mention_view.h"
#include "core/store/store_contents.h"
#include "core/sync/effects.h"
#include "core/sync/local_state.h"
#include "core/transport/server_list.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <optional>
#include <vector>

/// The values that cross between the core thread and its users, beside those of domain and sync.
namespace tidemark {

/// What a recount of the local store found.
struct AuditReport {
    std::uint64_t checked = 0; ///< conversations
    std::vector<StoreDifference> differences;
    bool repaired = false; ///< they have been mended
};

/// What is kept on this device.
struct StorageReport {
    QString folder; ///< the profile's
    StoreContents contents;
};

/// How far the search index is.
struct IndexProgress {
    std::uint64_t indexed = 0; ///< entries
    std::uint64_t all = 0;
    bool isFinished = false;
    QString problem; ///< why it cannot be built, for people; empty: it can
};

/// What a check of the local store found, and did.
struct StorageCheck {
    AuditReport audit;
    bool wasDamaged = false;  ///< the file was set aside and a new one begun; `notices` say so
    bool wasIndexBad = false; ///< the search index is being built again
    QStringList notices;      ///< for people
    QString problem;          ///< why it could not be done to the end, for people; empty: it was
};

/// Everything the engine holds, for scripts and tests.
struct ClientState {
    ServerList servers;
    QString deviceName;
    Snapshot snapshot; ///< as committed
    ConnectionStatus connection;
    bool awaitsKeyring = false; ///< which keeps the account's token; it is empty here until then
    bool flushed = true;
    bool quiescent = true;
    std::uint64_t disagreements = 0; ///< how often in the life of the profile device and server differed
};

/// The answer to "why is this unread?".
struct BadgeExplained {
    ConversationId conversation;
    std::optional<Explanation> explanation; ///< none: nothing is known of it
};

} // namespace tidemark
