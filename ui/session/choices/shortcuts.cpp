#include "ui/session/choices/shortcuts.h"

#include <QCoreApplication>

#include <algorithm>

namespace tidemark {

namespace {

using Keys = QList<QKeySequence>;
using Command = KeyCommand;
using Place = KeyPlace;
using Group = KeyGroup;

class KeyGroups {
    Q_DECLARE_TR_FUNCTIONS(KeyGroups)
};

QList<Shortcut> going()
{
    const auto key = [](Command command, const Keys& keys, const char* words) {
        return Shortcut{command, Place::Window, Group::Going, keys, words};
    };
    return {
        key(Command::SwitchConversation, {Qt::CTRL | Qt::Key_K},
            QT_TRANSLATE_NOOP("Shortcuts", "Switch to a conversation by name")),
        key(Command::NextUnread, {Qt::ALT | Qt::SHIFT | Qt::Key_Down},
            QT_TRANSLATE_NOOP("Shortcuts", "Next unread conversation")),
        key(Command::PreviousUnread, {Qt::ALT | Qt::SHIFT | Qt::Key_Up},
            QT_TRANSLATE_NOOP("Shortcuts", "Previous unread conversation")),
        key(Command::NextConversation, {Qt::ALT | Qt::Key_Down},
            QT_TRANSLATE_NOOP("Shortcuts", "Next conversation")),
        key(Command::PreviousConversation, {Qt::ALT | Qt::Key_Up},
            QT_TRANSLATE_NOOP("Shortcuts", "Previous conversation")),
        key(Command::MovePinUp, {Qt::CTRL | Qt::SHIFT | Qt::Key_PageUp},
            QT_TRANSLATE_NOOP("Shortcuts", "Move the pinned conversation up")),
        key(Command::MovePinDown, {Qt::CTRL | Qt::SHIFT | Qt::Key_PageDown},
            QT_TRANSLATE_NOOP("Shortcuts", "Move the pinned conversation down")),
        key(Command::NextMention, {Qt::CTRL | Qt::Key_M},
            QT_TRANSLATE_NOOP("Shortcuts", "Next mention of you")),
        key(Command::NextReaction, {Qt::CTRL | Qt::SHIFT | Qt::Key_E},
            QT_TRANSLATE_NOOP("Shortcuts", "Next unread reaction to your messages")),
        key(Command::GoDown, {Qt::CTRL | Qt::Key_J},
            QT_TRANSLATE_NOOP("Shortcuts", "Go to the new messages, then to the end")),
        key(Command::GoBack, {Qt::ALT | Qt::Key_Left},
            QT_TRANSLATE_NOOP("Shortcuts", "Go back to where you were before a jump")),
        key(Command::SearchEverywhere, {Qt::CTRL | Qt::SHIFT | Qt::Key_F},
            QT_TRANSLATE_NOOP("Shortcuts", "Search all conversations")),
        key(Command::SearchHere, {Qt::CTRL | Qt::Key_F},
            QT_TRANSLATE_NOOP("Shortcuts", "Search this conversation")),
        key(Command::ShowAboutUser, {Qt::CTRL | Qt::SHIFT | Qt::Key_M},
            QT_TRANSLATE_NOOP("Shortcuts", "Show all mentions of you and replies to you")),
        key(Command::FilterConversations, {Qt::CTRL | Qt::Key_L},
            QT_TRANSLATE_NOOP("Shortcuts", "Filter the list of conversations")),
        key(Command::ShowFolder,
            {Qt::CTRL | Qt::Key_1, Qt::CTRL | Qt::Key_2, Qt::CTRL | Qt::Key_3, Qt::CTRL | Qt::Key_4,
             Qt::CTRL | Qt::Key_5, Qt::CTRL | Qt::Key_6, Qt::CTRL | Qt::Key_7, Qt::CTRL | Qt::Key_8,
             Qt::CTRL | Qt::Key_9},
            QT_TRANSLATE_NOOP("Shortcuts", "Show all conversations; with 2 to 9, a folder")),
        key(Command::OtherPane, {Qt::Key_F6},
            QT_TRANSLATE_NOOP("Shortcuts", "Move between list, messages and field")),
        key(Command::StepOut, {Qt::Key_Escape},
            QT_TRANSLATE_NOOP("Shortcuts", "Go back one step, finally to the list")),
    };
}

QList<Shortcut> reading()
{
    const auto key = [](Command command, const Keys& keys, const char* words) {
        return Shortcut{command, Place::Window, Group::Reading, keys, words};
    };
    return {
        key(Command::MarkRead, {Qt::CTRL | Qt::SHIFT | Qt::Key_R},
            QT_TRANSLATE_NOOP("Shortcuts", "Mark the conversation as read")),
        key(Command::MarkUnreadFromHere, {Qt::CTRL | Qt::SHIFT | Qt::Key_U},
            QT_TRANSLATE_NOOP("Shortcuts", "Mark as unread from the chosen message on")),
        key(Command::MarkAllRead, {Qt::SHIFT | Qt::Key_Escape},
            QT_TRANSLATE_NOOP("Shortcuts", "Mark everything as read")),
        key(Command::Undo, {Qt::CTRL | Qt::Key_Z}, QT_TRANSLATE_NOOP("Shortcuts", "Undo what you did last")),
        key(Command::WhyUnread, {Qt::CTRL | Qt::SHIFT | Qt::Key_W},
            QT_TRANSLATE_NOOP("Shortcuts", "Why is this unread?")),
    };
}

QList<Shortcut> messages()
{
    const auto key = [](Command command, Place place, const Keys& keys, const char* words) {
        return Shortcut{command, place, Group::Messages, keys, words};
    };
    return {
        key(Command::MessageAbove, Place::Window, {Qt::CTRL | Qt::Key_Up},
            QT_TRANSLATE_NOOP("Shortcuts", "Choose the message above")),
        key(Command::MessageBelow, Place::Window, {Qt::CTRL | Qt::Key_Down},
            QT_TRANSLATE_NOOP("Shortcuts", "Choose the message below")),
        key(Command::MessageAbove, Place::Timeline, {Qt::Key_Up},
            QT_TRANSLATE_NOOP("Shortcuts", "The same, among the messages")),
        key(Command::MessageBelow, Place::Timeline, {Qt::Key_Down},
            QT_TRANSLATE_NOOP("Shortcuts", "The same, among the messages")),
        key(Command::PartBefore, Place::Timeline, {Qt::Key_Left},
            QT_TRANSLATE_NOOP("Shortcuts", "Choose the previous file or reaction of the chosen message")),
        key(Command::PartAfter, Place::Timeline, {Qt::Key_Right},
            QT_TRANSLATE_NOOP("Shortcuts", "Choose the next file or reaction of the chosen message")),
        key(Command::Reply, Place::Window, {Qt::CTRL | Qt::Key_R},
            QT_TRANSLATE_NOOP("Shortcuts", "Reply to the chosen or the last message")),
        key(Command::ThumbsUp, Place::Window, {Qt::CTRL | Qt::Key_T},
            QT_TRANSLATE_NOOP("Shortcuts", "React to the chosen message with 👍, or remove it")),
        key(Command::React, Place::Window, {Qt::CTRL | Qt::SHIFT | Qt::Key_T},
            QT_TRANSLATE_NOOP("Shortcuts", "React to the chosen or the last message")),
        key(Command::CopyMessage, Place::Timeline, {QKeySequence(Qt::CTRL | Qt::Key_C)},
            QT_TRANSLATE_NOOP("Shortcuts", "Copy the chosen or the selected messages")),
        key(Command::SelectAbove, Place::Timeline, {Qt::SHIFT | Qt::Key_Up},
            QT_TRANSLATE_NOOP("Shortcuts", "Select messages upwards")),
        key(Command::SelectBelow, Place::Timeline, {Qt::SHIFT | Qt::Key_Down},
            QT_TRANSLATE_NOOP("Shortcuts", "Select messages downwards")),
        key(Command::SelectAll, Place::Timeline, {QKeySequence(Qt::CTRL | Qt::Key_A)},
            QT_TRANSLATE_NOOP("Shortcuts", "Select all loaded messages")),
        key(Command::ClearSelection, Place::Timeline, {Qt::Key_Escape},
            QT_TRANSLATE_NOOP("Shortcuts", "Clear the selection")),
        key(Command::OpenMessage, Place::Timeline, {Qt::Key_Return, Qt::Key_Enter},
            QT_TRANSLATE_NOOP("Shortcuts", "Open the file, link, quote or full text of the chosen message")),
        key(Command::PageUp, Place::Timeline, {Qt::Key_PageUp},
            QT_TRANSLATE_NOOP("Shortcuts", "Scroll up a page")),
        key(Command::PageDown, Place::Timeline, {Qt::Key_PageDown},
            QT_TRANSLATE_NOOP("Shortcuts", "Scroll down a page")),
        key(Command::FirstMessage, Place::Timeline, {Qt::Key_Home, Qt::CTRL | Qt::Key_Home},
            QT_TRANSLATE_NOOP("Shortcuts", "Go to the first loaded message")),
        key(Command::LastMessage, Place::Timeline, {Qt::Key_End, Qt::CTRL | Qt::Key_End},
            QT_TRANSLATE_NOOP("Shortcuts", "Go to the end")),
    };
}

/// Ctrl+Enter always sends; whether Enter does is the user's choice.
QList<Shortcut> sending(SendKey sendKey)
{
    const Keys plain{Qt::Key_Return, Qt::Key_Enter};
    const Keys withCtrl{Qt::CTRL | Qt::Key_Return, Qt::CTRL | Qt::Key_Enter};
    const Keys withShift{Qt::SHIFT | Qt::Key_Return, Qt::SHIFT | Qt::Key_Enter};
    const bool isPlain = sendKey == SendKey::Enter;
    return {
        {Command::Send, Place::Composer, Group::Writing, isPlain ? plain + withCtrl : withCtrl,
         QT_TRANSLATE_NOOP("Shortcuts", "Send")},
        {Command::NewLine, Place::Composer, Group::Writing, isPlain ? withShift : plain + withShift,
         QT_TRANSLATE_NOOP("Shortcuts", "New line")},
    };
}

QList<Shortcut> writing()
{
    const auto key = [](Command command, const Keys& keys, const char* words) {
        return Shortcut{command, Place::Composer, Group::Writing, keys, words};
    };
    return {
        key(Command::EditLast, {Qt::Key_Up},
            QT_TRANSLATE_NOOP("Shortcuts", "Edit your last message (empty field only)")),
        key(Command::CancelWriting, {Qt::Key_Escape},
            QT_TRANSLATE_NOOP("Shortcuts", "Cancel an edit or reply")),
        key(Command::PageUp, {Qt::Key_PageUp},
            QT_TRANSLATE_NOOP("Shortcuts", "Scroll the messages up a page")),
        key(Command::PageDown, {Qt::Key_PageDown},
            QT_TRANSLATE_NOOP("Shortcuts", "Scroll the messages down a page")),
        key(Command::FirstMessage, {Qt::Key_Home},
            QT_TRANSLATE_NOOP("Shortcuts", "Go to the first loaded message (empty field only)")),
        key(Command::LastMessage, {Qt::Key_End},
            QT_TRANSLATE_NOOP("Shortcuts", "Go to the end (empty field only)")),
        {Command::AttachFiles,
         Place::Window,
         Group::Writing,
         {Qt::CTRL | Qt::Key_O},
         QT_TRANSLATE_NOOP("Shortcuts", "Attach files")},
        {Command::SendLater,
         Place::Window,
         Group::Writing,
         {Qt::CTRL | Qt::SHIFT | Qt::Key_L},
         QT_TRANSLATE_NOOP("Shortcuts", "Send later; with an empty field, show the scheduled messages")},
    };
}

QList<Shortcut> program()
{
    const auto key = [](Command command, const Keys& keys, const char* words) {
        return Shortcut{command, Place::Window, Group::Program, keys, words};
    };
    return {
        key(Command::ShowInfo, {Qt::CTRL | Qt::Key_I},
            QT_TRANSLATE_NOOP("Shortcuts", "Show this conversation and its members")),
        key(Command::ShowSettings, {Qt::CTRL | Qt::Key_Comma}, QT_TRANSLATE_NOOP("Shortcuts", "Settings")),
        key(Command::NewConversation, {Qt::CTRL | Qt::Key_N},
            QT_TRANSLATE_NOOP("Shortcuts", "New conversation")),
        key(Command::LargerText, {Qt::CTRL | Qt::Key_Plus, Qt::CTRL | Qt::Key_Equal},
            QT_TRANSLATE_NOOP("Shortcuts", "Larger text")),
        key(Command::SmallerText, {Qt::CTRL | Qt::Key_Minus}, QT_TRANSLATE_NOOP("Shortcuts", "Smaller text")),
        key(Command::UsualText, {Qt::CTRL | Qt::Key_0},
            QT_TRANSLATE_NOOP("Shortcuts", "Text in the desktop’s size")),
        key(Command::Help, {Qt::CTRL | Qt::Key_Slash, Qt::Key_F1},
            QT_TRANSLATE_NOOP("Shortcuts", "Show the keyboard shortcuts")),
        key(Command::Quit, {Qt::CTRL | Qt::Key_Q}, QT_TRANSLATE_NOOP("Shortcuts", "Quit")),
    };
}

} // namespace

const QList<Shortcut>& shortcuts(SendKey sendKey)
{
    const auto made = [](SendKey key) {
        return going() + reading() + messages() + sending(key) + writing() + program();
    };
    static const QList<Shortcut> byEnter = made(SendKey::Enter);
    static const QList<Shortcut> byCtrlEnter = made(SendKey::CtrlEnter);
    return sendKey == SendKey::Enter ? byEnter : byCtrlEnter;
}

std::optional<KeyCommand> commandOf(const QKeyEvent& event, KeyPlace place, SendKey sendKey)
{
    const Qt::KeyboardModifiers modifiers = event.modifiers() & ~Qt::KeypadModifier;
    const QKeySequence pressed(QKeyCombination(modifiers, Qt::Key(event.key())));
    const QList<Shortcut>& all = shortcuts(sendKey);
    const auto found = std::find_if(all.begin(), all.end(), [&](const Shortcut& one) {
        return one.place == place && one.keys.contains(pressed);
    });
    return found == all.end() ? std::nullopt : std::optional(found->command);
}

QString keysOf(KeyCommand command, SendKey sendKey)
{
    const QList<Shortcut>& all = shortcuts(sendKey);
    const auto found = std::find_if(all.begin(), all.end(),
                                    [command](const Shortcut& one) { return one.command == command; });
    return found == all.end() ? QString() : found->keys.first().toString(QKeySequence::NativeText);
}

QString withKeys(const QString& words, KeyCommand command, SendKey sendKey)
{
    return QStringLiteral("%1 (%2)").arg(words, keysOf(command, sendKey));
}

QString wordsOf(const Shortcut& shortcut)
{
    return QCoreApplication::translate("Shortcuts", shortcut.words);
}

QString groupTitle(KeyGroup group)
{
    switch (group) {
    case KeyGroup::Going:
        return KeyGroups::tr("Getting around");
    case KeyGroup::Reading:
        return KeyGroups::tr("Reading");
    case KeyGroup::Messages:
        return KeyGroups::tr("Messages");
    case KeyGroup::Writing:
        return KeyGroups::tr("Writing");
    case KeyGroup::Program:
        return KeyGroups::tr("Program");
    }
    return {};
}

} // namespace tidemark
