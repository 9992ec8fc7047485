#pragma once

#include "ui/chat_session.h"
#include "ui/shortcuts.h"
#include "ui/text_size.h"
#include "ui/theme.h"
#include "ui/tidemark_link.h"

#include <QMainWindow>
#include <QPointer>

class QSplitter;

namespace tidemark {

class ChatPane;
class HelpSheet;
class ConversationMenu;
class InfoPanel;
class PeopleField;
class PeoplePrompt;
class Prompt;
class QuickSwitcher;
class SettingsDialog;
class SidePane;
class WhyDialog;

/// The window: list on the left, conversation on the right; below 640 pixels one at a time. Watches whether a
/// look at it is a read.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    explicit MainWindow(ChatSession& session, QWidget* parent = nullptr);
    ~MainWindow() override;

    void setThemeChoice(ThemeChoice choice);
    /// What the desktop looks like, now and whenever that changes.
    void setDesktopLook(const DesktopLook& look);
    /// Told apart in the title: "(31) Tidemark – phone".
    void setTitleSuffix(const QString& suffix);
    void setProgress(quint64 remaining);
    /// A word about something that went wrong or was mended, in a dialog that does not block.
    void tell(const QString& title, const QString& words);
    /// Asks whether to sign out, where `unsent` messages wait for the server.
    void askSignOut(int unsent);
    /// Shows what a link names: the conversation, or a message in it. That alone reads nothing.
    void openLink(const TidemarkLink& link);
    /// Opens the conversation where its unread messages begin; one that is open already at the message. By
    /// the user's own wish, as from a notification.
    void showUnread(ConversationId conversation, Seq seq);
    /// Hands over what the user has typed but not sent.
    void flushDraft();

    /// Nothing is read behind a locked screen.
    void setSessionLocked(bool locked);

    [[nodiscard]] bool isNarrow() const;
    [[nodiscard]] ReadingConditions readingConditions() const;

    [[nodiscard]] QByteArray placement() const;
    void restorePlacement(const QByteArray& placement);

Q_SIGNALS:
    void closeWanted();
    /// The program is to end, wherever its window is.
    void quitWanted();
    void signOutWanted();
    /// The user knows what it means.
    void signOutConfirmed();
    /// Somebody uses the window while the session is said to be locked.
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
    void awaitAnswer(Prompt* prompt, CommandId command);
    /// Shows in the prompt what is wrong with the title; false if nothing is.
    bool refuseTitle(Prompt* prompt, const QString& title);
    /// Completes names from the people this device has heard of, but for `without`.
    void offerPeople(PeopleField& field, const QStringList& without);
    void askNewGroup();
    void askNewDirect();
    void askJoin();
    void askNewChannel();
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
    /// False if it was not there, or has nothing to do with a step back.
    bool closeInfo();
    [[nodiscard]] int infoWidth() const;
    [[nodiscard]] bool hasRoomForInfo() const;
    [[nodiscard]] bool isInfoShown() const;
    /// Whether it covers the conversation.
    [[nodiscard]] bool isInfoOver() const { return isInfoShown() && !hasRoomForInfo(); }
    [[nodiscard]] ConversationMenu* makeConversationMenu(ConversationId conversation);
    void takePreferences();
    SettingsDialog* showSettings();
    void showAbout();
    void showWhatsNew();
    [[nodiscard]] bool takesUndo() const;
    void askRename(ConversationId conversation);
    void askMember(ConversationId conversation);
    void addMembers(PeoplePrompt* prompt, ConversationId conversation, const QStringList& names);
    void askLeave(ConversationId conversation);

    ChatSession& m_session;
    TextSize m_textSize;
    ThemeChoice m_choice = ThemeChoice::System;
    QPalette m_desktopPalette;
    DesktopLook m_desktopLook;
    Theme m_theme; ///< put on before there are panes, which is cheaper than to dress them anew
    QSplitter* m_splitter;
    SidePane* m_side;
    QWidget* m_right; ///< the conversation and what is about it
    ChatPane* m_chat;
    InfoPanel* m_info = nullptr; ///< none until it is wanted
    QuickSwitcher* m_switcher;
    QPointer<HelpSheet> m_help;
    QPointer<SettingsDialog> m_settings;
    QPointer<QWidget> m_focusBefore; ///< had the keyboard until it was hidden
    QPointer<QWidget> m_focusInstead;
    QPointer<WhyDialog> m_why;
    ThemeChoice m_preferredTheme = ThemeChoice::System;
    bool m_isChatCovered = false;
    bool m_isInfoAsked = false; ///< in a window without room for it beside the conversation
    QString m_titleSuffix;
    bool m_isSearchOnTop = false; ///< in a narrow window, in place of the conversation
    QPoint m_pointer{-1, -1};
    bool m_isSessionLocked = false;
};

} // namespace tidemark
