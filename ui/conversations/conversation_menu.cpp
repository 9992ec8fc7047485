#include "ui/conversations/conversation_menu.h"

#include "core/models/conversations/conversation_row.h"
#include "core/models/words/badge.h"
#include "core/models/words/isolated_text.h"
#include "core/models/words/moment.h"
#include "ui/conversations/receipt_text.h"
#include "ui/widgets/plain_text.h"

#include <QClipboard>
#include <QGuiApplication>

#include <algorithm>

namespace tidemark {

namespace {

/// Returns whether the last entry would count as unread if the cursor were before it. Notices never count.
bool canBeUnread(const ConversationSummary& summary)
{
    return summary.lastLine == ConversationSummary::LastLine::Message && summary.lastSeq.isValid()
           && !summary.lastIsOwn;
}

} // namespace

ConversationMenu::ConversationMenu(const ConversationSummary& summary, const AccountSettings& account,
                                   QWidget* parent)
    : Menu(parent)
{
    setAttribute(Qt::WA_DeleteOnClose);
    const bool isUnread = !badgeText(summary.counts.unread, summary.exact).isEmpty();
    if (isUnread) {
        withGlyph(addAction(tr("Mark as read"), this, &ConversationMenu::markReadWanted), Glyph::Tick);
    } else if (canBeUnread(summary)) {
        withGlyph(addAction(tr("Mark as unread"), this, &ConversationMenu::markUnreadWanted), Glyph::Unread);
    }
    m_why = withGlyph(addAction(isUnread ? tr("Why is this unread?") : tr("Why is nothing unread?"), this,
                                &ConversationMenu::whyWanted),
                      Glyph::Info);
    addSeparator();

    addMute(summary);
    ConversationSettings settings = summary.settings;
    settings.pinned = !settings.pinned;
    m_pin = addSetting(settings.pinned ? tr("Pin") : tr("Unpin"), settings, Glyph::Pin);
    settings = summary.settings;
    settings.archived = !settings.archived;
    addSetting(settings.archived ? tr("Archive") : tr("Unarchive"), settings, Glyph::Archive);

    const bool isForAll = summary.kind == ConversationKind::NoticeList;
    if (!isForAll) {
        addReceipts(summary, account);
    }
    m_export = withGlyph(addAction(tr("Export…"), this, &ConversationMenu::exportWanted), Glyph::Save);

    if (summary.kind == ConversationKind::Direct || isForAll) {
        addClearing(summary);
        return;
    }
    addSeparator();
    const QString number = QString::number(summary.id.value);
    withGlyph(addAction(tr("Copy number (%1)").arg(number), this,
                        [number] { QGuiApplication::clipboard()->setText(number); }),
              Glyph::Copy);
    if (summary.isMember && mayForbidForwarding(summary.kind, summary.role)) {
        QAction* forwarding = addAction(
            tr("Messages may be forwarded"), this,
            [this, forbidden = !summary.forwardingForbidden] { Q_EMIT forwardingWanted(forbidden); });
        forwarding->setCheckable(true);
        forwarding->setChecked(!summary.forwardingForbidden);
    }
    if (summary.kind == ConversationKind::Channel) {
        addClearing(summary);
        destroying(
            withGlyph(addAction(tr("Unfollow"), this, &ConversationMenu::unfollowWanted), Glyph::Leave));
        return;
    }
    withGlyph(addAction(tr("Add a member…"), this, &ConversationMenu::addMemberWanted), Glyph::Plus);
    withGlyph(addAction(tr("Rename…"), this, &ConversationMenu::renameWanted), Glyph::Pencil);
    withGlyph(addAction(tr("Change the picture…"), this, &ConversationMenu::pictureWanted), Glyph::Picture);
    m_removePicture = withGlyph(
        addAction(tr("Remove the picture"), this, &ConversationMenu::pictureRemovalWanted), Glyph::Trash);
    m_removePicture->setVisible(false);
    addSeparator();
    addClearing(summary);
    destroying(withGlyph(addAction(tr("Leave…"), this, &ConversationMenu::leaveWanted), Glyph::Leave));
    destroying(withGlyph(addAction(tr("Leave and delete…"), this, &ConversationMenu::leaveAndClearWanted),
                         Glyph::Trash));
}

void ConversationMenu::addClearing(const ConversationSummary& summary)
{
    QAction* action = addAction(isWithOther(summary) ? tr("Delete chat…") : tr("Clear history…"), this,
                                &ConversationMenu::clearWanted);
    destroying(withGlyph(action, Glyph::Trash))->setEnabled(summary.head > summary.clearedThrough);
}

void ConversationMenu::setHasPicture(bool hasPicture)
{
    if (m_removePicture != nullptr) {
        m_removePicture->setVisible(hasPicture);
    }
}

void ConversationMenu::setFolders(const QList<Folder>& folders, ConversationId conversation)
{
    auto* menu = new QMenu(tr("Folders"), this);
    withGlyph(insertMenu(m_export, menu), Glyph::Folder);
    for (const Folder& folder : folders) {
        const QString title = isolatedLine(QString::fromStdString(folder.title));
        QAction* action = menu->addAction(
            buttonText(title), this, [this, id = folder.id](bool isIn) { Q_EMIT folderWanted(id, isIn); });
        action->setCheckable(true);
        action->setChecked(std::ranges::binary_search(folder.conversations, conversation));
    }
    if (!folders.isEmpty()) {
        menu->addSeparator();
    }
    menu->addAction(tr("New folder…"), this, &ConversationMenu::newFolderWanted);
}

QAction* ConversationMenu::addSetting(const QString& words, ConversationSettings settings, Glyph glyph)
{
    return withGlyph(addAction(words, this, [this, settings] { Q_EMIT settingsWanted(settings); }), glyph);
}

void ConversationMenu::addMute(const ConversationSummary& summary)
{
    if (summary.settings.muted) {
        // A tab puts the words at the right edge, like a shortcut.
        const QString until = untilMoment(summary.settings.mutedUntil, QDate::currentDate());
        ConversationSettings settings = summary.settings;
        settings.muted = false;
        m_mute = addSetting(tr("Unmute") + u'\t'
                                + (until.isEmpty() ? tr("always muted") : tr("muted %1").arg(until)),
                            settings, Glyph::Muted);
    }
    constexpr quint32 hour = 3600;
    QMenu* menu = addMenu(summary.settings.muted ? tr("Change duration") : tr("Mute"));
    withGlyph(menu->menuAction(), summary.settings.muted ? Glyph::Clock : Glyph::Muted);
    m_mute = m_mute == nullptr ? menu->menuAction() : m_mute;
    const auto add = [&](const QString& words, quint32 seconds) {
        menu->addAction(words, this, [this, seconds] { Q_EMIT muteWanted(seconds); });
    };
    add(tr("For 1 hour"), hour);
    add(tr("For 8 hours"), 8 * hour);
    if (!summary.settings.muted || summary.settings.mutedUntil.value != 0) {
        add(tr("Always"), 0);
    }
}

void ConversationMenu::addReceipts(const ConversationSummary& summary, const AccountSettings& account)
{
    QMenu* menu = addMenu(tr("Read receipts"));
    withGlyph(menu->menuAction(), Glyph::TwoTicks);
    menu->setToolTipsVisible(true);
    const auto add = [&](const QString& words, ReceiptPrivacy receipts) {
        ConversationSettings settings = summary.settings;
        settings.receipts = receipts;
        QAction* action = menu->addAction(words, this, [this, settings] { Q_EMIT settingsWanted(settings); });
        action->setCheckable(true);
        action->setChecked(summary.settings.receipts == receipts);
        setPlainTip(action, receiptsSeenText(readsPrivately(account, settings)));
    };
    const bool isPrivate = account.receipts == ReceiptPrivacy::Private;
    add(isPrivate ? tr("As in settings (off)") : tr("As in settings (on)"), ReceiptPrivacy::Inherit);
    add(tr("On"), ReceiptPrivacy::Public);
    add(tr("Off"), ReceiptPrivacy::Private);
}

} // namespace tidemark
