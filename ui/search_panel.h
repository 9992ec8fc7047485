#pragma once

#include "core/domain/ids.h"
#include "ui/theme.h"

#include <QWidget>

class QLabel;
class QListView;
class QPoint;
class QToolButton;

namespace tidemark {

class ChatSession;
class SearchDelegate;
class SearchField;

/// Searches messages, in all conversations or in one: a field, where to look, and what was found. Or lists
/// what others wrote about the user or in answer to them. Stands where the list of conversations is. Looking
/// at it reads nothing.
class SearchPanel : public QWidget {
    Q_OBJECT
public:
    SearchPanel(ChatSession& session, QWidget* parent);

    void setTheme(const Theme& theme);
    /// Begins to search; `onlyIn` 0: everywhere. What was typed before stays, chosen to be typed over.
    void begin(ConversationId onlyIn);
    /// Lists mentions of the user and replies to them, in all conversations.
    void beginAboutUser();
    /// Where one writes or chooses.
    void takeFocus();

Q_SIGNALS:
    void messageChosen(tidemark::ConversationId conversation, tidemark::Seq seq);
    /// The conversation is read up to this message.
    void markReadWanted(tidemark::ConversationId conversation, tidemark::Seq upTo);
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
    void showMode(bool isAboutUser);
    void askAboutUser();
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
    QToolButton* m_everywhere;
    QToolButton* m_here;
    // What of it is listed about the user:
    QToolButton* m_mentions;
    QToolButton* m_replies;
    QToolButton* m_onlyUnread;
    QListView* m_list;
    QLabel* m_state;
    SearchDelegate* m_delegate;
    ConversationId m_onlyIn;
    ConversationId m_place; ///< the conversation that "here" means
    bool m_isAboutUser = false;
};

} // namespace tidemark
