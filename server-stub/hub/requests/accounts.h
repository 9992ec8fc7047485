#pragma once

#include "server-stub/hub/requests/catching_up.h"
#include "server-stub/hub/requests/dot_board.h"
#include "server-stub/hub/requests/notices.h"
#include "server-stub/hub/requests/sign_in_guard.h"
#include "server-stub/hub/state/hub_context.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace tidemark::server {

/// Decides who may sign in. Manages accounts, device tokens and passwords; passwords are hashed and compared
/// outside the hub.
class Accounts {
public:
    Accounts(HubContext& context, DeviceTracker& devices, CatchingUp& catchingUp, Notices& notices,
             DotBoard& dots)
        : m_context(context), m_devices(devices), m_catchingUp(catchingUp), m_notices(notices), m_dots(dots)
    {
    }

    void connected(const Connected& connected);
    void signUp(const Caller& caller, const protocol::Register& request);
    void signIn(const Caller& caller, const protocol::SignIn& request);
    void hello(const Caller& caller, const protocol::Hello& hello);
    void signOut(const Caller& caller);
    /// Revokes the token of another of the caller's devices and notifies the sessions that this ends.
    /// `device` must not be the caller's own.
    void revoke(const Caller& caller, DeviceId device);

    /// Answers once the old password has been compared and the new one hashed.
    void changePassword(const Caller& caller, const protocol::ChangePassword& request);
    /// Answers once the password has been compared.
    void deleteAccount(const Caller& caller, const protocol::DeleteAccount& request);
    /// Returns the sessions that this result will end.
    [[nodiscard]] std::vector<Target> endedBy(const PasswordHashed& result) const;

    /// Ends the sessions and sends each of them `why` as an error.
    void endSessions(std::vector<Target> targets, protocol::ErrorCode why);
    /// Cancels the password jobs of the user: they may compare with the old password, so their results will
    /// be refused.
    void forgetJobsOf(UserId user);
    /// Counts a sign-in attempt that another server has reported.
    void received(const hint::SignInTried& tried);

    /// Ignores the result of a job whose connection has closed. The same holds for passwordVerified().
    void passwordHashed(const PasswordHashed& result);
    /// Returns the account that its owner has decided to delete; nothing of it is changed yet.
    [[nodiscard]] std::optional<UserId> passwordVerified(const PasswordVerified& result);

    /// Forgets the sessions and jobs of a connection.
    void close(ConnectionId connection);
    /// The commit failed: forgets the jobs of this turn, which the worker never gets.
    void dropFreshJobs();
    void keepFreshJobs() { m_freshJobs.clear(); }

private:
    static constexpr Milliseconds retryAfterJob{1000};
    /// Maximum number of jobs of one network, waiting or under way: a quarter of the worker's default limit.
    static constexpr std::size_t maxJobsOfNetwork = 16;

    /// The token to be granted after the password job, and its receiver.
    struct Grant {
        std::string name;
        std::string token;
        DeviceId device;
        std::string deviceName;
    };
    struct Job {
        Caller caller;
        Grant grant;
        UserId user; ///< the owner of the password; invalid for an unknown name and for Register
        std::optional<SignInGuard::Attempt> attempt = {};    ///< when a password is compared
        std::optional<protocol::ChangePassword> change = {}; ///< ChangePassword
        std::string comparedWith = {}; ///< the account's hash when the job began, if it is compared
        bool isDeletion = false;       ///< DeleteAccount
    };

    [[nodiscard]] std::optional<protocol::ErrorCode> checkRegister(const protocol::Register& request) const;
    /// If the token belongs to the account of exactly this name, gives the same answer as the first time and
    /// returns true.
    [[nodiscard]] bool answerAgain(const Caller& caller, const Grant& grant);
    /// If an account has this name or one that looks like it, answers and returns true: as in answerAgain()
    /// if the token is that account's, else with NameTaken.
    [[nodiscard]] bool answerTaken(const Caller& caller, const Grant& grant);
    void create(const Caller& caller, const Grant& grant, const std::string& passwordHash);
    /// Begins to compare the password. Refuses with TooFast if SignInGuard makes the attempt wait or no job
    /// can begin.
    void beginVerifying(Job job, const std::string& password, const std::string& passwordHash);
    /// Compares the password of the caller's own account.
    void beginVerifyingOwn(const Caller& caller, Job job, const std::string& password);
    /// Returns the account unless its owner has signed out meanwhile.
    [[nodiscard]] std::optional<UserId> finishDeletion(const Job& job);
    /// Begins to hash the new password. The old one has matched.
    void beginHashing(Job job);
    void finishChange(const Job& job, const std::string& passwordHash);
    /// Whether the job's caller is still signed in as the job's user.
    [[nodiscard]] bool isCallersOwn(const Job& job) const;
    /// The sessions of the job's user on devices other than the caller's. The caller must be signed in.
    [[nodiscard]] std::vector<Target> otherSessions(const Job& job) const;
    [[nodiscard]] bool isChangingPassword(UserId user) const;
    void grantToken(const Caller& caller, UserId user, const Grant& grant);
    /// Whether the connection's network already has `maxJobsOfNetwork` jobs.
    [[nodiscard]] bool isBusyNetwork(ConnectionId connection) const;
    /// Returns empty if the connection has a job already or its network is busy.
    [[nodiscard]] std::optional<Ticket> beginJob(Job job);
    /// Removes and returns the job, whose caller must then be answered. Empty if the connection has closed
    /// meanwhile.
    [[nodiscard]] std::optional<Job> endJob(Ticket ticket);
    void leave(Target target);
    /// If the user has too many devices, signs out the device with the oldest contact; never `present` or a
    /// device that is connected here.
    void forgetOldest(UserId user, DeviceId present);
    void publishAttempt(const SignInGuard::Attempt& attempt, hint::SignInTried::Outcome outcome);
    [[nodiscard]] SignInGuard::Attempt attemptOf(const Caller& caller, const std::string& name,
                                                 DeviceId device, UserId user);
    /// Whether a Hello with this token names another device of the user.
    [[nodiscard]] bool isOfAnotherDevice(const TokenRecord& token, const protocol::Hello& hello);
    [[nodiscard]] bool isDeviceOf(UserId user, DeviceId device);
    /// Whether the client would store a new token, and the user could sign in without it.
    [[nodiscard]] static bool mayRenew(const protocol::Hello& hello, const AccountRecord& account);
    /// Returns the token that is to replace `token`, which the device has just used; empty if `token` is new
    /// enough. Repeated calls return the same token, because answers can be lost or overtake each other. The
    /// new token cannot be derived without `token`.
    [[nodiscard]] std::string renewed(const std::string& token, const TokenHash& hash,
                                      const TokenRecord& record);
    /// Call when the device has begun to use the replacement of its old token.
    void adopt(const TokenHash& hash, const TokenRecord& token);

    HubContext& m_context;
    DeviceTracker& m_devices;
    CatchingUp& m_catchingUp;
    Notices& m_notices;
    DotBoard& m_dots;
    std::unordered_map<Ticket, Job> m_jobs;
    std::unordered_map<ConnectionId, Ticket> m_jobOf;
    std::vector<Ticket> m_freshJobs;
    Ticket m_lastTicket;
    SignInGuard m_guard;
    /// Only for connections whose address is known.
    std::unordered_map<ConnectionId, std::string> m_addresses;
};

} // namespace tidemark::server
