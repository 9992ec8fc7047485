#pragma once

#include "ui/look/text_size.h"
#include "ui/look/theme.h"
#include "ui/platform/tidemark_link.h"
#include "ui/session/chat_session.h"
#include "ui/session/shortcuts.h"
#include "ui/window/membership_dialogs.h"

#include <QMainWindow>
#include <QPointer>

class QSplitter;

namespace tidemark {

class ChatPane;
class HelpSheet;
class ConversationMenu;
class InfoPanel;
class QuickSwitcher;
class SettingsDialog;
class SidePane;
class WhyDialog;

/// The window: the list on the left, the conversation on the right; below 640 pixels, one at a time. It
/// reports whether what is on screen counts as being read.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    explicit MainWindow(ChatSession& session, QWidget* parent = nullptr);
    ~MainWindow() override;

    void setThemeChoice(ThemeChoice choice);
    /// Call at the start and whenever the desktop's look changes.
    void setDesktopLook(const DesktopLook& look);
    /// Marks the window in its title: "(31) Tidemark – phone".
    void setTitleSuffix(const QString& suffix);
    void setProgress(quint64 remaining);
    /// Shows an error or a repair in a dialog that does not block.
    void showNotice(const QString& title, const QString& words);
    /// Asks before signing out, and says that `unsent` messages have not reached the server.
    void askSignOut(int unsent);
    /// Shows the conversation or the message that a link names. A link alone marks nothing as read.
    void openLink(const TidemarkLink& link);
    /// Opens the conversation where its unread messages begin, or at message `seq` if it is already open.
    /// Call it only when the user asks for it, for example by a click on a notification.
    void showUnread(ConversationId conversation, Seq seq);
    /// Saves what the user has typed but not sent.
    void flushDraft();

    /// While the session is locked, nothing is read.
    void setSessionLocked(bool locked);

    [[nodiscard]] bool isNarrow() const;
    [[nodiscard]] ReadingConditions readingConditions() const;

    [[nodiscard]] QByteArray placement() const;
    void restorePlacement(const QByteArray& placement);

Q_SIGNALS:
    void closeWanted();
    /// Ends the program, even if the window is hidden.
    void quitWanted();
    void signOutWanted();
    /// The user has confirmed, knowing the consequences.
    void signOutConfirmed();
    /// The user uses the window although the session is reported as locked.
    void usedWhileLocked();

protected:
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void addShortcuts();
    void connectPanes();
    void applyTheme();
    void showTheme();
    void takeFont();
    void arrange();
    void keepFocus(QWidget* before);
    void updateBack();
    void goBack();
    void perform(KeyCommand command);
    void performGoing(KeyCommand command);
    void performJump(KeyCommand command);
    void performReading(KeyCommand command);
    void openNeighbour(int steps);
    void openUnread(int steps);
    void openByHand(ConversationId conversation);
    void goToNextPane();
    void showHelp();
    void noteConditions();
    void noteScreen();
    void noteArrival();
    void noteAct(const QObject* place);
    void notePointer(QPoint position);
    void showChannels();
    void showConversationMenu(ConversationId conversation, const QPoint& at, bool onBadge);
    void askMarkAllRead();
    void explainBadge(ConversationId conversation);
    void showMessage(ConversationId conversation, Seq seq);
    void showReaders(ConversationId conversation, Seq seq);
    void showDevices();
    // The pane about the conversation: main_window_info.cpp
    void addChat();
    void addInfo();
    void arrangeInfo();
    void toggleInfo();
    /// Closes the pane if it covers the conversation, or else moves the keyboard focus out of it. Returns
    /// false if neither applies.
    bool closeInfo();
    [[nodiscard]] int infoWidth() const;
    [[nodiscard]] bool hasRoomForInfo() const;
    [[nodiscard]] bool isInfoShown() const;
    /// Returns whether the pane covers the conversation.
    [[nodiscard]] bool isInfoOver() const { return isInfoShown() && !hasRoomForInfo(); }
    [[nodiscard]] ConversationMenu* makeConversationMenu(ConversationId conversation);
    void takePreferences();
    SettingsDialog* showSettings();
    void showAbout();
    void showWhatsNew();
    [[nodiscard]] bool takesUndo() const;

    ChatSession& m_session;
    TextSize m_textSize;
    ThemeChoice m_choice = ThemeChoice::System;
    QPalette m_desktopPalette;
    DesktopLook m_desktopLook;
    Theme m_theme; ///< applied before the panes exist, which costs less than restyling them
    MembershipDialogs m_dialogs;
    QSplitter* m_splitter;
    SidePane* m_side;
    QWidget* m_right; ///< holds the conversation and the pane about it
    ChatPane* m_chat;
    InfoPanel* m_info = nullptr; ///< created when it is first shown
    QuickSwitcher* m_switcher;
    QPointer<HelpSheet> m_help;
    QPointer<SettingsDialog> m_settings;
    QPointer<QWidget> m_focusBefore; ///< had the keyboard focus until it was hidden
    QPointer<QWidget> m_focusInstead;
    QPointer<WhyDialog> m_why;
    ThemeChoice m_preferredTheme = ThemeChoice::System;
    bool m_isChatCovered = false;
    bool m_isInfoAsked = false; ///< open, but the window is too narrow for both
    QString m_titleSuffix;
    bool m_isSearchOnTop = false; ///< in a narrow window the search covers the conversation
    QPoint m_pointer{-1, -1};
    bool m_isSessionLocked = false;
};

} // namespace tidemark
