#include "server-stub/shell/passwords/password_worker.h"

#include "server-stub/shell/base/log.h"

#include <sodium.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

namespace tidemark::server {

namespace {

/// Hashing takes a core for a tenth of a second, and must not take it from the thread of the event loop.
constexpr int niceness = 10;

} // namespace

PasswordWorker::PasswordWorker(int threads, std::size_t maxJobs, PasswordCost wanted, QObject* parent)
    : QObject(parent), m_maxJobs(maxJobs), m_wanted(wanted), m_maxWork(wanted.work())
{
    m_pool.setMaxThreadCount(threads);
}

PasswordWorker::~PasswordWorker()
{
    m_pool.clear();
    m_pool.waitForDone();
}

void PasswordWorker::hash(HashPassword job)
{
    const Ticket ticket = job.ticket;
    start(
        [this, job = std::move(job)]() mutable {
            PasswordHashed result{job.ticket, countedHash(job.password, m_wanted)};
            sodium_memzero(job.password.data(), job.password.size());
            return result;
        },
        PasswordHashed{ticket, {}});
}

void PasswordWorker::verify(VerifyPassword job)
{
    const Ticket ticket = job.ticket;
    m_maxWork = std::max(m_maxWork, costOf(job.hash).value_or(PasswordCost{0, 0}).work());
    start(
        [this, job = std::move(job), workOfFailure = m_maxWork]() mutable {
            PasswordVerified result = compare(job, workOfFailure);
            sodium_memzero(job.password.data(), job.password.size());
            return result;
        },
        PasswordVerified{.ticket = ticket, .attempted = false});
}

std::string PasswordWorker::countedHash(const std::string& password, const PasswordCost& cost)
{
    m_workDone += cost.work();
    return hashOf(password, cost);
}

PasswordVerified PasswordWorker::compare(const VerifyPassword& job, std::uint64_t workOfFailure)
{
    const PasswordCost cost = costOf(job.hash).value_or(PasswordCost{0, 0});
    m_workDone += cost.work();
    PasswordVerified result{job.ticket, cost.work() > 0 && matches(job.password, job.hash)};
    if (!result.matches) {
        burnWork(workOfFailure - cost.work(), m_wanted.memoryKib);
        m_workDone += workOfFailure - cost.work();
        return result;
    }
    if (const PasswordCost stronger = strongestOf(cost, m_wanted); stronger != cost) {
        result.strongerHash = countedHash(job.password, stronger);
    }
    return result;
}

void PasswordWorker::start(std::function<Input()> work, const Input& refused)
{
    const auto answer = [this](const Input& result, std::size_t jobs) {
        m_jobs -= jobs;
        Q_EMIT finished(result);
    };
    if (m_jobs >= m_maxJobs) {
        qCDebug(serverLog) << "refusing a sign-in: too many passwords wait to be checked";
        QMetaObject::invokeMethod(
            this, [answer, refused] { answer(refused, 0); }, Qt::QueuedConnection);
        return;
    }
    ++m_jobs;
    m_pool.start([this, answer, work = std::move(work)] {
        // On Linux each thread has a niceness of its own.
        ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), niceness);
        const Input result = work();
        QMetaObject::invokeMethod(
            this, [answer, result] { answer(result, 1); }, Qt::QueuedConnection);
    });
}

} // namespace tidemark::server
