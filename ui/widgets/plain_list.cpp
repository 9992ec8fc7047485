#include "ui/widgets/plain_list.h"

#include "core/models/words/clean_text.h"
#include "core/models/words/identity.h"
#include "ui/look/fonts.h"
#include "ui/look/metrics.h"
#include "ui/look/painting.h"
#include "ui/widgets/plain_text.h"

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QStyledItemDelegate>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

enum PlainRowRole {
    SideRole = Qt::UserRole + 1,
    TextRole,
    HueRole,
    KeyRole,
    ActionRole,
    InitialsRole,
    MemberRole,
    DirectRole
};

constexpr int rowPadding = 8;
constexpr int rounding = 8;
constexpr int listAvatar = metrics::bubbleAvatar;

/// Returns the row's text for screen readers.
QString spokenOf(const PlainRow& row)
{
    QStringList parts{oneLine(row.title), row.side, oneLine(row.text), row.action};
    parts.removeAll(QString());
    return parts.join(PlainList::tr(", ", "between what a screen reader speaks"));
}

class PlainDelegate : public QStyledItemDelegate {
public:
    PlainDelegate(const Theme& theme, bool isCompact, bool hasAvatars, QObject* parent)
        : QStyledItemDelegate(parent), m_theme(theme), m_isCompact(isCompact), m_hasAvatars(hasAvatars)
    {
    }

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option,
                                 const QModelIndex& /*index*/) const override
    {
        const int second = m_isCompact ? 0 : QFontMetrics(resized(option.font, -1)).height();
        return {0, std::max(listAvatar, QFontMetrics(option.font).height() + second) + 2 * paddingY()};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        painter->save();
        // Combining marks stacked on letters must not reach into other rows.
        painter->setClipRect(option.rect, Qt::IntersectClip);
        paintGround(*painter, option);
        if (m_hasAvatars) {
            const QRect area = option.rect.adjusted(metrics::gap, paddingY(), -metrics::gap, -paddingY());
            const QRect avatar(area.left(), area.center().y() - listAvatar / 2 + 1, listAvatar, listAvatar);
            paintAvatar(*painter, avatar, index.data(InitialsRole).toString(),
                        m_theme.avatar(index.data(HueRole).toInt()), option.font,
                        pictureFor(index, *painter, avatar));
        }
        paintLines(*painter, option, index, linesArea(option.rect));
        painter->restore();
    }

    /// Shows the lines whole if they are elided.
    bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                   const QModelIndex& index) override
    {
        if (event->type() != QEvent::ToolTip) {
            return QStyledItemDelegate::helpEvent(event, view, option, index);
        }
        const QString title = index.data(Qt::DisplayRole).toString();
        const QString text = m_isCompact ? QString() : index.data(TextRole).toString();
        const int width = linesArea(option.rect).width();
        const QFontMetrics titleFont(semibold(option.font));
        const QFontMetrics textFont(resized(option.font, -1));
        const bool isElided = titleFont.horizontalAdvance(title) > titleRoom(textFont, index, width)
                              || textFont.horizontalAdvance(text) > textRoom(textFont, index, width);
        const QString both = text.isEmpty() ? title : title + u'\n' + text;
        showPlainTip(event->globalPos(), isElided ? both : QString(), view->viewport(), option.rect);
        return true;
    }

private:
    [[nodiscard]] QPixmap pictureFor(const QModelIndex& index, const QPainter& painter,
                                     const QRect& place) const
    {
        const ConversationId direct(index.data(DirectRole).toULongLong());
        const UserId member(index.data(MemberRole).toULongLong());
        return direct.isValid()   ? pictureOf(m_theme, direct, painter, place)
               : member.isValid() ? pictureOf(m_theme, member, painter, place)
                                  : QPixmap();
    }

    [[nodiscard]] int paddingY() const { return m_isCompact ? rowPadding / 2 : rowPadding; }

    [[nodiscard]] QRect linesArea(const QRect& row) const
    {
        const int left = m_hasAvatars ? 2 * metrics::gap + listAvatar : metrics::gap;
        return row.adjusted(left, paddingY(), -metrics::gap, -paddingY());
    }

    [[nodiscard]] static int titleRoom(const QFontMetrics& font, const QModelIndex& index, int width)
    {
        return width - font.horizontalAdvance(index.data(SideRole).toString()) - metrics::gap;
    }

    [[nodiscard]] static int textRoom(const QFontMetrics& font, const QModelIndex& index, int width)
    {
        const QString action = index.data(ActionRole).toString();
        return action.isEmpty() ? width : width - font.horizontalAdvance(action) - metrics::gap;
    }

    [[nodiscard]] bool hasSecondLine(const QModelIndex& index) const
    {
        return !m_isCompact
               && !(index.data(TextRole).toString().isEmpty() && index.data(ActionRole).toString().isEmpty());
    }

    void paintGround(QPainter& painter, const QStyleOptionViewItem& option) const
    {
        const bool isSelected = option.state.testFlag(QStyle::State_Selected);
        if (!isSelected && !option.state.testFlag(QStyle::State_MouseOver)) {
            return;
        }
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(isSelected ? m_theme.tint : m_theme.hover);
        painter.drawRoundedRect(option.rect, rounding, rounding);
    }

    void paintLines(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index,
                    const QRect& area) const
    {
        const QFont titleFont = semibold(option.font);
        const QFont textFont = resized(option.font, -1);
        const QFontMetrics titleMetrics(titleFont);
        const QFontMetrics textMetrics(textFont);
        const bool hasSecond = hasSecondLine(index);
        const int lines = titleMetrics.height() + (hasSecond ? textMetrics.height() : 0);
        const int top = area.center().y() - lines / 2 + 1;
        const QString side = index.data(SideRole).toString();
        painter.setFont(textFont);
        painter.setPen(m_theme.dim);
        painter.drawText(
            QPoint(area.right() - textMetrics.horizontalAdvance(side), top + titleMetrics.ascent()), side);
        if (hasSecond) {
            paintSecondLine(painter, index, area, top + titleMetrics.height() + textMetrics.ascent());
        }
        painter.setFont(titleFont);
        painter.setPen(m_theme.text);
        painter.drawText(QPoint(area.left(), top + titleMetrics.ascent()),
                         titleMetrics.elidedText(index.data(Qt::DisplayRole).toString(), Qt::ElideRight,
                                                 titleRoom(textMetrics, index, area.width())));
    }

    void paintSecondLine(QPainter& painter, const QModelIndex& index, const QRect& area, int baseline) const
    {
        const QFontMetrics font(painter.font());
        const int room = textRoom(font, index, area.width());
        painter.drawText(QPoint(area.left(), baseline),
                         font.elidedText(index.data(TextRole).toString(), Qt::ElideRight, room));
        painter.setPen(m_theme.accent);
        painter.drawText(QPoint(area.right() - area.width() + room + metrics::gap, baseline),
                         index.data(ActionRole).toString());
    }

    Theme m_theme;
    bool m_isCompact;
    bool m_hasAvatars;
};

} // namespace

