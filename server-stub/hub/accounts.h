#pragma once

#include "server-stub/hub/catching_up.h"
#include "server-stub/hub/dot_board.h"
#include "server-stub/hub/hub_context.h"
#include "server-stub/hub/notices.h"
#include "server-stub/hub/sign_in_guard.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace tidemark::server {

/// Who may come in: accounts, passwords (worked on outside the hub) and device tokens.
class Accounts {
public:
    Accounts(HubContext& context, DeviceBook& devices, CatchingUp& catchingUp, Notices& notices,
             DotBoard& dots)
        : m_context(context), m_devices(devices), m_catchingUp(catchingUp), m_notices(notices), m_dots(dots)
    {
    }

    void connected(const Connected& connected);
    void signUp(const Caller& caller, const protocol::Register& wish);
    void signIn(const Caller& caller, const protocol::SignIn& wish);
    void hello(const Caller& caller, const protocol::Hello& hello);
    void signOut(const Caller& caller);
    /// Ends the token of another device, and tells its sessions, which are signed out. The device is not the
    /// caller's own.
    void revoke(const Caller& caller, DeviceId device);

    /// Done once the old password was compared and the new one hashed.
    void changePassword(const Caller& caller, const protocol::ChangePassword& wish);
    /// The sessions that this result will end.
    [[nodiscard]] std::vector<Target> endedBy(const PasswordHashed& result) const;

    /// Ends sessions and tells them why.
    void endSessions(std::vector<Target> targets, protocol::ErrorCode why);
    /// What is being compared with a password of the user, which may be the old one, will not match.
    void forgetJobsOf(UserId user);
    /// Another server has seen a password tried.
    void heard(const hint::SignInTried& tried);

    /// Results of jobs whose connection has gone are ignored.
    void passwordHashed(const PasswordHashed& result);
    void passwordVerified(const PasswordVerified& result);

    /// Forgets a connection's sessions and jobs.
    void close(ConnectionId connection);
    /// The jobs begun in this turn never reach the worker: the commit failed.
    void dropFreshJobs();
    void keepFreshJobs() { m_freshJobs.clear(); }

private:
    static constexpr Milliseconds retryAfterJob{1000};

    /// Where a token shall go once the password has been worked on.
    struct Grant {
        std::string name;
        std::string token;
        DeviceId device;
        std::string deviceName;
    };
    struct Job {
        Caller caller;
        Grant grant;
        UserId user; ///< SignIn, ChangePassword: whose password it is; none for an unknown name
        std::optional<SignInGuard::Attempt> attempt = {};    ///< SignIn, ChangePassword
        std::optional<protocol::ChangePassword> change = {}; ///< ChangePassword
        std::string comparedWith = {}; ///< SignIn, ChangePassword: the hash that the account had then
    };

    [[nodiscard]] std::optional<protocol::ErrorCode> checkRegister(const protocol::Register& wish) const;
    /// Answers and returns true when the name is taken, by this very token or by somebody else.
    [[nodiscard]] bool answerTaken(const Caller& caller, const Grant& grant);
    void create(const Caller& caller, const Grant& grant, const std::string& passwordHash);
    /// Compares the password; answers when it has to wait.
    void beginVerifying(Job job, const std::string& password, const std::string& passwordHash);
    /// The old password was right.
    void beginHashing(Job job);
    void finishChange(const Job& job, const std::string& passwordHash);
    /// Whether the job's caller is still signed in as the job's user.
    [[nodiscard]] bool isCallersOwn(const Job& job) const;
    /// Of the job's user on other devices than the caller's, who is signed in.
    [[nodiscard]] std::vector<Target> otherSessions(const Job& job) const;
    [[nodiscard]] bool isChangingPassword(UserId user) const;
    void grantToken(const Caller& caller, UserId user, const Grant& grant);
    /// None when the connection has a job already.
    [[nodiscard]] std::optional<Ticket> beginJob(Job job);
    /// The job, which ends; its caller must be answered.
    [[nodiscard]] std::optional<Job> endJob(Ticket ticket);
    void leave(Target target);
    void tellTried(const SignInGuard::Attempt& attempt, hint::SignInTried::Outcome outcome);
    [[nodiscard]] SignInGuard::Attempt attemptOf(const Caller& caller, const std::string& name,
                                                 DeviceId device, UserId user);
    /// Whether who says `hello` would keep another token, and can do without it.
    [[nodiscard]] static bool mayRenew(const protocol::Hello& hello, const AccountRecord& account);
    /// The token to follow `token`, which the device has just used; empty: it is new enough. It is the same
    /// whenever this is asked, because answers can be lost or pass each other; nobody knows it without
    /// `token`.
    [[nodiscard]] std::string renewed(const std::string& token, const TokenHash& hash,
                                      const TokenRecord& record);
    /// The device has begun to use the token that was to follow its old one.
    void adopt(const TokenHash& hash, const TokenRecord& token);

    HubContext& m_context;
    DeviceBook& m_devices;
    CatchingUp& m_catchingUp;
    Notices& m_notices;
    DotBoard& m_dots;
    std::unordered_map<Ticket, Job> m_jobs;
    std::unordered_map<ConnectionId, Ticket> m_jobOf;
    std::vector<Ticket> m_freshJobs;
    Ticket m_lastTicket;
    SignInGuard m_guard;
    std::unordered_map<ConnectionId, std::string> m_addresses; ///< where there is one
};

} // namespace tidemark::server
