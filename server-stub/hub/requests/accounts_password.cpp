// Requests that ask for the password of the caller's own account. ChangePassword compares the old password
// first, then hashes the new one.
#include "server-stub/hub/contract/text_rules.h"
#include "server-stub/hub/requests/accounts.h"

#include <algorithm>
#include <utility>

namespace tidemark::server {

using protocol::ErrorCode;

void Accounts::changePassword(const Caller& caller, const protocol::ChangePassword& request)
{
    if (!isValidPassword(request.newPassword)) {
        return m_context.turn().refuse(caller, ErrorCode::PasswordInvalid);
    }
    if (isChangingPassword(caller.user)) {
        return m_context.turn().refuse(caller, ErrorCode::TooFast, retryAfterJob);
    }
    Job job;
    job.change = request;
    beginVerifyingOwn(caller, std::move(job), request.oldPassword);
}

void Accounts::deleteAccount(const Caller& caller, const protocol::DeleteAccount& request)
{
    Job job;
    job.isDeletion = true;
    beginVerifyingOwn(caller, std::move(job), request.password);
}

void Accounts::beginVerifyingOwn(const Caller& caller, Job job, const std::string& password)
{
    const auto account = m_context.store().accounts().find(caller.user);
    if (!account || password.size() > maxPasswordBytes) {
        return m_context.turn().refuse(caller, ErrorCode::BadCredentials);
    }
    const DeviceId device = m_context.sessions().find(caller.target)->device;
    job.caller = caller;
    job.user = account->id;
    job.attempt = attemptOf(caller, account->name, device, account->id);
    beginVerifying(std::move(job), password, account->passwordHash);
}

std::optional<UserId> Accounts::finishDeletion(const Job& job)
{
    if (!isCallersOwn(job)) {
        m_context.turn().refuse(job.caller, ErrorCode::BadCredentials);
        return std::nullopt;
    }
    m_context.turn().reply(job.caller, protocol::Done());
    return job.user;
}

bool Accounts::isChangingPassword(UserId user) const
{
    return std::any_of(m_jobs.begin(), m_jobs.end(), [user](const auto& entry) {
        const Job& job = entry.second;
        return job.change && job.user == user;
    });
}

void Accounts::beginHashing(Job job)
{
    const Caller caller = job.caller;
    const std::string password = job.change->newPassword;
    job.attempt.reset();
    if (const auto ticket = beginJob(std::move(job))) {
        m_context.turn().add(HashPassword{*ticket, password});
    } else {
        m_context.turn().refuse(caller, ErrorCode::TooFast, retryAfterJob);
    }
}

bool Accounts::isCallersOwn(const Job& job) const
{
    const Session* session = m_context.sessions().find(job.caller.target);
    return session != nullptr && session->user == job.user;
}

std::vector<Target> Accounts::endedBy(const PasswordHashed& result) const
{
    const auto found = m_jobs.find(result.ticket);
    if (found == m_jobs.end() || result.hash.empty() || !found->second.change
        || !found->second.change->revokeOthers || !isCallersOwn(found->second)) {
        return {};
    }
    return otherSessions(found->second);
}

std::vector<Target> Accounts::otherSessions(const Job& job) const
{
    const DeviceId own = m_context.sessions().find(job.caller.target)->device;
    std::vector<Target> others = m_context.sessions().sessionsOf(job.user);
    std::erase_if(others, [&](Target target) { return m_context.sessions().find(target)->device == own; });
    return others;
}

void Accounts::finishChange(const Job& job, const std::string& passwordHash)
{
    const auto account = m_context.store().accounts().find(job.user);
    if (!isCallersOwn(job) || !account || account->passwordHash != job.comparedWith) {
        // Meanwhile the caller has signed out, or the operator or another server has changed the password.
        return m_context.turn().refuse(job.caller, ErrorCode::BadCredentials);
    }
    forgetJobsOf(job.user);
    m_context.store().accounts().putPasswordHash(job.user, passwordHash);
    m_context.turn().reply(job.caller, protocol::Done());
    if (!job.change->revokeOthers) {
        return;
    }
    const DeviceId own = m_context.sessions().find(job.caller.target)->device;
    for (const DeviceRecord& record : m_context.store().tokens().devices(job.user)) {
        if (record.device != own) {
            m_context.store().tokens().removeDevice(job.user, record.device);
        }
    }
    m_context.addHint(hint::AccountChanged{job.user});
    endSessions(otherSessions(job), ErrorCode::TokenRevoked);
}

} // namespace tidemark::server
