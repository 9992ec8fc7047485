#include "ui/window_title.h"

using namespace Qt::StringLiterals;

namespace tidemark {

QString windowTitleOf(const Totals& totals, const QString& suffix)
{
    QString title = u"Tidemark"_s;
    if (!suffix.isEmpty())
        title += u" – "_s + suffix;
    if (totals.unread == 0)
        return title;
    return u"(%1%2) %3"_s.arg(totals.exact ? QString() : u"≥ "_s, QString::number(totals.unread), title);
}

} // namespace tidemark
