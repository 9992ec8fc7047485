#pragma once

#include "ui/look/theme.h"
#include "ui/session/chat_session.h"

#include <QMimeData>
#include <QWidget>

class QAction;
class QToolButton;

namespace tidemark {

class ConnectionStrip;
class ConversationListView;
class EmptyList;
class FeedEntry;
class FilterBar;
class FolderBar;
class InvitationEntry;
class SearchField;
class SearchPanel;
class FoundElsewhere;
class UndoBar;

/// The left pane: account, search, new conversations, filters, connection state and the list.
class SidePane : public QWidget {
    Q_OBJECT
public:
    explicit SidePane(ChatSession& session, QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    void setProgress(quint64 remaining);
    void focusSearch();
    /// Passes a key that was typed elsewhere to the search field.
    void typeIntoSearch(QKeyEvent* event);
    /// Gives the list the keyboard focus; by default with a visible focus ring.
    void focusList(Qt::FocusReason reason = Qt::ShortcutFocusReason);
    /// Clears the search. Returns false if it was empty.
    bool clearSearch();
    [[nodiscard]] ConversationListView& list() { return *m_list; }
    /// Goes from the followed channels back to all conversations. Returns false if no channels were shown.
    bool leaveFeed();
    [[nodiscard]] FeedEntry& feedEntry() { return *m_feed; }
    [[nodiscard]] InvitationEntry& invitationEntry() { return *m_invitations; }
    [[nodiscard]] FolderBar& folderBar() { return *m_folders; }
    /// Replaces the list by the message search; `onlyIn` 0: in all conversations.
    void beginSearch(ConversationId onlyIn, const QString& words = {});
    /// Replaces the list by what others wrote about the user.
    void beginAboutUser();
    /// Closes the message search or the list about the user. Returns false if neither was open.
    bool endSearch();
    [[nodiscard]] bool isSearching() const;
    [[nodiscard]] SearchPanel& searchPanel() { return *m_searchPanel; }
    [[nodiscard]] bool hasFocusInside() const;

Q_SIGNALS:
    void conversationChosen(tidemark::ConversationId conversation);
    /// The user wants to write to somebody with whom there is no chat yet.
    void personChosen(const QString& name);
    void dropped(tidemark::ConversationId conversation, const QMimeData* what);
    void conversationMenuWanted(tidemark::ConversationId conversation, const QPoint& globalPosition,
                                bool onBadge);
    void markAllReadWanted();
    void privacyWanted();
    void devicesWanted();
    void settingsWanted();
    void aboutWanted();
    void whatsNewWanted();
    /// The user typed while the list had the keyboard focus.
    void typed(QKeyEvent* event);
    void newGroupWanted();
    void newFolderWanted();
    void folderEditWanted(tidemark::MessageUuid folder);
    void folderDeletionWanted(tidemark::MessageUuid folder);
    void newDirectWanted();
    void notesWanted();
    void joinWanted();
    void newChannelWanted();
    void channelsWanted();
    void invitationsWanted();
    void signOutWanted();
    void helpWanted();
    void searchingChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* makeTop();
    void showSearchPanel();
    void addAccountMenu();
    void updateAccount();
    void updateAccountHint();
    void updateNews();
    void updateEmpty();
    void updateFeed();
    void updateElsewhere();
    void updateFolder();
    void updateInvitations();
    /// Resets the feed's number while the user looks at the channels.
    void lookAtFeed();
    void openFirstMatch();

    ChatSession& m_session;
    Theme m_theme;
    QToolButton* m_account;
    QWidget* m_top = nullptr;
    QAction* m_signedInAs = nullptr;
    QAction* m_whatsNew = nullptr;
    SearchField* m_search;
    QToolButton* m_write;
    FolderBar* m_folders;
    FilterBar* m_filters;
    ConnectionStrip* m_strip;
    InvitationEntry* m_invitations;
    FeedEntry* m_feed;
    ConversationListView* m_list;
    SearchPanel* m_searchPanel = nullptr;
    FoundElsewhere* m_elsewhere;
    UndoBar* m_undo;
    EmptyList* m_empty;
};

} // namespace tidemark
