#include "app/lab/world/servers/sim_store.h"

namespace tidemark::sim {

bool SimStore::commit()
{
    m_isCommitUnknown = false;
    switch (m_answers.fate()) {
    case CommitFate::Commit:
        break;
    case CommitFate::Fail:
        m_real.rollback();
        m_diesNow = m_plan.defect == Defect::AckBeforeCommit;
        return m_diesNow;
    case CommitFate::LoseAnswer:
        m_isCommitUnknown = commitToReal();
        return false;
    case CommitFate::DieBefore:
        m_real.rollback();
        throw ServerDied{};
    case CommitFate::DieAfter:
        if (m_plan.defect == Defect::LostCommit) {
            m_real.rollback();
            m_diesNow = true;
            return true;
        }
        if (!commitToReal()) {
            throw Violation("the server's store refused to commit");
        }
        throw ServerDied{};
    }
    return commitToReal();
}

bool SimStore::commitToReal()
{
    const bool isCommitted = m_real.commit();
    if (isCommitted) {
        for (const UserId user : m_tables->accounts.takeContacts()) {
            m_clock.hadContact(user);
        }
    }
    return isCommitted;
}

} // namespace tidemark::sim
