#pragma once

#include <QString>

namespace tidemark {

/// A number in full: "1,234", or "≥ 1,234" of a lower bound (I19).
[[nodiscard]] QString countText(quint64 count, bool exact);

/// What a badge shows: nothing for a certain 0, "1" … "99", then "99+"; "≥ n" while the number is a lower
/// bound, and "…" while not even that is known (I19).
[[nodiscard]] QString badgeText(quint64 count, bool exact);

/// The whole truth for the tooltip: "1,234 unread messages, 2 mention you", "at least 12 unread messages".
/// Empty where badgeText is empty.
[[nodiscard]] QString badgeHint(quint64 count, quint64 mentions, bool exact);

/// For screen readers, after a title: "3 unread", "3 unread, 1 mention", "at least 12 unread", "unread number
/// not known yet"; empty like badgeText.
[[nodiscard]] QString badgeSpoken(quint64 count, quint64 mentions, bool exact);

} // namespace tidemark
