#pragma once

#include <QString>

class QLabel;
class QWidget;

namespace tidemark {

/// Makes a label of one line. It shows plain text, because other users may have written it.
[[nodiscard]] QLabel* plainLabel(const QString& words, QWidget* parent);

/// Makes a label of plain text that wraps. `role` is a role of the style sheet: "title", "dim", "error", or
/// empty.
[[nodiscard]] QLabel* wrappedLabel(const QString& words, const QString& role, QWidget* parent);

/// Sets the text, and hides the label if the text is empty.
void showWords(QLabel* label, const QString& words);

} // namespace tidemark
