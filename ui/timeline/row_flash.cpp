#include "ui/timeline/row_flash.h"

#include "ui/look/motion.h"

#include <QWidget>

namespace tidemark {

namespace {
constexpr int durationMs = 1500;
} // namespace

RowFlash::RowFlash(QWidget& viewport) : QVariantAnimation(&viewport), m_viewport(viewport)
{
    setDuration(durationMs);
    setStartValue(1.0);
    setKeyValueAt(0.4, 1.0);
    setEndValue(0.0);
    connect(this, &QVariantAnimation::valueChanged, &viewport, qOverload<>(&QWidget::update));
}

void RowFlash::begin(const TimelineRowKey& row)
{
    m_row = row;
    stop();
    start();
    m_viewport.update();
}

double RowFlash::strength(const TimelineRowKey& row) const
{
    if (state() != QAbstractAnimation::Running || row != m_row) {
        return 0;
    }
    return motionTime(m_viewport).count() > 0 ? currentValue().toDouble() : 1;
}

} // namespace tidemark
