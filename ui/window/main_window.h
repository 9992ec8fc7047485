#pragma once

#include "ui/session/chat_session.h"
#include "ui/window/window_activity.h"
#include "ui/window/window_commands.h"
#include "ui/window/window_dialogs.h"
#include "ui/window/window_look.h"

#include <QMainWindow>

namespace tidemark {

class QuickSwitcher;
class Screenshots;
class WindowPanes;

/// The window: the list on the left, the conversation on the right; below 640 pixels, one at a time. Owns and
/// connects the parts, and passes events on to them.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    explicit MainWindow(ChatSession& session, QWidget* parent = nullptr);
    ~MainWindow() override;

    [[nodiscard]] WindowLook& look() { return m_look; }
    [[nodiscard]] WindowDialogs& dialogs() { return m_dialogs; }
    [[nodiscard]] WindowPanes& panes() { return *m_panes; }
    /// Reports whether what is on screen counts as being read.
    [[nodiscard]] WindowActivity& activity() { return m_activity; }

    /// Marks the window in its title: "(31) Tidemark – phone".
    void setTitleSuffix(const QString& suffix);
    /// Offers screenshots as files to send, as long as the desktop does. `screenshots` must live longer.
    void setScreenshots(Screenshots& screenshots);
    void setProgress(quint64 remaining);
    /// Saves what the user has typed but not sent.
    void flushDraft();

    [[nodiscard]] QByteArray placement() const;
    void restorePlacement(const QByteArray& placement);

Q_SIGNALS:
    void closeWanted();
    /// Ends the program, even if the window is hidden.
    void quitWanted();
    void signOutWanted();
    /// The user has moved or resized the window or its panes.
    void placementChanged();

protected:
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void moveEvent(QMoveEvent* event) override;
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void connectSession();
    void connectSide();
    void connectParts();
    void showTheme();
    void showTitle();
    void updateBack();

    ChatSession& m_session;
    WindowLook m_look;
    WindowDialogs m_dialogs;
    WindowPanes* m_panes;
    QuickSwitcher* m_switcher;
    WindowActivity m_activity;
    WindowCommands m_commands;
    QString m_titleSuffix;
};

} // namespace tidemark
