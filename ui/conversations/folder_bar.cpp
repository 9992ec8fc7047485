#include "ui/conversations/folder_bar.h"

#include "core/models/words/badge.h"
#include "core/models/words/isolated_text.h"
#include "ui/widgets/plain_text.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>

#include <utility>

namespace tidemark {

namespace {

constexpr int gapBelow = 5;       ///< px
constexpr int longestTitle = 110; ///< px; longer ones are cut

/// "3 unread, 2 in muted conversations"; empty: nothing is unread.
QString wordsOf(const FolderNumbers& numbers)
{
    QString words = badgeSpoken(numbers.unread, numbers.mentions, numbers.exact);
    if (const QString muted = badgeText(numbers.mutedUnread, numbers.mutedExact); !muted.isEmpty()) {
        const QString more = FolderBar::tr("%1 in muted conversations")
                                 .arg(countText(numbers.mutedUnread, numbers.mutedExact));
        words = words.isEmpty() ? more : FolderBar::tr("%1, %2").arg(words, more);
    }
    return words;
}

} // namespace

FolderBar::FolderBar(FolderBoard& folders, QWidget* parent) : QTabBar(parent), m_folders(folders)
{
    setObjectName(QStringLiteral("folders"));
    setAccessibleName(tr("Folders"));
    setExpanding(false);
    setDrawBase(false);
    setMovable(true);
    setUsesScrollButtons(true);
    setElideMode(Qt::ElideNone); // a cut number would be a wrong one
    setFocusPolicy(Qt::TabFocus);
    connect(this, &QTabBar::tabMoved, this, [this](int from, int to) {
        if (!m_isUpdating) {
            m_order.move(from, to);
        }
    });
    connect(this, &QTabBar::currentChanged, this, [this](int tab) {
        if (!m_isUpdating && !m_isDragging) {
            m_folders.choose(folderAt(tab));
        }
    });
    connect(&folders, &FolderBoard::changed, this, &FolderBar::updateTabs);
    connect(&folders, &FolderBoard::numbersChanged, this, &FolderBar::updateNumbers);
    connect(&folders, &FolderBoard::chosenChanged, this, &FolderBar::updateChoice);
    updateTabs();
}

void FolderBar::setCovered(bool covered)
{
    m_isCovered = covered;
    updateVisible();
}

void FolderBar::updateVisible()
{
    setVisible(!m_isCovered && !m_folders.folders().isEmpty());
}

QSize FolderBar::sizeHint() const
{
    return QTabBar::sizeHint() + QSize(0, gapBelow);
}

MessageUuid FolderBar::folderAt(int tab) const
{
    return m_order.value(tab);
}

void FolderBar::updateTabs()
{
    if (m_isDragging) {
        return; // the order under the pointer stays; settleOrder() comes back
    }
    m_isUpdating = true;
    m_order = {MessageUuid()};
    for (const Folder& folder : m_folders.folders()) {
        m_order.append(folder.id);
    }
    const auto wanted = static_cast<int>(m_order.size());
    while (count() > wanted) {
        removeTab(count() - 1);
    }
    while (count() < wanted) {
        addTab(QString());
    }
    setTabText(0, tr("All"));
    m_isUpdating = false;
    updateNumbers();
    updateChoice();
    updateVisible();
}

void FolderBar::updateNumbers()
{
    if (m_isDragging) {
        return;
    }
    for (int tab = 1; tab < count(); ++tab) {
        const Folder* folder = m_folders.find(folderAt(tab));
        if (folder == nullptr) {
            continue;
        }
        const QString title = isolatedLine(QString::fromStdString(folder->title));
        const FolderNumbers numbers = m_folders.numbers(*folder);
        const QString badge = badgeText(numbers.unread, numbers.exact);
        const QString shown = fontMetrics().elidedText(title, Qt::ElideRight, longestTitle);
        const QString text = buttonText(badge.isEmpty() ? shown : shown + u' ' + badge);
        if (tabText(tab) != text) {
            setTabText(tab, text);
        }
        const QString words = wordsOf(numbers);
        setTabToolTip(tab, plainTip(words.isEmpty() ? title : title + u'\n' + words));
        setAccessibleTabName(tab, words.isEmpty() ? title : tr("%1, %2").arg(title, words));
    }
}

void FolderBar::updateChoice()
{
    const Folder* chosen = m_folders.chosen();
    m_isUpdating = true;
    setCurrentIndex(static_cast<int>(m_order.indexOf(chosen == nullptr ? MessageUuid() : chosen->id)));
    m_isUpdating = false;
}

void FolderBar::mousePressEvent(QMouseEvent* event)
{
    QTabBar::mousePressEvent(event); // chooses the tab
    const int tab = tabAt(event->position().toPoint());
    m_isDragging = event->button() == Qt::LeftButton && tab > 0;
    m_dragged = folderAt(tab);
    setMovable(m_isDragging); // all conversations stay first
}

void FolderBar::mouseReleaseEvent(QMouseEvent* event)
{
    QTabBar::mouseReleaseEvent(event);
    setMovable(true);
    if (std::exchange(m_isDragging, false)) {
        settleOrder();
    }
}

void FolderBar::settleOrder()
{
    const QList<Folder>& folders = m_folders.folders();
    m_order.removeOne(MessageUuid());
    const auto place = m_order.indexOf(m_dragged);
    if (place >= 0 && place < folders.size() && folders[place].id != m_dragged) {
        m_folders.move(m_dragged, static_cast<int>(place));
    }
    updateTabs();
}

QMenu* FolderBar::makeMenu(int tab)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (const MessageUuid folder = folderAt(tab); folder.isValid()) {
        menu->addAction(tr("Edit folder…"), this, [this, folder] { Q_EMIT editWanted(folder); });
        QAction* left =
            menu->addAction(tr("Move left"), this, [this, folder, tab] { m_folders.move(folder, tab - 2); });
        left->setEnabled(tab > 1);
        QAction* right =
            menu->addAction(tr("Move right"), this, [this, folder, tab] { m_folders.move(folder, tab); });
        right->setEnabled(tab < count() - 1);
        menu->addAction(tr("Delete folder…"), this, [this, folder] { Q_EMIT deletionWanted(folder); });
        menu->addSeparator();
    }
    menu->addAction(tr("New folder…"), this, &FolderBar::newFolderWanted);
    return menu;
}

void FolderBar::contextMenuEvent(QContextMenuEvent* event)
{
    const bool isByMouse = event->reason() == QContextMenuEvent::Mouse;
    const int tab = isByMouse ? tabAt(event->pos()) : currentIndex();
    makeMenu(tab)->popup(isByMouse ? event->globalPos() : mapToGlobal(tabRect(tab).bottomLeft()));
}

void FolderBar::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Down) {
        Q_EMIT listWanted();
        return;
    }
    QTabBar::keyPressEvent(event);
}

} // namespace tidemark
