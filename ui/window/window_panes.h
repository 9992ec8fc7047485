#pragma once

#include "ui/look/theme.h"
#include "ui/platform/tidemark_link.h"
#include "ui/session/chat_session.h"
#include "ui/window/pane_layout.h"

#include <QPointer>
#include <QSplitter>

#include <functional>

namespace tidemark {

class ChatPane;
class ConversationMenu;
class InfoPanel;
class SidePane;

/// The window's panes: the list on the left, the conversation and the pane about it on the right. Shows those
/// that the PaneLayout asks for, and leads the user and the keyboard from one to another.
class WindowPanes : public QSplitter {
    Q_OBJECT
public:
    /// Makes the connected menu of the open conversation, as for InfoPanel.
    using MakeMenu = std::function<ConversationMenu*()>;
    /// New panes look like `theme` at the time when they are made.
    WindowPanes(ChatSession& session, const Theme& theme, MakeMenu makeMenu, QWidget* window);

    [[nodiscard]] SidePane& side() const { return *m_side; }
    [[nodiscard]] ChatPane& chat() const { return *m_chat; }
    [[nodiscard]] PaneLayout paneLayout() const;
    void applyTheme();
    /// Call when the window's size or the preferences have changed.
    void arrange();

    /// Opens a conversation that the user has chosen, and goes on reading it.
    void open(ConversationId conversation);
    void openNeighbour(int steps);
    void openUnread(int steps);
    /// Moves a pinned conversation one row down, or with `step` -1 up: the one of the row that has the
    /// keyboard focus, or else the open one.
    void movePin(int step);
    void showMessage(ConversationId conversation, Seq seq);
    /// Shows the conversation or the message that a link names. A link alone marks nothing as read.
    void openLink(const TidemarkLink& link);
    /// Opens the conversation where its unread messages begin, or at message `seq` if it is already open.
    /// Call it only when the user asks for it, for example by a click on a notification.
    void showUnread(ConversationId conversation, Seq seq);

    void toggleInfo();
    /// Lets the user find a conversation in the list.
    void filterList();
    /// Cycles through the list, the messages and the composer.
    void goToNextPane();
    /// Goes back one step: out of the pane about the conversation, out of the search, out of the conversation
    /// in a narrow window, or else to the list.
    void goBack();

Q_SIGNALS:
    /// The pane about the conversation covers it, or does no longer.
    void chatCovered();
    /// A message was shown that the user chose elsewhere.
    void messageShown();

private:
    void connectPanes();
    void arrangeInfo(const PaneLayout& layout);
    void addInfo();
    bool closeInfo();
    void keepFocus(QWidget* before);
    void noteSearch();

    ChatSession& m_session;
    const Theme& m_theme;
    MakeMenu m_makeMenu;
    SidePane* m_side;
    QWidget* m_right; ///< holds the conversation and the pane about it
    ChatPane* m_chat;
    InfoPanel* m_info = nullptr;     ///< created when it is first shown
    QPointer<QWidget> m_focusBefore; ///< had the keyboard focus until it was hidden
    QPointer<QWidget> m_focusInstead;
    bool m_isChatCovered = false;
    bool m_isInfoAsked = false;
    bool m_isSearchOnTop = false;
};

} // namespace tidemark
