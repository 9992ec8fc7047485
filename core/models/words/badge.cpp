#include "core/models/words/badge.h"

#include "core/models/words/plural.h"

#include <QCoreApplication>
#include <QLocale>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

constexpr quint64 largestShown = 99;

class Badge {
    Q_DECLARE_TR_FUNCTIONS(Badge)
};

bool isUnknown(quint64 count, bool exact)
{
    return count == 0 && !exact;
}

} // namespace

QString countText(quint64 count, bool exact)
{
    const QString number = QLocale().toString(count);
    return exact ? number : QString(u"≥ "_s + number);
}

QString badgeText(quint64 count, bool exact)
{
    if (isUnknown(count, exact)) {
        return u"…"_s;
    }
    if (count == 0) {
        return {};
    }
    if (count > largestShown) {
        return QLocale().toString(largestShown) + u'+';
    }
    return countText(count, exact);
}

QString badgeHint(quint64 count, quint64 mentions, bool exact)
{
    if (isUnknown(count, exact)) {
        return Badge::tr("Unread messages are still being counted");
    }
    if (count == 0) {
        return {};
    }
    const int number = pluralOf(count);
    const QString hint = exact ? Badge::tr("%Ln unread messages", nullptr, number)
                               : Badge::tr("at least %Ln unread messages", nullptr, number);
    return mentions == 0 ? hint : hint + Badge::tr(", %Ln mention you", nullptr, pluralOf(mentions));
}

QString reactionsHint(quint64 count)
{
    return count == 0 ? QString()
                      : Badge::tr("%Ln unread reactions to your messages", nullptr, pluralOf(count));
}

QString badgeSpoken(quint64 count, quint64 mentions, bool exact)
{
    if (isUnknown(count, exact)) {
        return Badge::tr("unread count not known yet");
    }
    if (count == 0) {
        return {};
    }
    const int number = pluralOf(count);
    const QString spoken = exact ? Badge::tr("%Ln unread", "messages", number)
                                 : Badge::tr("at least %Ln unread", "messages", number);
    return mentions > 0 ? spoken + Badge::tr(", %Ln mentions", "of the reader", pluralOf(mentions)) : spoken;
}

} // namespace tidemark
