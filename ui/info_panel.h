#pragma once

#include "core/domain/conversation.h"
#include "core/domain/ids.h"
#include "ui/theme.h"

#include <QTimer>
#include <QWidget>

#include <functional>

class QLabel;
class QPushButton;
class QScrollArea;
class QToolButton;
class QVBoxLayout;

namespace tidemark {

class ChatSession;
class ConversationMenu;
class PlainList;

/// About the open conversation: who belongs to it and what they have let others see that they read, and what
/// one can do with it. It is no look at the conversation, and reads nothing.
class InfoPanel : public QWidget {
    Q_OBJECT
public:
    /// Makes a menu of what can be done with the open conversation, connected; null while none is open. What
    /// it offers is offered here.
    using MakeMenu = std::function<ConversationMenu*()>;
    InfoPanel(ChatSession& session, MakeMenu makeMenu, QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    /// In place of the conversation there is a way back to it; beside it, one to close this.
    void setBack(bool isBack);
    void focusFirst();

Q_SIGNALS:
    void closeWanted();

protected:
    void paintEvent(QPaintEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QWidget* makeTop();
    QWidget* makePage();
    void refresh();
    void refreshHead();
    void refreshMembers();
    void refreshActions();
    void loadMembers();
    void noteReceipts();
    void askLater();
    void act(int index, QWidget* button);
    void showMemberMenu(UserId user);
    void askRemove(ConversationId conversation, const User& user, bool isBan);

    ChatSession& m_session;
    MakeMenu m_makeMenu;
    Theme m_theme;
    QWidget* m_top = nullptr;
    QToolButton* m_close;
    QScrollArea* m_area;
    QLabel* m_avatar;
    QLabel* m_title;
    QLabel* m_subtitle;
    QLabel* m_membersTitle;
    QLabel* m_membersHint;
    PlainList* m_members;
    QPushButton* m_all;
    QVBoxLayout* m_actions;
    QLabel* m_privacy;
    QList<QPushButton*> m_buttons;
    QTimer m_askAgain;
    Seq m_seenByOthers; ///< of the furthest reader, as it was told last
    bool m_showsAll = false;
};

} // namespace tidemark
