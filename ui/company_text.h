#pragma once

#include "core/domain/protocol.h"

#include <QDate>
#include <QString>
#include <QStringList>

namespace tidemark {

/// "Anna is typing…", "Anna and Bo are typing…", "3 people are typing…"; empty for nobody.
[[nodiscard]] QString typingText(const QStringList& names);

/// "Has read everything", "Read up to 14:02", "Read up to 14:02, 19 Nov", or that nothing is known of it.
[[nodiscard]] QString memberReadText(const protocol::Member& member, QDate today);

} // namespace tidemark
