#pragma once

#include "core/base/expected.h"
#include "server-stub/hub/store.h"

#include <QString>

#include <cstdint>
#include <memory>

namespace tidemark::server {

class SqliteTables;

/// Store in one SQLite file, durable against crashes and power cuts. Belongs to the thread that opened it.
/// Assumes that no other process writes to the file.
///
/// Once a statement has met damage every commit fails: what is read may be wrong, and writing could make it
/// worse.
class SqliteStore final : public Store {
public:
    /// Opens or creates the database and brings its schema up to date; ":memory:" makes one that dies with
    /// the store. The error, for people, says why not: no such folder, not a database, written by a newer
    /// program. With less than `leastRoom` bytes left on the disk a probe fails: a small change may still fit
    /// into the journal when messages no longer do.
    [[nodiscard]] static Expected<std::unique_ptr<SqliteStore>, QString>
    open(const QString& path, std::uintmax_t leastRoom = 1U << 20U);
    ~SqliteStore() override;
    SqliteStore(const SqliteStore&) = delete;
    SqliteStore& operator=(const SqliteStore&) = delete;

    /// For simulations: the next commit rolls back and returns false, like a full disk.
    void failNextCommit() { m_failNextCommit = true; }
    [[nodiscard]] std::string lastFailure() const override { return m_lastFailure.toStdString(); }

    /// Gives every log a new epoch, and every dot a version beyond those that may have been lost, for a
    /// database that a backup has taken the place of (I14); durable when true. Not within a transaction.
    [[nodiscard]] bool renewLogEpochs();
    /// Whether a statement has met damage: nothing is read or written any more.
    [[nodiscard]] bool isDamaged() const override { return m_isDamaged; }
    /// Rows that were inserted, changed or deleted since it was opened.
    [[nodiscard]] std::uint64_t rowsWritten();
    /// What SQLite finds wrong with the file, for people; empty when it is sound. Reads all of it;
    /// `thorough`: compares indexes with their tables, and looks for references to rows that are missing.
    [[nodiscard]] QString damage(bool thorough = false);
    /// Writes everything into the file itself, which then needs no journal beside it to be read. The last
    /// that is done with the store.
    [[nodiscard]] bool endJournal();

    void begin() override;
    [[nodiscard]] bool commit() override;
    void rollback() override;
    [[nodiscard]] bool probe() override;

    std::optional<AccountRecord> accountByName(std::string_view name) override;
    std::optional<AccountRecord> account(UserId id) override;
    std::vector<User> users(const std::vector<UserId>& ids) override;
    UserId insertAccount(std::string_view name, std::string_view passwordHash) override;
    std::vector<AccountRecord> accountsAfter(UserId after, std::uint32_t limit) override;
    void putPasswordHash(UserId id, std::string_view passwordHash) override;
    void putDisabled(UserId id, bool disabled) override;
    void putContact(UserId id, UnixMs at) override;
    void putAccountSettings(UserId id, const AccountSettings& settings) override;
    void putToken(const TokenHash& hash, UserId user, DeviceId device, std::string_view deviceName,
                  UnixMs at) override;
    std::optional<TokenRecord> token(const TokenHash& hash) override;
    void putNextToken(const TokenHash& hash, const TokenHash& next, std::string_view salt) override;
    void adoptNextToken(const TokenHash& next, UnixMs at) override;
    void removeToken(const TokenHash& hash) override;
    void removeDevice(UserId user, DeviceId device) override;
    void removeDevices(UserId user) override;
    std::vector<DeviceRecord> devices(UserId user) override;
    void putDevice(const TokenHash& hash, const DeviceRecord& record) override;

    ConversationId insertConversation(const ConversationRecord& record, MessageUuid creationUuid) override;
    std::optional<ConversationRecord> conversation(ConversationId id) override;
    std::optional<ConversationId> conversationByCreation(UserId creator, MessageUuid creationUuid) override;
    std::optional<ConversationId> direct(UserId low, UserId high) override;
    std::optional<ConversationId> noticeList() override;
    void setTitle(ConversationId id, std::string_view title) override;
    std::vector<ConversationId> findChannels(std::string_view text, std::uint32_t limit) override;

    LogEntry appendEntry(const NewEntry& entry) override;
    std::optional<LogEntry> entry(ConversationId conversation, Seq seq) override;
    bool hasUuid(ConversationId conversation, MessageUuid uuid) override;
    std::optional<SentRecord> sent(ConversationId conversation, UserId author, MessageUuid uuid) override;
    std::vector<Entry> entries(ConversationId conversation, Seq after, Seq upto, std::uint32_t limit,
                               bool fromEnd) override;

    void trim(ConversationId conversation, Seq upto) override;

    PrefixCounts prefix(ConversationId conversation, Seq seq, UserId reader) override;
    std::uint64_t recalledOfOthers(ConversationId conversation, Seq after, UserId reader) override;
    AboutMeCounts aboutMeAfter(ConversationId conversation, Seq after, UserId reader) override;
    Seq firstUnreadAfter(ConversationId conversation, Seq after, UserId reader) override;

    std::optional<MemberRecord> member(ConversationId conversation, UserId user) override;
    void putMember(const MemberRecord& member) override;
    std::vector<UserId> members(ConversationId conversation) override;
    std::vector<UserId> membersAfter(ConversationId conversation, UserId after, std::uint32_t limit) override;
    std::vector<Officer> officers(ConversationId conversation) override;
    std::vector<MemberRecord> memberships(UserId user) override;
    Seq seenByOthers(ConversationId conversation, UserId except) override;
    std::vector<Reader> readers(ConversationId conversation, Seq seq, UserId except) override;
    void raiseDelivered(ConversationId conversation, UserId user, Seq upto) override;
    std::vector<Reach> furthestDelivered(ConversationId conversation) override;
    std::vector<MuteEnd> muteEnds(std::uint32_t limit) override;

    std::vector<DotRecord> dots() override;
    std::uint64_t raiseDot(std::string_view name, MessageUuid uuid) override;
    std::vector<Dot> dotsOf(UserId user) override;
    void raiseSeenDot(UserId user, std::string_view name, std::uint64_t version) override;

    std::vector<ConversationId> allConversations() override;
    ReadCounts recount(ConversationId conversation, Seq after, UserId reader) override;

private:
    SqliteStore(std::unique_ptr<SqliteTables> tables, QString path, std::uintmax_t leastRoom);

    std::unique_ptr<SqliteTables> m_tables;
    QString m_path;
    std::uintmax_t m_leastRoom;
    QString m_lastFailure;
    bool m_isDamaged = false;
    bool m_failNextCommit = false;
};

} // namespace tidemark::server
