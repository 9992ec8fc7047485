#pragma once

#include "core/models/conversations/quick_switch_model.h"
#include "ui/look/theme.h"

#include <QListView>
#include <QPointer>
#include <QWidget>

class QLabel;
class QLineEdit;

namespace tidemark {

class ChatSession;
class SwitchDelegate;

/// A field over the window that finds a conversation by its name, people with whom there is no chat yet, and
/// messages. Arrows choose, Enter opens, Escape or a click outside closes.
class QuickSwitcher : public QWidget {
    Q_OBJECT
public:
    QuickSwitcher(ChatSession& session, QWidget* parent);

    void setTheme(const Theme& theme);
    /// Shows the switcher over its parent, with an empty field.
    void begin();

Q_SIGNALS:
    void chosen(tidemark::ConversationId conversation);
    void personChosen(const QString& name);
    void messagesWanted(const QString& words);
    /// The switcher was shown or hidden. It covers the conversation, which matters for reading.
    void shownChanged();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void remember();
    void updateRows();
    void place();
    void step(int by);
    void choose(const QModelIndex& index);
    bool pressKey(const QKeyEvent& event);

    ChatSession& m_session;
    Theme m_theme;
    QuickSwitchModel m_model;
    QList<ConversationId> m_recent; ///< newest first
    QWidget* m_sheet;
    QLineEdit* m_field;
    QListView* m_list;
    QLabel* m_nothing;
    SwitchDelegate* m_delegate;
    QPointer<QWidget> m_focusBefore;
};

} // namespace tidemark
