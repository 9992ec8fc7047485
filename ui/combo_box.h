#pragma once

#include <QComboBox>

namespace tidemark {

/// A list to choose one of, with the looks of the program's fields; colours come from the palette.
class ComboBox : public QComboBox {
    Q_OBJECT
public:
    explicit ComboBox(QWidget* parent = nullptr);

protected:
    /// What is scrolled over is not changed by it.
    void wheelEvent(QWheelEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
};

} // namespace tidemark
