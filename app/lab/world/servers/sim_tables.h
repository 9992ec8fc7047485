#pragma once

#include "app/lab/world/plan.h"
#include "app/lab/world/servers/send_rates.h"
#include "app/lab/world/servers/sim_blobs.h"
#include "app/lab/world/servers/sim_conversations.h"
#include "app/lab/world/servers/sim_database.h"
#include "app/lab/world/servers/sim_drafts.h"
#include "app/lab/world/servers/sim_folders.h"
#include "app/lab/world/servers/sim_ignoring.h"
#include "app/lab/world/servers/sim_invitations.h"
#include "app/lab/world/servers/sim_reactions.h"
#include "app/lab/world/servers/sim_schedules.h"
#include "app/lab/world/sim_clock.h"
#include "server-stub/hub/contract/stores/store.h"

#include <map>
#include <set>
#include <utility>
#include <vector>

namespace tidemark::sim {

// The tables of a SimStore with defects of a server, and with the checks that only the writer of a row can
// make. Everything else goes to the real store.

class SimAccounts final : public server::AccountStore {
public:
    SimAccounts(SimDatabase& database, const Plan& plan)
        : m_real(database.store()), m_dots(database.dots()), m_defect(plan.defect)
    {
    }

    /// The users whose contact was stored since the last call.
    [[nodiscard]] std::vector<UserId> takeContacts() { return std::exchange(m_contacts, {}); }

    UserId insert(std::string_view name, std::string_view passwordHash) override;
    void raiseContact(UserId id, UnixMs at) override;

    std::optional<server::AccountRecord> find(UserId id) override
    {
        return spoiled(m_real.accounts().find(id));
    }
    std::optional<server::AccountRecord> byName(std::string_view name) override
    {
        return spoiled(m_real.accounts().byName(name));
    }
    std::vector<UserId> byFold(std::string_view fold) override { return m_real.accounts().byFold(fold); }
    std::optional<UserId> bySkeleton(std::string_view skeleton) override
    {
        return m_real.accounts().bySkeleton(skeleton);
    }
    std::vector<User> users(const std::vector<UserId>& ids) override { return m_real.accounts().users(ids); }
    std::vector<server::AccountRecord> after(UserId id, std::uint32_t limit) override
    {
        return m_real.accounts().after(id, limit);
    }
    void putPasswordHash(UserId id, std::string_view passwordHash) override
    {
        m_real.accounts().putPasswordHash(id, passwordHash);
    }
    void putDisabled(UserId id, bool disabled) override { m_real.accounts().putDisabled(id, disabled); }
    void putDeleted(UserId id) override { m_real.accounts().putDeleted(id); }
    void putSettings(UserId id, const AccountSettings& settings) override
    {
        m_real.accounts().putSettings(id, settings);
    }

private:
    [[nodiscard]] std::uint64_t newestDot();
    /// The record as a server with the plan's defect knows it.
    [[nodiscard]] std::optional<server::AccountRecord>
    spoiled(std::optional<server::AccountRecord> record) const;

    server::Store& m_real;
    SimDatabase::DotHistory& m_dots;
    Defect m_defect;
    std::vector<UserId> m_contacts;
};

class SimLog final : public server::LogStore {
public:
    SimLog(SimDatabase& database, const Plan& plan, SimClock& clock)
        : m_real(database.store()), m_log(m_real.log()), m_plan(plan), m_clock(clock), m_defect(plan.defect),
          m_rates(plan.limits, 1), m_ratesOfAll(database.rates()), m_keptFiles(database.keptFiles())
    {
    }

    void beginTransaction()
    {
        m_recalledNow.clear();
        m_readNow.clear();
    }
    /// Whether the message was recalled in the last transaction.
    [[nodiscard]] bool isRecalledNow(ConversationId conversation, Seq target) const
    {
        return m_recalledNow.contains({conversation, target});
    }

