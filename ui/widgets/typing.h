#pragma once

#include <QKeyEvent>

namespace tidemark {

/// Whether a key types text, as opposed to moving or commanding.
[[nodiscard]] inline bool isTyping(const QKeyEvent& event)
{
    const bool isCommand = event.modifiers().testFlag(Qt::ControlModifier)
                           != event.modifiers().testFlag(Qt::AltModifier); // both: AltGr types text
    return !isCommand && !event.text().isEmpty() && event.text().front().isPrint()
           && !event.modifiers().testFlag(Qt::MetaModifier);
}

} // namespace tidemark
