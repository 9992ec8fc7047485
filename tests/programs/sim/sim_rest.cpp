#include "app/lab/world/checks.h"
#include "app/lab/world/servers/sim_drafts.h"
#include "app/lab/world/servers/sim_ignoring.h"
#include "app/lab/world/servers/sim_invitations.h"
#include "app/lab/world/servers/sim_schedules.h"
#include "app/lab/world/sim_clearing.h"
#include "app/lab/world/sim_hiding.h"
#include "tests/programs/sim/sim_world.h"

#include <algorithm>

namespace tidemark::sim {

namespace {

std::string describeUnsent(SimDevice& device)
{
    std::string text = device.engine().isFlushed() ? "" : ", not flushed";
    const Snapshot stored = device.store().load();
    for (const CursorIntent& intent : stored.intents) {
        text += "; intent of conversation " + std::to_string(intent.conversation.value)
                + (intent.mark ? " with mark" : "") + " to "
                + std::to_string(intent.readSeq.value_or(Seq()).value);
    }
    for (const PendingMessage& message : stored.pending) {
        text += "; pending in conversation " + std::to_string(message.conversation.value) + " state "
                + std::to_string(static_cast<int>(message.state)) + " seq "
                + std::to_string(message.seq.value);
    }
    return text;
}

} // namespace

bool SimWorld::isQuiet()
{
    return whatIsNotQuiet().empty();
}

std::string SimWorld::whatIsNotQuiet()
{
    if (std::any_of(m_servers.begin(), m_servers.end(),
                    [](const auto& server) { return !server->isUp() || !server->isIdle(); })) {
        return "a server is busy";
    }
    if (std::any_of(m_operations.begin(), m_operations.end(),
                    [](const Operation& one) { return !one.isDone; })) {
        return "the operator waits for an answer";
    }
    if (store().deletions().next()) {
        return "the deleted account is not removed yet";
    }
    // The server may have expired messages at this instant, and the devices do not know it yet.
    if (m_network.framesUnderWay() > 0) {
        return "frames are under way";
    }
    for (SimDevice* device : allDevices()) {
        if (!device->isUp()) {
            return device->label() + " is not running";
        }
        if (!device->areFilesQuiet()) {
            return device->label() + " moves files";
        }
        if (!device->engine().isQuiescent()) {
            return device->label() + " is not quiescent, phase "
                   + std::to_string(static_cast<int>(device->engine().connection().phase))
                   + describeUnsent(*device);
        }
    }
    return {};
}

void SimWorld::settle()
{
    if (m_attacker) {
        m_attacker->stop();
    }
    if (m_courier) {
        m_courier->settle();
    }
    if (m_stranger) {
        m_stranger->settle();
    }
    m_network.setCalm();
    m_bus.setCalm();
    for (const auto& server : m_servers) {
        server->setCalm();
        if (m_courier) {
            server->die(); // a server that starts removes what an earlier crash has left
        }
    }
    for (SimDevice* device : allDevices()) {
        device->setCalm();
        device->start();
        device->feed(input::Connect{});
    }
    m_clock.setAhead(Milliseconds(0));
    // From then on the server knows exactly which messages are too old.
    if (m_plan.unreadExpiresAfter) {
        m_scheduler.runUntil(m_scheduler.now() + *m_plan.unreadExpiresAfter + maxUncounted);
    }
    if (m_plan.hasAvatars()) {
        showAvatars();
    }
    // This is long enough for two heartbeats of the slowest device after the last repair.
    for (int round = 0; round < 12; ++round) {
        for (int pause = 0; pause < 40; ++pause) {
            actOfOthers();
            deleteLeaver();
            m_scheduler.runUntil(m_scheduler.now() + Milliseconds(1000));
        }
        for (SimDevice* device : allDevices()) {
            device->feed(input::Connect{});
        }
        askServer();
        if (round >= 2 && isQuiet() && areOthersDone()) {
            if (m_courier) {
                // Time to trim the last messages, and to remove their files.
                m_scheduler.runUntil(m_scheduler.now() + Milliseconds(m_plan.keepEntries ? 15000 : 5000));
                // First, because it says more about a lost file.
                if (m_plan.hasAvatars()) {
                    m_avatars.check(allDevices(), store(), m_database.files());
                }
                m_courier->check(store(), m_database.files());
            }
            return;
        }
    }
    throw Violation("no quiescence within eight minutes: "
                    + (areOthersDone() ? whatIsNotQuiet() : "the courier or the stranger waits"));
}

void SimWorld::showAvatars()
{
    // A device asks again for a picture that it has asked for only after some minutes.
    constexpr int pauses = 6;
    constexpr Milliseconds pause{60000};
    for (int i = 0; i < pauses; ++i) {
        for (SimDevice* device : allDevices()) {
            device->feed(input::Connect{});
            AvatarLife::showAll(*device);
        }
        m_scheduler.runUntil(m_scheduler.now() + pause);
    }
}

bool SimWorld::areOthersDone() const
{
    return (!m_courier || m_courier->isDone()) && (!m_stranger || m_stranger->isDone())
           && (!m_leaver || m_leaver->hasEnded());
}

void SimWorld::actOfOthers()
{
    if (m_courier) {
        m_courier->act();
    }
    if (m_stranger) {
        m_stranger->act();
    }
    if (m_leaver) {
        m_leaver->act();
    }
}

bool SimWorld::isAttackersToo(ConversationId conversation)
{
    const auto isIn = [&](const std::string& name) {
        const auto account = store().accounts().byName(name);
        return account && store().members().find(conversation, account->id);
    };
    return (m_attacker && isIn(SimAttacker::name())) || (m_leaver && isIn(SimLeaver::name()));
}

void SimWorld::checkMarksOfAll()
{
    for (const Person& person : m_people) {
        std::vector<const SimDevice*> others;
        for (const Person& other : m_people) {
            for (const auto& device : other.devices) {
                if (&other != &person) {
                    others.push_back(device.get());
                }
            }
        }
        for (const auto& device : person.devices) {
            if (device->isUp()) {
                checkDelivered(*device, others, [this](ConversationId id) { return isAttackersToo(id); });
            }
            if (device->isUp() && m_plan.hasNoFaults && !m_plan.clockJumps) {
                checkTimely(*device, store(), UnixMs{m_scheduler.now().time_since_epoch().count()});
            }
        }
    }
}

void SimWorld::checkOperations()
{
    const auto list = store().conversations().noticeList();
    for (const Operation& operation : m_operations) {
        const auto* notice = std::get_if<server::Announce>(&operation.request);
        if (notice == nullptr) {
            continue;
        }
        const auto sent = store().log().sent(list.value_or(ConversationId()), UserId(), notice->uuid);
        if (!sent || sent->seq != operation.seq) {
            throw Violation("I12: a notice is not where it was said to be");
        }
    }
}

void SimWorld::checkAtRest(RunStatistics& outcome)
{
    checkServer(store(), m_plan, UnixMs{m_scheduler.now().time_since_epoch().count()},
                {SimAttacker::name(), SimCourier::name(), SimStranger::name(), SimLeaver::name()});
    if (m_leaver) {
        SimLeaver::checkServer(store(), m_plan);
    }
    for (const Person& person : m_people) {
        std::vector<SimDevice*> devices;
        for (const auto& device : person.devices) {
            checkDevice(*device, store());
            checkDots(*device, store(), m_database.dots());
            checkMarks(*device, store());
            m_reactionTruth.check(*device, store());
            checkIgnored(*device, store());
            checkFolders(*device, store());
            checkInvitations(*device, store());
            checkCleared(*device, store());
            checkHidden(*device, store());
            if (m_leaver) {
                SimLeaver::checkDevice(*device, store());
            }
            if (!m_plan.restoresBackup) {
                checkDrafts(*device, store());
                checkScheduled(*device, store());
            }
            device->checkFiles();
            devices.push_back(device.get());
            outcome.mismatches += static_cast<std::uint64_t>(device->mismatches());
            outcome.acknowledged += device->diary().acked.size();
        }
        checkPrivacy(devices, store());
        checkDeliveries(devices, store());
        // Actions that were lost with the server's database need not hold.
        if (!m_plan.restoresBackup) {
            checkDiaries(devices, store());
            checkOpenings(devices, store());
            checkPendingReactions(devices, store());
            checkSeenReactions(devices, store());
            checkPendingIgnores(devices, store());
            checkFolderWishes(devices, store());
            checkClearWishes(devices, store());
            checkHideWishes(devices, store());
            checkTexts(devices, store());
            checkSends(devices, store(), m_clock.wall());
        }
    }
    if (!m_plan.restoresBackup) {
        checkOperations();
    }
    // A heartbeat may come after one server has stored a change and before another has received the hint.
    if (m_plan.servers == 1 && m_plan.keepsFrameOrder() && outcome.mismatches > 0) {
        throw Violation("a device and the server disagreed although no frame was lost");
    }
}

} // namespace tidemark::sim
