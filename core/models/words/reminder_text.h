#pragma once

#include "core/domain/ids.h"

#include <QString>

namespace tidemark {

/// The text of a message to oneself that reminds of another message: quotes it, names its author, and has a
/// link to it. `text` is empty for a message that has only files.
[[nodiscard]] QString reminderText(const QString& author, const QString& text, ConversationId conversation,
                                   Seq seq);

} // namespace tidemark
