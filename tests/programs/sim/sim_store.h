#pragma once

#include "server-stub/hub/contract/store.h"
#include "tests/programs/sim/plan.h"
#include "tests/programs/sim/send_rates.h"
#include "tests/programs/sim/sim_clock.h"
#include "tests/programs/sim/sim_database.h"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace tidemark::sim {

/// A server's view of the real store. It has commits that fail or kill the server, defects of a server, and
/// the checks that only the writer of a row can make.
class SimStore : public server::Store {
public:
    enum class CommitFate { Commit, Fail, LoseAnswer, DieBefore, DieAfter };

    struct Answers {
        std::function<CommitFate()> fate;
        std::function<bool()> leads;
    };
    SimStore(SimDatabase& database, const Plan& plan, SimClock& clock, Answers answers)
        : m_real(database.store()), m_dots(database.dots()), m_plan(plan), m_clock(clock),
          m_defect(plan.defect), m_answers(std::move(answers)), m_rates(plan.limits, 1),
          m_ratesOfAll(database.rates())
    {
    }

    /// After a defective commit the server must die once its answers are out, because its memory differs
    /// from the store.
    [[nodiscard]] bool takeDeath() { return std::exchange(m_diesNow, false); }

    void begin() override
    {
        m_feedRaised = false;
        m_contacts.clear();
        m_real.begin();
    }
    bool commit() override;
    [[nodiscard]] bool isCommitUnknown() const override { return m_isCommitUnknown; }
    void rollback() override { m_real.rollback(); }
    [[nodiscard]] bool isShared() const override { return m_plan.servers > 1; }
    [[nodiscard]] bool leads() override { return m_answers.leads(); }
    void hold(const server::LockSet& lockSet) override { m_real.hold(lockSet); }
    void beginReading() override { m_real.beginReading(); }
    [[nodiscard]] bool endReading() override { return m_real.endReading(); }

