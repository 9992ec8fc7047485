#pragma once

#include "ui/look/painting.h"

#include <QMenu>

#include <optional>

namespace tidemark {

/// A menu with room for a glyph before each entry. Shortcuts, which follow a tab in an entry's text, stand in
/// a column of their own at the right edge. Entries that destroy something are red.
class Menu : public QMenu {
    Q_OBJECT
public:
    using QMenu::QMenu;

protected:
    void initStyleOption(QStyleOptionMenuItem* option, const QAction* action) const override;
    void paintEvent(QPaintEvent* event) override;

private:
    void paintEntry(QPainter& painter, const QAction& action, const QRect& place) const;
};

/// Gives an entry a glyph. Returns the entry.
QAction* withGlyph(QAction* action, Glyph glyph);
/// Marks an entry as one that destroys something for the user or for others. Returns the entry.
QAction* destroying(QAction* action);
[[nodiscard]] std::optional<Glyph> glyphOf(const QAction& action);
[[nodiscard]] bool isDestroying(const QAction& action);

} // namespace tidemark
