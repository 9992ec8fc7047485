#pragma once

#include "app/lab/running/played_world.h"
#include "app/lab/world/defects.h"

#include <QObject>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tidemark::lab {

/// The scenario that is played, the moment that is shown, and the counters at the same moment. Going back
/// plays the scenario again from its beginning. Lives on one thread; knows no widgets and no real time.
class LabController : public QObject {
    Q_OBJECT
public:
    /// `defect`: is switched on in Tidemark's world.
    explicit LabController(sim::Defect defect = sim::Defect::None, QObject* parent = nullptr);
    ~LabController() override;

    /// Goes to the beginning of another scenario. Returns why its world cannot be made, and changes nothing
    /// then.
    [[nodiscard]] std::optional<std::string> load(const Scenario& scenario);
    [[nodiscard]] bool isLoaded() const { return m_world != nullptr; }
    /// The scenario with everything that was done by hand. Precondition of this and all below: isLoaded().
    [[nodiscard]] const Scenario& scenario() const { return m_world->scenario(); }
    /// The same as it is saved: without the expectations of the first scenario if something was done by hand.
    [[nodiscard]] Scenario savedScenario() const;
    [[nodiscard]] bool isChangedByHand() const { return m_isChanged; }

    /// The way of the counters beside Tidemark.
    [[nodiscard]] Way way() const { return m_way; }
    void setWay(Way way);

    /// Runs to the next event.
    void stepForward();
    /// Goes back to the moment before the last event.
    void stepBack();
    void toStart();
    /// Goes to the moment after the first `events` events, forward or back.
    void goTo(std::size_t events);
    void runToRest();
    /// Lets time pass, also parts of milliseconds. If nothing is under way, stops when a frame is sent.
    void advance(double milliseconds);

    /// Does something one millisecond from now, and keeps the world from its rest until letRest(). Returns
    /// why the scenario cannot have this action, and changes nothing then.
    [[nodiscard]] std::optional<std::string> act(Action action);
    /// Ends all faults after two seconds; if the last action is older, mends all links first.
    void letRest();
    [[nodiscard]] bool isHeld() const { return m_isHeld; }

    [[nodiscard]] bool isAtRest() const { return m_world->isAtRest(); }
    /// The time of the moment, in milliseconds since the beginning, with the part that has passed of the
    /// next.
    [[nodiscard]] double shownAt() const;
    [[nodiscard]] const Moment& moment() const { return m_moment; }
    [[nodiscard]] const Moment& counters() const { return m_counterMoment; }
    /// All events that are known, also those after the moment.
    [[nodiscard]] const std::vector<Event>& events() const { return m_events; }
    /// The number of events before the moment.
    [[nodiscard]] std::size_t position() const { return m_world->events().size(); }
    /// At rest: everything beside the numbers that is wrong in Tidemark.
    [[nodiscard]] std::vector<std::string> findings() const;
    [[nodiscard]] const PlayedWorld& world() const { return *m_world; }

Q_SIGNALS:
    /// Another scenario, at its beginning; comes before the signals about its events and its moment.
    void loaded();
    /// Of the known events only the first `count` will be left, as soon as this signal has been handled.
    void eventsCut(std::size_t count);
    void eventsAdded();
    /// Another moment is shown, or other counters.
    void moved();
    /// Time has passed, and nothing else has changed.
    void timePassed();
    /// isHeld() or isChangedByHand() has changed.
    void handsChanged();

private:
    [[nodiscard]] std::unique_ptr<PlayedWorld> made(const Scenario& scenario) const;
    /// Makes the world again from the scenario, at its beginning.
    void restart(const Scenario& scenario);
    void makeCounters();
    /// Call after the world has run or was made again.
    void takeMoment();
    void readMoment();
    void takeEvents();
    void cutEvents();
    /// Puts the action in the scenario, one millisecond from now.
    [[nodiscard]] Scenario withAction(Action action) const;
    [[nodiscard]] bool isLastActionLongAgo() const;
    void keepEndOfFaults(Scenario& changed) const;
    void continueWith(const Scenario& scenario);

    sim::Defect m_defect;
    Way m_way = Way::TwoSteps;
    std::unique_ptr<PlayedWorld> m_world;
    std::unique_ptr<PlayedWorld> m_counterWorld;
    Moment m_moment;
    Moment m_counterMoment;
    std::vector<Event> m_events;
    std::vector<std::string> m_findings;
    double m_fraction = 0; ///< of a millisecond
    bool m_isHeld = false;
    bool m_isChanged = false;
};

} // namespace tidemark::lab