    server::LogEntry append(const server::NewEntry& entry) override;
    std::optional<server::SentRecord> sent(ConversationId conversation, UserId author,
                                           MessageUuid uuid) override;
    void trim(ConversationId conversation, Seq through) override;
    PrefixCounts prefix(ConversationId conversation, Seq seq, UserId reader) override;
    std::uint64_t recalledOfOthers(ConversationId conversation, Seq after, UserId reader) override;
    server::AboutMeCounts aboutMeAfter(ConversationId conversation, Seq after, UserId reader) override;

    std::optional<server::LogEntry> entry(ConversationId conversation, Seq seq) override
    {
        m_readNow.insert({conversation, seq});
        return m_log.entry(conversation, seq);
    }
    std::vector<UnixMs> times(ConversationId conversation, Seq after, Seq through) override
    {
        return m_log.times(conversation, after, through);
    }
    bool hasUuid(ConversationId conversation, MessageUuid uuid) override
    {
        return m_log.hasUuid(conversation, uuid);
    }
    std::vector<Entry> part(const server::EntriesOf& of) override;
    ReadCounts ofIgnored(ConversationId conversation, Seq after, const Viewer& viewer) override;
    ReadCounts ofHidden(ConversationId conversation, Seq after, const Viewer& viewer) override;
    Seq firstUnreadAfter(ConversationId conversation, Seq after, const Viewer& viewer) override
    {
        return m_log.firstUnreadAfter(conversation, after, viewer);
    }
    ReadCounts recount(ConversationId conversation, Seq after, const Viewer& viewer) override
    {
        return m_log.recount(conversation, after, viewer);
    }

private:
    /// By a defect the files of these entries stay.
    void keepFiles(ConversationId conversation, Seq after, Seq through);
    /// Throws Violation if the message can only be from a conversation that forbids forwarding.
    void checkMayForward(const content::Message& message);

    server::Store& m_real;
    server::LogStore& m_log;
    const Plan& m_plan;
    SimClock& m_clock;
    Defect m_defect;
    std::uint64_t m_renamed = 0;
    SendRates m_rates; ///< of this server, since it began
    SendRates& m_ratesOfAll;
    std::set<BlobHash>& m_keptFiles;
    std::set<std::pair<ConversationId, Seq>> m_recalledNow;
    std::set<std::pair<ConversationId, Seq>> m_readNow;          ///< in the transaction
    std::map<std::pair<ConversationId, Seq>, Entry> m_editsRead; ///< for a defect: as they were read first
};

class SimDeletions final : public server::DeletionStore {
public:
    SimDeletions(SimDatabase& database, const Plan& plan)
        : m_real(database.store().deletions()), m_defect(plan.defect)
    {
    }

    std::optional<server::DeletionRecord> next() override { return m_real.next(); }
    void put(const server::DeletionRecord& record) override;
    void remove(UserId user) override { m_real.remove(user); }
    void eraseOwned(UserId user) override { m_real.eraseOwned(user); }
    std::vector<ConversationId> conversationsOf(UserId user, ConversationId after,
                                                std::uint32_t limit) override
    {
        return m_real.conversationsOf(user, after, limit);
    }
    std::vector<Seq> messagesOf(UserId user, ConversationId conversation, Seq after,
                                std::uint32_t limit) override
    {
        return m_real.messagesOf(user, conversation, after, limit);
    }
    std::vector<server::ReactionRecord> reactionsOf(UserId user, ConversationId conversation,
                                                    std::uint32_t limit) override
    {
        return m_real.reactionsOf(user, conversation, limit);
    }

private:
    server::DeletionStore& m_real;
    Defect m_defect;
};

class SimAges final : public server::AgeStore {
public:
    SimAges(SimDatabase& database, const Plan& plan, const SimClock& clock)
        : m_real(database.store()), m_clock(clock), m_defect(plan.defect)
    {
    }

    server::AgeRecord find() override;
    void put(const server::AgeRecord& record) override { m_real.ages().put(record); }

private:
    server::Store& m_real;
    const SimClock& m_clock;
    Defect m_defect;
};

class SimMembers final : public server::MemberStore {
public:
    SimMembers(SimDatabase& database, const Plan& plan, SimClock& clock)
        : m_real(database.store()), m_members(m_real.members()), m_plan(plan), m_clock(clock),
          m_defect(plan.defect)
    {
    }

