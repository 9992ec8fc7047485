#pragma once

#include <QComboBox>

namespace tidemark {

/// Paints the mark at the right end of a field from which a list or a calendar drops down.
void paintDropDownMark(QWidget& field);

/// A combo box that looks like the program's other fields. Its colours come from the palette.
class ComboBox : public QComboBox {
    Q_OBJECT
public:
    explicit ComboBox(QWidget* parent = nullptr);

protected:
    /// Ignores the wheel: scrolling a page must not change values.
    void wheelEvent(QWheelEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
};

} // namespace tidemark
