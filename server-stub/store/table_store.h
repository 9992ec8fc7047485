#pragma once

#include "server-stub/hub/contract/store.h"

#include <memory>

namespace tidemark::server {

/// The common part of stores that consist of tables: passes each call to the table it is for. `Tables` has
/// the tables as members; it is complete only where the calls are compiled (table_store_calls.h).
template <typename Tables>
class TableStore : public Store {
public:
    ~TableStore() override;
    TableStore(const TableStore&) = delete;
    TableStore& operator=(const TableStore&) = delete;

    std::optional<AccountRecord> accountByName(std::string_view name) override;
    std::vector<UserId> accountsByFold(std::string_view fold) override;
    std::optional<UserId> accountBySkeleton(std::string_view skeleton) override;
    std::optional<AccountRecord> account(UserId id) override;
    std::vector<User> users(const std::vector<UserId>& ids) override;
    UserId insertAccount(std::string_view name, std::string_view passwordHash) override;
    std::vector<AccountRecord> accountsAfter(UserId after, std::uint32_t limit) override;
    void putPasswordHash(UserId id, std::string_view passwordHash) override;
    void putDisabled(UserId id, bool disabled) override;
    void raiseContact(UserId id, UnixMs at) override;
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
    std::size_t createdBy(UserId creator) override;
    std::optional<ConversationId> direct(UserId low, UserId high) override;
    std::optional<ConversationId> noticeList() override;
    void setTitle(ConversationId id, std::string_view title) override;
    std::vector<ConversationId> findChannels(std::string_view text, std::uint32_t limit) override;

    LogEntry appendEntry(const NewEntry& entry) override;
    std::optional<LogEntry> entry(ConversationId conversation, Seq seq) override;
    std::vector<UnixMs> times(ConversationId conversation, Seq after, Seq through) override;
    UnixMs newestTime() override;
    bool hasUuid(ConversationId conversation, MessageUuid uuid) override;
    std::optional<SentRecord> sent(ConversationId conversation, UserId author, MessageUuid uuid) override;
    std::vector<Entry> part(const EntriesOf& of) override;

    void trim(ConversationId conversation, Seq through) override;

    PrefixCounts prefix(ConversationId conversation, Seq seq, UserId reader) override;
    std::uint64_t recalledOfOthers(ConversationId conversation, Seq after, UserId reader) override;
    AboutMeCounts aboutMeAfter(ConversationId conversation, Seq after, UserId reader) override;
    Seq firstUnreadAfter(ConversationId conversation, Seq after, UserId reader) override;

    std::optional<MemberRecord> member(ConversationId conversation, UserId user) override;
    void putMember(const MemberRecord& member) override;
    std::vector<UserId> members(ConversationId conversation) override;
    std::vector<UserId> membersAfter(ConversationId conversation, UserId after, std::uint32_t limit) override;
    std::vector<GroupAdmin> groupAdmins(ConversationId conversation) override;
    std::vector<MemberRecord> memberships(UserId user) override;
    std::size_t membershipCount(UserId user) override;
    Seq seenByOthers(ConversationId conversation, UserId except) override;
    std::vector<Reader> readers(const ReadersOf& of, UserId after, std::uint32_t limit) override;
    std::uint32_t readerCount(const ReadersOf& of) override;
    void raiseDelivered(ConversationId conversation, UserId user, Seq through) override;
    std::vector<DeliveryPosition> furthestDelivered(ConversationId conversation) override;
    std::vector<MuteEnd> muteEnds(std::uint32_t limit) override;

    std::vector<DotRecord> dots() override;
    std::uint64_t raiseDot(std::string_view name, MessageUuid uuid) override;
    std::vector<Dot> dotsOf(UserId user) override;
    void raiseSeenDot(UserId user, std::string_view name, std::uint64_t version) override;

    AgeRecord ages() override;
    void putAges(const AgeRecord& record) override;

    std::vector<ConversationId> allConversations() override;
    ReadCounts recount(ConversationId conversation, Seq after, UserId reader) override;

protected:
    explicit TableStore(std::unique_ptr<Tables> tables);

    [[nodiscard]] Tables& tables() { return *m_tables; }
    /// Replaces the tables and destroys the old ones.
    void replaceTables(std::unique_ptr<Tables> tables);

private:
    std::unique_ptr<Tables> m_tables;
};

} // namespace tidemark::server
