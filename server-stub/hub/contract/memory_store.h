#pragma once

#include "server-stub/hub/contract/store.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace tidemark::server {

/// In-memory fake of Store for tests: uses plain containers, counts by scanning every entry, and rolls back
/// to a copy.
class MemoryStore final : public Store {
public:
    /// Makes the next commit of a transaction roll back and return false, as on a full disk.
    void failNextCommit() { m_failNextCommit = true; }
    /// Makes the next commit succeed but return false, as if its answer were lost.
    void loseNextAnswer() { m_loseNextAnswer = true; }
    [[nodiscard]] bool isCommitUnknown() const override { return m_isCommitUnknown; }
    /// Writes a time that only an earlier version of the server could have stored.
    void putTime(ConversationId conversation, Seq seq, UnixMs at);
    /// Damage that no server makes: the newest entry is gone, or the prefix counts at the head are 0.
    void dropNewest(ConversationId conversation);
    void loseCounts(ConversationId conversation) { m_withoutCounts = conversation; }
    /// Several hubs share this store and take turns.
    void share() { m_isShared = true; }
    [[nodiscard]] bool isShared() const override { return m_isShared; }

    void begin() override;
    [[nodiscard]] bool commit() override;
    void rollback() override;

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
    std::vector<UnixMs> times(ConversationId conversation, Seq after, Seq through) override;
    UnixMs newestTime() override;
    std::optional<LogEntry> entry(ConversationId conversation, Seq seq) override;
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

    /// The bytes of all texts that part() has returned.
    [[nodiscard]] std::size_t textBytesRead() const { return m_textBytesRead; }

private:
    struct Logged {
        LogEntry logged;
        std::uint64_t payloadHash = 0;
    };
    struct Log {
        ConversationRecord record;
        MessageUuid creation;
        std::vector<Logged> entries; ///< seq 1 comes first
        std::map<UserId, MemberRecord> members;
    };
    struct Data {
        std::vector<AccountRecord> accounts; ///< id 1 comes first
        std::map<std::string, std::vector<UserId>, std::less<>> folds;
        std::map<std::string, UserId, std::less<>> skeletons;
        struct Token {
            TokenRecord record;
            DeviceRecord device;
            std::optional<TokenHash> next = {};
        };
        std::map<TokenHash, Token> tokens;
        [[nodiscard]] auto followedBy(const TokenHash& next)
        {
            return std::find_if(tokens.begin(), tokens.end(),
                                [&next](const auto& token) { return token.second.next == next; });
        }
        std::vector<Log> logs; ///< id 1 comes first
        struct RaisedDot {
            std::uint64_t version = 0;
            MessageUuid uuid;
        };
        std::map<std::string, RaisedDot, std::less<>> dots;
        std::map<std::pair<UserId, std::string>, std::uint64_t> seenDots;
        /// The newest dot version when the account was inserted.
        std::map<UserId, std::uint64_t> dotBaselines;
        AgeRecord ages;
    };
    [[nodiscard]] Log* find(ConversationId id);
    [[nodiscard]] static Logged* find(Log& log, Seq seq);
    [[nodiscard]] std::uint64_t newestDot() const;
    void markTarget(Log& log, const Entry& change);

    Data m_data;
    std::optional<Data> m_before;
    bool m_failNextCommit = false;
    bool m_isShared = false;
    bool m_loseNextAnswer = false;
    bool m_isCommitUnknown = false;
    ConversationId m_withoutCounts;
    std::size_t m_textBytesRead = 0;
};

} // namespace tidemark::server
