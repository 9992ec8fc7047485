#include "tests/programs/sim/random_plan.h"

#include "core/base/random.h"
#include "tests/support/fake_hash.h"

namespace tidemark::sim {

namespace {

void addRetention(RandomPlan& plan)
{
    SplitMix64 random(plan.seed * 0x9e3779b97f4a7c15U + 21);
    if (random.below(4) == 0) {
        plan.keepEntries = 3 + random.below(30);
    }
    if (random.below(5) == 0) {
        plan.unreadExpiresAfter = Milliseconds(3000 + static_cast<std::int64_t>(random.below(180000)));
    }
    if (random.below(3) == 0) {
        // This exceeds the five minutes after which a contact is stored again.
        plan.noticesForgetAfter = Milliseconds(400000);
    }
}

/// Every other run has several servers.
void addServers(RandomPlan& plan)
{
    SplitMix64 random(plan.seed * 0x9e3779b97f4a7c15U + 45);
    if (random.below(2) == 0) {
        return;
    }
    plan.servers = 2 + static_cast<int>(random.below(2));
    if (plan.hasNoFaults) {
        return;
    }
    plan.cutsBus = random.below(2) == 0;
    if (plan.seed % 2 == 1) {
        plan.faults.loseHint = random.below(2) == 0 ? 0 : static_cast<std::uint32_t>(random.below(300));
    }
    plan.faults.serverCrashBeforeHints =
        random.below(2) == 0 ? 0 : static_cast<std::uint32_t>(random.below(40));
}

/// Every third run has an attacker, but no run with a defect: users' actions must find the defect.
void addAttacker(RandomPlan& plan)
{
    SplitMix64 random(plan.seed * 0x9e3779b97f4a7c15U + 71);
    plan.hasAttacker = random.below(3) == 0 && plan.defect == Defect::None;
}

/// Every sixth run has a clock that jumps. It has one server, because the clocks of several servers must
/// agree.
void addClock(RandomPlan& plan)
{
    SplitMix64 random(plan.seed * 0x9e3779b97f4a7c15U + 57);
    const bool hasChance = random.below(6) == 0 && plan.defect == Defect::None;
    if (!hasChance && plan.defect != Defect::AgesForgotten) {
        return;
    }
    const auto limit = [&] { return Milliseconds(5000 + static_cast<std::int64_t>(random.below(120000))); };
    plan.clockJumps = true;
    plan.servers = 1;
    plan.keepEntries.reset();
    plan.restoresBackup = false;
    plan.keepFor = limit();
    plan.unreadExpiresAfter = limit();
    plan.faults.serverCrashBeforeHints = 0;
    plan.faults.loseHint = 0;
    plan.cutsBus = false;
}

/// Half of the runs that restore no backup and have a right clock have a user who sends files. Only one
/// server takes files.
void addCourier(RandomPlan& plan)
{
    const bool isForFiles = plan.defect >= Defect::BlobNotStored && plan.defect <= Defect::PartTwice;
    const bool isForReading = plan.defect >= Defect::HashAccepted && plan.defect <= Defect::TrimKeepsFile;
    SplitMix64 random(plan.seed * 0x9e3779b97f4a7c15U + 83);
    if (isForFiles || isForReading || plan.isForAvatars()) {
        plan.servers = 1;
        plan.restoresBackup = false;
        plan.keepEntries.reset();
    }
    if (plan.defect == Defect::TrimKeepsFile) {
        plan.keepEntries = 5;
    }
    if (plan.servers > 1) {
        plan.limits.maxFileBytes = 0;
        return;
    }
    const bool hasChance = plan.defect == Defect::None && random.below(2) == 0;
    plan.hasCourier = !plan.restoresBackup && !plan.keepFor
                      && (isForFiles || isForReading || plan.isForAvatars() || hasChance);
    plan.hasStranger = plan.hasCourier && !isForFiles && !plan.isForAvatars();
    plan.movesFiles = plan.hasCourier && !plan.keepEntries;
}

void addLimits(RandomPlan& plan)
{
    SplitMix64 random(plan.seed * 0x9e3779b97f4a7c15U + 33);
    plan.limits.sendsPerSecond = 20;
    plan.limits.sendBurst = 60;
    plan.limits.removesDeletedTexts = plan.isForDeletion() || plan.seed % 2 == 1;
    if (random.below(4) == 0) {
        plan.limits.sendsPerSecond = 3;
        plan.limits.sendBurst = 8;
    }
    if (random.below(4) == 0) {
        plan.limits.largeGroupMembers = 1;
    }
}

} // namespace

RandomPlan RandomPlan::of(std::uint64_t seed, Defect defect, bool trace)
{
    SplitMix64 random(seed * 0x2545f4914f6cdd1dU + 7);
    RandomPlan plan;
    plan.seed = seed;
    plan.defect = defect;
    plan.trace = trace;
    plan.hashOf = test::fakeHash;
    plan.hasNoFaults = seed % 4 == 0;
    plan.users = 2 + static_cast<int>(random.below(3));
    plan.devicesPerUser = 1 + static_cast<int>(random.below(3));
    addRetention(plan);
    addLimits(plan);
    addServers(plan);
    addAttacker(plan);
    plan.steps = 60 + static_cast<int>(random.below(80));
    const auto some = [&](std::uint64_t bound) {
        return static_cast<std::uint32_t>(random.below(3) == 0 ? 0 : random.below(bound + 1));
    };
    Faults& faults = plan.faults;
    // Every fourth run has no faults, and every second run keeps the promises of a WebSocket.
    if (plan.hasNoFaults) {
        addClock(plan);
        addCourier(plan);
        return plan;
    }
    faults.cutConnection = some(25);
    faults.clientCrashBeforeCommit = some(8);
    faults.clientCrashAfterCommit = some(12);
    faults.clientCommitFails = some(6);
    faults.serverCrashBeforeCommit = some(12);
    faults.serverCrashAfterCommit = some(12);
    faults.serverCommitFails = some(12);
    if (seed % 2 == 1) {
        faults.dropFrame = some(80);
        faults.doubleFrame = some(80);
        // In some runs frames are often out of order. States then arrive before the entries that they
        // cover, or long after.
        faults.reorderFrame = random.below(3) == 0 ? 800 : some(300);
        plan.losesPushes = random.below(4) == 0;
    }
    if (plan.defect == Defect::NoRebase) {
        // Late states and nothing that brings newer ones: otherwise the fault is seldom seen.
        faults = {.reorderFrame = 800};
        plan.losesPushes = false;
    }
    plan.restoresBackup = random.below(6) == 0;
    addClock(plan);
    addCourier(plan);
    return plan;
}

} // namespace tidemark::sim
