#include "ui/window/window_panes.h"

#include "ui/chat/chat_pane.h"
#include "ui/chat/composer/attaching.h"
#include "ui/chat/composer/file_commands.h"
#include "ui/chat/info/info_panel.h"
#include "ui/conversations/conversation_list_view.h"
#include "ui/finding/search_panel.h"
#include "ui/look/metrics.h"
#include "ui/timeline/chat_navigation.h"
#include "ui/window/side_pane.h"

#include <QApplication>
#include <QBoxLayout>

#include <utility>

namespace tidemark {

WindowPanes::WindowPanes(ChatSession& session, const Theme& theme, MakeMenu makeMenu, QWidget* window)
    : QSplitter(window), m_session(session), m_theme(theme), m_makeMenu(std::move(makeMenu)),
      m_side(new SidePane(session, window)), m_right(new QWidget(window)),
      m_chat(new ChatPane(session, m_right))
{
    addWidget(m_side);
    auto* row = new QHBoxLayout(m_right);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(m_chat, 1);
    addWidget(m_right);
    setHandleWidth(1);
    setChildrenCollapsible(false);
    setStretchFactor(0, 0);
    setStretchFactor(1, 1);
    connectPanes();
}

void WindowPanes::connectPanes()
{
    connect(&m_session.chat(), &OpenConversation::currentChanged, this, [this] {
        if (m_session.chat().current().isValid()) {
            m_isSearchOnTop = false;
        }
        m_isInfoAsked = false;
        arrange();
    });
    connect(&m_session.preferences(), &Preferences::changed, this, &WindowPanes::arrange);
    connect(m_side, &SidePane::conversationChosen, this, &WindowPanes::open);
    connect(m_side, &SidePane::dropped, this, [this](ConversationId conversation, const QMimeData* what) {
        const FileOffer offer = filesIn(*what);
        open(conversation);
        m_chat->attaching().attach(offer);
    });
    connect(&m_side->searchPanel(), &SearchPanel::messageChosen, this, &WindowPanes::showMessage);
    connect(&m_side->searchPanel(), &SearchPanel::closeWanted, this, &WindowPanes::goBack);
    connect(m_side, &SidePane::searchingChanged, this, &WindowPanes::noteSearch);
    connect(m_side, &SidePane::typed, this, [this](QKeyEvent* event) {
        if (m_session.chat().current().isValid()) {
            m_chat->typeIntoComposer(event);
        } else {
            m_side->typeIntoSearch(event);
        }
    });
    connect(m_chat, &ChatPane::backWanted, this, &WindowPanes::goBack);
    connect(m_chat, &ChatPane::infoWanted, this, &WindowPanes::toggleInfo);
    connect(m_chat, &ChatPane::searchWanted, this,
            [this] { m_side->beginSearch(m_session.chat().current()); });
}

void WindowPanes::applyTheme()
{
    m_side->setTheme(m_theme);
    m_chat->setTheme(m_theme);
    if (m_info != nullptr) {
        m_info->setTheme(m_theme);
    }
}

// ---- which panes are shown

PaneLayout WindowPanes::paneLayout() const
{
    return {.width = window()->width(),
            .textSize = m_session.preferences().textSize(),
            .isChatOpen = m_session.chat().current().isValid(),
            .isSearchOnTop = m_isSearchOnTop,
            .isInfoChosen = m_session.preferences().isInfoOpen(),
            .isInfoAsked = m_isInfoAsked};
}

void WindowPanes::arrange()
{
    const QPointer<QWidget> before = window()->focusWidget();
    const PaneLayout layout = paneLayout();
    m_side->setVisible(layout.showsList());
    m_right->setVisible(layout.showsConversation());
    arrangeInfo(layout);
    m_side->setMaximumWidth(layout.isNarrow() ? QWIDGETSIZE_MAX : metrics::sideMaximum);
    m_chat->setBackVisible(layout.isNarrow());
    keepFocus(before);
}

void WindowPanes::arrangeInfo(const PaneLayout& layout)
{
    const bool isOver = layout.isInfoOver();
    if (layout.showsInfo() && m_info == nullptr) {
        addInfo();
    }
    if (m_info != nullptr) {
        m_info->setMinimumWidth(isOver ? 0 : layout.infoWidth());
        m_info->setMaximumWidth(isOver ? QWIDGETSIZE_MAX : layout.infoWidth());
        m_info->setBack(isOver);
        m_info->setVisible(layout.showsInfo());
    }
    m_chat->setVisible(!isOver);
    m_chat->setInfoOpen(layout.showsInfo());
    m_right->layout()->activate();
    if (std::exchange(m_isChatCovered, isOver) != isOver) {
        Q_EMIT chatCovered();
    }
}

void WindowPanes::addInfo()
{
    m_info = new InfoPanel(m_session, m_makeMenu, m_right);
    m_info->setTheme(m_theme);
    m_right->layout()->addWidget(m_info);
    connect(m_info, &InfoPanel::mediaWanted, this, [this] { m_chat->files().showMedia(); });
    connect(m_info, &InfoPanel::closeWanted, this, &WindowPanes::toggleInfo);
    connect(m_info, &InfoPanel::conversationOpened, m_chat, &ChatPane::focusComposer);
    connect(m_info, &InfoPanel::searchWanted, m_chat, &ChatPane::searchWanted);
    connect(m_info, &InfoPanel::mentionWanted, this, [this](const QString& name) {
        if (paneLayout().isInfoOver()) {
            toggleInfo();
        }
        m_chat->mention(name);
    });
}

/// Moves the keyboard focus from a pane that is being hidden to the pane that replaces it, and moves it back
/// when the window has room for both again.
void WindowPanes::keepFocus(QWidget* before)
{
    const PaneLayout layout = paneLayout();
    if (before != nullptr && !before->isVisibleTo(window())) {
        m_focusBefore = before;
        if (layout.isInfoOver()) {
            m_info->focusFirst();
        } else if (m_chat->isVisibleTo(window()) && layout.isChatOpen) {
            m_chat->focusComposer();
        } else if (!m_side->isSearching()) {
            m_side->focusList(Qt::OtherFocusReason);
        }
        m_focusInstead = window()->focusWidget();
        return;
    }
    if (layout.isNarrow() || m_focusBefore == nullptr || !m_focusBefore->isVisibleTo(window())) {
        return;
    }
    if (before == m_focusInstead) {
        m_focusBefore->setFocus(Qt::OtherFocusReason);
    }
    m_focusBefore = nullptr;
}

void WindowPanes::noteSearch()
{
    m_isSearchOnTop = m_side->isSearching();
    arrange();
}

// ---- conversations and messages

void WindowPanes::open(ConversationId conversation)
{
    m_isSearchOnTop = false;
    m_session.chat().open(conversation);
    m_session.chat().reading().resume();
    arrange();
    m_chat->focusComposer();
}

void WindowPanes::openNeighbour(int steps)
{
    const ConversationId conversation = m_side->list().neighbour(steps);
    if (!conversation.isValid()) {
        return;
    }
    m_session.chat().open(conversation);
    m_chat->focusComposer();
}

void WindowPanes::openUnread(int steps)
{
    const ConversationId conversation =
        m_session.conversations().nextUnread(m_session.chat().current(), steps);
    if (conversation.isValid()) {
        open(conversation);
    }
}

void WindowPanes::movePin(int step)
{
    m_session.memberships().stepPin(m_side->list().focused(), step);
}

void WindowPanes::showMessage(ConversationId conversation, Seq seq)
{
    m_isSearchOnTop = false;
    m_chat->navigation().jumpTo(conversation, seq);
    arrange();
    Q_EMIT messageShown();
}

void WindowPanes::openLink(const TidemarkLink& link)
{
    if (link.message.isValid()) {
        showMessage(link.conversation, link.message);
        return;
    }
    m_isSearchOnTop = false;
    m_session.chat().open(link.conversation);
    m_session.chat().reading().jump();
    arrange();
}

void WindowPanes::showUnread(ConversationId conversation, Seq seq)
{
    if (m_session.chat().current() != conversation) {
        open(conversation);
    } else if (seq.isValid()) {
        showMessage(conversation, seq);
    }
}

// ---- from pane to pane

void WindowPanes::toggleInfo()
{
    const PaneLayout before = paneLayout();
    if (!before.isChatOpen) {
        return;
    }
    if (before.hasRoomForInfo()) {
        m_session.preferences().chooseInfoOpen(!before.showsInfo());
    } else {
        m_isInfoAsked = !before.showsInfo();
    }
    arrange();
    if (before.showsInfo()) {
        m_chat->focusComposer();
    } else {
        m_info->focusFirst();
    }
}

/// Steps back out of the pane about the conversation: closes it if it covers the conversation, or moves the
/// keyboard out of it. Returns false if there is nothing to step out of.
bool WindowPanes::closeInfo()
{
    if (paneLayout().isInfoOver()) {
        toggleInfo();
        return true;
    }
    if (paneLayout().showsInfo() && m_info->isAncestorOf(QApplication::focusWidget())) {
        m_chat->focusComposer();
        return true;
    }
    return false;
}

void WindowPanes::filterList()
{
    m_side->endSearch();
    if (paneLayout().isNarrow()) {
        m_session.chat().close();
    }
    m_side->focusSearch();
}

void WindowPanes::goToNextPane()
{
    const PaneLayout layout = paneLayout();
    if (layout.showsInfo() && !layout.isInfoOver() && m_chat->isAncestorOf(QApplication::focusWidget())
        && !m_chat->hasTimelineFocus()) {
        m_info->focusFirst();
        return;
    }
    const bool hasChat = m_chat->isVisible() && layout.isChatOpen;
    const bool hasSide = m_side->isVisible();
    if (m_chat->hasTimelineFocus()) {
        m_chat->focusComposer();
    } else if (hasChat && (m_side->hasFocusInside() || !hasSide)) {
        m_chat->focusTimeline();
    } else if (hasSide && m_side->isSearching()) {
        m_side->searchPanel().takeFocus();
    } else if (hasSide) {
        m_side->focusList();
    }
}

void WindowPanes::goBack()
{
    if (closeInfo()) {
        return;
    }
    const PaneLayout layout = paneLayout();
    if (m_side->isSearching()) {
        // In a narrow window the message that was found covers the results.
        if (layout.isNarrow() && !m_isSearchOnTop) {
            noteSearch();
            m_side->searchPanel().takeFocus();
            return;
        }
        m_side->endSearch();
        if (m_session.chat().current().isValid()) {
            m_chat->focusComposer();
        }
        return;
    }
    if (m_side->isVisible() && m_side->clearSearch()) {
        return;
    }
    if (m_side->hasFocusInside() && m_side->leaveFeed()) {
        return;
    }
    if (m_chat->hasTimelineFocus()) {
        m_chat->focusComposer();
        return;
    }
    if (layout.isNarrow()) {
        m_session.chat().close();
    }
    m_side->focusList();
}

} // namespace tidemark
