#include "ui/widgets/combo_box.h"

#include <QKeyEvent>
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

void ComboBox::keyPressEvent(QKeyEvent* event)
{
    const int key = event->key();
    const bool isMove = key == Qt::Key_Up || key == Qt::Key_Down || key == Qt::Key_PageUp
                        || key == Qt::Key_PageDown || key == Qt::Key_Home || key == Qt::Key_End;
    if (!m_opensByKeys) {
        QComboBox::keyPressEvent(event);
    } else if (isMove || key == Qt::Key_Space || key == Qt::Key_F4) {
        showPopup();
    } else {
        event->ignore();
    }
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
