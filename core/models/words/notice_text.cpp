#include "core/models/words/notice_text.h"

#include "core/models/words/isolated_text.h"

#include <QCoreApplication>

namespace tidemark {

namespace {

class NoticeText {
    Q_DECLARE_TR_FUNCTIONS(NoticeText)
};

QString ownText(NoticeKind notice, const QString& whom, const QString& title)
{
    switch (notice) {
    case NoticeKind::Created:
        return title.isEmpty() ? NoticeText::tr("You started the conversation")
                               : NoticeText::tr("You created “%1”").arg(title);
    case NoticeKind::Joined:
        return NoticeText::tr("You joined");
    case NoticeKind::Left:
        return NoticeText::tr("You left");
    case NoticeKind::Added:
        return NoticeText::tr("You added %1").arg(whom);
    case NoticeKind::Removed:
        return NoticeText::tr("You removed %1").arg(whom);
    case NoticeKind::Renamed:
        return NoticeText::tr("You renamed the conversation to “%1”").arg(title);
    case NoticeKind::Pinned:
        return title.isEmpty() ? NoticeText::tr("You pinned a message")
                               : NoticeText::tr("You pinned “%1”").arg(title);
    case NoticeKind::Unpinned:
        return title.isEmpty() ? NoticeText::tr("You unpinned a message")
                               : NoticeText::tr("You unpinned “%1”").arg(title);
    case NoticeKind::ForwardingForbidden:
        return NoticeText::tr("You turned off forwarding in this conversation");
    case NoticeKind::ForwardingAllowed:
        return NoticeText::tr("You turned on forwarding in this conversation");
    case NoticeKind::AccountDeleted:
        return NoticeText::tr("You deleted your account");
    default:
        return {};
    }
}

QString othersText(NoticeKind notice, const QString& who, const QString& whom, const QString& title)
{
    switch (notice) {
    case NoticeKind::Created:
        return title.isEmpty() ? NoticeText::tr("%1 started the conversation").arg(who)
                               : NoticeText::tr("%1 created “%2”").arg(who, title);
    case NoticeKind::Joined:
        return NoticeText::tr("%1 joined").arg(who);
    case NoticeKind::Left:
        return NoticeText::tr("%1 left").arg(who);
    case NoticeKind::Added:
        return NoticeText::tr("%1 added %2").arg(who, whom);
    case NoticeKind::Removed:
        return NoticeText::tr("%1 removed %2").arg(who, whom);
    case NoticeKind::Renamed:
        return NoticeText::tr("%1 renamed the conversation to “%2”").arg(who, title);
    case NoticeKind::Pinned:
        return title.isEmpty() ? NoticeText::tr("%1 pinned a message").arg(who)
                               : NoticeText::tr("%1 pinned “%2”").arg(who, title);
    case NoticeKind::Unpinned:
        return title.isEmpty() ? NoticeText::tr("%1 unpinned a message").arg(who)
                               : NoticeText::tr("%1 unpinned “%2”").arg(who, title);
    case NoticeKind::ForwardingForbidden:
        return NoticeText::tr("%1 turned off forwarding in this conversation").arg(who);
    case NoticeKind::ForwardingAllowed:
        return NoticeText::tr("%1 turned on forwarding in this conversation").arg(who);
    case NoticeKind::AccountDeleted:
        return NoticeText::tr("A user’s account was deleted");
    default:
        return {};
    }
}

} // namespace

QString deletedAccountName()
{
    return NoticeText::tr("Deleted account");
}

QString shownName(const User& user)
{
    return user.isDeleted ? deletedAccountName() : QString::fromStdString(user.name);
}

QString noticeText(NoticeKind notice, const QString& who, const QString& whom, const QString& title)
{
    const QString person = whom.isEmpty() ? NoticeText::tr("someone") : isolatedLine(whom);
    const QString text = who.isEmpty() ? ownText(notice, person, isolatedLine(title))
                                       : othersText(notice, isolatedLine(who), person, isolatedLine(title));
    return text.isEmpty() ? NoticeText::tr("Update Tidemark to see this") : text;
}

} // namespace tidemark
