#pragma once

#include "ui/preferences.h"

#include <QKeyEvent>
#include <QKeySequence>
#include <QList>
#include <QString>

#include <optional>

namespace tidemark {

/// Everything that a key does. The table of shortcuts() gives each its keys and its words: the window, the
/// fields and the help sheet all go by it, so that they cannot differ.
enum class KeyCommand : quint8 {
    // Going
    SwitchConversation,
    FilterConversations,
    SearchEverywhere,
    SearchHere,
    ShowAboutUser,
    NextConversation,
    PreviousConversation,
    NextUnread,
    PreviousUnread,
    NextMention,
    GoDown,
    GoBack,
    StepOut,
    OtherPane,
    // Reading
    MarkRead,
    MarkUnreadFromHere,
    MarkAllRead,
    Undo,
    WhyUnread,
    // Messages
    MessageAbove,
    MessageBelow,
    Reply,
    PageUp,
    PageDown,
    FirstMessage,
    LastMessage,
    CopyMessage,
    SelectAbove,
    SelectBelow,
    SelectAll,
    ClearSelection,
    OpenMessage,
    // Writing
    Send,
    NewLine,
    EditLast,
    CancelWriting,
    // Program
    ShowInfo,
    ShowSettings,
    NewConversation,
    Help,
    Quit,
};

/// What has to have the keyboard.
enum class KeyPlace : quint8 { Window, Composer, Timeline };

enum class KeyGroup : quint8 { Going, Reading, Messages, Writing, Program };

struct Shortcut {
    KeyCommand command = KeyCommand::Help;
    KeyPlace place = KeyPlace::Window;
    KeyGroup group = KeyGroup::Going;
    QList<QKeySequence> keys;    ///< any of them; the first one is shown
    const char* words = nullptr; ///< English; see wordsOf()
};

/// All of them, in the order of the help sheet. A command that has keys in several places has an entry for
/// each. `sendKey`: what the user has chosen.
[[nodiscard]] const QList<Shortcut>& shortcuts(SendKey sendKey = SendKey::Enter);

/// What the key does where `place` has the keyboard; the window's keys are not looked at for other places.
[[nodiscard]] std::optional<KeyCommand> commandOf(const QKeyEvent& event, KeyPlace place,
                                                  SendKey sendKey = SendKey::Enter);

/// The first keys of a command as they are written on keyboards, e.g. "Ctrl+K".
[[nodiscard]] QString keysOf(KeyCommand command, SendKey sendKey = SendKey::Enter);

/// What the keys do, in the language of the window.
[[nodiscard]] QString wordsOf(const Shortcut& shortcut);

/// `words` with the keys of a command in brackets, for tooltips.
[[nodiscard]] QString withKeys(const QString& words, KeyCommand command, SendKey sendKey = SendKey::Enter);

[[nodiscard]] QString groupTitle(KeyGroup group);

} // namespace tidemark
