#pragma once

#include <QDateTime>
#include <QMenu>

namespace tidemark {

class Preferences;

/// Offers to pause notifications on this device for some time, and to end the pause.
class PauseMenu : public QMenu {
    Q_OBJECT
public:
    /// `preferences` must outlive the menu.
    explicit PauseMenu(Preferences& preferences, QWidget* parent = nullptr);

    /// Returns the moment after `now` until which "until tomorrow" lasts: the next morning.
    [[nodiscard]] static QDateTime tomorrow(const QDateTime& now);

private:
    void showState();
    void pauseUntil(const QDateTime& until);

    Preferences& m_preferences;
    QAction* m_resume;
};

} // namespace tidemark
