#include "ui/window_title.h"

#include "core/models/badge.h"

using namespace Qt::StringLiterals;

namespace tidemark {

QString windowTitleOf(const Totals& totals, const QString& suffix)
{
    QString title = u"Tidemark"_s;
    if (!suffix.isEmpty())
        title += u" – "_s + suffix;
    if (totals.unread == 0)
        return title;
    return u"(%1) %2"_s.arg(countText(totals.unread, totals.exact), title);
}

} // namespace tidemark
