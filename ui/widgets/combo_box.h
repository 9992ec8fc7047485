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

    /// Makes keys open the list before they choose, for a choice that takes effect at once and at large.
    void setOpensByKeys() { m_opensByKeys = true; }

protected:
    void keyPressEvent(QKeyEvent* event) override;
    /// Ignores the wheel: scrolling a page must not change values.
    void wheelEvent(QWheelEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    bool m_opensByKeys = false;
};

} // namespace tidemark
