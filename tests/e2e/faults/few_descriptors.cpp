#include "tests/e2e/faults/few_descriptors.h"

#include <QDir>
#include <QString>
#include <QStringList>

namespace tidemark::test {

FewDescriptors::FewDescriptors(qint64 process, rlim_t maxDescriptors) : m_process(static_cast<pid_t>(process))
{
#ifdef TIDEMARK_ADDRESS_SANITIZER
    constexpr bool isPossible = false;
#else
    constexpr bool isPossible = true;
#endif
    m_isInForce = isPossible && m_process > 0 && ::prlimit(m_process, RLIMIT_NOFILE, nullptr, &m_before) == 0;
    rlimit few = m_before;
    few.rlim_cur = maxDescriptors;
    m_isInForce = m_isInForce && ::prlimit(m_process, RLIMIT_NOFILE, &few, nullptr) == 0;
}

FewDescriptors::~FewDescriptors()
{
    if (m_isInForce) {
        ::prlimit(m_process, RLIMIT_NOFILE, &m_before, nullptr);
    }
}

rlim_t FewDescriptors::nextOf(qint64 process)
{
    const QDir descriptors(QStringLiteral("/proc/%1/fd").arg(process));
    const QStringList used = descriptors.entryList(QDir::AllEntries | QDir::System);
    rlim_t next = 0;
    while (used.contains(QString::number(next))) {
        ++next;
    }
    return next;
}

} // namespace tidemark::test
