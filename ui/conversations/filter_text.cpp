#include "ui/conversations/filter_text.h"

#include "core/models/words/badge.h"
#include "core/models/words/plural.h"

#include <QCoreApplication>
#include <QLocale>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

class Filters {
    Q_DECLARE_TR_FUNCTIONS(Filters)
};

QString number(qint64 count)
{
    return QLocale().toString(count);
}

QString nameOf(ConversationFilter filter)
{
    switch (filter) {
    case ConversationFilter::All:
        return Filters::tr("All");
    case ConversationFilter::Unread:
        return Filters::tr("Unread");
    case ConversationFilter::Mentions:
        return QStringLiteral("@");
    case ConversationFilter::Groups:
        return Filters::tr("Groups");
    case ConversationFilter::Channels:
        return Filters::tr("Channels");
    case ConversationFilter::Archived:
        return Filters::tr("Archived");
    }
    return {};
}

FilterText allText(const Totals& totals, const ShownTotal& shown)
{
    FilterText text{nameOf(ConversationFilter::All), {}, {}, totalsText(totals)};
    if (shown.count > 0 || !shown.exact) {
        text.count = countText(shown.count, shown.exact);
    }
    text.spoken = Filters::tr("%1, %2", "a filter and what it holds").arg(text.name, text.hint);
    return text;
}

FilterText mentionsText(qint64 mentions, bool exact)
{
    FilterText text{nameOf(ConversationFilter::Mentions),
                    {},
                    Filters::tr("Mentions"),
                    Filters::tr("Unread mentions of you")};
    if (mentions > 0) {
        text.count = countText(static_cast<quint64>(mentions), exact);
        text.spoken = Filters::tr("%1, %2", "a filter and what it holds")
                          .arg(text.spoken,
                               exact ? number(mentions) : Filters::tr("at least %1").arg(number(mentions)));
    }
    if (!exact) {
        text.hint =
            Filters::tr("Unread mentions of you. There may be more; they show when you are connected.");
    }
    return text;
}

/// Returns the text of the "Following" entry.
FilterText channelsText(const Totals& totals)
{
    const QString name = nameOf(ConversationFilter::Channels);
    FilterText text{name, {}, name, Filters::tr("Channels you follow")};
    if (totals.feed > 0 || !totals.feedExact) {
        text.count = countText(totals.feed, totals.feedExact);
        text.hint = badgeHint(totals.feed, 0, totals.feedExact);
        text.spoken = Filters::tr("%1, %2", "a filter and what it holds").arg(name, text.hint);
    }
    return text;
}

QString conversationsText(qint64 count)
{
    return Filters::tr("%Ln conversations", nullptr, pluralOf(count));
}

} // namespace

FilterText filterText(ConversationFilter filter, const FilterTally& tally, const Totals& totals,
                      const BadgeChoices& choices)
{
    const FilterTally::Part& part = tally.of(filter);
    if (filter == ConversationFilter::All) {
        return allText(totals, shownTotal(totals, choices));
    }
    if (filter == ConversationFilter::Mentions) {
        return mentionsText(part.mentions, part.uncertain == 0);
    }
    if (filter == ConversationFilter::Channels) {
        return channelsText(totals);
    }
    FilterText text{nameOf(filter), {}, nameOf(filter), {}};
    if (part.unread > 0) {
        const QString conversations = conversationsText(part.unread);
        text.count = number(part.unread);
        text.hint = Filters::tr("%1 with unread messages").arg(conversations);
        text.spoken = Filters::tr("%1, %2", "a filter and what it holds")
                          .arg(text.spoken, filter == ConversationFilter::Unread ? conversations : text.hint);
    }
    return text;
}

QString totalsText(const Totals& totals)
{
    QString text = Filters::tr("No unread messages");
    if (totals.unread > 0 || !totals.exact) {
        const QString messages = Filters::tr("%Ln unread messages", nullptr, pluralOf(totals.unread));
        text = (totals.exact ? Filters::tr("%1 in %2", "unread messages in conversations")
                             : Filters::tr("At least %1 in %2", "unread messages in conversations"))
                   .arg(messages, conversationsText(static_cast<qint64>(totals.conversations)));
    }
    if (totals.mutedUnread > 0) {
        text += Filters::tr(", %Ln more in muted conversations", nullptr, pluralOf(totals.mutedUnread));
    }
    return text;
}

EmptyText emptyText(const ListState& list)
{
    if (list.isSearching) {
        return list.filter == ConversationFilter::All && !list.isFolder
                   ? EmptyText{Filters::tr("Nothing found"), {}}
                   : EmptyText{Filters::tr("Nothing found here"), Filters::tr("Search all conversations")};
    }
    const QString back = Filters::tr("Show all");
    if (list.isFolder) {
        return {Filters::tr("No conversations in this folder."), back};
    }
    switch (list.filter) {
    case ConversationFilter::All:
        return {Filters::tr("No conversations yet.\nStart one with the pencil above."), {}};
    case ConversationFilter::Unread:
        return {Filters::tr("No unread conversations.\nYou have read everything."), back};
    case ConversationFilter::Mentions:
        if (!list.isCertain) {
            return {Filters::tr("No unread mentions so far.\nThere may be some that are not loaded yet."),
                    back};
        }
        return {Filters::tr("No unread mentions.\nMessages that mention you show here until you read them."),
                back};
    case ConversationFilter::Groups:
        return {Filters::tr("No groups yet.\nCreate one with the pencil above."), back};
    case ConversationFilter::Channels:
        return {Filters::tr("You follow no channels yet.\nFind some with the pencil above."), back};
    case ConversationFilter::Archived:
        return {Filters::tr("No archived conversations.\nYou can archive one from its menu."), back};
    }
    return {};
}

} // namespace tidemark
