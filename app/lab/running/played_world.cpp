#include "app/lab/running/played_world.h"

#include "app/lab/scenario/scenario_text.h"
#include "app/lab/scenario/verbs.h"
#include "app/lab/world/plan.h"

#include <algorithm>

namespace tidemark::lab {

namespace {

/// From the last action until all faults end.
constexpr Milliseconds pauseBeforeRest{2000};
/// Two heartbeats of the slowest device find every difference that can be found.
constexpr Milliseconds leastRest{75000};
constexpr Milliseconds mostRest{600000};
constexpr std::size_t maxEvents = 200000;

} // namespace

std::vector<std::string> devicesOf(const Scenario& scenario)
{
    std::vector<std::string> names;
    for (const PersonOf& person : scenario.people) {
        names.insert(names.end(), person.devices.begin(), person.devices.end());
    }
    return names;
}

PlayedWorld::PlayedWorld(const Scenario& scenario)
    : m_scenario(scenario), m_deviceNames(devicesOf(scenario)),
      m_links(m_deviceNames.size(), scenario.seed ^ 0x11471U)
{
}

std::size_t PlayedWorld::placeOf(const std::string& device) const
{
    return static_cast<std::size_t>(std::ranges::find(m_deviceNames, device) - m_deviceNames.begin());
}

Milliseconds PlayedWorld::since(Instant when) const
{
    return std::chrono::duration_cast<Milliseconds>(when - m_begin);
}

Milliseconds PlayedWorld::now() const
{
    return since(m_scheduler.now());
}

void PlayedWorld::note(Event::Kind kind, std::string from, std::string words, std::string to,
                       std::uint64_t frame)
{
    if (m_events.size() < maxEvents && m_begin != Instant{}) {
        m_events.push_back({kind, now(), std::move(from), std::move(to), std::move(words), frame, m_steps});
    }
}

void PlayedWorld::begin()
{
    m_begin = m_scheduler.now();
    for (const Action& action : m_scenario.actions) {
        m_scheduler.first(m_begin + action.at, [this, action] { act(action); });
    }
    planRest();
}

void PlayedWorld::planRest()
{
    const Milliseconds last = m_scenario.actions.empty() ? Milliseconds(0) : m_scenario.actions.back().at;
    m_scheduler.first(m_begin + last + pauseBeforeRest, [this, plan = ++m_restPlans] {
        if (plan == m_restPlans && !m_isOpen) {
            rest();
        }
    });
}

void PlayedWorld::setOpen(bool isOpen)
{
    m_isOpen = isOpen;
    if (!isOpen) {
        planRest();
    }
}

void PlayedWorld::add(Action action)
{
    action.at = now() + Milliseconds(1);
    const auto later = std::ranges::upper_bound(m_scenario.actions, action.at, {}, &Action::at);
    m_scenario.actions.insert(later, action);
    m_scheduler.first(m_begin + action.at, [this, action] { act(action); });
}

void PlayedWorld::act(const Action& action)
{
    note(Event::Kind::Action, {}, wordsOf(action));
    if (!action.isForAll) {
        actOn(action, action.device.empty() ? 0 : placeOf(action.device));
        return;
    }
    for (std::size_t device = 0; device < m_deviceNames.size(); ++device) {
        actOn(action, device);
    }
}

void PlayedWorld::actOn(const Action& action, std::size_t device)
{
    const bool isForLink =
        formOf(action.verb).subject == Subject::Link && action.verb != Verb::Off && action.verb != Verb::On;
    if (!isForLink) {
        perform(action, device);
        return;
    }
    const std::uint64_t cut = m_links.apply(action, device);
    if (action.verb == Verb::Cut && action.number > 0) {
        m_scheduler.after(Milliseconds(action.number), [this, device, cut] { m_links.mend(device, cut); });
    }
}

void PlayedWorld::rest()
{
    note(Event::Kind::Note, {}, "all faults end");
    m_links.calm();
    m_mended = m_scheduler.now();
    mendEverything();
    lookWhetherQuiet();
}

void PlayedWorld::lookWhetherQuiet()
{
    const auto waited = m_scheduler.now() - m_mended;
    const std::string moving = whatMoves();
    if (waited >= leastRest && moving.empty()) {
        m_isAtRest = true;
        note(Event::Kind::Note, {}, "everything rests");
        return;
    }
    if (waited >= mostRest) {
        fail("there is no rest within ten minutes: " + moving);
        return;
    }
    m_scheduler.after(Milliseconds(1000), [this] { lookWhetherQuiet(); });
}

void PlayedWorld::fail(std::string finding)
{
    note(Event::Kind::Note, {}, finding);
    m_failures.push_back(std::move(finding));
    m_isAtRest = true;
}

bool PlayedWorld::step()
{
    if (m_isAtRest) {
        return false;
    }
    ++m_steps;
    try {
        m_scheduler.runNext();
    } catch (const sim::Violation& violation) {
        fail(violation.what());
    }
    return !m_isAtRest;
}

bool PlayedWorld::isDue(Milliseconds at) const
{
    return !m_isAtRest && m_scheduler.nextAt() && since(*m_scheduler.nextAt()) <= at;
}

void PlayedWorld::idleUntil(Milliseconds at)
{
    if (!m_isAtRest && !isDue(at) && now() < at) {
        m_scheduler.runUntil(m_begin + at);
    }
}

void PlayedWorld::runUntil(Milliseconds at)
{
    while (isDue(at)) {
        step();
    }
    idleUntil(at);
}

void PlayedWorld::runUntilFrame(Milliseconds at)
{
    const std::uint64_t frames = m_frames;
    while (m_frames == frames && isDue(at)) {
        step();
    }
    idleUntil(at);
}

void PlayedWorld::runToEvent(std::size_t event)
{
    while (m_events.size() < event && step()) {
    }
}

void PlayedWorld::runToRest()
{
    while (step()) {
    }
}

} // namespace tidemark::lab
