#include "core/models/notice_text.h"

using namespace Qt::StringLiterals;

namespace tidemark {

QString noticeText(NoticeKind notice, const QString& who, const QString& whom, const QString& title)
{
    const QString somebody = whom.isEmpty() ? u"somebody"_s : whom;
    switch (notice) {
    case NoticeKind::Created:
        return title.isEmpty() ? u"%1 started the conversation"_s.arg(who)
                               : u"%1 created “%2”"_s.arg(who, title);
    case NoticeKind::Joined:
        return u"%1 joined"_s.arg(who);
    case NoticeKind::Left:
        return u"%1 left"_s.arg(who);
    case NoticeKind::Added:
        return u"%1 added %2"_s.arg(who, somebody);
    case NoticeKind::Removed:
        return u"%1 removed %2"_s.arg(who, somebody);
    case NoticeKind::Renamed:
        return u"%1 renamed the conversation to “%2”"_s.arg(who, title);
    case NoticeKind::None:
    case NoticeKind::Unknown:
        break;
    }
    return u"A newer version of Tidemark is needed to show this"_s;
}

} // namespace tidemark
