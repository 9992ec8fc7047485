#include "ui/message_menu.h"

#include "ui/shortcuts.h"

#include <QClipboard>
#include <QGuiApplication>

namespace tidemark {

bool canBeChanged(const TimelineRow& row)
{
    return row.isMessage() && row.isOwn && row.seq.isValid() && !row.isRecalled;
}

bool canBeAnswered(const TimelineRow& row)
{
    return row.isMessage() && row.seq.isValid() && !row.isRecalled;
}

MessageMenu::MessageMenu(const TimelineRow& row, QWidget* parent) : QMenu(parent)
{
    setAttribute(Qt::WA_DeleteOnClose);
    if (!row.isMessage())
        return;
    if (row.delivery == Delivery::Failed) {
        addAction(tr("Send again"), this, &MessageMenu::retryWanted);
        if (!row.isChange && !row.isAction)
            addAction(tr("Edit"), this, &MessageMenu::writeAgainWanted);
        addAction(tr("Delete"), this, &MessageMenu::deleteWanted);
        addSeparator();
    }
    // The keys are the window's: here they are only shown.
    if (canBeAnswered(row))
        addAction(tr("Reply") + u'\t' + keysOf(KeyCommand::Reply), this, &MessageMenu::replyWanted);
    if (!row.isRecalled)
        addAction(tr("Copy text"), this, [text = row.text] { QGuiApplication::clipboard()->setText(text); });
    if (canBeChanged(row)) {
        addAction(tr("Edit"), this, &MessageMenu::editWanted);
        addAction(tr("Take back"), this, &MessageMenu::recallWanted);
        addSeparator();
        m_readers = addAction(tr("Read by…"), this, &MessageMenu::readersWanted);
    }
    if (!row.isOwn && row.seq.isValid()) {
        addSeparator();
        addAction(tr("Mark unread from here") + u'\t' + keysOf(KeyCommand::MarkUnreadFromHere), this,
                  &MessageMenu::markUnreadWanted);
    }
}

void MessageMenu::setReaders(const QString& words)
{
    m_readers->setText(words + u'…');
}

} // namespace tidemark
