#include "server-stub/hub/requests/accounts.h"

#include "core/domain/bounded_name.h"
#include "core/domain/request_caps.h"
#include "core/names/label.h"
#include "core/names/name_keys.h"
#include "server-stub/hub/contract/request_cost.h"
#include "server-stub/hub/contract/text_rules.h"

#include <algorithm>
#include <utility>

namespace tidemark::server {

using protocol::ErrorCode;

namespace {

/// Length of a token, and of the salt from which the next token is derived.
constexpr std::size_t tokenBytes = 32;

std::string randomBytes(Secrets& secrets)
{
    std::string bytes;
    while (bytes.size() < tokenBytes) {
        const std::uint64_t random = secrets.random64();
        for (unsigned shift = 0; shift < 64; shift += 8) {
            bytes.push_back(static_cast<char>(random >> shift));
        }
    }
    return bytes;
}

/// For an account that is deleted or disabled.
ErrorCode whyNoAccess(const AccountRecord& account)
{
    return account.deleted ? ErrorCode::AccountDeleted : ErrorCode::AccountDisabled;
}

} // namespace

void Accounts::connected(const Connected& connected)
{
    m_context.sessions().connect(connected.connection);
    if (!connected.address.empty()) {
        m_addresses.insert_or_assign(connected.connection, connected.address);
    }
}

void Accounts::signUp(const Caller& caller, const protocol::Register& request)
{
    if (const auto error = checkRegister(request)) {
        return m_context.turn().refuse(caller, *error);
    }
    Grant grant{request.name, request.token, request.device, boundedName(request.deviceName)};
    // Check this before the name: an account from before today's rules for names still gets its own answer.
    if (answerAgain(caller, grant)) {
        return;
    }
    auto name = accountNameOf(request.name, m_context.config().limits.maxNameBytes);
    if (!name) {
        return m_context.turn().refuse(caller, ErrorCode::NameInvalid);
    }
    if (!request.password.empty() && !isValidPassword(request.password)) {
        return m_context.turn().refuse(caller, ErrorCode::PasswordInvalid);
    }
    grant.name = *std::move(name);
    if (answerTaken(caller, grant)) {
        return;
    }
    if (request.password.empty()) {
        return create(caller, grant, {});
    }
    if (const auto ticket = beginJob({caller, std::move(grant), {}})) {
        m_context.turn().add(HashPassword{*ticket, request.password});
    } else {
        m_context.turn().refuse(caller, ErrorCode::TooFast, retryAfterJob);
    }
}

std::optional<ErrorCode> Accounts::checkRegister(const protocol::Register& request) const
{
    if (!protocol::commonVersion(request.protocolVersion)) {
        return ErrorCode::ProtocolVersion;
    }
    if (!m_context.config().registrationOpen) {
        return ErrorCode::RegistrationClosed;
    }
    if (request.token.size() != tokenBytes) {
        return ErrorCode::Malformed;
    }
    return std::nullopt;
}

void Accounts::signIn(const Caller& caller, const protocol::SignIn& request)
{
    if (!protocol::commonVersion(request.protocolVersion)) {
        return m_context.turn().refuse(caller, ErrorCode::ProtocolVersion);
    }
    if (request.token.size() != tokenBytes) {
        return m_context.turn().refuse(caller, ErrorCode::Malformed);
    }
    // No account has a name or a password this long. Refuse early, because both would stay in memory until
    // the password is compared.
    if (request.password.size() > maxPasswordBytes
        || request.name.size() > m_context.config().limits.maxNameBytes) {
        return m_context.turn().refuse(caller, ErrorCode::BadCredentials);
    }
    // Unknown names and accounts without a password take the same path, so that the time to answer reveals
    // nothing.
    const AccountRecord account =
        m_context.store().accounts().meantBy(request.name).value_or(AccountRecord());
    beginVerifying({caller,
                    {account.name, request.token, request.device, boundedName(request.deviceName)},
                    account.id,
                    attemptOf(caller, request.name, request.device, account.id)},
                   request.password, account.passwordHash);
}

void Accounts::beginVerifying(Job job, const std::string& password, const std::string& passwordHash)
{
    const Caller caller = job.caller;
    const SignInGuard::Attempt attempt = *job.attempt;
    const Milliseconds wait = m_guard.wait(attempt, m_context.now());
    if (wait > Milliseconds(0)) {
        m_context.count(&HubStats::signInsHeldBack);
        return m_context.turn().refuse(caller, ErrorCode::TooFast, wait);
    }
    job.comparedWith = passwordHash;
    if (const auto ticket = beginJob(std::move(job))) {
        m_guard.begun(attempt, m_context.now());
        publishAttempt(attempt, hint::SignInTried::Outcome::Begun);
        m_context.turn().add(VerifyPassword{*ticket, password, passwordHash});
    } else {
        m_context.turn().refuse(caller, ErrorCode::TooFast, retryAfterJob);
    }
}

SignInGuard::Attempt Accounts::attemptOf(const Caller& caller, const std::string& name, DeviceId device,
                                         UserId user)
{
    // Fold the name, so that other spellings of its case give an attacker no further attempts.
    SignInGuard::Attempt attempt{m_context.secrets().hashOf(nameFold(name))};
    if (const auto address = m_addresses.find(caller.target.connection); address != m_addresses.end()) {
        attempt.address = address->second;
    }
    attempt.knownDevice = isDeviceOf(user, device) ? device : DeviceId();
    return attempt;
}

void Accounts::hello(const Caller& caller, const protocol::Hello& hello)
{
    if (!protocol::commonVersion(hello.protocolVersion)) {
        return m_context.turn().refuse(caller, ErrorCode::ProtocolVersion);
    }
    const TokenHash hash = m_context.secrets().hashOf(hello.token);
    const auto token = m_context.store().tokens().find(hash);
    const auto account = token ? m_context.store().accounts().find(token->user) : std::nullopt;
    if (!account) {
        return m_context.turn().refuse(caller, ErrorCode::TokenRevoked);
    }
    if (account->deleted || account->disabled) {
        return m_context.turn().refuse(caller, whyNoAccess(*account));
    }
    if (isOfAnotherDevice(*token, hello)) {
        return m_context.turn().refuse(caller, ErrorCode::TokenRevoked);
    }
    const Milliseconds wait = m_context.limiter().take(
        account->id, Operation::Other, costOf(hello, m_context.config().limits), m_context.now());
    if (wait > Milliseconds(0)) {
        return m_context.turn().refuse(caller, ErrorCode::TooFast, wait);
    }
    leave(caller.target);
    const ConnectionId connection = caller.target.connection;
    const Limits& limits = m_context.config().limits;
    const bool hasAllSessions =
        limits.maxSessionsPerUser != 0
        && m_context.sessions().sessionCountOf(account->id) >= limits.maxSessionsPerUser;
    if (hasAllSessions || m_context.sessions().sessionsOn(connection) >= limits.maxSessionsPerConnection
        || m_context.sessions().connectionsOf(account->id, connection) >= limits.maxConnectionsPerUser) {
        return m_context.turn().refuse(caller, ErrorCode::TooManyConnections);
    }
    std::string nextToken;
    if (token->isNext) {
        adopt(hash, *token);
    } else if (mayRenew(hello, *account)) {
        nextToken = renewed(hello.token, hash, *token);
    }
    const bool isTotalsOnly = hello.totalsOnly && !hello.silent;
    const Session session{account->id,  hash,          hello.silent,
                          isTotalsOnly, token->device, boundedName(hello.deviceName)};
    m_context.sessions().signIn(caller.target, session);
    m_context.turn().touch(connection);
    if (!session.silent) {
        m_notices.arrived(caller, *account);
    }
    m_devices.arrived(caller.target, hello);
    m_catchingUp.welcome(caller, session, hello, std::move(nextToken));
    if (!session.silent) {
        m_dots.greet(caller.target, session.user);
    }
}

bool Accounts::isOfAnotherDevice(const TokenRecord& token, const protocol::Hello& hello)
{
    // A program with a token from outside has a device id that none of the user's devices has.
    return hello.device != token.device && !hello.keepsToken && isDeviceOf(token.user, hello.device);
}

bool Accounts::isDeviceOf(UserId user, DeviceId device)
{
    const std::vector<DeviceRecord> devices = m_context.store().tokens().devices(user);
    return std::any_of(devices.begin(), devices.end(),
                       [device](const DeviceRecord& record) { return record.device == device; });
}

bool Accounts::mayRenew(const protocol::Hello& hello, const AccountRecord& account)
{
    const bool keepsIt = !hello.silent && !hello.totalsOnly && !hello.keepsToken;
    // If the new token is lost, the user can sign in by password.
    return keepsIt && !account.passwordHash.empty();
}

std::string Accounts::renewed(const std::string& token, const TokenHash& hash, const TokenRecord& record)
{
    const Milliseconds age{m_context.wall().value - record.since.value};
    const Milliseconds oldest = m_context.config().rotateTokensAfter;
    if (oldest == Milliseconds(0) || age < oldest) {
        return {};
    }
    Secrets& secrets = m_context.secrets();
    const bool isGiven = !record.nextSalt.empty();
    const std::string salt = isGiven ? record.nextSalt : randomBytes(secrets);
    const TokenHash derived = secrets.hashOf(salt + token);
    std::string next(derived.begin(), derived.end());
    if (!isGiven) {
        m_context.store().tokens().putNext(hash, secrets.hashOf(next), salt);
    }
    return next;
}

void Accounts::adopt(const TokenHash& hash, const TokenRecord& token)
{
    m_context.store().tokens().adoptNext(hash, m_context.wall());
    for (const Target target : m_context.sessions().sessionsOf(token.user, token.device)) {
        m_context.turn().touch(target.connection);
    }
    m_context.sessions().renewToken(token.user, token.device, hash);
}

void Accounts::signOut(const Caller& caller)
{
    const Session session = *m_context.sessions().find(caller.target);
    m_context.store().tokens().remove(session.token);
    m_context.addHint(hint::AccountChanged{session.user});
    m_context.turn().reply(caller, protocol::Done());
    for (const Target target : m_context.sessions().sessionsWith(session.user, session.token)) {
        leave(target);
    }
}

void Accounts::revoke(const Caller& caller, DeviceId device)
{
    m_context.store().tokens().removeDevice(caller.user, device);
    m_context.addHint(hint::AccountChanged{caller.user});
    m_context.turn().reply(caller, protocol::Done());
    endSessions(m_context.sessions().sessionsOf(caller.user, device), ErrorCode::TokenRevoked);
}

void Accounts::received(const hint::SignInTried& tried)
{
    using Outcome = hint::SignInTried::Outcome;
    constexpr auto elsewhere = SignInGuard::Where::Elsewhere;
    const SignInGuard::Attempt attempt{tried.name, tried.address, tried.knownDevice};
    switch (tried.outcome) {
    case Outcome::Begun:
        return m_guard.begun(attempt, m_context.now(), elsewhere);
    case Outcome::Succeeded:
        return m_guard.succeeded(attempt, elsewhere);
    case Outcome::Cancelled:
        return m_guard.cancelled(attempt, elsewhere);
    }
}

void Accounts::publishAttempt(const SignInGuard::Attempt& attempt, hint::SignInTried::Outcome outcome)
{
    m_context.addHint(hint::SignInTried{attempt.name, attempt.address, attempt.knownDevice, outcome});
}

void Accounts::forgetJobsOf(UserId user)
{
    for (auto& [ticket, job] : m_jobs) {
        if (job.user == user) {
            job.user = UserId();
        }
    }
}

void Accounts::endSessions(std::vector<Target> targets, ErrorCode why)
{
    for (const Target target : targets) {
        leave(target);
    }
    if (!targets.empty()) {
        m_context.turn().add(Push{std::move(targets), protocol::Error{why, Milliseconds(0), {}}});
    }
}

void Accounts::passwordHashed(const PasswordHashed& result)
{
    const auto job = endJob(result.ticket);
    if (!job) {
        return;
    }
    if (result.hash.empty()) {
        return m_context.turn().refuse(job->caller, ErrorCode::Unavailable, retryAfterJob);
    }
    if (job->change) {
        return finishChange(*job, result.hash);
    }
    if (!answerTaken(job->caller, job->grant)) {
        create(job->caller, job->grant, result.hash);
    }
}

std::optional<UserId> Accounts::passwordVerified(const PasswordVerified& result)
{
    auto job = endJob(result.ticket);
    if (!job) {
        return std::nullopt;
    }
    if (!result.attempted) {
        m_guard.cancelled(*job->attempt);
        publishAttempt(*job->attempt, hint::SignInTried::Outcome::Cancelled);
        m_context.turn().refuse(job->caller, ErrorCode::TooFast, retryAfterJob);
        return std::nullopt;
    }
    // Lock the account. Otherwise another server could reset the password now without finding the new token,
    // which would then outlive the old password.
    const auto account = job->user.isValid() ? m_context.store().accounts().hold(job->user) : std::nullopt;
    if (!result.matches || !account) {
        m_context.turn().refuse(job->caller, ErrorCode::BadCredentials);
        return std::nullopt;
    }
    m_guard.succeeded(*job->attempt);
    publishAttempt(*job->attempt, hint::SignInTried::Outcome::Succeeded);
    if (account->passwordHash != job->comparedWith) {
        // Another server has changed the password meanwhile.
        m_context.turn().refuse(job->caller, ErrorCode::TooFast, retryAfterJob);
        return std::nullopt;
    }
    if (account->deleted || account->disabled) {
        m_context.turn().refuse(job->caller, whyNoAccess(*account));
        return std::nullopt;
    }
    if (job->change) {
        beginHashing(*std::move(job));
        return std::nullopt;
    }
    if (job->isDeletion) {
        return finishDeletion(*job);
    }
    if (!result.strongerHash.empty()) {
        m_context.store().accounts().putPasswordHash(account->id, result.strongerHash);
    }
    grantToken(job->caller, account->id, job->grant);
    return std::nullopt;
}

void Accounts::close(ConnectionId connection)
{
    m_addresses.erase(connection);
    if (const auto job = m_jobOf.find(connection); job != m_jobOf.end()) {
        m_jobs.erase(job->second);
        m_jobOf.erase(job);
    }
    const std::vector<Target> targets = m_context.sessions().targetsOn(connection);
    // Go backwards: removing from the end of the lists costs nothing.
    std::for_each(targets.rbegin(), targets.rend(),
                  [this](Target target) { m_context.stopNotifying(target); });
    m_context.sessions().close(connection);
    m_context.guard().forget(connection);
}

void Accounts::dropFreshJobs()
{
    for (const Ticket ticket : std::exchange(m_freshJobs, {})) {
        if (const auto job = m_jobs.find(ticket); job != m_jobs.end()) {
            if (job->second.attempt) {
                m_guard.cancelled(*job->second.attempt);
                publishAttempt(*job->second.attempt, hint::SignInTried::Outcome::Cancelled);
            }
            m_jobOf.erase(job->second.caller.target.connection);
            m_jobs.erase(job);
        }
    }
}

bool Accounts::answerAgain(const Caller& caller, const Grant& grant)
{
    const auto account = m_context.store().accounts().byName(grant.name);
    const auto token = m_context.store().tokens().find(m_context.secrets().hashOf(grant.token));
    if (!account || !token || token->user != account->id) {
        return false;
    }
    m_context.turn().reply(caller, protocol::Authenticated{{account->id, account->name}, grant.token});
    return true;
}

bool Accounts::answerTaken(const Caller& caller, const Grant& grant)
{
    if (answerAgain(caller, grant)) {
        return true;
    }
    if (!m_context.store().accounts().lookalikeOf(grant.name)) {
        return false;
    }
    m_context.turn().refuse(caller, ErrorCode::NameTaken);
    return true;
}

void Accounts::create(const Caller& caller, const Grant& grant, const std::string& passwordHash)
{
    if (m_context.store().tokens().find(m_context.secrets().hashOf(grant.token))) {
        // The token belongs to another account.
        return m_context.turn().refuse(caller, ErrorCode::BadCredentials);
    }
    grantToken(caller, m_context.store().accounts().insert(grant.name, passwordHash), grant);
}

void Accounts::grantToken(const Caller& caller, UserId user, const Grant& grant)
{
    const TokenHash hash = m_context.secrets().hashOf(grant.token);
    const auto owner = m_context.store().tokens().find(hash);
    if (owner && owner->user != user) {
        return m_context.turn().refuse(caller, ErrorCode::BadCredentials);
    }
    // The device's old token becomes invalid here: sign out the sessions that use it.
    for (const Target target : m_context.sessions().sessionsOf(user, grant.device)) {
        if (m_context.sessions().find(target)->token != hash) {
            leave(target);
        }
    }
    m_context.store().tokens().put(hash, user, grant.device, grant.deviceName, m_context.wall());
    forgetOldest(user, grant.device);
    m_context.addHint(hint::AccountChanged{user});
    m_context.turn().reply(caller, protocol::Authenticated{{user, grant.name}, grant.token});
}

void Accounts::forgetOldest(UserId user, DeviceId present)
{
    std::vector<DeviceRecord> devices = m_context.store().tokens().devices(user);
    if (devices.size() <= caps::maxDevices) {
        return;
    }
    std::erase_if(devices, [&](const DeviceRecord& one) {
        return one.device == present || !m_context.sessions().sessionsOf(user, one.device).empty();
    });
    const auto oldest =
        std::min_element(devices.begin(), devices.end(), [](const DeviceRecord& a, const DeviceRecord& b) {
            return a.lastContact < b.lastContact;
        });
    if (oldest != devices.end()) {
        m_context.store().tokens().removeDevice(user, oldest->device);
    }
}

bool Accounts::isBusyNetwork(ConnectionId connection) const
{
    const auto address = m_addresses.find(connection);
    if (address == m_addresses.end()) {
        return false;
    }
    const std::string network = SignInGuard::networkOf(address->second);
    const auto isOfIt = [&](const auto& job) {
        const auto other = m_addresses.find(job.first);
        return other != m_addresses.end() && SignInGuard::networkOf(other->second) == network;
    };
    return std::count_if(m_jobOf.begin(), m_jobOf.end(), isOfIt)
           >= static_cast<std::ptrdiff_t>(maxJobsOfNetwork);
}

std::optional<Ticket> Accounts::beginJob(Job job)
{
    if (isBusyNetwork(job.caller.target.connection)) {
        return std::nullopt;
    }
    const Ticket ticket(m_lastTicket.value + 1);
    if (!m_jobOf.try_emplace(job.caller.target.connection, ticket).second) {
        return std::nullopt;
    }
    m_lastTicket = ticket;
    m_jobs.emplace(ticket, std::move(job));
    m_freshJobs.push_back(ticket);
    return ticket;
}

std::optional<Accounts::Job> Accounts::endJob(Ticket ticket)
{
    auto node = m_jobs.extract(ticket);
    if (node.empty()) {
        return std::nullopt;
    }
    m_jobOf.erase(node.mapped().caller.target.connection);
    m_context.turn().expectAnswer(node.mapped().caller);
    return std::move(node.mapped());
}

void Accounts::leave(Target target)
{
    m_context.stopNotifying(target);
    m_context.sessions().signOut(target);
    m_context.turn().touch(target.connection);
}

} // namespace tidemark::server
