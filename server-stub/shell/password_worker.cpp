#include "server-stub/shell/password_worker.h"

#include "server-stub/shell/log.h"

#include <sodium.h>

#include <array>
#include <utility>

namespace tidemark::server {
namespace {

/// The hash of 32 random bytes that nobody knows, with the parameters of every new hash: verifying against it
/// takes as long as verifying a real one, so that the time does not tell which accounts exist.
constexpr const char* unknownAccountHash =
    "$argon2id$v=19$m=65536,t=2,p=1$hNDe+47TISPCJvXtTI/Q3Q$wwGdROX/8ooxU7g2FI8C2GJMvZ1C835TVrZceuo/v0g";

std::string hashed(std::string& password)
{
    std::array<char, crypto_pwhash_STRBYTES> result{};
    const int failure =
        crypto_pwhash_str(result.data(), password.data(), password.size(), crypto_pwhash_OPSLIMIT_INTERACTIVE,
                          crypto_pwhash_MEMLIMIT_INTERACTIVE);
    sodium_memzero(password.data(), password.size());
    return failure == 0 ? std::string(result.data()) : std::string();
}

bool matches(std::string& password, const std::string& hash)
{
    const bool isKnown = !hash.empty();
    const int failure = crypto_pwhash_str_verify(isKnown ? hash.c_str() : unknownAccountHash, password.data(),
                                                 password.size());
    sodium_memzero(password.data(), password.size());
    return failure == 0 && isKnown;
}

void initialise()
{
    if (sodium_init() < 0)
        qFatal("libsodium cannot be initialised");
}

} // namespace

std::string hashPassword(std::string password)
{
    initialise();
    return hashed(password);
}

PasswordWorker::PasswordWorker(int threads, std::size_t maxJobs, QObject* parent)
    : QObject(parent), m_maxJobs(maxJobs)
{
    m_pool.setMaxThreadCount(threads);
    initialise();
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
        [ticket, password = std::move(job.password)]() mutable {
            return PasswordHashed{ticket, hashed(password)};
        },
        PasswordHashed{ticket, {}});
}

void PasswordWorker::verify(VerifyPassword job)
{
    const Ticket ticket = job.ticket;
    start(
        [ticket, password = std::move(job.password), hash = std::move(job.hash)]() mutable {
            return PasswordVerified{ticket, matches(password, hash), true};
        },
        PasswordVerified{ticket, false, false});
}

void PasswordWorker::start(std::function<Input()> work, const Input& refused)
{
    const auto answer = [this](const Input& result, std::size_t jobs) {
        m_jobs -= jobs;
        Q_EMIT finished(result);
    };
    if (m_jobs >= m_maxJobs) {
        qCDebug(serverLog) << "too many passwords to check: refusing one";
        QMetaObject::invokeMethod(
            this, [answer, refused] { answer(refused, 0); }, Qt::QueuedConnection);
        return;
    }
    ++m_jobs;
    m_pool.start([this, answer, work = std::move(work)] {
        const Input result = work();
        QMetaObject::invokeMethod(
            this, [answer, result] { answer(result, 1); }, Qt::QueuedConnection);
    });
}

} // namespace tidemark::server