    std::optional<server::AccountRecord> accountByName(std::string_view name) override
    {
        return m_real.accountByName(name);
    }
    std::vector<UserId> accountsByFold(std::string_view fold) override { return m_real.accountsByFold(fold); }
    std::optional<UserId> accountBySkeleton(std::string_view skeleton) override
    {
        return m_real.accountBySkeleton(skeleton);
    }
    std::optional<server::AccountRecord> account(UserId id) override { return m_real.account(id); }
    std::vector<User> users(const std::vector<UserId>& ids) override { return m_real.users(ids); }
    UserId insertAccount(std::string_view name, std::string_view hash) override;
    std::vector<server::AccountRecord> accountsAfter(UserId after, std::uint32_t limit) override
    {
        return m_real.accountsAfter(after, limit);
    }
    void putPasswordHash(UserId id, std::string_view passwordHash) override
    {
        m_real.putPasswordHash(id, passwordHash);
    }
    void putDisabled(UserId id, bool disabled) override { m_real.putDisabled(id, disabled); }
    void raiseContact(UserId id, UnixMs at) override;
    void putAccountSettings(UserId id, const AccountSettings& settings) override
    {
        m_real.putAccountSettings(id, settings);
    }
    void putToken(const server::TokenHash& hash, UserId user, DeviceId device, std::string_view name,
                  UnixMs at) override
    {
        m_real.putToken(hash, user, device, name, at);
    }
    std::optional<server::TokenRecord> token(const server::TokenHash& hash) override
    {
        return m_real.token(hash);
    }
    void putNextToken(const server::TokenHash& hash, const server::TokenHash& next,
                      std::string_view salt) override
    {
        m_real.putNextToken(hash, next, salt);
    }
    void adoptNextToken(const server::TokenHash& next, UnixMs at) override
    {
        m_real.adoptNextToken(next, at);
    }
    void removeToken(const server::TokenHash& hash) override { m_real.removeToken(hash); }
    void removeDevice(UserId user, DeviceId device) override { m_real.removeDevice(user, device); }
    void removeDevices(UserId user) override { m_real.removeDevices(user); }
    std::vector<server::DeviceRecord> devices(UserId user) override { return m_real.devices(user); }
    void putDevice(const server::TokenHash& hash, const server::DeviceRecord& record) override
    {
        m_real.putDevice(hash, record);
    }
    ConversationId insertConversation(const server::ConversationRecord& record, MessageUuid uuid) override
    {
        return m_real.insertConversation(record, uuid);
    }
    std::optional<server::ConversationRecord> conversation(ConversationId id) override
    {
        return m_real.conversation(id);
    }
    std::optional<ConversationId> conversationByCreation(UserId creator, MessageUuid uuid) override
    {
        return m_real.conversationByCreation(creator, uuid);
    }
    std::size_t createdBy(UserId creator) override { return m_real.createdBy(creator); }
    std::optional<ConversationId> direct(UserId low, UserId high) override
    {
        return m_real.direct(low, high);
    }
    std::optional<ConversationId> noticeList() override { return m_real.noticeList(); }
    void setTitle(ConversationId id, std::string_view title) override { m_real.setTitle(id, title); }
    std::vector<ConversationId> findChannels(std::string_view text, std::uint32_t limit) override
    {
        return m_real.findChannels(text, limit);
    }
    server::LogEntry appendEntry(const server::NewEntry& entry) override;
    std::optional<server::LogEntry> entry(ConversationId conversation, Seq seq) override
    {
        return m_real.entry(conversation, seq);
    }
    std::vector<UnixMs> times(ConversationId conversation, Seq after, Seq through) override
    {
        return m_real.times(conversation, after, through);
    }
    UnixMs newestTime() override { return m_real.newestTime(); }
    bool hasUuid(ConversationId conversation, MessageUuid uuid) override
    {
        return m_real.hasUuid(conversation, uuid);
    }
    std::optional<server::SentRecord> sent(ConversationId conversation, UserId author,
                                           MessageUuid uuid) override;
    std::vector<Entry> part(const server::EntriesOf& of) override { return m_real.part(of); }
    void trim(ConversationId conversation, Seq through) override;
    PrefixCounts prefix(ConversationId conversation, Seq seq, UserId reader) override;
    std::uint64_t recalledOfOthers(ConversationId conversation, Seq after, UserId reader) override;
    server::AboutMeCounts aboutMeAfter(ConversationId conversation, Seq after, UserId reader) override;
    Seq firstUnreadAfter(ConversationId conversation, Seq after, UserId reader) override
    {
        return m_real.firstUnreadAfter(conversation, after, reader);
    }
    std::optional<server::MemberRecord> member(ConversationId conversation, UserId user) override;
    void putMember(const server::MemberRecord& member) override;
    std::vector<UserId> members(ConversationId conversation) override { return m_real.members(conversation); }
    std::vector<UserId> membersAfter(ConversationId conversation, UserId after, std::uint32_t limit) override
    {
        return m_real.membersAfter(conversation, after, limit);
    }
    std::vector<server::GroupAdmin> groupAdmins(ConversationId conversation) override
    {
        return m_real.groupAdmins(conversation);
    }
    std::vector<server::MemberRecord> memberships(UserId user) override { return m_real.memberships(user); }
    std::size_t membershipCount(UserId user) override { return m_real.membershipCount(user); }
    Seq seenByOthers(ConversationId conversation, UserId except) override
    {
        return m_real.seenByOthers(conversation, except);
    }
    std::vector<server::Reader> readers(const server::ReadersOf& of, UserId after,
                                        std::uint32_t limit) override
    {
        return m_real.readers(of, after, limit);
    }
    std::uint32_t readerCount(const server::ReadersOf& of) override { return m_real.readerCount(of); }
    void raiseDelivered(ConversationId conversation, UserId user, Seq through) override;
    std::vector<server::DeliveryPosition> furthestDelivered(ConversationId conversation) override
    {
        return m_real.furthestDelivered(conversation);
    }
    std::vector<server::MuteEnd> muteEnds(std::uint32_t limit) override { return m_real.muteEnds(limit); }
    std::vector<server::DotRecord> dots() override { return m_real.dots(); }
    std::uint64_t raiseDot(std::string_view name, MessageUuid uuid) override;
    std::vector<Dot> dotsOf(UserId user) override;
    void raiseSeenDot(UserId user, std::string_view name, std::uint64_t version) override;
    server::AgeRecord ages() override { return m_real.ages(); }
    void putAges(const server::AgeRecord& record) override { m_real.putAges(record); }
    std::vector<ConversationId> allConversations() override { return m_real.allConversations(); }
    ReadCounts recount(ConversationId conversation, Seq after, UserId reader) override
    {
        return m_real.recount(conversation, after, reader);
    }

private:
    [[nodiscard]] bool commitToReal();
    void checkMember(const server::MemberRecord& before, const server::MemberRecord& after);
    /// `copy` as a server with the plan's defect would write it; empty if it would not.
    [[nodiscard]] std::optional<server::MemberRecord> withFeedDefect(const server::MemberRecord& before,
                                                                     server::MemberRecord copy, Seq head);
    void checkFloorRise(const server::MemberRecord& before, const server::MemberRecord& after);
    void checkExpiry(Seq before, const server::MemberRecord& after);
    void checkForgotten(UserId user) const;
    void checkNewcomer(const server::MemberRecord& row, const server::ConversationRecord& list);
    [[nodiscard]] std::uint64_t newestDot();

    server::Store& m_real;
    SimDatabase::DotHistory& m_dots;
    const Plan& m_plan;
    SimClock& m_clock;
    Defect m_defect;
    Answers m_answers;
    std::uint64_t m_renamed = 0;
    bool m_feedRaised = false;      ///< in this transaction
    std::vector<UserId> m_contacts; ///< the users whose contact this transaction stores
    bool m_diesNow = false;
    bool m_isCommitUnknown = false;
    SendRates m_rates; ///< of this server, since it began
    SendRates& m_ratesOfAll;
};

} // namespace tidemark::sim
