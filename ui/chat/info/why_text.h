#pragma once

#include "core/client/client_values.h"

#include <QDate>
#include <QString>

namespace tidemark {

/// "3 unread messages", "At least 3 unread messages", "Nothing is unread".
[[nodiscard]] QString whyHeadline(const Explanation& explanation);

/// Says how far the user has read, on which device, when and why: "Read up to #120 on phone at 10:32, because
/// it was seen."
[[nodiscard]] QString whyCursor(const Explanation& explanation, QDate today);

/// Returns the heading of the list of counted messages; empty if nothing counts.
[[nodiscard]] QString whyCounted(const Explanation& explanation);

/// "Not counted: 4 of your own, 1 deleted, 2 edits and notices."
[[nodiscard]] QString whyLeftOut(const Explanation& explanation);

/// Says whether the conversation is part of the total, and whether other users see what is read here.
/// Says how many reactions to the user's messages are unread; empty: none.
[[nodiscard]] QString whyReactions(std::uint64_t reactions);
[[nodiscard]] QString whyTotal(const Explanation& explanation);

/// Says what a complete recount has found.
[[nodiscard]] QString auditWords(const AuditReport& report);

} // namespace tidemark
