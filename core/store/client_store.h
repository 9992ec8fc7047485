#pragma once

#include "core/base/expected.h"
#include "core/domain/view.h"
#include "core/store/audit_report.h"
#include "core/store/mention_view.h"
#include "core/store/store_contents.h"
#include "core/store/store_error.h"
#include "core/sync/effects.h"
#include "core/sync/local_state.h"

#include <QString>
#include <QStringList>

#include <memory>
#include <optional>
#include <vector>

namespace tidemark {

struct OpenedStore;

/// Everything durable of one profile: a SQLite database with what the engine needs, what views show, and a
/// full-text index.
///
/// Lives on one thread, which is the one that opened it; needs a QCoreApplication for Qt's database driver.
/// Held by one process at a time. Reads give nothing when they fail, and say why in lastError().
class ClientStore final : public LogReader {
public:
    /// Opens or makes the database at `path` (":memory:" for none); its folder must exist. Checks it, repairs
    /// counts that a recount does not confirm, and sets a damaged file aside (renamed with ".corrupt-N",
    /// never deleted), taking over what can be read of account, drafts, unsent messages and read intents.
    /// `notices` say so, for people. `device`: the id of a new database; none: a random one.
    [[nodiscard]] static Expected<OpenedStore, StoreError> open(const QString& path, DeviceId device = {});
    ~ClientStore() override;

    [[nodiscard]] Snapshot load() const;

    /// All writes of one step in one transaction, in order. False: nothing of them has been written,
    /// lastError() says why, and the engine is to be made anew from load().
    ///
    /// A true survives the death of the process at once. What only the user knows (unsent messages, read
    /// intents, the token) also survives loss of power; the rest may then be set back by some transactions
    /// and is pulled again.
    [[nodiscard]] bool apply(const std::vector<Write>& writes);

    /// Of the newest failure since the store was opened; Code::None when there was none. After Code::Corrupt
    /// the store should be opened anew, which sets the file aside.
    [[nodiscard]] const StoreError& lastError() const;
    /// How often something has failed; grows also when a read did, whose result is then not to be trusted.
    [[nodiscard]] std::uint64_t failures() const;

    // ---- LogReader
    [[nodiscard]] ReadCounts countUnread(ConversationId conversation, UserId reader, Seq after, Seq upto,
                                         Seq atHead) const override;
    [[nodiscard]] CountDelta contributions(ConversationId conversation, UserId reader, Seq after, Seq upto,
                                           Seq readSeq) const override;

    // ---- views, names resolved
    [[nodiscard]] std::vector<ConversationSummary> summaries() const; ///< ascending by id
    [[nodiscard]] std::optional<ConversationSummary> summary(ConversationId conversation) const;
    [[nodiscard]] TimelinePage timeline(ConversationId conversation, TimelineQuery query) const;
    /// The first unread message, also where the log is not held; nothing when there is none or it is not
    /// known.
    [[nodiscard]] std::optional<Seq> firstUnread(ConversationId conversation) const;
    /// The first unread mention of the user above `after`, as far as is held.
    [[nodiscard]] NextMention nextMention(ConversationId conversation, Seq after) const;
    [[nodiscard]] std::optional<HistoryEntry> entry(ConversationId conversation, Seq seq) const;
    /// Everybody this device has heard of, the user too; at most `most`.
    [[nodiscard]] std::vector<User> people(int most) const;
    /// Held entries of all kinds of (after, before), ascending; 0: no bound. At most `limit`: the first ones
    /// after `after` when only that is given, else the newest ones.
    [[nodiscard]] std::vector<HistoryEntry> history(ConversationId conversation, Seq after, Seq before,
                                                    int limit) const;

    /// Which part of the log is here; nothing is held of a conversation that is not known.
    [[nodiscard]] HeldLog heldLog(ConversationId conversation) const;
    /// O(conversations and held ranges), and a look at the folder.
    [[nodiscard]] StoreContents contents() const;

    // ---- what the user leaves behind
    /// False when the conversation is unknown or the write failed. An empty text removes the draft.
    bool setDraft(ConversationId conversation, const QString& text);
    /// Settings of the program (server, device name, …); not the account's: they outlive EraseEverything.
    /// Empty when not set.
    [[nodiscard]] QString setting(const QString& key) const;
    bool setSetting(const QString& key, const QString& value);

    /// Copies what is committed to a new file without any text, title, name, setting or token, for traces.
    /// False: there is no file; see lastError().
    [[nodiscard]] bool copyWithoutText(const QString& path) const;

    // ---- full-text search
    /// To be called in idle time until it returns false: indexes about `maxRows` more entries, newest first
    /// in each conversation (500 take some 20 ms). apply() never does, so searching never slows an ingest.
    [[nodiscard]] bool indexSome(int maxRows);
    /// Messages that hold all of `words` now, newest first; the last word may be a beginning. `onlyIn` 0:
    /// everywhere. What is not indexed yet is not found.
    [[nodiscard]] std::vector<SearchHit> search(const QString& words, ConversationId onlyIn, int limit) const;

    /// Held messages about the reader, newest first.
    [[nodiscard]] std::vector<SearchHit> aboutReader(const AboutReaderQuery& query) const;

    /// Empties the index; indexSome() builds it again. False: failed, nothing changed.
    bool clearIndex();
    /// Reads all of the index: whether it is in order. Damage to it is no damage to the database.
    [[nodiscard]] bool isIndexSound() const;

    // ---- audit
    /// Reads every page. False: the file is damaged, lastError() says so, and the next open looks closely.
    [[nodiscard]] bool arePagesSound() const;
    /// Recomputes everything from rows; reads all of the log. Empty: all agree.
    [[nodiscard]] std::vector<StoreDifference> audit() const;
    /// Mends what audit() finds. The engine is to be made anew from load() afterwards. False: failed, nothing
    /// changed.
    bool repair();

private:
    class Private;
    explicit ClientStore(std::unique_ptr<Private> state);

    std::unique_ptr<Private> m_state;
};

struct OpenedStore {
    std::unique_ptr<ClientStore> store;
    QStringList notices; ///< for people: what was repaired or set aside
};

} // namespace tidemark
