#pragma once

#include "ui/window/membership_dialogs.h"

#include <QPointer>

#include <vector>

namespace tidemark {

class ConversationMenu;
class HelpSheet;
class SettingsDialog;
class WhyDialog;

/// The dialogs and menus over the window. None of them blocks it.
class WindowDialogs : public QObject {
    Q_OBJECT
public:
    /// A new dialog uses the colours that `theme` has when the dialog opens.
    WindowDialogs(ChatSession& session, const Theme& theme, QWidget& window);

    [[nodiscard]] MembershipDialogs& memberships() { return m_memberships; }
    /// The theme has changed.
    void applyTheme();

    /// Shows an error or a repair.
    void showNotice(const QString& title, const QString& words);
    SettingsDialog* showSettings();
    void showReadingSettings();
    void showHelp();
    void showAbout();
    void showDevices();
    void showChannels();
    void showInvitations();
    /// Shows the announcements, starting at the first unread one.
    void showWhatsNew();
    void showReaders(ConversationId conversation, Seq seq);
    /// Asks where these messages of a conversation go.
    void askForward(ConversationId conversation, const QList<Seq>& seqs);
    /// Says why the badge of a conversation shows its number. Replaces an open dialog of this kind.
    void explainBadge(ConversationId conversation);
    void closeExplanation();
    void askMarkAllRead();
    /// Asks before signing out, and says that `unsent` messages have not reached the server.
    void askSignOut(int unsent);

    /// Returns null if the conversation is unknown.
    [[nodiscard]] ConversationMenu* makeConversationMenu(ConversationId conversation);
    void showConversationMenu(ConversationId conversation, const QPoint& at, bool onBadge);
    /// Asks for a new folder, at first with these conversations.
    void askNewFolder(std::vector<ConversationId> conversations = {});
    void askFolder(MessageUuid folder);
    void askFolderDeletion(MessageUuid folder);

Q_SIGNALS:
    void conversationChosen(tidemark::ConversationId conversation);
    void messageChosen(tidemark::ConversationId conversation, tidemark::Seq seq);
    /// The user has confirmed, knowing the consequences.
    void signOutConfirmed();

private:
    void askFolder(const Folder& folder, bool isNew);

    ChatSession& m_session;
    const Theme& m_theme;
    QWidget& m_window;
    MembershipDialogs m_memberships;
    QPointer<HelpSheet> m_help;
    QPointer<SettingsDialog> m_settings;
    QPointer<WhyDialog> m_why;
};

} // namespace tidemark
