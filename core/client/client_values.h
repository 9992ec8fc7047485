#pragma once

#include "core/client/explanation.h"
#include "core/store/audit_report.h"
#include "core/store/mention_view.h"
#include "core/sync/effects.h"
#include "core/sync/local_state.h"

#include <QString>
#include <QUrl>

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

/// Everything the engine holds, for scripts and tests.
struct ClientState {
    QUrl server;
    QString deviceName;
    Snapshot snapshot; ///< as committed
    ConnectionStatus connection;
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
