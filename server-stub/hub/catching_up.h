#pragma once

#include "server-stub/hub/delivering.h"
#include "server-stub/hub/device_book.h"
#include "server-stub/hub/hub_context.h"

#include <vector>

namespace tidemark::server {

/// Brings a device's view of its conversations up to date: states first, so that badges are right before any
/// message is pulled.
class CatchingUp {
public:
    static constexpr std::size_t statesInFrame = 200;

    CatchingUp(HubContext& context, DeviceBook& devices, Delivering& delivering)
        : m_context(context), m_devices(devices), m_delivering(delivering)
    {
    }

    /// Answers a Hello of `session`, which is signed in: Welcome, with `nextToken` where the device is to use
    /// another one from now on (else it is empty), then all states that differ from `held`. A
    /// silent session gets no states, and one for totals only the totals; all but silent ones are told of
    /// their conversations from now on.
    void welcome(const Caller& caller, const Session& session, const std::vector<HeldState>& held,
                 std::string nextToken);
    void sync(const Caller& caller, const protocol::Sync& sync);
    void states(const Caller& caller, const protocol::GetStates& question);
    [[nodiscard]] Answer heartbeat(const Caller& caller, const protocol::Heartbeat& heartbeat);

private:
    /// Raises floors where they are due; `told` is as in Turn::stateChanged().
    [[nodiscard]] std::vector<ConversationState> differing(std::optional<Target> told,
                                                           std::vector<MemberRecord>& rows,
                                                           const std::vector<HeldState>& held);
    void watchAll(Target target, WatchLists& lists, const std::vector<MemberRecord>& rows);
    /// What a session that has just come is told of.
    void noteTold(const std::vector<MemberRecord>& rows);
    void tellReceipts(Target target, const std::vector<MemberRecord>& rows);
    void sendStates(const Caller& caller, std::vector<ConversationState> states);

    HubContext& m_context;
    DeviceBook& m_devices;
    Delivering& m_delivering;
};

} // namespace tidemark::server
