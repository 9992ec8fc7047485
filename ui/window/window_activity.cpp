#include "ui/window/window_activity.h"

#include "ui/chat/chat_pane.h"
#include "ui/chat/pinned_bar.h"
#include "ui/window/window_panes.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWindow>

#include <utility>

namespace tidemark {

namespace {

bool isModifier(int key)
{
    return (key >= Qt::Key_Shift && key <= Qt::Key_Alt) || key == Qt::Key_AltGr || key == Qt::Key_Super_L
           || key == Qt::Key_Super_R;
}

/// Whether `widget` is part of the bar of pinned messages. It leads away from what is on screen, so using it
/// says nothing about that.
bool isInPinnedBar(const QWidget* widget)
{
    while (widget != nullptr && qobject_cast<const PinnedBar*>(widget) == nullptr) {
        widget = widget->parentWidget();
    }
    return widget != nullptr;
}

} // namespace

WindowActivity::WindowActivity(ChatSession& session, const WindowPanes& panes, const QWidget& cover)
    : m_session(session), m_panes(panes), m_cover(cover)
{
}

ReadingConditions WindowActivity::conditions() const
{
    const QWidget& window = *m_panes.window();
    ReadingConditions conditions;
    conditions.isActive = window.isActiveWindow();
    conditions.isExposed = window.isVisible() && !window.isMinimized() && window.windowHandle() != nullptr
                           && window.windowHandle()->isExposed();
    conditions.isUncovered = QApplication::activeModalWidget() == nullptr && !m_cover.isVisible()
                             && !m_panes.paneLayout().isInfoOver();
    conditions.isUnlocked = !m_isSessionLocked;
    return conditions;
}

void WindowActivity::setSessionLocked(bool locked)
{
    m_isSessionLocked = locked;
    noteConditions();
}

void WindowActivity::noteConditions()
{
    m_session.chat().reading().setConditions(conditions());
}

void WindowActivity::noteScreen()
{
    if (m_session.chat().current().isValid() && m_panes.chat().isVisible()) {
        m_session.chat().reading().setScreen(m_panes.chat().screen());
    }
}

void WindowActivity::noteArrival()
{
    if (m_session.chat().current().isValid() && m_panes.chat().isVisible()) {
        m_session.chat().reading().arrive(m_panes.chat().screen());
    }
}

/// `place` is the widget that the act is for; null: unknown.
void WindowActivity::noteAct(const QObject* place)
{
    if (m_isSessionLocked) {
        Q_EMIT usedWhileLocked();
    }
    const ChatPane& chat = m_panes.chat();
    const auto* widget = qobject_cast<const QWidget*>(place);
    const bool isInChat =
        widget != nullptr && (widget == &chat || chat.isAncestorOf(widget)) && !isInPinnedBar(widget);
    m_session.chat().reading().act(isInChat ? UserAct::InConversation : UserAct::Elsewhere);
}

/// Ignores a pointer that has not moved: a window that appears under the pointer gets an event too.
void WindowActivity::notePointer(QPoint position)
{
    if (std::exchange(m_pointer, position) != position) {
        m_session.chat().reading().act(UserAct::Pointer);
    }
}

void WindowActivity::noteEvent(QObject* watched, const QEvent& event)
{
    switch (event.type()) {
    case QEvent::KeyPress:
        // A modifier alone shows that the user is there, but not which widget it is for.
        noteAct(isModifier(static_cast<const QKeyEvent&>(event).key()) ? nullptr : watched);
        return;
    case QEvent::ShortcutOverride:
        // A shortcut sends no KeyPress to any widget.
        noteAct(nullptr);
        return;
    case QEvent::MouseButtonPress:
    case QEvent::Wheel:
    case QEvent::TouchBegin:
        noteAct(watched);
        return;
    case QEvent::MouseMove:
        if (watched->isWindowType()) {
            notePointer(static_cast<const QMouseEvent&>(event).globalPosition().toPoint());
        }
        return;
    case QEvent::Expose:
        if (watched == m_panes.window()->windowHandle()) {
            noteConditions();
        }
        return;
    case QEvent::WindowBlocked:
    case QEvent::WindowUnblocked:
        noteConditions();
        return;
    default:
        return;
    }
}

} // namespace tidemark
