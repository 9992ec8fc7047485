#include "app/lab/playing/player.h"

#include "app/lab/playing/lab_controller.h"

#include <algorithm>

namespace tidemark::lab {

namespace {

struct PaceForm {
    double flightMs = 0; ///< real time for the fastest frame under way
    double waiting = 0;  ///< scenario's time for real time while nothing is under way
};
/// In the order of Pace.
constexpr std::array paceForms{PaceForm{2000, 1}, PaceForm{700, 3}, PaceForm{200, 10}, PaceForm{40, 60}};

} // namespace

double timeOfTick(const Moment& moment, Pace pace)
{
    const PaceForm& form = paceForms.at(static_cast<std::size_t>(pace));
    const auto flightOf = [](const FrameAtMoment& frame) { return frame.arrivesAt - frame.sentAt; };
    const auto fastest = std::ranges::min_element(moment.frames, {}, flightOf);
    if (fastest == moment.frames.end()) {
        return Player::tickMs * form.waiting;
    }
    const double flight = static_cast<double>(std::max(flightOf(*fastest), Milliseconds(1)).count());
    return std::min(flight * Player::tickMs / form.flightMs, Player::tickMs * form.waiting);
}

Player::Player(LabController& controller, QObject* parent) : QObject(parent), m_controller(controller)
{
    m_timer.setInterval(tickMs);
    connect(&m_timer, &QTimer::timeout, this, &Player::tick);
    connect(&controller, &LabController::loaded, this, [this] { setPlaying(false); });
}

void Player::setPlaying(bool plays)
{
    const bool canPlay = plays && m_controller.isLoaded() && !m_controller.isAtRest();
    if (canPlay == isPlaying()) {
        return;
    }
    if (canPlay) {
        m_timer.start();
    } else {
        m_timer.stop();
    }
    Q_EMIT playingChanged(canPlay);
}

void Player::tick()
{
    m_controller.advance(timeOfTick(m_controller.moment(), m_pace));
    if (m_controller.isAtRest()) {
        setPlaying(false);
    }
}

} // namespace tidemark::lab
