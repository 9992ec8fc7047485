#pragma once

#include "app/lab/world/servers/sim_tables.h"

#include <functional>
#include <memory>
#include <utility>

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
        : SimStore(std::make_unique<SimTables>(database, plan, clock), database.store(), plan, clock,
                   std::move(answers))
    {
    }

    /// After a defective commit the server must die once its answers are out, because its memory differs
    /// from the store.
    [[nodiscard]] bool takeDeath() { return std::exchange(m_diesNow, false); }

    /// The next transaction only gives files out.
    void noteOnlyFiles(bool isOnlyFiles) { m_tables->members.noteOnlyFiles(isOnlyFiles); }
    /// The next transaction only makes reactions.
    void noteOnlyReactions(bool isOnly) { m_tables->members.noteOnlyReactions(isOnly); }
    /// Whether the last transaction has changed a set of ignored users.
    [[nodiscard]] bool hasChangedIgnores() const { return m_tables->ignores.isChanged(); }
    /// Whether the message was recalled in the last transaction. Answers of that transaction may have its
    /// text.
    [[nodiscard]] bool isRecalledNow(ConversationId conversation, Seq target) const
    {
        return m_tables->log.isRecalledNow(conversation, target);
    }
    void begin() override
    {
        m_tables->members.beginTransaction();
        m_tables->log.beginTransaction();
        m_tables->ignores.beginTransaction();
        static_cast<void>(m_tables->accounts.takeContacts());
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

private:
    SimStore(std::unique_ptr<SimTables> tables, server::Store& real, const Plan& plan, SimClock& clock,
             Answers answers)
        : Store({tables->accounts, real.tokens(), tables->conversations, tables->log, tables->members,
                 real.receipts(), tables->reactions, tables->ignores, tables->drafts, tables->schedules,
                 tables->folders, tables->invitations, tables->deletions, tables->dots, tables->ages,
                 tables->blobs}),
          m_tables(std::move(tables)), m_real(real), m_plan(plan), m_clock(clock),
          m_answers(std::move(answers))
    {
    }

    [[nodiscard]] bool commitToReal();

    std::unique_ptr<SimTables> m_tables;
    server::Store& m_real;
    const Plan& m_plan;
    SimClock& m_clock;
    Answers m_answers;
    bool m_diesNow = false;
    bool m_isCommitUnknown = false;
};

} // namespace tidemark::sim
