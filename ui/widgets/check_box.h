#pragma once

#include <QCheckBox>

namespace tidemark {

/// A check box with a frame that is visible on light and dark backgrounds. Its colours come from the palette.
class CheckBox : public QCheckBox {
    Q_OBJECT
public:
    using QCheckBox::QCheckBox;

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    [[nodiscard]] bool hitButton(const QPoint& position) const override { return rect().contains(position); }
};

} // namespace tidemark
