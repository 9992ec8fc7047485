#pragma once

#include "core/domain/ids.h"
#include "ui/theme.h"

#include <QWidget>

class QLabel;
class QListView;
class QToolButton;

namespace tidemark {

class ChatSession;
class SearchDelegate;
class SearchField;

/// Searches messages, in all conversations or in one: a field, where to look, and what was found. Stands
/// where the list of conversations is. Looking at it reads nothing.
class SearchPanel : public QWidget {
    Q_OBJECT
public:
    SearchPanel(ChatSession& session, QWidget* parent);

    void setTheme(const Theme& theme);
    /// Begins to search; `onlyIn` 0: everywhere. What was typed before stays, chosen to be typed over.
    void begin(ConversationId onlyIn);
    void focusField();

Q_SIGNALS:
    void messageChosen(tidemark::ConversationId conversation, tidemark::Seq seq);
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
    void updateState();
    void step(int by);
    void choose(const QModelIndex& index);
    bool pressKey(const QKeyEvent& event);

    ChatSession& m_session;
    Theme m_theme;
    SearchField* m_field;
    QToolButton* m_close;
    QToolButton* m_everywhere;
    QToolButton* m_here;
    QListView* m_list;
    QLabel* m_state;
    SearchDelegate* m_delegate;
    ConversationId m_onlyIn;
    ConversationId m_place; ///< the conversation that "here" means
};

} // namespace tidemark
