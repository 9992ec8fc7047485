#pragma once

#include "core/domain/protocol.h"

#include <QDate>
#include <QString>
#include <QStringList>

namespace tidemark {

/// "Anna is typing…", "Anna and Bo are typing…", "3 people are typing…"; empty if `names` is empty.
[[nodiscard]] QString typingText(const QStringList& names);

/// "Has read everything", "Read up to 14:02", "Read up to 14:02, 19 Nov", or a text for an unknown position.
[[nodiscard]] QString memberReadText(const protocol::Member& member, QDate today);

} // namespace tidemark
