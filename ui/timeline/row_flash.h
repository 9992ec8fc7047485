#pragma once

#include "core/models/timeline/timeline_row.h"

#include <QVariantAnimation>

class QWidget;

namespace tidemark {

/// Highlights a row for a moment. The highlight fades, or just disappears if animations are off.
class RowFlash : public QVariantAnimation {
    Q_OBJECT
public:
    explicit RowFlash(QWidget& viewport);

    void begin(const TimelineRowKey& row);
    /// The strength of the row's highlight, 0 … 1.
    [[nodiscard]] double strength(const TimelineRowKey& row) const;

private:
    QWidget& m_viewport;
    TimelineRowKey m_row;
};

} // namespace tidemark
