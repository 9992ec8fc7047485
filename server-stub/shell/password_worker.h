#pragma once

#include "server-stub/hub/hub.h"

#include <QObject>
#include <QThreadPool>

#include <cstddef>
#include <functional>
#include <string>

namespace tidemark::server {

/// Argon2id with random salt, as of AccountRecord; takes as long as that takes. Empty: there is no memory for
/// it.
[[nodiscard]] std::string hashPassword(std::string password);

/// Argon2id away from the thread that serves: takes jobs and answers each with exactly one `finished`, in the
/// thread of this object. Waits for running jobs when it is destroyed.
class PasswordWorker : public QObject {
    Q_OBJECT

public:
    /// `maxJobs`: waiting and running ones; what comes on top is answered as not done. `threads` >= 1.
    PasswordWorker(int threads, std::size_t maxJobs, QObject* parent = nullptr);
    ~PasswordWorker() override;

    void hash(HashPassword job);
    void verify(VerifyPassword job);
    /// Waiting and running ones.
    [[nodiscard]] std::size_t jobs() const { return m_jobs; }

Q_SIGNALS:
    /// PasswordHashed or PasswordVerified.
    void finished(const tidemark::server::Input& result);

private:
    /// Runs `work` on the pool, or answers `refused` when too many jobs wait.
    void start(std::function<Input()> work, const Input& refused);

    QThreadPool m_pool;
    std::size_t m_maxJobs;
    std::size_t m_jobs = 0;
};

} // namespace tidemark::server
