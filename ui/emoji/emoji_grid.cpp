#include "ui/emoji/emoji_grid.h"

#include "ui/look/emoji_font.h"
#include "ui/look/fonts.h"
#include "ui/widgets/typing.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStyledItemDelegate>

namespace tidemark {

namespace {

constexpr int emojiPercent = 140; ///< the size of emoji in the grid, of the usual text
constexpr int aroundEmoji = 6;
constexpr int aroundTitle = 4;
constexpr int gridCorner = 6;
constexpr int linesOfPage = 5;

QFont cellFont(const QFont& base)
{
    return emojiFont(scaled(base, emojiPercent));
}

int cellSide(const QFont& base)
{
    return QFontMetrics(scaled(base, emojiPercent)).height() + 2 * aroundEmoji;
}

} // namespace

class EmojiGrid::Delegate : public QStyledItemDelegate {
public:
    Delegate(const EmojiGrid& grid, QObject* parent) : QStyledItemDelegate(parent), m_grid(grid) {}

    void setTheme(const Theme& theme) { m_theme = theme; }
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        const QString text = index.data(Qt::DisplayRole).toString();
        if (!m_grid.m_model.titleOf(index.row()).isEmpty()) {
            painter->setFont(semibold(resized(m_grid.font(), -1)));
            painter->setPen(m_theme.dim);
            painter->drawText(option.rect.adjusted(aroundTitle, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                              text);
        } else {
            paintCell(*painter, option, index, text);
        }
        painter->restore();
    }

private:
    void paintCell(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index,
                   const QString& emoji) const
    {
        const QRectF area = QRectF(option.rect).adjusted(1, 1, -1, -1);
        const bool isCurrent = index == m_grid.currentIndex();
        if (isCurrent || option.state.testFlag(QStyle::State_MouseOver)) {
            painter.setPen(isCurrent && m_grid.hasFocus() ? QPen(m_theme.accent, 2) : QPen(Qt::NoPen));
            painter.setBrush(isCurrent ? m_theme.tint : m_theme.hover);
            painter.drawRoundedRect(area, gridCorner, gridCorner);
        }
        painter.setFont(cellFont(m_grid.font()));
        painter.setPen(m_theme.text);
        painter.drawText(option.rect, Qt::AlignCenter | Qt::TextSingleLine, emoji);
    }

    const EmojiGrid& m_grid;
    Theme m_theme;
};

EmojiGrid::EmojiGrid(QWidget* parent) : QTableView(parent), m_delegate(new Delegate(*this, this))
{
    setModel(&m_model);
    setItemDelegate(m_delegate);
    horizontalHeader()->hide();
    verticalHeader()->hide();
    horizontalHeader()->setMinimumSectionSize(1);
    verticalHeader()->setMinimumSectionSize(1);
    setShowGrid(false);
    setFrameShape(QFrame::NoFrame);
    setTabKeyNavigation(false);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
    setMouseTracking(true);
    setAccessibleName(tr("Emoji"));
    connect(this, &QAbstractItemView::clicked, this, [this](const QModelIndex& index) {
        if (index.flags().testFlag(Qt::ItemIsEnabled)) {
            Q_EMIT chosen(index.data().toString());
        }
    });
}

void EmojiGrid::setTheme(const Theme& theme)
{
    m_delegate->setTheme(theme);
    viewport()->update();
}

void EmojiGrid::setSections(const QList<EmojiGridModel::Section>& sections)
{
    clearSpans();
    m_model.setSections(sections);
    setLineHeights();
    setCurrentIndex(m_model.firstCell());
    verticalScrollBar()->setValue(0);
}

void EmojiGrid::setLineHeights()
{
    const int side = cellSide(font());
    horizontalHeader()->setDefaultSectionSize(side);
    verticalHeader()->setDefaultSectionSize(side);
    const int title = QFontMetrics(font()).height() + 2 * aroundTitle;
    for (int line = 0; line < m_model.rowCount(); ++line) {
        if (!m_model.titleOf(line).isEmpty()) {
            setSpan(line, 0, 1, EmojiGridModel::columns);
            setRowHeight(line, title);
        }
    }
}

void EmojiGrid::scrollToSection(int section)
{
    scrollTo(m_model.index(m_model.lineOf(section), 0), QAbstractItemView::PositionAtTop);
    setCurrentIndex(m_model.down(m_model.index(m_model.lineOf(section), 0), 1));
    // The emoji below the title has become current, and must not push the title away.
    scrollTo(m_model.index(m_model.lineOf(section), 0), QAbstractItemView::PositionAtTop);
}

int EmojiGrid::shownSection() const
{
    return m_model.sectionAt(std::max(0, rowAt(0)));
}

QSize EmojiGrid::sizeHint() const
{
    const int side = cellSide(font());
    return {EmojiGridModel::columns * side + verticalScrollBar()->sizeHint().width() + 2 * frameWidth(),
            7 * side};
}

bool EmojiGrid::step(int key)
{
    const QModelIndex current = currentIndex();
    if (!current.isValid()) {
        return false;
    }
    const int forward = isRightToLeft() ? -1 : 1;
    QModelIndex next;
    switch (key) {
    case Qt::Key_Left:
    case Qt::Key_Right:
        next = m_model.along(current, key == Qt::Key_Right ? forward : -forward);
        break;
    case Qt::Key_Up:
        next = m_model.down(current, -1);
        if (!next.isValid()) {
            Q_EMIT leftUpwards();
            return true;
        }
        break;
    case Qt::Key_Down:
        next = m_model.down(current, 1);
        break;
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
        next = m_model.down(current, key == Qt::Key_PageDown ? linesOfPage : -linesOfPage);
        break;
    default:
        return false;
    }
    if (next.isValid()) {
        setCurrentIndex(next);
    }
    return true;
}

void EmojiGrid::keyPressEvent(QKeyEvent* event)
{
    const int key = event->key();
    const bool chooses = key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Space;
    if (chooses && currentIndex().isValid()) {
        Q_EMIT chosen(currentIndex().data().toString());
    } else if (step(key)) {
        event->accept();
    } else if (isTyping(*event) || key == Qt::Key_Backspace) {
        Q_EMIT typed(event);
    } else {
        event->ignore();
    }
}

void EmojiGrid::focusInEvent(QFocusEvent* event)
{
    QTableView::focusInEvent(event);
    if (!currentIndex().isValid()) {
        setCurrentIndex(m_model.firstCell());
    }
}

void EmojiGrid::changeEvent(QEvent* event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        setLineHeights();
        updateGeometry();
    }
}

} // namespace tidemark
