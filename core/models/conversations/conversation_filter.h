#pragma once

#include "core/domain/view.h"

#include <QString>

#include <array>
#include <optional>

namespace tidemark {

/// The part of the conversations that the list shows. Archived conversations appear only under Archived,
/// followed channels only under Channels and Mentions; under All, one entry represents all followed channels.
enum class ConversationFilter : quint8 { All, Unread, Mentions, Groups, Channels, Archived };

inline constexpr std::array allFilters{ConversationFilter::All,      ConversationFilter::Unread,
                                       ConversationFilter::Mentions, ConversationFilter::Groups,
                                       ConversationFilter::Channels, ConversationFilter::Archived};

/// The key under which a profile stores the chosen filter.
inline constexpr auto filterSetting = "conversation-filter";
/// Returns the filter's name in stored settings.
[[nodiscard]] QString wordOf(ConversationFilter filter);
/// Returns nullopt if `word` is not the name of a filter.
[[nodiscard]] std::optional<ConversationFilter> filterOf(const QString& word);

/// Whether `filter` shows a conversation that isListed().
[[nodiscard]] bool passes(const ConversationSummary& summary, ConversationFilter filter);

/// Counts the conversations of each filter. Updated with the list: a change costs O(1).
class FilterTally {
public:
    struct Part {
        qint64 conversations = 0; ///< conversations that the filter shows
        qint64 unread = 0;        ///< number of these with unread messages
        qint64 mentions = 0;      ///< unread mentions in them; a lower bound if `uncertain` > 0
        qint64 uncertain = 0;     ///< conversations that may have more mentions

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
