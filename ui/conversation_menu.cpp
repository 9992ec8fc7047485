#include "ui/conversation_menu.h"

#include "core/models/badge.h"

#include <QClipboard>
#include <QGuiApplication>

namespace tidemark {

ConversationMenu::ConversationMenu(const ConversationSummary& summary, QWidget* parent) : QMenu(parent)
{
    setAttribute(Qt::WA_DeleteOnClose);
    if (!badgeText(summary.counts.unread, summary.exact).isEmpty())
        addAction(tr("Mark as read"), this, &ConversationMenu::markReadWanted);
    else if (summary.lastSeq.isValid() && !summary.lastIsOwn)
        addAction(tr("Mark as unread"), this, &ConversationMenu::markUnreadWanted);
    addSeparator();

    ConversationSettings settings = summary.settings;
    settings.muted = !settings.muted;
    addSetting(settings.muted ? tr("Mute") : tr("Unmute"), settings);
    settings = summary.settings;
    settings.pinned = !settings.pinned;
    addSetting(settings.pinned ? tr("Pin") : tr("Unpin"), settings);
    settings = summary.settings;
    settings.archived = !settings.archived;
    addSetting(settings.archived ? tr("Archive") : tr("Take out of the archive"), settings);

    if (summary.kind == ConversationKind::Direct)
        return;
    addSeparator();
    const QString number = QString::number(summary.id.value);
    addAction(tr("Copy number (%1)").arg(number), this,
              [number] { QGuiApplication::clipboard()->setText(number); });
    addAction(tr("Add a member…"), this, &ConversationMenu::addMemberWanted);
    addAction(tr("Rename…"), this, &ConversationMenu::renameWanted);
    addAction(tr("Leave…"), this, &ConversationMenu::leaveWanted);
}

void ConversationMenu::addSetting(const QString& words, ConversationSettings settings)
{
    addAction(words, this, [this, settings] { Q_EMIT settingsWanted(settings); });
}

} // namespace tidemark
