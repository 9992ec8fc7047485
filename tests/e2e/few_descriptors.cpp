#include "tests/e2e/few_descriptors.h"

#include <QDir>
#include <QString>
#include <QStringList>

#include <algorithm>

namespace tidemark::test {

FewDescriptors::FewDescriptors(qint64 process, rlim_t most) : m_process(static_cast<pid_t>(process))
{
    m_isInForce = m_process > 0 && ::prlimit(m_process, RLIMIT_NOFILE, nullptr, &m_before) == 0;
    rlimit few = m_before;
    few.rlim_cur = most;
    m_isInForce = m_isInForce && ::prlimit(m_process, RLIMIT_NOFILE, &few, nullptr) == 0;
}

FewDescriptors::~FewDescriptors()
{
    if (m_isInForce) {
        ::prlimit(m_process, RLIMIT_NOFILE, &m_before, nullptr);
    }
}

rlim_t FewDescriptors::usedBy(qint64 process)
{
    const QDir descriptors(QStringLiteral("/proc/%1/fd").arg(process));
    rlim_t used = 0;
    for (const QString& name : descriptors.entryList(QDir::AllEntries | QDir::System)) {
        bool isNumber = false;
        const auto descriptor = static_cast<rlim_t>(name.toULongLong(&isNumber));
        used = isNumber ? std::max(used, descriptor + 1) : used;
    }
    return used;
}

} // namespace tidemark::test
