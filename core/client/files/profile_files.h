#pragma once

#include "core/base/expected.h"
#include "core/client/files/file_values.h"
#include "core/domain/attachment.h"
#include "core/transfer/transfer_values.h"

#include <QString>

#include <atomic>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

namespace tidemark {

/// The files of messages in the profile's folder, readable by their owner only and never executable:
/// - `outgoing/UUID-HASH`: files of pending messages;
/// - `files/partial/HASH`: files that are arriving;
/// - `files/HA/HASH`: files that are held.
/// All calls block until they are done. An object has no state, so copies of it may be used in several
/// threads.
class ProfileFiles {
public:
    explicit ProfileFiles(const QString& profileDirectory);

    [[nodiscard]] QString heldPath(const BlobHash& hash) const;
    [[nodiscard]] QString outgoingPath(MessageUuid message, const BlobHash& hash) const;
    [[nodiscard]] bool isHeld(const BlobHash& hash) const;
    /// Notes that the file is in use now; the files that were not used for longest go first.
    void touch(const BlobHash& hash) const;

    /// Copies a file that a user sends into the profile and makes it durable. Returns what the message says
    /// about it, or a problem for the user; then nothing is left behind. Ends soon after `stop` is set.
    [[nodiscard]] Expected<Attachment, QString> copyIn(MessageUuid message, const OutgoingFile& file,
                                                       std::uint64_t maxBytes,
                                                       const std::atomic<bool>& stop) const;
    void removeOutgoing(MessageUuid message, const BlobHash& hash) const;
    /// Removes all files of the message.
    void removeOutgoing(MessageUuid message) const;
    /// The message is in the log: its file is held from now on. Takes little time, because copyIn() has made
    /// the folder.
    void keepSent(MessageUuid message, const BlobHash& hash) const;

    [[nodiscard]] FileJobResult carryOut(const FileJob& job) const;

    /// Whether the profile has any file, whole or partial.
    [[nodiscard]] bool hasAny() const;
    using Outgoing = std::set<std::pair<MessageUuid, BlobHash>>;
    /// Removes what a crash has left: outgoing files that no pending message of `pending` names, except
    /// those in `inUse`, which messages of the log name.
    void sweepOutgoing(const Outgoing& pending, const std::set<BlobHash>& inUse) const;
    struct Trim {
        std::set<BlobHash> inUse = {};    ///< files that messages name
        std::set<BlobHash> kept = {};     ///< of these, those that stay and do not count
        std::set<BlobHash> shown = {};    ///< of these, those that stay
        std::set<BlobHash> arriving = {}; ///< files whose partial ones are being written
        std::uint64_t maxBytes = 0;
    };
    /// Removes files that no message names, and then those that were not used for longest until at most
    /// `maxBytes` are left. Partial files stay and do not count while they are arriving, and those that a
    /// message names for an hour after their last change.
    void trim(const Trim& trim) const;
    /// Removes all files.
    void removeAll() const;

private:
    [[nodiscard]] FileJobResult perform(const job::ReadOutgoing& work) const;
    [[nodiscard]] FileJobResult perform(const job::MeasurePartial& work) const;
    [[nodiscard]] FileJobResult perform(const job::AppendPartial& work) const;
    [[nodiscard]] FileJobResult perform(const job::FinishPartial& work) const;
    [[nodiscard]] QString outgoingFolder() const { return m_profile + QStringLiteral("/outgoing"); }
    [[nodiscard]] QString filesFolder() const { return m_profile + QStringLiteral("/files"); }
    [[nodiscard]] bool makeHeldFolder(const BlobHash& hash) const;
    [[nodiscard]] QString partialPath(const BlobHash& hash) const;

    QString m_profile;
};

} // namespace tidemark
