#pragma once

#include "app/lab/counters/counter_device.h"
#include "app/lab/counters/counter_service.h"
#include "app/lab/counters/seen_messages.h"
#include "app/lab/running/played_world.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tidemark::lab {

/// The usual way: the same scenario with unread counters that messages raise and reads set to zero.
class CounterWorld final : public PlayedWorld {
public:
    CounterWorld(const Scenario& scenario, Way way);

    [[nodiscard]] bool canAdd(const Action& /*action*/) const override { return true; }
    [[nodiscard]] Moment moment() override;
    [[nodiscard]] std::vector<ShownNumber> numbers() override;
    [[nodiscard]] std::vector<std::string> findings() override { return failures(); }

private:
    /// The device's end of a connection. Frames of an earlier connection do not arrive.
    struct Connection {
        std::uint64_t number = 0;
        std::size_t server = 0;
        Instant lastToServer{};
        Instant lastToDevice{};
    };

    void perform(const Action& action, std::size_t device) override;
    void performOnDevice(const Action& action, CounterDevice& device);
    void performInConversation(const Action& action, CounterDevice& device);
    void performOnServer(const Action& action);
    void performOnDatabase(const Action& action);
    void mendEverything() override;
    [[nodiscard]] std::string whatMoves() override;

    [[nodiscard]] CounterDevice::Wires wiresOf(std::size_t device);
    /// Chooses the server for a new connection; empty if there is none that can be reached.
    [[nodiscard]] std::optional<std::size_t> serverFor(std::size_t device) const;
    void carry(std::size_t device, bool toServer, const std::string& words,
               const std::function<void()>& arrive);
    void drop(std::size_t device);
    [[nodiscard]] std::vector<ShownNumber> numbersOf(const CounterDevice& device) const;
    void noteShown(const CounterDevice& device);

    CounterService m_service;
    SeenMessages m_seen;
    SeenMessages m_seenInBackup;
    std::vector<std::unique_ptr<CounterDevice>> m_devices;
    std::vector<Connection> m_connections;
    std::map<std::uint64_t, FrameAtMoment> m_underWay;
    std::uint64_t m_lastFrame = 0;
    std::map<std::pair<std::string, std::string>, std::int64_t> m_shown;
};

} // namespace tidemark::lab
