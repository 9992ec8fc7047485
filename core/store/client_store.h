#pragma once

#include "core/base/expected.h"
#include "core/domain/next_mention.h"
#include "core/domain/store_contents.h"
#include "core/domain/store_difference.h"
#include "core/domain/view.h"
#include "core/store/file/store_error.h"
#include "core/store/reading/held_log.h"
#include "core/sync/effects.h"
#include "core/sync/local_state.h"

#include <QString>
#include <QStringList>

#include <memory>
#include <optional>
#include <vector>

namespace tidemark {

struct OpenedStore;

/// All durable data of one profile: a SQLite database with the engine's state, the data that views show, and
/// a full-text index.
///
/// Use it only on the thread that opened it. Needs a QCoreApplication for Qt's database driver. Only one
/// process can open it at a time. Reads return empty values when they fail; lastError() says why.
class ClientStore final : public LogReader {
public:
    /// Opens or creates the database at `path` (":memory:": no file); its folder must exist. Checks the
    /// database and repairs counts that a recount does not confirm. Quarantines a damaged file (renamed to
    /// ".corrupt-N", never deleted) and takes over the readable part of account, drafts, unsent messages and
    /// read intents. `notices` tell the user about repairs. `device`: the device id for a new database;
    /// empty: a random one.
    [[nodiscard]] static Expected<OpenedStore, StoreError> open(const QString& path, DeviceId device = {});
    ~ClientStore() override;

    [[nodiscard]] Snapshot load() const;

    /// Applies all writes of one step in order, in one transaction. False: nothing was written, lastError()
    /// says why; create a new engine from load().
    ///
    /// After true, the writes survive the death of the process at once. Data that only the user has (unsent
    /// messages, read intents, the token) also survives a power cut; a power cut may set other data back by
    /// some transactions, and the client pulls it again.
    [[nodiscard]] bool apply(const std::vector<Write>& writes);

    /// The newest failure since the store was opened; Code::None if there was none. After Code::Corrupt, open
    /// the store again: this quarantines the file.
    [[nodiscard]] const StoreError& lastError() const;
    /// Number of failures. It also grows when a read fails; do not trust that read's result.
    [[nodiscard]] std::uint64_t failures() const;

    // ---- LogReader
    [[nodiscard]] ReadCounts countUnread(ConversationId conversation, const Viewer& viewer, Seq after,
                                         Seq through, Seq atHead) const override;
    [[nodiscard]] CountDelta contributions(ConversationId conversation, const Viewer& viewer, Seq after,
                                           Seq through, Seq readSeq) const override;
    [[nodiscard]] std::vector<PinChange> pinChanges(ConversationId conversation, Seq after,
                                                    Seq through) const override;

    // ---- views, with names resolved
    [[nodiscard]] std::vector<ConversationSummary> summaries() const; ///< ascending by id
    [[nodiscard]] std::optional<ConversationSummary> summary(ConversationId conversation) const;
    [[nodiscard]] TimelinePage timeline(ConversationId conversation, TimelineQuery query) const;
    /// Returns the first unread message, even if it is not held; empty if there is none or it is unknown.
    [[nodiscard]] std::optional<Seq> firstUnread(ConversationId conversation) const;
    /// Returns the user's first unread mention above `after` among the held entries.
    [[nodiscard]] NextMention nextMention(ConversationId conversation, Seq after) const;
    /// Returns the messages that are pinned, with the user's changes that are still to be sent.
    [[nodiscard]] PinnedMessages pinned(ConversationId conversation) const;
    [[nodiscard]] std::optional<HistoryEntry> entry(ConversationId conversation, Seq seq) const;
    /// Returns all users that this device knows, including the account's user; at most `limit`.
    [[nodiscard]] std::vector<User> people(int limit) const;
    /// Returns the groups that the user shares with a person, as far as this device knows, those with the
    /// newest activity first.
    [[nodiscard]] std::vector<ConversationId> groupsWith(UserId person) const;
    /// Returns the users whom the account ignores or blocks, by name.
    [[nodiscard]] std::vector<IgnoredPerson> ignored() const;
    /// The scheduled messages that have not ended, ascending by the time when they are due.
    [[nodiscard]] std::vector<ScheduledItem> scheduled() const;
    /// Returns held entries of all kinds in (after, before), ascending; 0: no bound. At most `limit`: the
    /// first ones if only `after` is given, otherwise the newest ones.
    [[nodiscard]] std::vector<HistoryEntry> history(ConversationId conversation, Seq after, Seq before,
                                                    int limit) const;

    /// Returns files of the held messages of a conversation, newest first: those of a later message come
    /// first, and within a message the last one. Whether this device has their bytes is unknown here.
    [[nodiscard]] std::vector<AttachmentItem> attachments(const AttachmentQuery& query) const;
    /// Whether a held or pending message has the file. After a recall it may not.
    [[nodiscard]] bool namesFile(const BlobHash& hash) const;
    /// Returns the hashes of the files of all held and pending messages and of all avatars, ascending, each
    /// once.
    [[nodiscard]] std::vector<BlobHash> filesInUse() const;

    /// Returns the held part of the log; empty for an unknown conversation.
    [[nodiscard]] HeldLog heldLog(ConversationId conversation) const;
    /// O(conversations and held ranges), plus a listing of the folder.
    [[nodiscard]] StoreContents contents() const;

    // ---- settings
    /// Settings of the program (server, device name, …), not of the account: they survive EraseEverything.
    /// Empty if not set.
    [[nodiscard]] QString setting(const QString& key) const;
    /// Shows deleted accounts by `words` in all views from now on, in place of their names.
    void nameDeletedAccounts(const QString& words);
    bool setSetting(const QString& key, const QString& value);

    /// For traces: copies the committed data to a new file without any text, title, name, setting or token.
    /// False: no file was created; see lastError().
    [[nodiscard]] bool copyWithoutText(const QString& path) const;

    // ---- full-text search
    /// Indexes about `maxRows` more entries, newest first in each conversation (500 take some 20 ms). Call it
    /// in idle time until it returns false. apply() never indexes, so search never slows down incoming
    /// entries.
    [[nodiscard]] bool indexSome(int maxRows);
    /// Returns messages whose current text and file names contain all of `words`, newest first; the last
    /// word may be a prefix. `onlyIn` 0: all conversations. Does not find entries that are not indexed yet.
    [[nodiscard]] std::vector<SearchHit> search(const QString& words, ConversationId onlyIn, int limit) const;

    /// Returns held messages about the reader, newest first.
    [[nodiscard]] std::vector<SearchHit> aboutReader(const AboutReaderQuery& query) const;

    /// Empties the index; indexSome() rebuilds it. False: failed, nothing changed.
    bool clearIndex();
    /// Reads the whole index and returns whether it is intact. A damaged index does not mean a damaged
    /// database.
    [[nodiscard]] bool isIndexSound() const;

    // ---- audit
    /// Reads every page. False: the file is damaged, lastError() says so, and the next open checks every
    /// page.
    [[nodiscard]] bool arePagesSound() const;
    /// Recomputes everything from rows; reads the whole log. Empty: no differences.
    [[nodiscard]] std::vector<StoreDifference> audit() const;
    /// Repairs what audit() finds. Create a new engine from load() afterwards. False: failed, nothing
    /// changed.
    bool repair();

private:
    class Private;
    explicit ClientStore(std::unique_ptr<Private> state);

    std::unique_ptr<Private> m_state;
};

struct OpenedStore {
    std::unique_ptr<ClientStore> store;
    QStringList notices; ///< for the user: repairs and quarantined files
};

} // namespace tidemark
