#pragma once

#include "ui/theme.h"

#include <QLineEdit>

namespace tidemark {

/// A field to search with: a magnifier before the words, and a button that takes them away.
class SearchField : public QLineEdit {
    Q_OBJECT
public:
    /// `words` say what is searched, while nothing is typed and to screen readers.
    SearchField(const QString& words, QWidget* parent);

    void setTheme(const Theme& theme);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QColor m_sign; ///< colour of the magnifier, which is a picture and nothing to press
    QAction* m_clear;
};

} // namespace tidemark
