#pragma once

#include <QString>

class QAction;
class QListWidgetItem;
class QPoint;
class QRect;
class QWidget;

/// Shows texts of other users literally. Otherwise Qt treats text that looks like HTML in a tooltip as HTML,
/// "&" in the text of a button or menu as a key, and what follows a tab in a menu as a shortcut.
namespace tidemark {

/// Returns a tooltip that shows `words` literally.
[[nodiscard]] QString plainTip(const QString& words);
void setPlainTip(QWidget* widget, const QString& words);
void setPlainTip(QAction* action, const QString& words);
void setPlainTip(QListWidgetItem& item, const QString& words);
/// Shows a tooltip at `at` on the screen until the pointer leaves `area` of `widget`, or the whole widget.
void showPlainTip(const QPoint& at, const QString& words, QWidget* widget);
void showPlainTip(const QPoint& at, const QString& words, QWidget* widget, const QRect& area);

/// Escapes `words` for the text of a button or a menu entry.
[[nodiscard]] QString buttonText(const QString& words);

/// Escapes `words` for a window's title, where Qt gives "[*]" a meaning.
[[nodiscard]] QString captionText(const QString& words);

} // namespace tidemark
