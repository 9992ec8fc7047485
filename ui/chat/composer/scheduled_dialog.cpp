#include "ui/chat/composer/scheduled_dialog.h"

#include "core/models/words/clean_text.h"
#include "core/models/words/error_text.h"
#include "core/models/words/send_times.h"
#include "core/models/words/utf8_text.h"
#include "ui/chat/composer/schedule_dialog.h"
#include "ui/session/scheduled_messages.h"
#include "ui/widgets/plain_list.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/wrapped_label.h"

#include <QBoxLayout>
#include <QDialogButtonBox>
#include <QLabel>
#include <QMenu>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

constexpr QSize scheduledStartSize{400, 440};
using State = ScheduledItem::State;

/// Says what the user must know of the message besides its time.
QString stateWords(const ScheduledItem& item)
{
    switch (item.state) {
    case State::Unsent:
        return ScheduledDialog::tr("Waiting for the connection");
    case State::Failed:
        return ScheduledDialog::tr("Not sent: %1").arg(errorText(item.error));
    case State::Refused:
        return ScheduledDialog::tr("Not scheduled: %1").arg(errorText(item.error));
    default:
        return item.refused ? ScheduledDialog::tr("Another device has changed it; your text is kept")
                            : ScheduledDialog::tr("The server sends it");
    }
}

} // namespace

ScheduledDialog::ScheduledDialog(ScheduledMessages& scheduled, ConversationId conversation,
                                 const Theme& theme, QWidget* parent)
    : QDialog(parent), m_scheduled(scheduled), m_conversation(conversation),
      m_list(new PlainList(theme, this)), m_foot(wrappedLabel({}, u"dim"_s, this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Scheduled messages"));
    resize(parent == nullptr ? scheduledStartSize : scheduledStartSize.boundedTo(parent->window()->size()));
    m_list->setAccessibleName(tr("Scheduled messages"));
    m_list->hideAvatars();
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
    connect(m_list, &PlainList::chosen, this, &ScheduledDialog::choose);
    connect(&scheduled, &ScheduledMessages::changed, this, &ScheduledDialog::refresh);
    refresh();
}

void ScheduledDialog::refresh()
{
    m_items = m_scheduled.in(m_conversation);
    QList<PlainRow> rows;
    for (const ScheduledItem& item : m_items) {
        PlainRow row;
        row.key = static_cast<quint64>(rows.size());
        row.title = oneLine(textFromUtf8(item.message.text));
        row.side = dueMoment(item.due, QDate::currentDate());
        row.text = stateWords(item);
        row.action = tr("Change");
        rows.append(row);
    }
    m_list->setRows(rows);
    m_foot->setText(
        rows.isEmpty() ? tr(
            "Nothing is scheduled here. To send a message later, write it and right-click the send button.")
                       : tr("Only you see these, on all your devices."));
}

void ScheduledDialog::choose(quint64 place)
{
    if (place >= static_cast<quint64>(m_items.size())) {
        return;
    }
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    addActions(*menu, m_items.at(static_cast<qsizetype>(place)));
    const QRect row = m_list->visualItemRect(m_list->item(static_cast<int>(place)));
    menu->setActiveAction(menu->actions().constFirst());
    menu->popup(m_list->viewport()->mapToGlobal(row.bottomLeft()));
}

void ScheduledDialog::addActions(QMenu& menu, const ScheduledItem& item)
{
    const MessageUuid uuid = item.uuid;
    menu.addAction(tr("Change text and time…"), this, [this, item] { edit(item); });
    menu.addAction(tr("Send now"), this, [this, uuid] { m_scheduled.sendNow(uuid); });
    menu.addAction(item.state == State::Refused ? tr("Discard") : tr("Cancel sending"), this,
                   [this, uuid] { m_scheduled.cancel(uuid); });
    if (item.refused) {
        menu.addSeparator();
        menu.addAction(tr("Use my text"), this, [this, uuid] { m_scheduled.takeRefused(uuid); });
        menu.addAction(tr("Discard my text"), this, [this, uuid] { m_scheduled.dropRefused(uuid); });
    }
}

void ScheduledDialog::edit(const ScheduledItem& item)
{
    auto* dialog = new ScheduleDialog(
        {tr("Change scheduled message"), tr("&Send on"), tr("Save"), textFromUtf8(item.message.text)},
        item.due, this);
    connect(dialog, &ScheduleDialog::answered, this,
            [this, item](UnixMs due, const QString& text) { m_scheduled.change(item.uuid, text, due); });
    dialog->open();
}

} // namespace tidemark
