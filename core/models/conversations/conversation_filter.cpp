#include "core/models/conversations/conversation_filter.h"

#include "core/models/conversations/conversation_row.h"

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

constexpr std::array filterWords{"all", "unread", "mentions", "groups", "channels", "archived"};

/// True also for an inexact count, because the row then has a badge.
bool hasBadge(const ConversationSummary& summary)
{
    return summary.counts.unread > 0 || !summary.exact;
}

} // namespace

QString wordOf(ConversationFilter filter)
{
    return QString::fromLatin1(filterWords[static_cast<std::size_t>(filter)]);
}

std::optional<ConversationFilter> filterOf(const QString& word)
{
    for (const ConversationFilter filter : allFilters) {
        if (word == wordOf(filter)) {
            return filter;
        }
    }
    return std::nullopt;
}

bool passes(const ConversationSummary& summary, ConversationFilter filter)
{
    if (summary.settings.archived != (filter == ConversationFilter::Archived)) {
        return false;
    }
    const bool isChannel = summary.kind == ConversationKind::Channel;
    switch (filter) {
    case ConversationFilter::All:
        return !isChannel;
    case ConversationFilter::Archived:
        return true;
    case ConversationFilter::Unread:
        return hasBadge(summary) && !isChannel;
    case ConversationFilter::Mentions:
        return summary.counts.mentions > 0;
    case ConversationFilter::Groups:
        return summary.kind == ConversationKind::Group;
    case ConversationFilter::Channels:
        return isChannel;
    }
    return false;
}

void FilterTally::change(const ConversationSummary& summary, int by)
{
    if (!isListed(summary)) {
        return;
    }
    for (const ConversationFilter filter : allFilters) {
        // An inexact count may hide mentions that are not held.
        const bool mayPass = filter == ConversationFilter::Mentions && !summary.settings.archived;
        if (!summary.exact && (mayPass || passes(summary, filter))) {
            m_parts[static_cast<std::size_t>(filter)].uncertain += by;
        }
        if (!passes(summary, filter)) {
            continue;
        }
        Part& part = m_parts[static_cast<std::size_t>(filter)];
        part.conversations += by;
        part.unread += hasBadge(summary) ? by : 0;
        part.mentions += by * static_cast<qint64>(summary.counts.mentions);
    }
}

} // namespace tidemark
