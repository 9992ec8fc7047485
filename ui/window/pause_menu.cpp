#include "ui/window/pause_menu.h"

#include "core/client/clock.h"
#include "core/models/words/moment.h"
#include "ui/session/choices/preferences.h"

namespace tidemark {

PauseMenu::PauseMenu(Preferences& preferences, QWidget* parent)
    : QMenu(parent), m_preferences(preferences),
      m_resume(addAction(tr("Resume notifications"), this, [this] { pauseUntil({}); }))
{
    constexpr qint64 hour = 3600; // seconds
    addAction(tr("For 1 hour"), this, [this] { pauseUntil(QDateTime::currentDateTime().addSecs(hour)); });
    addAction(tr("Until tomorrow"), this, [this] { pauseUntil(tomorrow(QDateTime::currentDateTime())); });
    connect(&preferences, &Preferences::changed, this, &PauseMenu::showState);
    showState();
}

QDateTime PauseMenu::tomorrow(const QDateTime& now)
{
    const QTime morning(8, 0);
    return {now.date().addDays(1), morning};
}

void PauseMenu::showState()
{
    const UnixMs until = m_preferences.desktop().pausedUntil;
    const bool isPaused = m_preferences.desktop().isPausedAt(Clock().wall());
    setTitle(isPaused
                 ? tr("Notifications paused %1", "until a time").arg(untilMoment(until, QDate::currentDate()))
                 : tr("Pause notifications"));
    m_resume->setVisible(isPaused);
}

void PauseMenu::pauseUntil(const QDateTime& until)
{
    DesktopChoices choices = m_preferences.desktop();
    choices.pausedUntil = UnixMs{until.isValid() ? until.toMSecsSinceEpoch() : 0};
    m_preferences.chooseDesktop(choices);
}

} // namespace tidemark
