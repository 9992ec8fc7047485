// MainWindow: observes whether the user is using the window, which decides whether messages count as read.
#include "ui/chat/chat_pane.h"
#include "ui/finding/quick_switcher.h"
#include "ui/look/painting.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QTimer>
#include <QWindow>

namespace tidemark {

namespace {

bool isModifier(int key)
{
    return (key >= Qt::Key_Shift && key <= Qt::Key_Alt) || key == Qt::Key_AltGr || key == Qt::Key_Super_L
           || key == Qt::Key_Super_R;
}

} // namespace

ReadingConditions MainWindow::readingConditions() const
{
    ReadingConditions conditions;
    conditions.isActive = isActiveWindow();
    conditions.isExposed =
        isVisible() && !isMinimized() && windowHandle() != nullptr && windowHandle()->isExposed();
    conditions.isUncovered =
        QApplication::activeModalWidget() == nullptr && !m_switcher->isVisible() && !isInfoOver();
    conditions.isUnlocked = !m_isSessionLocked;
    return conditions;
}

void MainWindow::setSessionLocked(bool locked)
{
    m_isSessionLocked = locked;
    noteConditions();
}

void MainWindow::noteConditions()
{
    m_session.chat().reading().setConditions(readingConditions());
}

void MainWindow::noteScreen()
{
    if (m_session.chat().current().isValid() && m_chat->isVisible())
        m_session.chat().reading().setScreen(m_chat->screen());
}

void MainWindow::noteArrival()
{
    if (m_session.chat().current().isValid() && m_chat->isVisible())
        m_session.chat().reading().arrive(m_chat->screen());
}

/// Called for a key, a click or a scroll, perhaps once for each object that gets the event.
void MainWindow::noteAct(const QObject* place)
{
    if (m_isSessionLocked)
        Q_EMIT usedWhileLocked();
    const auto* widget = qobject_cast<const QWidget*>(place);
    const bool isInChat = widget != nullptr && (widget == m_chat || m_chat->isAncestorOf(widget));
    m_session.chat().reading().act(isInChat ? UserAct::InConversation : UserAct::Elsewhere);
}

/// Ignores a pointer that has not moved: a window that appears under the pointer gets an event too.
void MainWindow::notePointer(QPoint position)
{
    if (std::exchange(m_pointer, position) != position)
        m_session.chat().reading().act(UserAct::Pointer);
}

void MainWindow::changeEvent(QEvent* event)
{
    QMainWindow::changeEvent(event);
    // Queued: do not change fonts inside the font-change event.
    if (event->type() == QEvent::FontChange)
        QMetaObject::invokeMethod(this, &MainWindow::takeFont, Qt::QueuedConnection);
    if (event->type() == QEvent::ActivationChange || event->type() == QEvent::WindowStateChange)
        noteConditions();
}

void MainWindow::showEvent(QShowEvent* event)
{
    QMainWindow::showEvent(event);
    noteConditions();
    // Load the icon while the window appears, not before.
    if (windowIcon().isNull())
        QTimer::singleShot(0, this, [this] { setWindowIcon(programIcon()); });
}

void MainWindow::hideEvent(QHideEvent* event)
{
    QMainWindow::hideEvent(event);
    noteConditions();
}

bool MainWindow::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::KeyPress:
        // A modifier alone shows that the user is there, but not which widget it is for.
        noteAct(isModifier(static_cast<QKeyEvent*>(event)->key()) ? this : watched);
        break;
    case QEvent::MouseButtonPress:
    case QEvent::Wheel:
    case QEvent::TouchBegin:
        noteAct(watched);
        break;
    case QEvent::MouseMove:
        if (watched->isWindowType())
            notePointer(static_cast<QMouseEvent*>(event)->globalPosition().toPoint());
        break;
    case QEvent::Expose:
        if (watched == windowHandle())
            noteConditions();
        break;
    case QEvent::ShortcutOverride:
        // A shortcut sends no KeyPress to any widget.
        noteAct(this);
        // Undo belongs to the field while the field has something to undo.
        if (static_cast<QKeyEvent*>(event)->matches(QKeySequence::Undo) && takesUndo()) {
            event->ignore();
            return true;
        }
        break;
    case QEvent::WindowBlocked:
    case QEvent::WindowUnblocked:
        noteConditions();
        break;
    default:
        break;
    }
    return QMainWindow::eventFilter(watched, event);
}

} // namespace tidemark
