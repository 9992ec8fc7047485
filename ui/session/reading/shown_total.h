#pragma once

#include "core/client/client.h"

#include <QString>
#include <QStringList>

namespace tidemark {

/// The user's choice of what the total counts in the tray, in the launcher, in the title and beside "All".
/// The profile keeps it.
struct BadgeChoices {
    enum class Unit : quint8 { Messages, Conversations };
    Unit unit = Unit::Messages;
    bool countsMuted = false;

    /// Returns the profile's keys for these choices.
    [[nodiscard]] static QStringList keys();
    /// Takes one stored value. Ignores unknown keys and values.
    void take(const QString& key, const QString& value);
    /// Returns an empty string if the key is unknown.
    [[nodiscard]] QString valueOf(const QString& key) const;

    friend bool operator==(const BadgeChoices&, const BadgeChoices&) = default;
};

/// The total that the window and the desktop show.
struct ShownTotal {
    quint64 count = 0;
    quint64 mentions = 0;
    bool exact = true; ///< false: `count` is a lower bound
    BadgeChoices::Unit unit = BadgeChoices::Unit::Messages;

    friend bool operator==(const ShownTotal&, const ShownTotal&) = default;
};

/// Computes the total. The totals contain the number for every choice.
[[nodiscard]] ShownTotal shownTotal(const Totals& totals, const BadgeChoices& choices);

/// Returns the totals without this conversation's share.
[[nodiscard]] Totals totalsWithout(Totals totals, const ConversationSummary& conversation);

/// "12 unread messages, 2 mention you", "at least 3 conversations with unread messages"; empty if nothing is
/// unread.
[[nodiscard]] QString hintOf(const ShownTotal& total);

} // namespace tidemark
