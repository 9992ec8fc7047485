#pragma once

#include "core/domain/ids.h"
#include "ui/look/theme.h"

#include <QWidget>

class QBoxLayout;
class QLabel;
class QListView;
class QPoint;
class QToolButton;

namespace tidemark {

class ChatSession;
class SearchDelegate;
class SearchField;

/// Searches messages in all conversations or in one: a field, the scopes and the results. Can also list what
/// others wrote about the user or in reply to them, and to what they reacted. Takes the place of the
/// conversation list. Looking at it marks nothing as read.
class SearchPanel : public QWidget {
    Q_OBJECT
public:
    SearchPanel(ChatSession& session, QWidget* parent);

    void setTheme(const Theme& theme);
    /// Opens the search; `onlyIn` 0: in all conversations. Searches for `words`, or without them keeps the
    /// text of the last search, selected.
    void begin(ConversationId onlyIn, const QString& words = {});
    /// Lists mentions of the user, replies to them and their messages with reactions, in all conversations.
    void beginAboutUser();
    /// Gives the keyboard focus to the field or, in a list about the user, to the list.
    void takeFocus();

Q_SIGNALS:
    void messageChosen(tidemark::ConversationId conversation, tidemark::Seq seq);
    /// The user marks the conversation as read through this message.
    void markReadWanted(tidemark::ConversationId conversation, tidemark::Seq through);
    void closeWanted();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* makeTop();
    QWidget* makeScopes();
    void setScope(ConversationId onlyIn);
    void updateScopes();
    void arrangeChips();
    void showMode(bool isAboutUser);
    void askAboutUser();
    void refreshAboutUser();
    void updateState();
    [[nodiscard]] QString emptyWords() const;
    void showMenu(const QPoint& at);
    void step(int by);
    void choose(const QModelIndex& index);
    bool pressKey(const QKeyEvent& event);

    ChatSession& m_session;
    Theme m_theme;
    SearchField* m_field;
    QLabel* m_title;
    QToolButton* m_close;
    QBoxLayout* m_chips = nullptr;
    QToolButton* m_everywhere;
    QToolButton* m_here;
    // Filters of the list about the user:
    QToolButton* m_mentions;
    QToolButton* m_replies;
    QToolButton* m_reactions;
    QToolButton* m_onlyUnread;
    QListView* m_list;
    QLabel* m_state;
    SearchDelegate* m_delegate;
    ConversationId m_onlyIn;
    ConversationId m_place; ///< the conversation that "here" stands for
    bool m_isAboutUser = false;
};

} // namespace tidemark
