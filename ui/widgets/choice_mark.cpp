#include "ui/widgets/choice_mark.h"

#include <QAbstractItemModel>
#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace tidemark {

namespace {

constexpr int choiceMarkSide = 18;
constexpr int choiceMargin = 6;
constexpr int choiceRowHeight = 30;

bool isChosenAt(const QModelIndex& index)
{
    return index.data(Qt::CheckStateRole).toInt() == Qt::Checked;
}

} // namespace

void paintChoiceMark(QPainter& painter, const QRectF& place, const Theme& theme, bool isChosen)
{
    const qreal unit = place.width() / 20;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(isChosen ? theme.accent : theme.dim, 1.5));
    painter.setBrush(isChosen ? theme.accent : QColor(Qt::transparent));
    painter.drawEllipse(place);
    if (isChosen) {
        QPainterPath tick(place.topLeft() + QPointF(5.5, 10.5) * unit);
        tick.lineTo(place.topLeft() + QPointF(8.8, 13.8) * unit);
        tick.lineTo(place.topLeft() + QPointF(14.5, 6.8) * unit);
        painter.setPen(QPen(theme.onAccent, 2 * unit, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.setBrush(Qt::NoBrush);
        painter.drawPath(tick);
    }
    painter.restore();
}

ChoiceDelegate::ChoiceDelegate(const Theme& theme, QObject* parent)
    : QStyledItemDelegate(parent), m_theme(theme)
{
}

void ChoiceDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                           const QModelIndex& index) const
{
    const QRect row = option.rect;
    painter->save();
    if (option.state.testFlag(QStyle::State_HasFocus)) {
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(Qt::NoPen);
        painter->setBrush(m_theme.tint);
        painter->drawRoundedRect(row, 6, 6);
    }
    const bool isMirrored = option.direction == Qt::RightToLeft;
    const QRectF mark(isMirrored ? row.right() - choiceMargin - choiceMarkSide + 0.5
                                 : row.left() + choiceMargin + 0.5,
                      row.center().y() - choiceMarkSide / 2.0 + 0.5, choiceMarkSide, choiceMarkSide);
    paintChoiceMark(*painter, mark, m_theme, isChosenAt(index));
    const int beside = choiceMarkSide + 2 * choiceMargin + 2;
    const QRect words =
        row.adjusted(isMirrored ? choiceMargin : beside, 0, isMirrored ? -beside : -choiceMargin, 0);
    painter->setPen(m_theme.text);
    painter->setFont(option.font);
    const Qt::Alignment side = isMirrored ? Qt::AlignRight : Qt::AlignLeft;
    painter->drawText(words, static_cast<int>(Qt::AlignVCenter | side) | Qt::TextSingleLine,
                      option.fontMetrics.elidedText(index.data().toString(), Qt::ElideRight, words.width()));
    painter->restore();
}

QSize ChoiceDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const QSize hint = QStyledItemDelegate::sizeHint(option, index);
    return {hint.width(), std::max(hint.height(), choiceRowHeight)};
}

bool ChoiceDelegate::editorEvent(QEvent* event, QAbstractItemModel* model,
                                 const QStyleOptionViewItem& /*option*/, const QModelIndex& index)
{
    const bool isClick = event->type() == QEvent::MouseButtonRelease
                         && static_cast<QMouseEvent*>(event)->button() == Qt::LeftButton;
    const bool isSpace =
        event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Space;
    if (!isClick && !isSpace) {
        return false;
    }
    return model->setData(index, isChosenAt(index) ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
}

} // namespace tidemark
