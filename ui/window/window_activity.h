#pragma once

#include "ui/session/chat_session.h"

#include <QObject>
#include <QPoint>

namespace tidemark {

class WindowPanes;

/// Reports to the session what decides whether messages on screen count as read: whether the window is in
/// use, and what the user does in it.
class WindowActivity : public QObject {
    Q_OBJECT
public:
    /// `cover` hides the messages while it is visible.
    WindowActivity(ChatSession& session, const WindowPanes& panes, const QWidget& cover);

    /// While the session is locked, nothing is read.
    void setSessionLocked(bool locked);
    [[nodiscard]] ReadingConditions conditions() const;
    void noteConditions();
    /// The messages on screen may have changed.
    void noteScreen();
    /// The messages that the user asked for are on screen now.
    void noteArrival();
    /// Call for each event of the program; several objects may see the same one.
    void noteEvent(QObject* watched, const QEvent& event);

Q_SIGNALS:
    /// The user uses the window although the session is reported as locked.
    void usedWhileLocked();

private:
    void noteAct(const QObject* place);
    void notePointer(QPoint position);

    ChatSession& m_session;
    const WindowPanes& m_panes;
    const QWidget& m_cover;
    QPoint m_pointer{-1, -1};
    bool m_isSessionLocked = false;
};

} // namespace tidemark
