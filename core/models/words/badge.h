#pragma once

#include <QString>

namespace tidemark {

/// Formats a number in full: "1,234", or "≥ 1,234" if it is a lower bound (I19).
[[nodiscard]] QString countText(quint64 count, bool exact);

/// Returns the text of a badge: empty for an exact 0, "1" … "99", then "99+"; "≥ n" for a lower bound, and
/// "…" for a lower bound of 0 (I19).
[[nodiscard]] QString badgeText(quint64 count, bool exact);

/// Returns the badge's tooltip: "1,234 unread messages, 2 mention you", "at least 12 unread messages". Empty
/// if badgeText() is empty.
[[nodiscard]] QString badgeHint(quint64 count, quint64 mentions, bool exact);

/// Returns the words for screen readers after a title: "3 unread", "3 unread, 1 mention", "at least 12
/// unread", "unread count not known yet". Empty if badgeText() is empty.
[[nodiscard]] QString badgeSpoken(quint64 count, quint64 mentions, bool exact);

/// Returns "3 unread reactions to your messages"; empty for 0.
[[nodiscard]] QString reactionsHint(quint64 count);

} // namespace tidemark
