#pragma once

#include "tests/programs/sim/sim_device.h"
#include "tests/programs/sim/sim_server.h"

#include <functional>
#include <vector>

namespace tidemark::sim {

/// What must hold after quiescence; each throws Violation.

/// The device holds exactly the server's logs, its badges and its total.
void checkDevice(SimDevice& device, server::Store& store);
/// What the people did on `devices` of one account has arrived, once, and no read was lost.
void checkDiaries(const std::vector<SimDevice*>& devices, server::Store& store);
/// The device has the server's dots, and none lit that were there before the account, or that were seen.
void checkDots(SimDevice& device, server::Store& store, const SimDatabase::DotHistory& history);
/// The snapshots of the feed are where `devices` of one account have opened it.
void checkOpenings(const std::vector<SimDevice*>& devices, server::Store& store);
/// Nobody else can learn of a read on `devices` of one account that was private.
void checkPrivacy(const std::vector<SimDevice*>& devices, server::Store& store);
/// No device takes as delivered what no device of another has held. At any time, in all conversations but
/// those that are exempt.
void checkDelivered(const SimDevice& device, const std::vector<const SimDevice*>& others,
                    const std::function<bool(ConversationId)>& isExempt);
/// A device that is online knows within seconds how far every log goes: where nothing is lost.
void checkTimely(const SimDevice& device, server::Store& store, UnixMs now);
/// The server knows how far `devices` of one account hold every log in which others have written.
void checkDeliveries(const std::vector<SimDevice*>& devices, server::Store& store);
/// `device` shows what the server knows of the others' reading and of their devices, whatever was lost.
void checkMarks(const SimDevice& device, server::Store& store);
/// Prefix counts, cursors and logs of the server are right by recount, and at `now` nothing is unread that
/// was trimmed or is too old, and no mute is over its time.
void checkServer(server::Store& store, const Plan& plan, UnixMs now);

} // namespace tidemark::sim
