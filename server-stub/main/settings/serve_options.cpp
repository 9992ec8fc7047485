#include "server-stub/main/settings/serve_options.h"

#include "server-stub/postgres/session/database_url.h"

#include <sys/resource.h>

#include <algorithm>
#include <limits>

namespace tidemark::server {
namespace {

/// Open files that are not connections: database, log, libraries.
constexpr rlim_t otherFiles = 64;

/// Raises the limit of open files as far as allowed. Returns the number of connections that it leaves room
/// for.
std::size_t connectionsAllowed()
{
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) {
        return 1024 - otherFiles;
    }
    limit.rlim_cur = limit.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &limit);
    return limit.rlim_max > otherFiles ? static_cast<std::size_t>(limit.rlim_max - otherFiles) : 1;
}

constexpr std::uint64_t megabyte = 1000000;

constexpr Milliseconds day{std::int64_t{24} * 60 * 60 * 1000};

RetentionPolicy retentionOf(const ServeSettings& settings)
{
    RetentionPolicy policy;
    policy.keepEntries = settings.keepMessages;
    if (settings.keepDays) {
        policy.keepFor = day * *settings.keepDays;
    }
    if (settings.unreadExpiresDays) {
        policy.unreadExpiresAfter = day * *settings.unreadExpiresDays;
    }
    return policy;
}

void limitHub(Limits& limits, const ServeSettings& settings)
{
    limits.sendsPerSecond = settings.sendsPerSecond.value_or(limits.sendsPerSecond);
    limits.sendBurst = settings.sendBurst.value_or(limits.sendBurst);
    limits.requestsPerSecond = settings.requestsPerSecond.value_or(limits.requestsPerSecond);
    limits.requestBurst = settings.requestBurst.value_or(limits.requestBurst);
    limits.maxConnectionsPerUser = settings.connectionsPerUser.value_or(limits.maxConnectionsPerUser);
    limits.maxSessionsPerUser = settings.sessionsPerUser.value_or(limits.maxSessionsPerUser);
    limits.maxMemberships = settings.membershipsPerUser.value_or(limits.maxMemberships);
    limits.maxCreated = settings.groupsPerUser.value_or(limits.maxCreated);
    if (settings.fileMb) {
        limits.maxFileBytes = megabyte * *settings.fileMb;
    }
    if (settings.filesPerUserMb) {
        limits.maxUserBytes = megabyte * *settings.filesPerUserMb;
    }
    if (settings.transferKbPerSecond) {
        limits.transferBytesPerSecond = *settings.transferKbPerSecond * 1000;
    }
    limits.removesDeletedTexts = settings.removesDeletedTexts.value_or(limits.removesDeletedTexts);
    limits.maxPullEntries = settings.pullEntries.value_or(limits.maxPullEntries);
    limits.largeGroupMembers = settings.largeGroup.value_or(limits.largeGroupMembers);
}

constexpr std::chrono::seconds drainOfSeveral{10};

void limitShell(ShellLimits& limits, const ServeSettings& settings)
{
    limits.connectionsPerAddress = settings.connectionsPerAddress.value_or(limits.connectionsPerAddress);
    limits.proxies = settings.proxies;
    limits.maxConnections =
        std::min<std::size_t>(settings.maxConnections.value_or(limits.maxConnections), connectionsAllowed());
    if (settings.restartWindow) {
        limits.goAwayMax = std::chrono::seconds(*settings.restartWindow);
        limits.reconnectsPerSecond = 0;
    }
    // With PostgreSQL there may be other servers that the clients can move to.
    if (isDatabaseUrl(settings.database)) {
        limits.drain = drainOfSeveral;
    }
    if (settings.drain) {
        limits.drain = std::chrono::seconds(*settings.drain);
    }
    if (settings.reservedDiskMb) {
        limits.reservedDiskBytes = megabyte * *settings.reservedDiskMb;
    }
    PasswordCost& cost = limits.passwordCost;
    cost.memoryKib = settings.passwordMemoryMib.value_or(cost.memoryKib / 1024) * 1024;
    cost.passes = settings.passwordPasses.value_or(cost.passes);
}

} // namespace

ServerOptions optionsOf(const ServeSettings& settings)
{
    ServerOptions options;
    options.address = settings.listen.address;
    options.port = settings.listen.port;
    const bool isForThisMachine = isPrivate(options.address, settings.proxies);
    options.hub.registrationOpen = settings.registrationOpen.value_or(isForThisMachine);
    options.hub.adding = settings.adding.value_or(AddingPolicy::Known);
    options.hub.retention = retentionOf(settings);
    if (settings.allFilesMb) {
        options.hub.maxBlobBytes = megabyte * *settings.allFilesMb;
    }
    if (settings.noticesForgetDays) {
        options.hub.noticesForgetAfter = day * *settings.noticesForgetDays;
    }
    if (settings.rotateTokensDays) {
        options.hub.rotateTokensAfter = day * *settings.rotateTokensDays;
    }
    options.hub.limits = defaultLimits(isForThisMachine);
    limitHub(options.hub.limits, settings);
    limitShell(options.shell, settings);
    // Imports and tests may fill a turn, and nobody has to be kept from long turns and answers.
    if (isForThisMachine) {
        constexpr FairQueue::Cost turn = 400 * workPerToken;
        options.shell.turn = {turn, turn};
        options.shell.statesPerStep = std::numeric_limits<std::size_t>::max();
    }
    return options;
}

} // namespace tidemark::server
