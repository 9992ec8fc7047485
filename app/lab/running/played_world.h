#pragma once

#include "app/lab/running/links.h"
#include "app/lab/running/moment.h"
#include "app/lab/scenario/scenario.h"
#include "app/lab/world/scheduler.h"

#include <memory>
#include <string>
#include <vector>

namespace tidemark::lab {

/// A world that plays a scenario, event by event, until it rests. Each way to count has its own kind of
/// world. Everything follows from the scenario: to go back, make the world again and run it to that event.
class PlayedWorld {
public:
    virtual ~PlayedWorld() = default;

    /// Runs the next event: an action, the arrival of a frame, or one step of a device or server. Returns
    /// false at rest.
    bool step();
    /// Runs all events through this time of the scenario.
    void runUntil(Milliseconds at);
    /// Likewise, but stops as soon as a frame is sent.
    void runUntilFrame(Milliseconds at);
    /// Runs the events before this one.
    void runToEvent(std::size_t event);
    void runToRest();

    /// Keeps the world from its rest after the last action, so that actions can be added; or lets it rest.
    void setOpen(bool isOpen);
    /// Whether the world can take this action. If it cannot, make it again from a scenario with the action.
    [[nodiscard]] virtual bool canAdd(const Action& action) const = 0;
    /// Adds an action one millisecond from now, as if the scenario had had it from the beginning: the world
    /// is the same as one that is made from scenario(). Preconditions: the world is open, and canAdd().
    void add(Action action);

    [[nodiscard]] bool isAtRest() const { return m_isAtRest; }
    /// The time since the beginning of the scenario.
    [[nodiscard]] Milliseconds now() const;
    [[nodiscard]] const std::vector<Event>& events() const { return m_events; }
    /// The number of steps so far.
    [[nodiscard]] std::uint64_t steps() const { return m_steps; }
    [[nodiscard]] std::uint64_t frames() const { return m_frames; }
    [[nodiscard]] const Scenario& scenario() const { return m_scenario; }

    /// Everything that one sees now.
    [[nodiscard]] virtual Moment moment() = 0;
    /// The numbers that devices show now, with the true ones: of each conversation, and the total.
    [[nodiscard]] virtual std::vector<ShownNumber> numbers() = 0;
    /// Everything else that is wrong now: sentences. Call it at rest.
    [[nodiscard]] virtual std::vector<std::string> findings() = 0;

protected:
    explicit PlayedWorld(const Scenario& scenario);

    /// Plans the scenario's actions, from now on. Call it when everything is set up.
    void begin();
    /// Does one action on a device, a server or the database; `device` is its place, or 0.
    virtual void perform(const Action& action, std::size_t device) = 0;
    /// Ends all faults: starts servers and devices, and connects them.
    virtual void mendEverything() = 0;
    /// Empty if nothing moves any more, or else why not.
    [[nodiscard]] virtual std::string whatMoves() = 0;

    void note(Event::Kind kind, std::string from, std::string words, std::string to = {},
              std::uint64_t frame = 0);
    [[nodiscard]] sim::Scheduler& scheduler() { return m_scheduler; }
    [[nodiscard]] const sim::Scheduler& scheduler() const { return m_scheduler; }
    [[nodiscard]] Links& links() { return m_links; }
    [[nodiscard]] const std::vector<std::string>& deviceNames() const { return m_deviceNames; }
    [[nodiscard]] std::size_t placeOf(const std::string& device) const;
    void countFrame() { ++m_frames; }
    /// The world has broken a condition and cannot go on.
    void fail(std::string finding);
    [[nodiscard]] const std::vector<std::string>& failures() const { return m_failures; }
    [[nodiscard]] Milliseconds since(Instant when) const;

private:
    /// Whether an event is due through this time.
    [[nodiscard]] bool isDue(Milliseconds at) const;
    /// Lets the time pass to `at`, if nothing is due before.
    void idleUntil(Milliseconds at);
    void planRest();
    void act(const Action& action);
    void actOn(const Action& action, std::size_t device);
    void rest();
    void lookWhetherQuiet();

    Scenario m_scenario;
    sim::Scheduler m_scheduler;
    std::vector<std::string> m_deviceNames;
    Links m_links;
    Instant m_begin{};
    Instant m_mended{};
    bool m_isAtRest = false;
    bool m_isOpen = false;
    std::uint64_t m_restPlans = 0; ///< only the newest one counts
    std::vector<Event> m_events;
    std::vector<std::string> m_failures;
    std::uint64_t m_steps = 0;
    std::uint64_t m_frames = 0;
};

/// The names of all devices, in the order of the scenario.
[[nodiscard]] std::vector<std::string> devicesOf(const Scenario& scenario);

} // namespace tidemark::lab
