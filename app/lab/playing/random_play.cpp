#include "app/lab/playing/random_play.h"

#include "app/lab/running/shrinking.h"
#include "app/lab/world/plan.h"

namespace tidemark::lab {

namespace {

/// In one turn; a step takes a fifth of a millisecond in the slowest build.
constexpr int stepsOfTurn = 60;

/// Ends the shrinker at its first question that has no answer yet.
struct Unanswered {
    Scenario question;
};

} // namespace

RandomPlay::RandomPlay(sim::Defect defect, QObject* parent) : QObject(parent), m_defect(defect)
{
    m_timer.setInterval(0);
    connect(&m_timer, &QTimer::timeout, this, &RandomPlay::turn);
}

RandomPlay::~RandomPlay() = default;

void RandomPlay::start(Way way, std::uint64_t seed, std::uint64_t seeds)
{
    m_way = way;
    m_seed = seed;
    m_seedsLeft = seeds;
    m_answers.clear();
    m_phase = Phase::Searching;
    begin(randomScenario(seed));
    m_timer.start();
    Q_EMIT progressed();
}

void RandomPlay::stop()
{
    m_timer.stop();
    m_phase = Phase::Idle;
    m_world.reset();
    Q_EMIT progressed();
}

void RandomPlay::begin(const Scenario& scenario)
{
    m_played = scenario;
    try {
        m_world = makeWorld(scenario, m_way, m_defect);
    } catch (const sim::Violation&) {
        m_world.reset();
    }
}

std::optional<bool> RandomPlay::played()
{
    if (!m_world) {
        return true;
    }
    for (int step = 0; step < stepsOfTurn; ++step) {
        if (!m_world->step()) {
            return !outcomeOf(*m_world, m_way).isRight();
        }
    }
    return std::nullopt;
}

void RandomPlay::turn()
{
    const std::optional<bool> isWrong = played();
    if (!isWrong) {
        return;
    }
    if (m_phase == Phase::Searching) {
        search(*isWrong);
        return;
    }
    m_answers.push_back(*isWrong);
    askShrinker();
}

void RandomPlay::search(bool isWrong)
{
    if (isWrong) {
        m_found = m_played;
        m_smallest = m_found;
        m_phase = Phase::Shrinking;
        askShrinker();
        return;
    }
    if (--m_seedsLeft == 0) {
        stop();
        Q_EMIT nothingFound();
        return;
    }
    begin(randomScenario(++m_seed));
    Q_EMIT progressed();
}

/// The shrinker asks questions in a loop of its own. It is deterministic, so it is run again with all answers
/// so far, and stopped at the next question, whose answer takes some turns.
void RandomPlay::askShrinker()
{
    std::size_t asked = 0;
    const auto answer = [&](const Scenario& question) {
        if (asked == m_answers.size()) {
            throw Unanswered{question};
        }
        const bool isWrong = m_answers[asked++];
        if (isWrong) {
            m_smallest = question;
        }
        return isWrong;
    };
    try {
        const Scenario small = shrink(m_found, answer);
        stop();
        Q_EMIT found(small);
    } catch (const Unanswered& unanswered) {
        begin(unanswered.question);
        Q_EMIT progressed();
    }
}

} // namespace tidemark::lab
