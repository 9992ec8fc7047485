#pragma once

#include "server-stub/hub/hub.h"
#include "server-stub/shell/password_hash.h"

#include <QObject>
#include <QThreadPool>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace tidemark::server {

/// Argon2id away from the thread that serves: takes jobs and answers each with exactly one `finished`, in the
/// thread of this object. Waits for running jobs when it is destroyed.
///
/// Whatever is wrong, the password or the name, the same work is done before it is said, whichever parameters
/// the account's hash has: as much as for the strongest hash that was seen, or is wanted. A password that is
/// right and whose hash is weaker than what is wanted is hashed anew.
class PasswordWorker : public QObject {
    Q_OBJECT

public:
    /// `maxJobs`: waiting and running ones; what comes on top is answered as not done. `threads` >= 1.
    /// `wanted`: of new hashes.
    PasswordWorker(int threads, std::size_t maxJobs, PasswordCost wanted = {}, QObject* parent = nullptr);
    ~PasswordWorker() override;

    void hash(HashPassword job);
    void verify(VerifyPassword job);
    /// Waiting and running ones.
    [[nodiscard]] std::size_t jobs() const { return m_jobs; }
    /// Done by all jobs so far, as in PasswordCost::work().
    [[nodiscard]] std::uint64_t workDone() const { return m_workDone; }

Q_SIGNALS:
    /// PasswordHashed or PasswordVerified.
    void finished(const tidemark::server::Input& result);

private:
    /// Runs `work` on the pool, or answers `refused` when too many jobs wait.
    void start(std::function<Input()> work, const Input& refused);
    // On the pool's threads.
    [[nodiscard]] std::string countedHash(const std::string& password, const PasswordCost& cost);
    [[nodiscard]] PasswordVerified compare(const VerifyPassword& job, std::uint64_t workOfFailure);

    QThreadPool m_pool;
    std::size_t m_maxJobs;
    PasswordCost m_wanted;
    std::uint64_t m_mostWork; ///< of any hash that was seen, or is wanted
    std::size_t m_jobs = 0;
    std::atomic<std::uint64_t> m_workDone = 0;
};

} // namespace tidemark::server
