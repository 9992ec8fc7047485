#include "ui/shortcuts.h"

#include <QCoreApplication>

#include <algorithm>

namespace tidemark {

namespace {

using Keys = QList<QKeySequence>;
using Command = KeyCommand;
using Place = KeyPlace;
using Group = KeyGroup;

QString tr(const char* words)
{
    return QCoreApplication::translate("Shortcuts", words);
}

QList<Shortcut> going()
{
    const auto key = [](Command command, const Keys& keys, const char* words) {
        return Shortcut{command, Place::Window, Group::Going, keys, tr(words)};
    };
    return {
        key(Command::SwitchConversation, {Qt::CTRL | Qt::Key_K}, "Switch to a conversation by name"),
        key(Command::NextUnread, {Qt::ALT | Qt::SHIFT | Qt::Key_Down}, "Next unread conversation"),
        key(Command::PreviousUnread, {Qt::ALT | Qt::SHIFT | Qt::Key_Up}, "Previous unread conversation"),
        key(Command::NextConversation, {Qt::ALT | Qt::Key_Down}, "Next conversation"),
        key(Command::PreviousConversation, {Qt::ALT | Qt::Key_Up}, "Previous conversation"),
        key(Command::NextMention, {Qt::CTRL | Qt::Key_M}, "Next mention of you"),
        key(Command::GoDown, {Qt::CTRL | Qt::Key_J}, "Down: to the new messages, then to the end"),
        key(Command::GoBack, {Qt::ALT | Qt::Key_Left}, "Back to where you were before a jump"),
        key(Command::SearchEverywhere, {Qt::CTRL | Qt::SHIFT | Qt::Key_F}, "Search all conversations"),
        key(Command::SearchHere, {Qt::CTRL | Qt::Key_F}, "Search this conversation"),
        key(Command::FilterConversations, {Qt::CTRL | Qt::Key_L}, "Filter the list of conversations"),
        key(Command::OtherPane, {Qt::Key_F6}, "List, messages, field: the next one"),
        key(Command::StepOut, {Qt::Key_Escape}, "One step back, to the list in the end"),
    };
}

QList<Shortcut> reading()
{
    const auto key = [](Command command, const Keys& keys, const char* words) {
        return Shortcut{command, Place::Window, Group::Reading, keys, tr(words)};
    };
    return {
        key(Command::MarkRead, {Qt::CTRL | Qt::SHIFT | Qt::Key_R}, "Mark the conversation as read"),
        key(Command::MarkUnreadFromHere, {Qt::CTRL | Qt::SHIFT | Qt::Key_U},
            "Mark unread from the chosen message on"),
        key(Command::MarkAllRead, {Qt::SHIFT | Qt::Key_Escape}, "Mark everything as read"),
        key(Command::Undo, {Qt::CTRL | Qt::Key_Z}, "Take the last mark back"),
        key(Command::WhyUnread, {Qt::CTRL | Qt::SHIFT | Qt::Key_W}, "Why is this unread?"),
    };
}

QList<Shortcut> messages()
{
    const auto key = [](Command command, Place place, const Keys& keys, const char* words) {
        return Shortcut{command, place, Group::Messages, keys, tr(words)};
    };
    return {
        key(Command::MessageAbove, Place::Window, {Qt::CTRL | Qt::Key_Up}, "Choose the message above"),
        key(Command::MessageBelow, Place::Window, {Qt::CTRL | Qt::Key_Down}, "Choose the message below"),
        key(Command::MessageAbove, Place::Timeline, {Qt::Key_Up}, "The same, among the messages"),
        key(Command::MessageBelow, Place::Timeline, {Qt::Key_Down}, "The same, among the messages"),
        key(Command::Reply, Place::Window, {Qt::CTRL | Qt::Key_R}, "Reply to the chosen or the last message"),
        key(Command::CopyMessage, Place::Timeline, {QKeySequence(Qt::CTRL | Qt::Key_C)},
            "Copy the chosen or the selected messages"),
        key(Command::SelectAbove, Place::Timeline, {Qt::SHIFT | Qt::Key_Up}, "Select messages upwards"),
        key(Command::SelectBelow, Place::Timeline, {Qt::SHIFT | Qt::Key_Down}, "Select messages downwards"),
        key(Command::SelectAll, Place::Timeline, {QKeySequence(Qt::CTRL | Qt::Key_A)},
            "Select all messages at hand"),
        key(Command::ClearSelection, Place::Timeline, {Qt::Key_Escape}, "Select nothing"),
        key(Command::OpenMessage, Place::Timeline, {Qt::Key_Return, Qt::Key_Enter},
            "Open the link, the quoted or the whole text of the chosen message"),
        key(Command::PageUp, Place::Timeline, {Qt::Key_PageUp}, "A page up"),
        key(Command::PageDown, Place::Timeline, {Qt::Key_PageDown}, "A page down"),
        key(Command::FirstMessage, Place::Timeline, {Qt::Key_Home, Qt::CTRL | Qt::Key_Home},
            "To the first message at hand"),
        key(Command::LastMessage, Place::Timeline, {Qt::Key_End, Qt::CTRL | Qt::Key_End}, "To the end"),
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
        {Command::Send, Place::Composer, Group::Writing, isPlain ? plain + withCtrl : withCtrl, tr("Send")},
        {Command::NewLine, Place::Composer, Group::Writing, isPlain ? withShift : plain + withShift,
         tr("New line")},
    };
}

QList<Shortcut> writing()
{
    const auto key = [](Command command, const Keys& keys, const char* words) {
        return Shortcut{command, Place::Composer, Group::Writing, keys, tr(words)};
    };
    return {
        key(Command::EditLast, {Qt::Key_Up}, "Edit your last message, in an empty field"),
        key(Command::CancelWriting, {Qt::Key_Escape}, "Leave an edit or reply"),
        key(Command::PageUp, {Qt::Key_PageUp}, "A page of messages up"),
        key(Command::PageDown, {Qt::Key_PageDown}, "A page of messages down"),
        key(Command::FirstMessage, {Qt::Key_Home}, "To the first message at hand, in an empty field"),
        key(Command::LastMessage, {Qt::Key_End}, "To the end, in an empty field"),
    };
}

QList<Shortcut> program()
{
    const auto key = [](Command command, const Keys& keys, const char* words) {
        return Shortcut{command, Place::Window, Group::Program, keys, tr(words)};
    };
    return {
        key(Command::ShowInfo, {Qt::CTRL | Qt::Key_I}, "About this conversation and its members"),
        key(Command::ShowSettings, {Qt::CTRL | Qt::Key_Comma}, "Settings"),
        key(Command::NewConversation, {Qt::CTRL | Qt::Key_N}, "New conversation"),
        key(Command::Help, {Qt::CTRL | Qt::Key_Slash, Qt::Key_F1}, "These keys"),
        key(Command::Quit, {Qt::CTRL | Qt::Key_Q}, "Quit"),
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

QString groupTitle(KeyGroup group)
{
    switch (group) {
    case KeyGroup::Going:
        return tr("Getting around");
    case KeyGroup::Reading:
        return tr("Reading");
    case KeyGroup::Messages:
        return tr("Messages");
    case KeyGroup::Writing:
        return tr("Writing");
    case KeyGroup::Program:
        return tr("Program");
    }
    return {};
}

} // namespace tidemark
