#pragma once

#include "ui/session/choices/preferences.h"

#include <QKeyEvent>
#include <QKeySequence>
#include <QList>
#include <QString>

#include <optional>

namespace tidemark {

/// The commands that have keys. The table shortcuts() gives each command its keys and its description. The
/// window, the fields and the help sheet all use this table, so that they cannot differ.
enum class KeyCommand : quint8 {
    // Going
    SwitchConversation,
    FilterConversations,
    ShowFolder,
    SearchEverywhere,
    SearchHere,
    ShowAboutUser,
    NextConversation,
    PreviousConversation,
    NextUnread,
    PreviousUnread,
    MovePinUp,
    MovePinDown,
    NextMention,
    NextReaction,
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
    PartBefore,
    PartAfter,
    Reply,
    React,
    ThumbsUp,
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
    AttachFiles,
    SendLater,
    // Program
    ShowInfo,
    ShowSettings,
    NewConversation,
    LargerText,
    SmallerText,
    UsualText,
    Help,
    Quit,
};

/// The widget that must have the keyboard focus.
enum class KeyPlace : quint8 { Window, Composer, Timeline };

enum class KeyGroup : quint8 { Going, Reading, Messages, Writing, Program };

struct Shortcut {
    KeyCommand command = KeyCommand::Help;
    KeyPlace place = KeyPlace::Window;
    KeyGroup group = KeyGroup::Going;
    QList<QKeySequence> keys;    ///< alternatives; the window shows the first
    const char* words = nullptr; ///< the description in English; see wordsOf()
};

/// Returns all shortcuts, in the order of the help sheet. A command with keys in several places has one entry
/// per place. `sendKey` is the user's choice.
[[nodiscard]] const QList<Shortcut>& shortcuts(SendKey sendKey = SendKey::Enter);

/// Returns the command of the key while `place` has the keyboard focus. Searches only the shortcuts of
/// `place`, so the window's are ignored elsewhere.
[[nodiscard]] std::optional<KeyCommand> commandOf(const QKeyEvent& event, KeyPlace place,
                                                  SendKey sendKey = SendKey::Enter);

/// Returns the first keys of a command, written as on keyboards, for example "Ctrl+K".
[[nodiscard]] QString keysOf(KeyCommand command, SendKey sendKey = SendKey::Enter);

/// Returns the description of the shortcut, in the language of the window.
[[nodiscard]] QString wordsOf(const Shortcut& shortcut);

/// Returns a tooltip: `words`, followed by the keys of the command in brackets.
[[nodiscard]] QString withKeys(const QString& words, KeyCommand command, SendKey sendKey = SendKey::Enter);

[[nodiscard]] QString groupTitle(KeyGroup group);

} // namespace tidemark
