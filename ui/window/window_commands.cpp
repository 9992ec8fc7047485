#include "ui/window/window_commands.h"

#include "ui/chat/chat_pane.h"
#include "ui/chat/composer/attaching.h"
#include "ui/chat/composer/send_later.h"
#include "ui/chat/message_actions.h"
#include "ui/chat/reaction_actions.h"
#include "ui/finding/quick_switcher.h"
#include "ui/timeline/chat_navigation.h"
#include "ui/window/side_pane.h"
#include "ui/window/window_dialogs.h"
#include "ui/window/window_panes.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QShortcut>

namespace tidemark {

namespace {

bool canUndoItself(const QWidget* field)
{
    if (const auto* line = qobject_cast<const QLineEdit*>(field)) {
        return line->isUndoAvailable();
    }
    const auto* plain = qobject_cast<const QPlainTextEdit*>(field);
    return plain != nullptr && plain->document()->isUndoAvailable();
}

} // namespace

WindowCommands::WindowCommands(ChatSession& session, WindowPanes& panes, WindowDialogs& dialogs,
                               QuickSwitcher& switcher)
    : m_session(session), m_panes(panes), m_dialogs(dialogs), m_switcher(switcher)
{
    for (const Shortcut& shortcut : shortcuts()) {
        if (shortcut.place != KeyPlace::Window) {
            continue;
        }
        for (int place = 0; place < shortcut.keys.size(); ++place) {
            auto* made = new QShortcut(shortcut.keys[place], panes.window());
            if (shortcut.command == KeyCommand::ShowFolder) {
                connect(made, &QShortcut::activated, this,
                        [this, place] { m_session.folders().chooseAt(place); });
                continue;
            }
            connect(made, &QShortcut::activated, this,
                    [this, command = shortcut.command] { perform(command); });
        }
    }
}

bool WindowCommands::takesUndo(const QEvent& event) const
{
    return event.type() == QEvent::ShortcutOverride
           && static_cast<const QKeyEvent&>(event).matches(QKeySequence::Undo)
           && m_panes.window()->isActiveWindow() && m_session.isUndoPossible()
           && !canUndoItself(QApplication::focusWidget());
}

void WindowCommands::perform(KeyCommand command)
{
    // While the switcher is open, only its own shortcut has an effect.
    if (m_switcher.isVisible()) {
        if (command == KeyCommand::SwitchConversation) {
            m_switcher.hide();
        }
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
        m_panes.chat().chooseMessage(-1);
        return;
    case KeyCommand::MessageBelow:
        m_panes.chat().chooseMessage(1);
        return;
    case KeyCommand::Reply:
        m_panes.chat().actions().replyToChosen();
        return;
    case KeyCommand::React:
        m_panes.chat().reactions().openBar();
        return;
    case KeyCommand::ThumbsUp:
        m_panes.chat().reactions().thumbsUp();
        return;
    case KeyCommand::AttachFiles:
        m_panes.chat().attaching().choose();
        return;
    case KeyCommand::SendLater:
        m_panes.chat().later().begin();
        return;
    case KeyCommand::ShowInfo:
        m_panes.toggleInfo();
        return;
    case KeyCommand::ShowSettings:
        m_dialogs.showSettings();
        return;
    case KeyCommand::NewConversation:
        m_dialogs.memberships().askNewDirect();
        return;
    case KeyCommand::LargerText:
    case KeyCommand::SmallerText:
        m_session.preferences().stepTextSize(command == KeyCommand::LargerText ? 1 : -1);
        return;
    case KeyCommand::UsualText:
        m_session.preferences().chooseTextSize(usualTextSize);
        return;
    case KeyCommand::Help:
        m_dialogs.showHelp();
        return;
    case KeyCommand::Quit:
        Q_EMIT quitWanted();
        return;
    default:
        performGoing(command);
        return;
    }
}

void WindowCommands::performGoing(KeyCommand command)
{
    switch (command) {
    case KeyCommand::SwitchConversation:
        m_switcher.begin();
        return;
    case KeyCommand::FilterConversations:
        m_panes.filterList();
        return;
    case KeyCommand::SearchEverywhere:
        m_panes.side().beginSearch({});
        return;
    case KeyCommand::ShowAboutUser:
        m_panes.side().beginAboutUser();
        return;
    case KeyCommand::SearchHere:
        m_panes.side().beginSearch(m_session.chat().current());
        return;
    case KeyCommand::NextConversation:
    case KeyCommand::PreviousConversation:
        m_panes.openNeighbour(command == KeyCommand::NextConversation ? 1 : -1);
        return;
    case KeyCommand::NextUnread:
    case KeyCommand::PreviousUnread:
        m_panes.openUnread(command == KeyCommand::NextUnread ? 1 : -1);
        return;
    case KeyCommand::MovePinUp:
    case KeyCommand::MovePinDown:
        m_panes.movePin(command == KeyCommand::MovePinDown ? 1 : -1);
        return;
    case KeyCommand::NextMention:
    case KeyCommand::NextReaction:
    case KeyCommand::GoDown:
    case KeyCommand::GoBack:
        performJump(command);
        return;
    case KeyCommand::OtherPane:
        m_panes.goToNextPane();
        return;
    default:
        m_panes.goBack();
        return;
    }
}

/// Jumps, and moves the keyboard focus from the list to the composer.
void WindowCommands::performJump(KeyCommand command)
{
    ChatPane& chat = m_panes.chat();
    if (command == KeyCommand::NextMention) {
        chat.navigation().goToMention();
    } else if (command == KeyCommand::NextReaction) {
        m_session.unreadReactions().goToNext();
    } else if (command == KeyCommand::GoDown) {
        chat.navigation().goDown();
    } else {
        chat.navigation().goBack();
    }
    if (m_panes.side().hasFocusInside() && chat.isVisible() && m_session.chat().current().isValid()) {
        chat.focusComposer();
    }
}

void WindowCommands::performReading(KeyCommand command)
{
    const ConversationId current = m_session.chat().current();
    if (command == KeyCommand::MarkAllRead) {
        m_dialogs.askMarkAllRead();
    } else if (command == KeyCommand::Undo) {
        m_session.undo();
    } else if (!current.isValid()) {
        return;
    } else if (command == KeyCommand::MarkRead) {
        m_session.marks().markRead(current);
    } else if (command == KeyCommand::WhyUnread) {
        m_dialogs.explainBadge(current);
    } else {
        m_panes.chat().actions().markUnreadFromChosen();
    }
}

} // namespace tidemark
