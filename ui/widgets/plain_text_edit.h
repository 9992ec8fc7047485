#pragma once

#include <QPlainTextEdit>

namespace tidemark {

/// A plain-text field that keeps its text unchanged. QPlainTextEdit would turn no-break spaces into spaces,
/// and would add HTML to the clipboard.
class PlainTextEdit : public QPlainTextEdit {
    Q_OBJECT
public:
    using QPlainTextEdit::QPlainTextEdit;

    /// Returns the text, with line feeds between the lines.
    [[nodiscard]] QString exactText() const;

protected:
    [[nodiscard]] QMimeData* createMimeDataFromSelection() const override;
};

} // namespace tidemark
