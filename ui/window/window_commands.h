#pragma once

#include "ui/session/choices/shortcuts.h"

#include <QObject>

class QEvent;

namespace tidemark {

class ChatSession;
class QuickSwitcher;
class WindowDialogs;
class WindowPanes;

/// Executes the window's keyboard shortcuts.
class WindowCommands : public QObject {
    Q_OBJECT
public:
    WindowCommands(ChatSession& session, WindowPanes& panes, WindowDialogs& dialogs, QuickSwitcher& switcher);

    /// Whether `event` is the key for undo, and the window undoes a read: then the field with the keyboard
    /// must not get the key. Undo belongs to the field while the field has something to undo.
    [[nodiscard]] bool takesUndo(const QEvent& event) const;

Q_SIGNALS:
    void quitWanted();

private:
    void perform(KeyCommand command);
    void performGoing(KeyCommand command);
    void performJump(KeyCommand command);
    void performReading(KeyCommand command);

    ChatSession& m_session;
    WindowPanes& m_panes;
    WindowDialogs& m_dialogs;
    QuickSwitcher& m_switcher;
};

} // namespace tidemark
