#include "app/lab/world/servers/sim_schedules.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace tidemark::sim {

namespace {

constexpr std::uint32_t allRecords = 1000000;

UserId authorOn(const SimDevice& device)
{
    return device.engine().account()->user.id;
}

/// The uuids of the user's messages in all logs, and how often each text was sent.
struct SentMessages {
    std::set<MessageUuid> uuids;
    std::map<std::string, int> texts;
};

SentMessages sentBy(UserId user, server::Store& store)
{
    SentMessages sent;
    for (const ConversationId id : store.conversations().all()) {
        const auto conversation = store.conversations().find(id);
        for (const Entry& entry : store.log().entries(id, Seq(), conversation->head, allRecords, false)) {
            const auto* message = entry.as<content::Message>();
            if (message != nullptr && entry.author == user) {
                sent.uuids.insert(entry.uuid);
                sent.texts[message->text] += message->forwarded.isValid() ? 0 : 1;
            }
        }
    }
    return sent;
}

} // namespace

void SimSchedules::put(const server::ScheduledRecord& record, std::uint64_t before)
{
    server::ScheduledRecord changed = record;
    if (m_defect == Defect::ScheduleCancelLost && record.scheduled.state == ScheduledState::Cancelled
        && before > 0) {
        if (const auto present = m_real.find(record.user, record.scheduled.uuid)) {
            changed.scheduled.message = present->scheduled.message;
            changed.scheduled.state = present->scheduled.state;
        }
    }
    m_real.put(changed, before);
}

std::vector<server::ScheduledRecord> SimSchedules::nextDue(std::uint32_t limit)
{
    std::vector<server::ScheduledRecord> due = m_real.nextDue(limit);
    if (m_defect == Defect::ScheduleForgotten) {
        // The times of other messages than the first of each user are forgotten.
        std::erase_if(due, [](const server::ScheduledRecord& one) { return one.scheduled.version % 2 == 0; });
    }
    return due;
}

void checkScheduled(SimDevice& device, server::Store& store)
{
    std::map<MessageUuid, ScheduledMessage> theirs;
    for (const server::ScheduledRecord& record : store.schedules().changes(authorOn(device), 0, allRecords)) {
        theirs[record.scheduled.uuid] = record.scheduled;
    }
    const Snapshot stored = device.store().load();
    if (stored.scheduled != device.engine().scheduled()) {
        throw Violation("S-I3: " + device.label() + ": the scheduled messages are not stored");
    }
    std::set<MessageUuid> listed;
    for (const LocalScheduled& ours : stored.scheduled) {
        if (!isAtServer(ours)) {
            continue;
        }
        listed.insert(ours.server.uuid);
        const auto found = theirs.find(ours.server.uuid);
        if (found == theirs.end() || found->second != ours.server) {
            throw Violation("S-I1: " + device.label() + ": the scheduled message \""
                            + ours.server.message.text + "\" is not that of the server");
        }
    }
    if (listed.size() != theirs.size()) {
        throw Violation("S-I1: " + device.label() + " lists " + std::to_string(listed.size())
                        + " scheduled messages; the server has " + std::to_string(theirs.size()));
    }
}

void checkSends(const std::vector<SimDevice*>& devices, server::Store& store, UnixMs wall)
{
    const UserId user = authorOn(*devices.front());
    const std::string& name = devices.front()->userName();
    const SentMessages sent = sentBy(user, store);
    std::set<MessageUuid> kept; // at devices, or given up by the user
    std::set<std::string> texts;
    for (const SimDevice* device : devices) {
        kept.insert(device->diary().scheduled.cancelled.begin(), device->diary().scheduled.cancelled.end());
        for (const LocalScheduled& one : device->engine().scheduled()) {
            if (one.intent || one.refused) {
                kept.insert(one.server.uuid);
            }
        }
        texts.insert(device->diary().scheduled.texts.begin(), device->diary().scheduled.texts.end());
    }
    for (const std::string& text : texts) {
        const auto found = sent.texts.find(text);
        if (found != sent.texts.end() && found->second > 1) {
            std::string what = "S-I1: ";
            what += name;
            what += ": the scheduled text \"";
            what += text;
            what += "\" was sent twice";
            throw Violation(what);
        }
    }
    for (const SimDevice* device : devices) {
        for (const MessageUuid& uuid : device->diary().scheduled.made) {
            const auto record = store.schedules().find(user, uuid);
            const bool isInLog = sent.uuids.contains(uuid);
            if (!record && !isInLog && !kept.contains(uuid)) {
                throw Violation("S-I1: " + name + ": a scheduled message is lost");
            }
            if (record && record->scheduled.state == ScheduledState::Cancelled && isInLog) {
                throw Violation("S-I2: " + name + ": a cancelled message was sent");
            }
            if (record && record->scheduled.state == ScheduledState::Sent && !isInLog) {
                throw Violation("S-I1: " + name + ": a message is not in the log that was sent");
            }
            // The server looks at due messages at least every ten seconds.
            constexpr std::int64_t lateMs = 60000;
            if (record && record->scheduled.state == ScheduledState::Waiting
                && record->scheduled.due.value + lateMs < wall.value) {
                throw Violation("S-I1: " + name + ": a message that is due was not sent");
            }
        }
    }
}

} // namespace tidemark::sim
