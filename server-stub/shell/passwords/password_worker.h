#pragma once

#include "server-stub/hub/hub.h"
#include "server-stub/shell/passwords/password_hash.h"

#include <QObject>
#include <QThreadPool>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace tidemark::server {

/// Runs Argon2id outside the serving thread. Answers each job with exactly one `finished`, in the thread of
/// this object. The destructor waits for running jobs.
///
/// A failure takes the same work whether the password or the name was wrong, and whatever the parameters of
/// the account's hash: as much as the strongest hash that was seen or is wanted. If a password matches and
/// its hash is weaker than wanted, it is hashed again.
class PasswordWorker : public QObject {
    Q_OBJECT

public:
    /// `maxJobs`: maximum of waiting and running jobs; further ones are answered as not done. `threads` >= 1.
    /// `wanted`: the cost of new hashes.
    PasswordWorker(int threads, std::size_t maxJobs, PasswordCost wanted = {}, QObject* parent = nullptr);
    ~PasswordWorker() override;

    void hash(HashPassword job);
    void verify(VerifyPassword job);
    /// Number of waiting and running jobs.
    [[nodiscard]] std::size_t jobs() const { return m_jobs; }
    /// Work done by all jobs so far, as in PasswordCost::work().
    [[nodiscard]] std::uint64_t workDone() const { return m_workDone; }

Q_SIGNALS:
    /// `result` is PasswordHashed or PasswordVerified.
    void finished(const tidemark::server::Input& result);

private:
    /// Runs `work` on the pool, or answers `refused` if there are too many jobs.
    void start(std::function<Input()> work, const Input& refused);
    // These run on the pool's threads.
    [[nodiscard]] std::string countedHash(const std::string& password, const PasswordCost& cost);
    [[nodiscard]] PasswordVerified compare(const VerifyPassword& job, std::uint64_t workOfFailure);

    QThreadPool m_pool;
    std::size_t m_maxJobs;
    PasswordCost m_wanted;
    std::uint64_t m_maxWork; ///< the most work of any hash that was seen or is wanted
    std::size_t m_jobs = 0;
    std::atomic<std::uint64_t> m_workDone = 0;
};

} // namespace tidemark::server
