#pragma once

#include "core/client/client.h"

#include <QString>
#include <QStringList>

namespace tidemark {

/// What the number in tray, launcher, title and beside "All" counts, as kept in the profile.
struct BadgeChoices {
    enum class Unit : quint8 { Messages, Conversations };
    Unit unit = Unit::Messages;
    bool countsMuted = false;

    /// The keys under which they are kept.
    [[nodiscard]] static QStringList keys();
    /// Takes a kept value; unknown keys and values change nothing.
    void take(const QString& key, const QString& value);
    /// Empty: no such key.
    [[nodiscard]] QString valueOf(const QString& key) const;

    friend bool operator==(const BadgeChoices&, const BadgeChoices&) = default;
};

/// The one number that is shown for everything.
struct ShownTotal {
    quint64 count = 0;
    quint64 mentions = 0;
    bool exact = true; ///< false: a lower bound
    BadgeChoices::Unit unit = BadgeChoices::Unit::Messages;

    friend bool operator==(const ShownTotal&, const ShownTotal&) = default;
};

/// Derived from the totals alone, which have all that can be chosen.
[[nodiscard]] ShownTotal shownTotal(const Totals& totals, const BadgeChoices& choices);

/// What of the totals is not in this conversation.
[[nodiscard]] Totals totalsWithout(Totals totals, const ConversationSummary& conversation);

/// "12 unread messages, 2 mention you", "at least 3 conversations with unread messages"; empty without a
/// number.
[[nodiscard]] QString hintOf(const ShownTotal& total);

} // namespace tidemark
