#include "ui/chat/composer/send_later.h"

#include "core/models/words/send_times.h"
#include "ui/chat/composer/composer.h"
#include "ui/chat/composer/draft_keeper.h"
#include "ui/chat/composer/schedule_dialog.h"
#include "ui/chat/composer/scheduled_dialog.h"
#include "ui/widgets/menu.h"

#include <QDateTime>
#include <QMenu>

namespace tidemark {

SendLater::SendLater(ChatSession& session, Composer& composer, DraftKeeper& drafts, const Theme& theme,
                     QWidget& pane)
    : QObject(&pane), m_session(session), m_composer(composer), m_drafts(drafts), m_theme(theme), m_pane(pane)
{
    connect(&composer, &Composer::sendLaterWanted, this, &SendLater::showTimes);
    connect(&composer, &Composer::scheduledWanted, this, &SendLater::showList);
    connect(&session.scheduled(), &ScheduledMessages::changed, this, &SendLater::update);
}

void SendLater::addTimes(QMenu& menu, const QString& label, const Chosen& chosen)
{
    const QDateTime now = QDateTime::currentDateTime();
    for (const SendTime& time : sendTimes(now)) {
        menu.addAction(time.words, this, [chosen, due = time.due] { chosen(due); });
    }
    menu.addSeparator();
    menu.addAction(tr("Choose date and time…"), this, [this, label, chosen] {
        constexpr qint64 hourInSeconds = 3600;
        const QDateTime later = QDateTime::currentDateTime().addSecs(hourInSeconds);
        auto* dialog = new ScheduleDialog({tr("Choose date and time"), label, tr("Choose")},
                                          UnixMs{later.toMSecsSinceEpoch()}, &m_pane);
        connect(dialog, &ScheduleDialog::answered, this, [chosen](UnixMs due) { chosen(due); });
        dialog->open();
    });
}

void SendLater::begin()
{
    if (!m_session.chat().mayWrite()) {
        return;
    }
    if (m_composer.text().trimmed().isEmpty()) {
        showList();
    } else {
        showTimes();
    }
}

void SendLater::showTimes()
{
    if (m_composer.isEditing() || m_composer.text().trimmed().isEmpty()) {
        return;
    }
    auto* menu = new QMenu(&m_pane);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    addTimes(*menu, tr("&Send on"), [this](UnixMs due) { schedule(due); });
    menu->setActiveAction(menu->actions().constFirst());
    menu->popup(m_composer.sendMenuPlace(menu->sizeHint()));
}

void SendLater::schedule(UnixMs due)
{
    const ConversationId conversation = m_session.chat().current();
    if (!m_session.scheduled().schedule(conversation, m_composer.text(), m_composer.reply().target, due)) {
        return;
    }
    m_composer.endReply();
    m_composer.clear();
    m_drafts.flush();
}

void SendLater::showList()
{
    auto* dialog = new ScheduledDialog(m_session.scheduled(), m_session.chat().current(), m_theme, &m_pane);
    dialog->open();
}

void SendLater::addReminder(QMenu& menu, const TimelineRow& row)
{
    if (!row.isMessage() || !row.seq.isValid() || row.isRecalled) {
        return;
    }
    QMenu* times = menu.addMenu(tr("Remind me"));
    withGlyph(times->menuAction(), Glyph::Clock);
    const ConversationId conversation = m_session.chat().current();
    addTimes(*times, tr("&Remind me on"), [this, row, conversation](UnixMs due) {
        m_session.scheduled().remind(conversation, row.seq, row.authorName, row.text, due);
    });
}

void SendLater::update()
{
    m_composer.setScheduled(static_cast<int>(m_session.scheduled().in(m_session.chat().current()).size()));
}

} // namespace tidemark
