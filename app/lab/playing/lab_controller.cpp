#include "app/lab/playing/lab_controller.h"

#include "app/lab/running/run.h"
#include "app/lab/scenario/scenario_text.h"
#include "app/lab/scenario/verbs.h"
#include "app/lab/world/plan.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tidemark::lab {

namespace {

constexpr Milliseconds oneMillisecond{1};
/// From the last action until all faults end, as the scenario's own rest has it.
constexpr Milliseconds pauseBeforeEnd{2000};

/// Keeps the actions in the order of their times, behind those of the same moment.
void insertAction(Scenario& scenario, Action action)
{
    const auto later = std::ranges::upper_bound(scenario.actions, action.at, {}, &Action::at);
    scenario.actions.insert(later, std::move(action));
}

Action mendOfEverything(Milliseconds at)
{
    Action mend;
    mend.at = at;
    mend.verb = Verb::Mend;
    mend.isForAll = true;
    return mend;
}

} // namespace

LabController::LabController(sim::Defect defect, QObject* parent) : QObject(parent), m_defect(defect) {}

LabController::~LabController() = default;

std::unique_ptr<PlayedWorld> LabController::made(const Scenario& scenario) const
{
    auto world = makeWorld(scenario, Way::Tidemark, m_defect);
    world->setOpen(m_isHeld);
    return world;
}

std::optional<std::string> LabController::load(const Scenario& scenario)
{
    const bool wasHeld = std::exchange(m_isHeld, false);
    try {
        m_world = made(scenario);
    } catch (const sim::Violation& violation) {
        m_isHeld = wasHeld;
        return violation.what();
    }
    m_isChanged = false;
    m_fraction = 0;
    cutEvents();
    makeCounters();
    readMoment();
    Q_EMIT loaded();
    takeEvents();
    Q_EMIT moved();
    Q_EMIT handsChanged();
    return std::nullopt;
}

Scenario LabController::savedScenario() const
{
    Scenario saved = scenario();
    if (m_isChanged) {
        saved.expectations.clear();
        saved.goesWrong.clear();
        saved.seen.clear();
        saved.walk = 0;
    }
    return saved;
}

void LabController::makeCounters()
{
    m_counterWorld = makeWorld(scenario(), m_way);
    m_counterWorld->setOpen(m_isHeld);
}

void LabController::setWay(Way way)
{
    if (std::exchange(m_way, way) != way && isLoaded()) {
        makeCounters();
        takeMoment();
    }
}

void LabController::restart(const Scenario& scenario)
{
    m_world = made(scenario);
    m_fraction = 0;
    makeCounters();
}

void LabController::stepForward()
{
    goTo(position() + 1);
}

void LabController::stepBack()
{
    const std::vector<Event>& events = m_world->events();
    if (events.empty()) {
        toStart();
        return;
    }
    const auto first = std::ranges::lower_bound(events, events.back().step, {}, &Event::step);
    goTo(static_cast<std::size_t>(first - events.begin()));
}

void LabController::toStart()
{
    restart(scenario());
    takeMoment();
}

void LabController::goTo(std::size_t events)
{
    if (events < position()) {
        restart(scenario());
    }
    m_fraction = 0;
    m_world->runToEvent(events);
    takeMoment();
}

void LabController::runToRest()
{
    letRest();
    m_fraction = 0;
    m_world->runToRest();
    takeMoment();
}

void LabController::advance(double milliseconds)
{
    if (isAtRest()) {
        return;
    }
    const std::uint64_t steps = m_world->steps() + m_counterWorld->steps();
    m_fraction += milliseconds;
    const double whole = std::floor(m_fraction);
    m_fraction -= whole;
    const Milliseconds to = m_world->now() + Milliseconds(static_cast<std::int64_t>(whole));
    if (m_moment.frames.empty()) {
        m_world->runUntilFrame(to);
    } else {
        m_world->runUntil(to);
    }
    if (m_world->now() < to) {
        m_fraction = 0; // a frame was sent before
    }
    m_counterWorld->runUntil(m_world->now());
    if (m_world->steps() + m_counterWorld->steps() == steps) {
        m_moment.at = m_world->now();
        m_counterMoment.at = m_world->now();
        Q_EMIT timePassed();
        return;
    }
    takeMoment();
}

Scenario LabController::withAction(Action action) const
{
    Scenario changed = scenario();
    action.at = m_world->now() + oneMillisecond;
    insertAction(changed, std::move(action));
    return changed;
}

bool LabController::isLastActionLongAgo() const
{
    const std::vector<Action>& actions = scenario().actions;
    return !actions.empty() && m_world->now() > actions.back().at + pauseBeforeEnd;
}

void LabController::continueWith(const Scenario& scenario)
{
    const Milliseconds now = m_world->now();
    restart(scenario);
    m_world->runUntil(now);
}

/// Faults end by themselves after the last action. If that has happened, the scenario says so, because a
/// later action would move that end.
void LabController::keepEndOfFaults(Scenario& changed) const
{
    const std::vector<Action>& before = scenario().actions;
    const bool hasFaults = std::ranges::any_of(
        before, [](const Action& action) { return formOf(action.verb).subject == Subject::Link; });
    if (!m_isHeld && hasFaults && isLastActionLongAgo()) {
        insertAction(changed, mendOfEverything(before.back().at + pauseBeforeEnd));
    }
}

std::optional<std::string> LabController::act(Action action)
{
    Scenario changed = withAction(action);
    keepEndOfFaults(changed);
    const auto readAgain = readScenario(writeScenario(changed));
    if (!readAgain) {
        return readAgain.error().message;
    }
    if (std::exchange(m_isHeld, true) && m_world->canAdd(action)) {
        m_world->add(std::move(action));
        makeCounters();
    } else {
        continueWith(changed);
    }
    m_isChanged = true;
    cutEvents();
    m_world->runUntil(m_world->now() + oneMillisecond);
    takeMoment();
    Q_EMIT handsChanged();
    return std::nullopt;
}

void LabController::letRest()
{
    if (!std::exchange(m_isHeld, false)) {
        return;
    }
    Scenario resting = scenario();
    if (isLastActionLongAgo()) {
        resting = withAction(mendOfEverything({}));
    }
    continueWith(resting);
    cutEvents();
    takeMoment();
    Q_EMIT handsChanged();
}

double LabController::shownAt() const
{
    return static_cast<double>(m_world->now().count()) + m_fraction;
}

/// Leaves only the events before the moment.
void LabController::cutEvents()
{
    const std::size_t left = std::min(position(), m_events.size());
    Q_EMIT eventsCut(left);
    m_events.resize(left);
}

void LabController::takeEvents()
{
    const std::vector<Event>& now = m_world->events();
    if (now.size() > m_events.size()) {
        m_events.insert(m_events.end(), now.begin() + static_cast<std::ptrdiff_t>(m_events.size()),
                        now.end());
    }
    Q_EMIT eventsAdded();
}

void LabController::takeMoment()
{
    readMoment();
    takeEvents();
    Q_EMIT moved();
}

void LabController::readMoment()
{
    m_moment = m_world->moment();
    m_findings = isAtRest() ? m_world->findings() : std::vector<std::string>();
    if (isAtRest()) {
        m_counterWorld->setOpen(false);
        m_counterWorld->runToRest();
    } else {
        m_counterWorld->runUntil(m_world->now());
    }
    m_counterMoment = m_counterWorld->moment();
}

std::vector<std::string> LabController::findings() const
{
    return m_findings;
}

} // namespace tidemark::lab
