#pragma once

#include "core/models/conversation_filter.h"
#include "ui/shown_total.h"

#include <QString>

namespace tidemark {

/// A filter as it is shown.
struct FilterText {
    QString name;   ///< "Unread"
    QString count;  ///< "5"; empty: none
    QString spoken; ///< for screen readers: "Unread, 5 conversations"
    QString hint;   ///< what the number counts; empty where the name says all

    friend bool operator==(const FilterText&, const FilterText&) = default;
};

/// What All shows is the same number as in the window's title, and says all of the totals.
[[nodiscard]] FilterText filterText(ConversationFilter filter, const FilterTally& tally, const Totals& totals,
                                    const BadgeChoices& choices = {});

/// "12 unread messages in 3 conversations, 99 more in muted ones"; "No unread messages".
[[nodiscard]] QString totalsText(const Totals& totals);

/// What stands in place of an empty list.
struct EmptyText {
    QString words;
    QString action; ///< leads back to All; empty: there is nothing to lead to

    friend bool operator==(const EmptyText&, const EmptyText&) = default;
};
/// `isSearching`: the list is also narrowed to what was typed.
[[nodiscard]] EmptyText emptyText(ConversationFilter filter, bool isSearching, bool isCertain = true);

} // namespace tidemark
