#pragma once

#include "core/client/explanation.h"
#include "core/domain/next_mention.h"
#include "core/domain/store_contents.h"
#include "core/domain/store_difference.h"
#include "core/servers/server_list.h"
#include "core/sync/effects.h"
#include "core/sync/local_state.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <optional>
#include <vector>

/// The values that cross between the core thread and its users, in addition to those of domain and sync.
namespace tidemark {

/// The result of a recount of the local store.
struct AuditReport {
    std::uint64_t checked = 0; ///< number of conversations
    std::vector<StoreDifference> differences;
    bool repaired = false; ///< the differences were corrected
};

/// The data stored on this device.
struct StorageReport {
    QString folder; ///< the profile's folder
    StoreContents contents;
};

/// Progress of the search index.
struct IndexProgress {
    std::uint64_t indexed = 0; ///< number of indexed entries
    std::uint64_t all = 0;
    bool isFinished = false;
    QString problem; ///< for the user: why the index cannot be built; empty: no problem
};

/// The result of a check of the local store.
struct StorageCheck {
    AuditReport audit;
    bool wasDamaged = false;  ///< the file was quarantined and replaced; see `notices`
    bool wasIndexBad = false; ///< the search index is being rebuilt
    QStringList notices;      ///< for the user
    QString problem;          ///< for the user: why the check could not finish; empty: it did
};

/// The whole state of the engine, for scripts and tests.
struct ClientState {
    ServerList servers;
    QString deviceName;
    Snapshot snapshot; ///< as committed
    ConnectionStatus connection;
    bool awaitsKeyring = false; ///< the token is empty here until the keyring has returned it
    bool flushed = true;
    bool quiescent = true;
    std::uint64_t mismatches = 0; ///< mismatches between device and server since the profile was created
};

/// The answer to "why is this unread?".
struct BadgeExplained {
    ConversationId conversation;
    std::optional<Explanation> explanation; ///< nullopt: the conversation is unknown
};

} // namespace tidemark