PlainList::PlainList(const Theme& theme, QWidget* parent) : QListWidget(parent)
{
    setTheme(theme);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setUniformItemSizes(true);
    setChoosable(false);
    connect(this, &QListWidget::itemClicked, this, &PlainList::choose);
}

void PlainList::setTheme(const Theme& theme)
{
    m_theme = theme;
    delete std::exchange(m_delegate, new PlainDelegate(theme, m_isCompact, m_hasAvatars, this));
    setItemDelegate(m_delegate);
}

void PlainList::setCompact(bool compact)
{
    m_isCompact = compact;
    setTheme(m_theme);
}

void PlainList::hideAvatars()
{
    m_hasAvatars = false;
    setTheme(m_theme);
}

int PlainList::rowHeight() const
{
    QStyleOptionViewItem option;
    initViewItemOption(&option);
    return m_delegate->sizeHint(option, {}).height();
}

void PlainList::choose(const QListWidgetItem* item)
{
    if (m_isChoosable) {
        Q_EMIT chosen(item->data(KeyRole).toULongLong());
    }
}

void PlainList::keyPressEvent(QKeyEvent* event)
{
    // Enter is for the row and not for the dialog's default button.
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isEnter && m_isChoosable && currentItem() != nullptr) {
        choose(currentItem());
    } else {
        QListWidget::keyPressEvent(event);
    }
}

void PlainList::contextMenuEvent(QContextMenuEvent* event)
{
    const bool isByKey = event->reason() == QContextMenuEvent::Keyboard;
    const QListWidgetItem* row = isByKey ? currentItem() : itemAt(event->pos());
    if (row == nullptr || !m_isChoosable) {
        return;
    }
    Q_EMIT menuWanted(row->data(KeyRole).toULongLong(),
                      isByKey ? viewport()->mapToGlobal(visualItemRect(row).bottomLeft())
                              : event->globalPos());
}

void PlainList::setChoosable(bool choosable)
{
    m_isChoosable = choosable;
    setSelectionMode(choosable ? QAbstractItemView::SingleSelection : QAbstractItemView::NoSelection);
    setMouseTracking(choosable);
}

void PlainList::setRows(const QList<PlainRow>& rows)
{
    if (rows == m_rows) {
        return;
    }
    const QVariant current = currentItem() == nullptr ? QVariant() : currentItem()->data(KeyRole);
    for (int i = 0; i < rows.size(); ++i) {
        if (i < m_rows.size() && m_rows[i] == rows[i]) {
            continue;
        }
        const PlainRow& row = rows[i];
        if (i >= count()) {
            addItem(QString());
        }
        QListWidgetItem* shown = item(i);
        shown->setText(oneLine(row.title));
        shown->setData(SideRole, row.side);
        shown->setData(TextRole, oneLine(row.text));
        shown->setData(HueRole, row.hue);
        shown->setData(KeyRole, row.key);
        shown->setData(InitialsRole, initialsOf(oneLine(row.title)));
        shown->setData(ActionRole, row.action);
        shown->setData(MemberRole, QVariant::fromValue<quint64>(row.member.value));
        shown->setData(DirectRole, QVariant::fromValue<quint64>(row.direct.value));
        shown->setData(Qt::AccessibleTextRole, spokenOf(row));
    }
    while (count() > rows.size()) {
        delete takeItem(count() - 1);
    }
    m_rows = rows;
    // The chosen row stays chosen at its new place. If it was removed, no row is chosen.
    setCurrentItem(nullptr);
    clearSelection();
    for (int i = 0; current.isValid() && i < count(); ++i) {
        if (item(i)->data(KeyRole) == current) {
            setCurrentRow(i, m_isChoosable ? QItemSelectionModel::ClearAndSelect
                                           : QItemSelectionModel::NoUpdate);
        }
    }
}

} // namespace tidemark