    void beginTransaction() { m_feedRaised = false; }
    /// The turn only gives files out.
    void noteOnlyFiles(bool isOnlyFiles) { m_isOnlyFiles = isOnlyFiles; }
    /// The turn only makes reactions.
    void noteOnlyReactions(bool isOnlyReactions) { m_isOnlyReactions = isOnlyReactions; }

    std::optional<server::MemberRecord> find(ConversationId conversation, UserId user) override;
    void put(const server::MemberRecord& member) override;
    void raiseDelivered(ConversationId conversation, UserId user, Seq through) override;

    std::vector<UserId> present(ConversationId conversation) override
    {
        return m_members.present(conversation);
    }
    std::vector<UserId> presentAfter(ConversationId conversation, UserId after, std::uint32_t limit) override
    {
        return m_members.presentAfter(conversation, after, limit);
    }
    std::vector<server::GroupAdmin> groupAdmins(ConversationId conversation) override
    {
        return m_members.groupAdmins(conversation);
    }
    std::vector<server::MemberRecord> ofUser(UserId user) override { return m_members.ofUser(user); }
    std::size_t countOfUser(UserId user) override { return m_members.countOfUser(user); }
    std::vector<server::MuteEnd> muteEnds(std::uint32_t limit) override { return m_members.muteEnds(limit); }

private:
    void checkMember(const server::MemberRecord& before, const server::MemberRecord& after);
    /// `copy` as a server with the plan's defect would write it; empty if it would not.
    [[nodiscard]] std::optional<server::MemberRecord> withFeedDefect(const server::MemberRecord& before,
                                                                     server::MemberRecord copy, Seq head);
    void checkFloorRise(const server::MemberRecord& before, const server::MemberRecord& after);
    void checkExpiry(Seq before, const server::MemberRecord& after);
    void checkForgotten(UserId user) const;
    void checkNewcomer(const server::MemberRecord& row, const server::ConversationRecord& list);
    /// Throws Violation if the new member of a group should have been asked.
    void checkWasAsked(const server::MemberRecord& row, const server::ConversationRecord& group);

    server::Store& m_real;
    server::MemberStore& m_members;
    const Plan& m_plan;
    SimClock& m_clock;
    Defect m_defect;
    bool m_feedRaised = false; ///< in this transaction
    bool m_isOnlyFiles = false;
    bool m_isOnlyReactions = false;
};

class SimDots final : public server::DotStore {
public:
    SimDots(SimDatabase& database, const Plan& plan)
        : m_real(database.store().dots()), m_history(database.dots()), m_defect(plan.defect)
    {
    }

    std::vector<server::DotRecord> all() override { return m_real.all(); }
    std::uint64_t raise(std::string_view name, MessageUuid uuid) override { return m_real.raise(name, uuid); }
    std::vector<Dot> ofUser(UserId user) override;
    void raiseSeen(UserId user, std::string_view name, std::uint64_t version) override;

private:
    server::DotStore& m_real;
    SimDatabase::DotHistory& m_history;
    Defect m_defect;
};

struct SimTables {
    SimTables(SimDatabase& database, const Plan& plan, SimClock& clock)
        : accounts(database, plan), conversations(database, plan), log(database, plan, clock),
          members(database, plan, clock), reactions(database, plan), ignores(database, plan),
          drafts(database, plan), schedules(database, plan), folders(database, plan),
          invitations(database, plan), deletions(database, plan), dots(database, plan),
          ages(database, plan, clock), blobs(database, plan)
    {
    }

    SimAccounts accounts;
    SimConversations conversations;
    SimLog log;
    SimMembers members;
    SimReactions reactions;
    SimIgnores ignores;
    SimDrafts drafts;
    SimSchedules schedules;
    SimFolders folders;
    SimInvitations invitations;
    SimDeletions deletions;
    SimDots dots;
    SimAges ages;
    SimBlobs blobs;
};

} // namespace tidemark::sim
