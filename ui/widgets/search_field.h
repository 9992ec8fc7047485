#pragma once

#include "ui/look/theme.h"

#include <QLineEdit>

namespace tidemark {

/// A search field with a magnifier and a button that clears it.
class SearchField : public QLineEdit {
    Q_OBJECT
public:
    /// `words` says what the field searches; it is the placeholder and the name for screen readers.
    SearchField(const QString& words, QWidget* parent);

    void setTheme(const Theme& theme);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QColor m_sign; ///< the colour of the magnifier, which is not clickable
    QAction* m_clear;
};

} // namespace tidemark
