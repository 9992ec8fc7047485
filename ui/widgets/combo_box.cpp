#include "ui/widgets/combo_box.h"

#include <QPainter>
#include <QStyledItemDelegate>
#include <QWheelEvent>

namespace tidemark {

void paintDropDownMark(QWidget& field)
{
    QPainter painter(&field);
    painter.setRenderHint(QPainter::Antialiasing);
    const QPalette::ColorGroup group = field.isEnabled() ? QPalette::Active : QPalette::Disabled;
    painter.setPen(QPen(field.palette().color(group, QPalette::PlaceholderText), 1.6, Qt::SolidLine,
                        Qt::RoundCap, Qt::RoundJoin));
    constexpr qreal half = 4;
    const QPointF tip(field.width() - 18, field.height() / 2.0 + half / 2);
    painter.drawPolyline(QPolygonF{tip + QPointF(-half, -half), tip, tip + QPointF(half, -half)});
}

ComboBox::ComboBox(QWidget* parent) : QComboBox(parent)
{
    // The default delegate ignores the style sheet.
    setItemDelegate(new QStyledItemDelegate(this));
    setFocusPolicy(Qt::StrongFocus);
}

void ComboBox::wheelEvent(QWheelEvent* event)
{
    event->ignore();
}

void ComboBox::paintEvent(QPaintEvent* event)
{
    QComboBox::paintEvent(event);
    paintDropDownMark(*this);
}

} // namespace tidemark
