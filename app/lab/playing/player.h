#pragma once

#include "app/lab/running/moment.h"

#include <QObject>
#include <QTimer>

#include <array>

namespace tidemark::lab {

class LabController;

/// The speed of playing. Frames take so long that one can see them, and waiting is shortened.
enum class Pace : std::uint8_t { Slow, Normal, Fast, Fastest };

/// Returns how much of the scenario's time passes in one tick, in milliseconds. While frames are under way,
/// the fastest of them takes a fixed time on screen.
[[nodiscard]] double timeOfTick(const Moment& moment, Pace pace);

/// Plays the controller's scenario until it rests. Lives on the GUI thread.
class Player : public QObject {
    Q_OBJECT
public:
    static constexpr int tickMs = 33;

    explicit Player(LabController& controller, QObject* parent = nullptr);

    [[nodiscard]] bool isPlaying() const { return m_timer.isActive(); }
    void setPlaying(bool plays);
    [[nodiscard]] Pace pace() const { return m_pace; }
    void setPace(Pace pace) { m_pace = pace; }
    /// Plays as much as one tick of the timer.
    void tick();

Q_SIGNALS:
    void playingChanged(bool plays);

private:
    LabController& m_controller;
    QTimer m_timer;
    Pace m_pace = Pace::Normal;
};

} // namespace tidemark::lab
