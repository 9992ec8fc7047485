#pragma once

#include "core/client/client_values.h"

#include <QDate>
#include <QString>

namespace tidemark {

/// "3 unread messages", "At least 3 unread messages", "Nothing is unread".
[[nodiscard]] QString whyHeadline(const Explanation& explanation);

/// How far it was read, where, when and why: "Read up to #120 on phone at 10:32, because it was seen."
[[nodiscard]] QString whyCursor(const Explanation& explanation, QDate today);

/// What stands above the list of what counts; empty where nothing does.
[[nodiscard]] QString whyCounted(const Explanation& explanation);

/// "Left out: 4 of your own, 1 taken back, 2 edits and notices."
[[nodiscard]] QString whyLeftOut(const Explanation& explanation);

/// Whether it is part of the total, and whether others learn what is read here.
[[nodiscard]] QString whyTotal(const Explanation& explanation);

/// What counting everything again has found.
[[nodiscard]] QString auditWords(const AuditReport& report);

} // namespace tidemark
