#pragma once

#include "core/models/conversations/conversation_filter.h"
#include "ui/session/reading/shown_total.h"

#include <QString>

namespace tidemark {

/// The texts of a filter.
struct FilterText {
    QString name;   ///< "Unread"
    QString count;  ///< "5"; empty: no count
    QString spoken; ///< for screen readers: "Unread, 5 conversations"
    QString hint;   ///< says what the number counts; empty where the name is clear enough

    friend bool operator==(const FilterText&, const FilterText&) = default;
};

/// For the filter All, the number equals that of the window's title, and the hint describes the totals.
[[nodiscard]] FilterText filterText(ConversationFilter filter, const FilterTally& tally, const Totals& totals,
                                    const BadgeChoices& choices = {});

/// "12 unread messages in 3 conversations, 99 more in muted ones"; "No unread messages".
[[nodiscard]] QString totalsText(const Totals& totals);

/// The text in place of an empty list.
struct EmptyText {
    QString words;
    QString action; ///< the button that leads back to All; empty: no button

    friend bool operator==(const EmptyText&, const EmptyText&) = default;
};
struct ListState {
    ConversationFilter filter = ConversationFilter::All;
    bool isSearching = false; ///< the list is also narrowed by a typed search
    bool isFolder = false;    ///< the list shows a folder, whatever the filter is
    bool isCertain = true;    ///< all conversations that may belong here have been counted
};
[[nodiscard]] EmptyText emptyText(const ListState& list);

} // namespace tidemark
