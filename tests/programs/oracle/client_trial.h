#pragma once

#include "tests/programs/oracle/device_side.h"
#include "tests/programs/oracle/history.h"
#include "tests/programs/oracle/hub_side.h"

#include <memory>
#include <vector>

namespace tidemark::oracle {

/// The oracle receives the same frames as the server. Devices with engine and store get them in random
/// portions, with lost or doubled pushes, while they are out of reach or killed at random.
class ClientTrial {
public:
    explicit ClientTrial(std::uint64_t seed);

    /// One random event. Throws Mismatch if a number differs.
    void step();
    /// All frames arrive. Then all devices must agree.
    void finish();
    [[nodiscard]] std::uint64_t comparisons() const;

private:
    void personActs();
    void deviceActs(DeviceSide& device);
    void disturb(DeviceSide& device);
    /// True if a frame was on its way to the server.
    bool carry(DeviceSide& device, std::uint64_t maxFrames);
    void pass(Milliseconds time);
    /// True if a frame was on its way.
    bool carryAll();

    Oracle m_oracle;
    History m_history;
    HubSide m_hub;
    std::vector<std::unique_ptr<DeviceSide>> m_devices;
    Instant m_now{Milliseconds(1000)};
};

} // namespace tidemark::oracle
