#pragma once

#include "app/lab/running/run.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>
#include <vector>

namespace tidemark::lab {

/// Plays random scenarios until a number is wrong, then makes that scenario small. Works in short turns, so
/// that the window stays alive. Lives on the GUI thread.
class RandomPlay : public QObject {
    Q_OBJECT
public:
    enum class Phase : std::uint8_t { Idle, Searching, Shrinking };

    explicit RandomPlay(sim::Defect defect = sim::Defect::None, QObject* parent = nullptr);
    ~RandomPlay() override;

    /// Begins with this seed and tries at most `seeds` of them.
    void start(Way way, std::uint64_t seed, std::uint64_t seeds);
    void stop();
    [[nodiscard]] Phase phase() const { return m_phase; }
    [[nodiscard]] std::uint64_t seed() const { return m_seed; }
    /// Of the smallest scenario so far.
    [[nodiscard]] std::size_t actions() const { return m_smallest.actions.size(); }
    /// Works for one turn: some milliseconds.
    void turn();

Q_SIGNALS:
    void progressed();
    /// A small scenario in which a number is wrong.
    void found(const tidemark::lab::Scenario& scenario);
    void nothingFound();

private:
    void begin(const Scenario& scenario);
    /// Runs the world; returns whether something is wrong at its rest, or nothing if it is not at rest yet.
    [[nodiscard]] std::optional<bool> played();
    void search(bool isWrong);
    void askShrinker();

    sim::Defect m_defect;
    QTimer m_timer;
    Phase m_phase = Phase::Idle;
    Way m_way = Way::Tidemark;
    std::uint64_t m_seed = 0;
    std::uint64_t m_seedsLeft = 0;
    Scenario m_played;
    std::unique_ptr<PlayedWorld> m_world; ///< of m_played; null: it cannot be made
    Scenario m_found;                     ///< before shrinking
    Scenario m_smallest;
    std::vector<bool> m_answers; ///< to the shrinker's questions so far
};

} // namespace tidemark::lab
