#include "ui/window/window_title.h"

#include "core/models/words/badge.h"

using namespace Qt::StringLiterals;

namespace tidemark {

QString windowTitleOf(const ShownTotal& total, const QString& suffix)
{
    QString title = u"Tidemark"_s;
    if (!suffix.isEmpty()) {
        title += u" – "_s + suffix;
    }
    if (total.count == 0) {
        return title;
    }
    return u"(%1) %2"_s.arg(countText(total.count, total.exact), title);
}

} // namespace tidemark
