#pragma once

#include "ui/chat_session.h"
#include "ui/theme.h"

#include <QWidget>

class QAction;
class QToolButton;

namespace tidemark {

class ConnectionStrip;
class ConversationListView;
class EmptyList;
class FeedEntry;
class FilterBar;
class SearchField;
class SearchPanel;
class UndoBar;

/// The left pane: account, search, new conversations, filters, state of the connection and the list.
class SidePane : public QWidget {
    Q_OBJECT
public:
    explicit SidePane(ChatSession& session, QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    void setProgress(quint64 remaining);
    void focusSearch();
    /// Puts what was typed elsewhere into the search.
    void typeIntoSearch(QKeyEvent* event);
    /// By keyboard it is shown where the keyboard is.
    void focusList(Qt::FocusReason reason = Qt::ShortcutFocusReason);
    /// Takes the filter away; false if there was none.
    bool clearSearch();
    [[nodiscard]] ConversationListView& list() { return *m_list; }
    /// From the followed channels back to all conversations; false if these were shown.
    bool leaveFeed();
    [[nodiscard]] FeedEntry& feedEntry() { return *m_feed; }
    /// Shows the search of messages in place of the list; `onlyIn` 0: everywhere.
    void beginSearch(ConversationId onlyIn);
    /// Shows what is about the user in its place.
    void beginAboutUser();
    /// False if there was neither.
    bool endSearch();
    [[nodiscard]] bool isSearching() const;
    [[nodiscard]] SearchPanel& searchPanel() { return *m_searchPanel; }
    [[nodiscard]] bool hasFocusInside() const;

Q_SIGNALS:
    void conversationChosen(tidemark::ConversationId conversation);
    void conversationMenuWanted(tidemark::ConversationId conversation, const QPoint& globalPosition,
                                bool onBadge);
    void markAllReadWanted();
    void privacyWanted();
    void devicesWanted();
    void settingsWanted();
    void aboutWanted();
    void whatsNewWanted();
    /// Something was typed while the list had the keyboard.
    void typed(QKeyEvent* event);
    void newGroupWanted();
    void newDirectWanted();
    void joinWanted();
    void newChannelWanted();
    void channelsWanted();
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
    /// Resets the feed's number while somebody looks at the channels.
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
    FilterBar* m_filters;
    ConnectionStrip* m_strip;
    FeedEntry* m_feed;
    ConversationListView* m_list;
    SearchPanel* m_searchPanel = nullptr;
    UndoBar* m_undo;
    EmptyList* m_empty;
};

} // namespace tidemark
