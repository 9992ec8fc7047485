#include "ui/settings/ignored_page.h"

#include "core/models/words/identity.h"
#include "core/models/words/notice_text.h"
#include "ui/session/ignored_people.h"
#include "ui/widgets/wrapped_label.h"

#include <QBoxLayout>
#include <QLabel>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tidemark {

IgnoredPage::IgnoredPage(IgnoredPeople& ignored, const Theme& theme, QWidget* parent)
    : QWidget(parent), m_ignored(ignored), m_list(new PlainList(theme, this)),
      m_foot(wrappedLabel({}, u"dim"_s, this))
{
    m_list->setAccessibleName(tr("People you ignore or block"));
    m_list->setChoosable(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->setSpacing(10);
    column->addWidget(m_list, 1);
    column->addWidget(m_foot);
    connect(m_list, &PlainList::chosen, this, [this](quint64 key) { end(UserId(key)); });
    connect(&ignored, &IgnoredPeople::changed, this, &IgnoredPage::refresh);
    refresh();
}

void IgnoredPage::refresh()
{
    QList<PlainRow> rows;
    for (const IgnoredPerson& one : m_ignored.people()) {
        const bool isBlocked = one.level == IgnoreLevel::Blocked;
        PlainRow row;
        row.key = one.user.id.value;
        row.title = shownName(one.user);
        row.text = isBlocked ? tr("Blocked: cannot start a chat or see what you read")
                             : tr("Ignored: their messages are collapsed and never count as unread");
        row.hue = hueOf(one.user.id.value);
        row.action = isBlocked ? tr("Unblock") : tr("Stop ignoring");
        rows.append(row);
    }
    m_list->setRows(rows);
    m_list->setVisible(!rows.isEmpty());
    const QString how = tr("To ignore or block someone, use the menu of a message, a member or a direct "
                           "chat. This applies to all your devices.");
    m_foot->setText(rows.isEmpty() ? tr("You are not ignoring anyone.") + u' ' + how : how);
    m_list->setAccessibleDescription(m_foot->text());
}

void IgnoredPage::end(UserId user)
{
    const QList<IgnoredPerson>& people = m_ignored.people();
    const auto found = std::find_if(people.begin(), people.end(),
                                    [user](const IgnoredPerson& one) { return one.user.id == user; });
    if (found != people.end()) {
        const User person = found->user;
        m_ignored.set(person, IgnoreLevel::None);
    }
}

} // namespace tidemark
