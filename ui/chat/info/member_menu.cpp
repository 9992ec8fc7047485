#include "ui/chat/info/member_menu.h"

#include <QCoreApplication>

namespace tidemark {

namespace {

class RoleText {
    Q_DECLARE_TR_FUNCTIONS(RoleText)
};

} // namespace

QString roleText(Role role)
{
    switch (role) {
    case Role::Owner:
        return RoleText::tr("owner");
    case Role::Moderator:
        return RoleText::tr("moderator");
    case Role::Member:
        break;
    }
    return {};
}

MemberMenu::MemberMenu(const ConversationSummary& summary, const protocol::Member& member, QWidget* parent)
    : Menu(parent)
{
    setAttribute(Qt::WA_DeleteOnClose);
    if (mayGiveRoles(summary.kind, summary.role)) {
        if (member.role != Role::Moderator) {
            addRole(tr("Make moderator"), Role::Moderator);
        }
        if (member.role != Role::Owner) {
            addRole(tr("Make owner"), Role::Owner);
        }
        if (member.role != Role::Member) {
            addRole(tr("Make regular member"), Role::Member);
        }
        addSeparator();
    }
    if (mayRemove(summary.kind, summary.role, member.role)) {
        destroying(
            withGlyph(addAction(tr("Remove from the group…"), this, [this] { Q_EMIT removeWanted(false); }),
                      Glyph::Leave));
        destroying(
            withGlyph(addAction(tr("Ban from the group…"), this, [this] { Q_EMIT removeWanted(true); }),
                      Glyph::Blocked));
    }
}

void MemberMenu::addRole(const QString& words, Role role)
{
    withGlyph(addAction(words, this, [this, role] { Q_EMIT roleWanted(role); }), Glyph::Person);
}

} // namespace tidemark
