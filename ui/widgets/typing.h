#pragma once

#include <QKeyEvent>

namespace tidemark {

/// Returns whether a key types text, and does not move the cursor or trigger a command.
[[nodiscard]] inline bool isTyping(const QKeyEvent& event)
{
    const bool isCommand = event.modifiers().testFlag(Qt::ControlModifier)
                           != event.modifiers().testFlag(Qt::AltModifier); // both: AltGr types text
    return !isCommand && !event.text().isEmpty() && event.text().front().isPrint()
           && !event.modifiers().testFlag(Qt::MetaModifier);
}

} // namespace tidemark
