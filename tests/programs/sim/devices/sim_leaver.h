#pragma once

#include "app/lab/world/devices/sim_device.h"
#include "app/lab/world/plan.h"
#include "core/base/random.h"
#include "core/domain/protocol.h"
#include "server-stub/hub/contract/stores/store.h"
#include "tests/programs/sim/devices/sim_asker.h"

#include <optional>
#include <string>
#include <vector>

namespace tidemark::sim {

/// A user whose account the operator deletes in the run. Until then the user enters and makes conversations,
/// writes, mentions others and reacts there. The numbers of the others must follow when all this goes.
class SimLeaver final : private SimAsker {
public:
    /// `others`: the names of the other users.
    SimLeaver(const Plan& plan, Scheduler& scheduler, SimNetwork& network, std::vector<std::string> others);

    /// Makes a request, if the last one has its answer.
    void act();
    [[nodiscard]] bool hasAccount() const { return m_hasAccount; }
    /// Call before the account is deleted: makes no request any more.
    void end();
    [[nodiscard]] bool hasEnded() const { return m_hasEnded; }
    [[nodiscard]] static std::string name() { return "gone"; }

    /// The server has nothing of the account that should have gone. Throws Violation.
    static void checkServer(server::Store& store, const Plan& plan);
    /// The device knows that the account is gone. Throws Violation.
    static void checkDevice(SimDevice& device, server::Store& store);

private:
    /// A conversation of the user, as it was told last.
    struct Place {
        ConversationId conversation;
        LogEpoch logEpoch;
        Seq head;
    };

    [[nodiscard]] std::optional<protocol::ClientFrame> nextRequest() override;
    void take(const protocol::ServerFrame& answer) override;
    void wasLost() override {}
    [[nodiscard]] protocol::ClientFrame gather();
    [[nodiscard]] const std::string& anybody() { return m_others[m_random.below(m_others.size())]; }

    SplitMix64 m_random;
    std::vector<std::string> m_others;
    std::vector<Place> m_places;
    std::uint64_t m_lines = 0;
    bool m_hasAccount = false;
    bool m_hasEnded = false;
};

} // namespace tidemark::sim
