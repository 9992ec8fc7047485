#pragma once

#include "app/lab/world/devices/sim_device.h"
#include "app/lab/world/servers/sim_server.h"

#include <functional>
#include <string>
#include <vector>

namespace tidemark::sim {

/// These conditions must hold after quiescence. Each function throws Violation.

/// The device holds exactly the server's logs, its badges and its total.
void checkDevice(SimDevice& device, server::Store& store);
/// The actions of users on `devices` of one account have arrived once, and no read was lost.
void checkDiaries(const std::vector<SimDevice*>& devices, server::Store& store);
/// The device has the server's dots. No dot shows that is older than the account, or that was seen.
void checkDots(SimDevice& device, server::Store& store, const SimDatabase::DotHistory& history);
/// The snapshots of the feed are at the positions to which `devices` of one account have opened it.
void checkOpenings(const std::vector<SimDevice*>& devices, server::Store& store);
/// No other user can learn of a private read on `devices` of one account.
void checkPrivacy(const std::vector<SimDevice*>& devices, server::Store& store);
/// A device shows as delivered only entries that a device of another user holds. This holds at any time, in
/// all conversations but the exempt ones.
void checkDelivered(const SimDevice& device, const std::vector<const SimDevice*>& others,
                    const std::function<bool(ConversationId)>& isExempt);
/// An online device knows within seconds every log's head, if nothing gets lost.
void checkTimely(const SimDevice& device, server::Store& store, UnixMs now);
/// The server knows how far `devices` of one account hold every log with messages of others.
void checkDeliveries(const std::vector<SimDevice*>& devices, server::Store& store);
/// `device` shows the server's values for others' reads and deliveries, whatever was lost.
void checkMarks(const SimDevice& device, server::Store& store);
/// Prefix counts, cursors and logs of the server equal a recount. At `now` no trimmed or expired message is
/// unread, and no mute is overdue. `gone`: the names of users without devices.
void checkServer(server::Store& store, const Plan& plan, UnixMs now, const std::vector<std::string>& gone);

} // namespace tidemark::sim
