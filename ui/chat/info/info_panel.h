#pragma once

#include "core/domain/conversation.h"
#include "core/domain/ids.h"
#include "ui/look/theme.h"

#include <QTimer>
#include <QWidget>

#include <functional>

class QAction;
class QBoxLayout;
class QLabel;
class QPushButton;
class QScrollArea;
class QToolButton;
class QVBoxLayout;

namespace tidemark {

class ChatSession;
class ConversationMenu;
class PlainList;
class SearchField;
struct MemberList;

/// The pane about the open conversation: its members, how far they have read, and the actions of the
/// conversation's menu. Looking at the pane marks nothing as read.
class InfoPanel : public QWidget {
    Q_OBJECT
public:
    /// Makes the connected menu of the open conversation; null while no conversation is open. The pane offers
    /// the entries of this menu.
    using MakeMenu = std::function<ConversationMenu*()>;
    InfoPanel(ChatSession& session, MakeMenu makeMenu, QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    /// Shows a way back to the conversation if the pane covers it, or a close button if the pane stands
    /// beside it.
    void setBack(bool isBack);
    void focusFirst();

Q_SIGNALS:
    void closeWanted();
    /// The user wants to see the pictures and files of the conversation.
    void mediaWanted();
    void mentionWanted(const QString& name);
    /// The user wants to search the conversation.
    void searchWanted();
    /// The user has opened another conversation from here.
    void conversationOpened();

protected:
    void paintEvent(QPaintEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    /// Finds an entry in a new menu; null: it is not there any more.
    using PickEntry = std::function<QAction*(ConversationMenu&)>;

    QWidget* makeTop();
    QWidget* makePage();
    void refresh();
    void refreshHead();
    void refreshMembers();
    void showMembers(const MemberList& list);
    void refreshActions();
    void loadMembers();
    void findMembers();
    void noteReceipts();
    void askLater();
    void act(const PickEntry& pick, QWidget* button);
    QToolButton* addShortcut(QBoxLayout& row, const QString& name);
    QWidget* makeShortcuts();
    void showEntry(QPushButton& button, const QAction& entry) const;
    void refreshShortcuts(const ConversationMenu& menu);
    [[nodiscard]] const protocol::Member* otherMember(UserId user) const;
    void showMemberCard(UserId user);
    void showMemberMenu(UserId user, const QPoint& place);
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
    SearchField* m_find;
    QLabel* m_membersHint;
    PlainList* m_members;
    QPushButton* m_all;
    QPushButton* m_media;
    QToolButton* m_mute = nullptr;
    QToolButton* m_search = nullptr;
    QToolButton* m_pin = nullptr;
    QVBoxLayout* m_actions;
    QLabel* m_privacy;
    QList<QPushButton*> m_buttons;
    QTimer m_askAgain;
    Seq m_seenByOthers; ///< the position of the furthest reader, as last known
    bool m_showsAll = false;
};

} // namespace tidemark
