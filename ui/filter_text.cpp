#include "ui/filter_text.h"

#include <QCoreApplication>
#include <QLocale>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

QString words(const char* text)
{
    return QCoreApplication::translate("Filters", text);
}

QString number(qint64 count)
{
    // The C locale groups no digits.
    const QLocale locale;
    return (locale.language() == QLocale::C ? QLocale(QLocale::English) : locale).toString(count);
}

QString number(std::uint64_t count)
{
    return number(static_cast<qint64>(count));
}

QString nameOf(ConversationFilter filter)
{
    switch (filter) {
    case ConversationFilter::All:
        return words("All");
    case ConversationFilter::Unread:
        return words("Unread");
    case ConversationFilter::Mentions:
        return words("@");
    case ConversationFilter::Groups:
        return words("Groups");
    case ConversationFilter::Channels:
        return words("Channels");
    case ConversationFilter::Archived:
        return words("Archived");
    }
    return {};
}

FilterText allText(const Totals& totals)
{
    FilterText text{nameOf(ConversationFilter::All), {}, {}, totalsText(totals)};
    if (totals.unread > 0 || !totals.exact)
        text.count = (totals.exact ? QString() : u"≥ "_s) + QString::number(totals.unread);
    text.spoken = text.name + u", "_s + text.hint;
    return text;
}

FilterText mentionsText(qint64 mentions)
{
    FilterText text{
        nameOf(ConversationFilter::Mentions), {}, words("Mentions"), words("Unread mentions of you")};
    if (mentions > 0) {
        text.count = number(mentions);
        text.spoken += u", "_s + text.count;
    }
    return text;
}

QString conversationsText(qint64 count)
{
    return count == 1 ? words("1 conversation") : words("%1 conversations").arg(number(count));
}

} // namespace

FilterText filterText(ConversationFilter filter, const FilterTally& tally, const Totals& totals)
{
    const FilterTally::Part& part = tally.of(filter);
    if (filter == ConversationFilter::All)
        return allText(totals);
    if (filter == ConversationFilter::Mentions)
        return mentionsText(part.mentions);
    FilterText text{nameOf(filter), {}, nameOf(filter), {}};
    if (part.unread > 0) {
        const QString conversations = conversationsText(part.unread);
        text.count = number(part.unread);
        text.hint = words("%1 with unread messages").arg(conversations);
        text.spoken += u", "_s + (filter == ConversationFilter::Unread ? conversations : text.hint);
    }
    return text;
}

QString totalsText(const Totals& totals)
{
    QString text = words("No unread messages");
    if (totals.unread > 0 || !totals.exact) {
        const QString messages = totals.unread == 1 ? words("1 unread message")
                                                    : words("%1 unread messages").arg(number(totals.unread));
        text = (totals.exact ? words("%1 in %2") : words("At least %1 in %2"))
                   .arg(messages, conversationsText(static_cast<qint64>(totals.conversations)));
    }
    if (totals.mutedUnread > 0)
        text += words(", %1 more in muted ones").arg(number(totals.mutedUnread));
    return text;
}

EmptyText emptyText(ConversationFilter filter, bool isSearching)
{
    if (isSearching) {
        return filter == ConversationFilter::All
                   ? EmptyText{words("Nothing found"), {}}
                   : EmptyText{words("Nothing found here"), words("Look in all conversations")};
    }
    const QString back = words("Show all");
    switch (filter) {
    case ConversationFilter::All:
        return {words("No conversations yet.\nThe pencil above begins one."), {}};
    case ConversationFilter::Unread:
        return {words("No unread conversations:\nall is read."), back};
    case ConversationFilter::Mentions:
        return {words("No unread mentions.\nWhere somebody names you, it shows here until you have read it."),
                back};
    case ConversationFilter::Groups:
        return {words("No groups yet.\nThe pencil above begins one."), back};
    case ConversationFilter::Channels:
        return {words("No channels yet."), back};
    case ConversationFilter::Archived:
        return {words("Nothing is archived.\nThe menu of a conversation puts it here."), back};
    }
    return {};
}

} // namespace tidemark
