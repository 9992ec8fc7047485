// MainWindow: shortcuts and menus.
#include "ui/chat/chat_pane.h"
#include "ui/chat/info_panel.h"
#include "ui/conversations/channels_dialog.h"
#include "ui/conversations/conversation_list_view.h"
#include "ui/conversations/conversation_menu.h"
#include "ui/finding/quick_switcher.h"
#include "ui/finding/search_panel.h"
#include "ui/settings/export_dialog.h"
#include "ui/timeline/chat_navigation.h"
#include "ui/widgets/prompts.h"
#include "ui/window/help_sheet.h"
#include "ui/window/main_window.h"
#include "ui/window/side_pane.h"

#include <QApplication>
#include <QShortcut>

namespace tidemark {

void MainWindow::addShortcuts()
{
    for (const Shortcut& shortcut : shortcuts()) {
        if (shortcut.place != KeyPlace::Window)
            continue;
        for (const QKeySequence& keys : shortcut.keys) {
            auto* made = new QShortcut(keys, this);
            connect(made, &QShortcut::activated, this,
                    [this, command = shortcut.command] { perform(command); });
        }
    }
}

void MainWindow::perform(KeyCommand command)
{
    // While the switcher is open, only its own shortcut has an effect.
    if (m_switcher->isVisible()) {
        if (command == KeyCommand::SwitchConversation)
            m_switcher->hide();
        return;
    }
    switch (command) {
    case KeyCommand::MarkRead:
    case KeyCommand::MarkUnreadFromHere:
    case KeyCommand::MarkAllRead:
    case KeyCommand::Undo:
    case KeyCommand::WhyUnread:
        performReading(command);
        return;
    case KeyCommand::MessageAbove:
        m_chat->chooseMessage(-1);
        return;
    case KeyCommand::MessageBelow:
        m_chat->chooseMessage(1);
        return;
    case KeyCommand::Reply:
        m_chat->replyToChosen();
        return;
    case KeyCommand::ShowInfo:
        toggleInfo();
        return;
    case KeyCommand::ShowSettings:
        showSettings();
        return;
    case KeyCommand::NewConversation:
        m_dialogs.askNewDirect();
        return;
    case KeyCommand::Help:
        showHelp();
        return;
    case KeyCommand::Quit:
        Q_EMIT quitWanted();
        return;
    default:
        performGoing(command);
        return;
    }
}

void MainWindow::performGoing(KeyCommand command)
{
    switch (command) {
    case KeyCommand::SwitchConversation:
        m_switcher->begin();
        return;
    case KeyCommand::FilterConversations:
        m_side->endSearch();
        if (isNarrow())
            m_session.chat().close();
        m_side->focusSearch();
        return;
    case KeyCommand::SearchEverywhere:
        m_side->beginSearch({});
        return;
    case KeyCommand::ShowAboutUser:
        m_side->beginAboutUser();
        return;
    case KeyCommand::SearchHere:
        m_side->beginSearch(m_session.chat().current());
        return;
    case KeyCommand::NextConversation:
    case KeyCommand::PreviousConversation:
        openNeighbour(command == KeyCommand::NextConversation ? 1 : -1);
        return;
    case KeyCommand::NextUnread:
    case KeyCommand::PreviousUnread:
        openUnread(command == KeyCommand::NextUnread ? 1 : -1);
        return;
    case KeyCommand::NextMention:
    case KeyCommand::GoDown:
    case KeyCommand::GoBack:
        performJump(command);
        return;
    case KeyCommand::OtherPane:
        goToNextPane();
        return;
    default:
        goBack();
        return;
    }
}

/// Jumps, and moves the keyboard focus from the list to the composer.
void MainWindow::performJump(KeyCommand command)
{
    ChatNavigation& navigation = m_chat->navigation();
    if (command == KeyCommand::NextMention)
        navigation.goToMention();
    else if (command == KeyCommand::GoDown)
        navigation.goDown();
    else
        navigation.goBack();
    if (m_side->hasFocusInside() && m_chat->isVisible() && m_session.chat().current().isValid())
        m_chat->focusComposer();
}

void MainWindow::performReading(KeyCommand command)
{
    const ConversationId current = m_session.chat().current();
    if (command == KeyCommand::MarkAllRead)
        askMarkAllRead();
    else if (command == KeyCommand::Undo)
        m_session.marks().undoRead();
    else if (!current.isValid())
        return;
    else if (command == KeyCommand::MarkRead)
        m_session.marks().markRead(current);
    else if (command == KeyCommand::WhyUnread)
        explainBadge(current);
    else
        m_chat->markUnreadFromChosen();
}

void MainWindow::showHelp()
{
    if (m_help)
        return;
    m_help = new HelpSheet(m_theme, m_session.preferences().sendKey(), this);
    m_help->open();
}

/// Opens a conversation that the user has chosen, and goes on reading it.
void MainWindow::openByHand(ConversationId conversation)
{
    m_isSearchOnTop = false;
    m_session.chat().open(conversation);
    m_session.chat().reading().resume();
    arrange();
    m_chat->focusComposer();
}

/// Shows the announcements, starting at the first unread one.
void MainWindow::showWhatsNew()
{
    m_session.account().seeDot(whatsNewDot);
    const ConversationId notices = m_session.conversations().noticeList();
    if (notices.isValid())
        openByHand(notices);
    else
        showNotice(tr("No announcements yet."),
                   tr("Server announcements will appear under “Announcements” in the list."));
}

void MainWindow::openNeighbour(int steps)
{
    const ConversationId conversation = m_side->list().neighbour(steps);
    if (!conversation.isValid())
        return;
    m_session.chat().open(conversation);
    m_chat->focusComposer();
}

void MainWindow::openUnread(int steps)
{
    const ConversationId conversation =
        m_session.conversations().nextUnread(m_session.chat().current(), steps);
    if (conversation.isValid())
        openByHand(conversation);
}

/// Cycles through the list, the messages and the composer.
void MainWindow::goToNextPane()
{
    const bool hasInfo = isInfoShown() && !isInfoOver();
    if (hasInfo && m_chat->isAncestorOf(QApplication::focusWidget()) && !m_chat->hasTimelineFocus()) {
        m_info->focusFirst();
        return;
    }
    const bool hasChat = m_chat->isVisible() && m_session.chat().current().isValid();
    const bool hasSide = m_side->isVisible();
    if (m_chat->hasTimelineFocus())
        m_chat->focusComposer();
    else if (hasChat && (m_side->hasFocusInside() || !hasSide))
        m_chat->focusTimeline();
    else if (hasSide && m_side->isSearching())
        m_side->searchPanel().takeFocus();
    else if (hasSide)
        m_side->focusList();
}

/// Goes back one step: out of the search, out of the conversation in a narrow window, or else to the list.
void MainWindow::goBack()
{
    if (closeInfo())
        return;
    if (m_side->isSearching()) {
        // In a narrow window the message that was found covers the results.
        if (isNarrow() && !m_isSearchOnTop) {
            m_isSearchOnTop = true;
            arrange();
            m_side->searchPanel().takeFocus();
            return;
        }
        m_side->endSearch();
        if (m_session.chat().current().isValid())
            m_chat->focusComposer();
        return;
    }
    if (m_side->isVisible() && m_side->clearSearch())
        return;
    if (m_side->hasFocusInside() && m_side->leaveFeed())
        return;
    if (m_chat->hasTimelineFocus()) {
        m_chat->focusComposer();
        return;
    }
    if (isNarrow())
        m_session.chat().close();
    m_side->focusList();
}

void MainWindow::showChannels()
{
    auto* dialog = new ChannelsDialog(m_session.memberships(), m_session.commands(),
                                      m_session.conversations(), m_theme, this);
    connect(dialog, &ChannelsDialog::channelChosen, this, &MainWindow::openByHand);
    dialog->open();
}

/// Returns null if the conversation is unknown.
ConversationMenu* MainWindow::makeConversationMenu(ConversationId conversation)
{
    const ConversationSummary* summary = m_session.conversations().summary(conversation);
    if (summary == nullptr)
        return nullptr;
    auto* menu = new ConversationMenu(*summary, m_session.account().settings(), this);
    connect(menu, &ConversationMenu::markReadWanted, &m_session,
            [this, conversation] { m_session.marks().markRead(conversation); });
    connect(
        menu, &ConversationMenu::markUnreadWanted, &m_session,
        [this, conversation, last = summary->lastSeq] { m_session.marks().markUnread(conversation, last); });
    connect(menu, &ConversationMenu::whyWanted, this, [this, conversation] { explainBadge(conversation); });
    connect(menu, &ConversationMenu::settingsWanted, &m_session,
            [this, conversation](ConversationSettings settings) {
                m_session.memberships().changeSettings(conversation, settings);
            });
    connect(menu, &ConversationMenu::muteWanted, &m_session,
            [this, conversation](quint32 seconds) { m_session.memberships().mute(conversation, seconds); });
    connect(menu, &ConversationMenu::renameWanted, this,
            [this, conversation] { m_dialogs.askRename(conversation); });
    connect(menu, &ConversationMenu::addMemberWanted, this,
            [this, conversation] { m_dialogs.askMember(conversation); });
    connect(menu, &ConversationMenu::exportWanted, this, [this, conversation] {
        (new ExportDialog(m_session.storage(), m_session.conversations(), conversation, this))->open();
    });
    connect(menu, &ConversationMenu::leaveWanted, this,
            [this, conversation] { m_dialogs.askLeave(conversation); });
    connect(menu, &ConversationMenu::unfollowWanted, &m_session,
            [this, conversation] { m_session.memberships().unfollow(conversation); });
    return menu;
}

void MainWindow::showConversationMenu(ConversationId conversation, const QPoint& at, bool onBadge)
{
    ConversationMenu* menu = makeConversationMenu(conversation);
    if (menu == nullptr)
        return;
    menu->popup(at);
    // A user who clicks on the badge most likely wants to know what it counts.
    if (onBadge)
        menu->setActiveAction(menu->whyAction());
}

void MainWindow::askSignOut(int unsent)
{
    const QString kept = tr("%Ln messages have not been sent. They stay on this computer and are sent when "
                            "you sign in again; signing in with another account deletes them.",
                            nullptr, unsent);
    auto* question = new Question(
        {tr("Sign out?"),
         unsent > 0
             ? kept
             : tr("You need your password to sign in again. Your messages and drafts stay on this computer; "
                  "signing in with another account deletes them."),
         tr("Sign out")},
        this);
    connect(question, &Question::confirmed, this, &MainWindow::signOutConfirmed);
    question->open();
}

} // namespace tidemark
