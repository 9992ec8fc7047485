#include "ui/conversations/invitations_dialog.h"

#include "core/models/words/clean_text.h"
#include "core/models/words/identity.h"
#include "core/models/words/isolated_text.h"
#include "core/models/words/moment.h"
#include "core/models/words/utf8_text.h"
#include "ui/session/invitation_list.h"
#include "ui/widgets/plain_list.h"
#include "ui/widgets/wrapped_label.h"

#include <QBoxLayout>
#include <QDate>
#include <QDialogButtonBox>
#include <QLabel>
#include <QMenu>
#include <QPushButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

constexpr QSize invitationsStartSize{400, 440};

} // namespace

InvitationsDialog::InvitationsDialog(InvitationList& invitations, const Theme& theme, QWidget* parent)
    : QDialog(parent), m_invitations(invitations), m_list(new PlainList(theme, this)),
      m_foot(wrappedLabel({}, u"dim"_s, this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Invitations"));
    resize(parent == nullptr ? invitationsStartSize
                             : invitationsStartSize.boundedTo(parent->window()->size()));
    m_list->setAccessibleName(tr("Invitations"));
    m_list->setChoosable(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(20, 18, 20, 18);
    column->setSpacing(10);
    column->addWidget(m_list, 1);
    column->addWidget(m_foot);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->button(QDialogButtonBox::Close)->setDefault(true);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_list, &PlainList::chosen, this, &InvitationsDialog::choose);
    connect(&invitations, &InvitationList::changed, this, &InvitationsDialog::refresh);
    refresh();
}

void InvitationsDialog::refresh()
{
    QList<PlainRow> rows;
    for (const Invitation& one : m_invitations.invitations()) {
        PlainRow row;
        row.key = one.conversation.value;
        row.title = oneLine(textFromUtf8(one.title));
        row.side = listTime(one.at, QDate::currentDate());
        row.text = tr("%1 invites you to join").arg(isolatedLine(textFromUtf8(one.inviter.name)));
        row.hue = hueOf(one.conversation.value);
        row.action = tr("Answer");
        rows.append(row);
    }
    m_list->setRows(rows);
    m_foot->setText(rows.isEmpty() ? tr("There are no open invitations.")
                                   : tr("If you decline, nobody is notified."));
}

void InvitationsDialog::choose(quint64 key)
{
    const QList<PlainRow>& rows = m_list->rows();
    const auto row =
        std::find_if(rows.begin(), rows.end(), [key](const PlainRow& one) { return one.key == key; });
    if (row == rows.end()) {
        return;
    }
    const ConversationId conversation(key);
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Accept"), this, [this, conversation] {
        m_invitations.accept(conversation);
        accept();
    });
    menu->addAction(tr("Decline"), this, [this, conversation] { m_invitations.refuse(conversation); });
    const QRect place = m_list->visualItemRect(m_list->item(static_cast<int>(row - rows.begin())));
    menu->setActiveAction(menu->actions().constFirst());
    menu->popup(m_list->viewport()->mapToGlobal(place.bottomLeft()));
}

} // namespace tidemark
