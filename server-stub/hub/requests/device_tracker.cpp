#include "server-stub/hub/requests/device_tracker.h"

#include "core/domain/bounded_name.h"

#include <algorithm>
#include <string>
#include <utility>

namespace tidemark::server {

namespace {

constexpr std::int64_t contactIntervalMs = std::int64_t{5} * 60 * 1000;

} // namespace

void DeviceTracker::arrived(Target target, const protocol::Hello& hello)
{
    const Session& session = *m_context.sessions().find(target);
    DeviceRecord record;
    for (DeviceRecord& one : m_context.store().tokens().devices(session.user)) {
        if (one.device == session.device) {
            record = std::move(one);
        }
    }
    const DeviceRecord before = record;
    if (std::string name = boundedName(hello.deviceName); !name.empty()) {
        record.name = std::move(name);
    }
    if (std::string name = boundedName(hello.clientName); !name.empty()) {
        record.clientName = std::move(name);
    }
    m_context.sessions().noteDevice(target, record, record == before);
    noteContact(target);
}

void DeviceTracker::compared(Target target, bool agrees)
{
    const Session& session = *m_context.sessions().find(target);
    // A session that is sent no states holds no data that could differ.
    if (!session.isListener()) {
        return;
    }
    DeviceRecord record = session.record;
    record.agrees = agrees;
    if (agrees) {
        record.agreedAt = m_context.wall();
    }
    m_context.sessions().noteDevice(target, record,
                                    session.isRecordStored && session.record.agrees == agrees);
    noteContact(target);
}

void DeviceTracker::noteContact(Target target)
{
    const Session& session = *m_context.sessions().find(target);
    // Take the absolute value: the clock may have been set back.
    const std::int64_t apartMs = std::abs(m_context.wall().value - session.record.lastContact.value);
    if (!session.isRecordStored || apartMs >= contactIntervalMs) {
        store(target);
    }
}

void DeviceTracker::store(Target target)
{
    const Session& session = *m_context.sessions().find(target);
    DeviceRecord record = session.record;
    record.lastContact = m_context.wall();
    m_context.store().tokens().putDevice(session.token, record);
    if (!session.silent) {
        m_context.store().accounts().raiseContact(session.user, m_context.wall());
        m_context.noteAgingWrite();
    }
    m_context.sessions().noteDevice(target, record, true);
}

Answer DeviceTracker::devices(const Caller& caller)
{
    protocol::Devices answer;
    for (const DeviceRecord& one : m_context.store().tokens().devices(caller.user)) {
        answer.devices.push_back({one.device, boundedName(one.name), boundedName(one.clientName), false,
                                  one.lastContact, one.agreedAt, one.agrees});
    }
    for (const Target target : m_context.sessions().sessionsOf(caller.user)) {
        const Session& session = *m_context.sessions().find(target);
        const auto found = std::find_if(answer.devices.begin(), answer.devices.end(),
                                        [&](const auto& one) { return one.id == session.device; });
        if (found != answer.devices.end()) {
            found->isConnected = true;
            found->lastContact = m_context.wall();
            found->agreedAt = session.record.agreedAt;
            found->agrees = session.record.agrees;
        }
    }
    return protocol::ServerFrame(std::move(answer));
}

} // namespace tidemark::server
