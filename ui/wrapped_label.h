#pragma once

#include <QString>

class QLabel;
class QWidget;

namespace tidemark {

/// Plain text over as many lines as it needs. `role`: "title", "dim", "error" or nothing, as in the style
/// sheet.
[[nodiscard]] QLabel* wrappedLabel(const QString& words, const QString& role, QWidget* parent);

/// Without words there is no label.
void showWords(QLabel* label, const QString& words);

} // namespace tidemark
