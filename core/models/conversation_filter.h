#pragma once

#include "core/domain/view.h"

#include <QString>

#include <array>
#include <optional>

namespace tidemark {

/// Which part of the conversations the list shows. Archived ones stand only in their own, followed channels
/// in theirs and among the mentions: in the list of all one entry stands for them together.
enum class ConversationFilter : quint8 { All, Unread, Mentions, Groups, Channels, Archived };

inline constexpr std::array allFilters{ConversationFilter::All,      ConversationFilter::Unread,
                                       ConversationFilter::Mentions, ConversationFilter::Groups,
                                       ConversationFilter::Channels, ConversationFilter::Archived};

/// Under which a profile keeps the chosen filter.
inline constexpr auto filterSetting = "conversation-filter";
/// The word that is kept.
[[nodiscard]] QString wordOf(ConversationFilter filter);
/// Nothing for a word that is none of them.
[[nodiscard]] std::optional<ConversationFilter> filterOf(const QString& word);

/// Whether `filter` shows a conversation that is listed at all.
[[nodiscard]] bool passes(const ConversationSummary& summary, ConversationFilter filter);

/// What stands behind each filter. Kept along with the list: a change costs O(1).
class FilterTally {
public:
    struct Part {
        qint64 conversations = 0; ///< that the filter shows
        qint64 unread = 0;        ///< how many of them have something unread
        qint64 mentions = 0;      ///< unread mentions in them, at least
        qint64 uncertain = 0;     ///< conversations that may have more of them

        friend bool operator==(const Part&, const Part&) = default;
    };

    [[nodiscard]] const Part& of(ConversationFilter filter) const
    {
        return m_parts[static_cast<std::size_t>(filter)];
    }
    void add(const ConversationSummary& summary) { change(summary, 1); }
    void remove(const ConversationSummary& summary) { change(summary, -1); }

    friend bool operator==(const FilterTally&, const FilterTally&) = default;

private:
    void change(const ConversationSummary& summary, int by);

    std::array<Part, allFilters.size()> m_parts;
};

} // namespace tidemark
