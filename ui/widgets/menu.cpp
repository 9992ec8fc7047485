#include "ui/widgets/menu.h"

#include <QApplication>
#include <QPaintEvent>
#include <QPainter>
#include <QStyle>
#include <QStyleOptionMenuItem>
#include <QVariant>

namespace tidemark {

namespace {

constexpr const char* glyphProperty = "glyph";
constexpr const char* destroyingProperty = "destroying";
constexpr int glyphSide = 18;
constexpr int glyphLeft = 12;     ///< from the left edge of the entry; the style sheet leaves room for it
constexpr int shortcutRight = 14; ///< from the right edge

} // namespace

QAction* withGlyph(QAction* action, Glyph glyph)
{
    action->setProperty(glyphProperty, static_cast<int>(glyph));
    return action;
}

QAction* destroying(QAction* action)
{
    action->setProperty(destroyingProperty, true);
    return action;
}

std::optional<Glyph> glyphOf(const QAction& action)
{
    const QVariant glyph = action.property(glyphProperty);
    return glyph.isValid() ? std::optional(static_cast<Glyph>(glyph.toInt())) : std::nullopt;
}

bool isDestroying(const QAction& action)
{
    return action.property(destroyingProperty).toBool();
}

void Menu::initStyleOption(QStyleOptionMenuItem* option, const QAction* action) const
{
    QMenu::initStyleOption(option, action);
    option->text = option->text.section(u'\t', 0, 0); // paintEvent() paints the rest
    if (isDestroying(*action) && action->isEnabled()) {
        const QColor red = QApplication::palette().color(QPalette::BrightText);
        for (const QPalette::ColorRole role : {QPalette::Text, QPalette::ButtonText, QPalette::WindowText}) {
            option->palette.setColor(role, red);
        }
    }
}

void Menu::paintEvent(QPaintEvent* event)
{
    QMenu::paintEvent(event);
    QPainter painter(this);
    for (QAction* action : actions()) {
        const QRect place = actionGeometry(action);
        if (action->isVisible() && !action->isSeparator() && event->rect().intersects(place)) {
            paintEntry(painter, *action, place);
        }
    }
}

void Menu::paintEntry(QPainter& painter, const QAction& action, const QRect& place) const
{
    const QPalette palette = QApplication::palette();
    const auto visual = [&](const QRect& rect) { return QStyle::visualRect(layoutDirection(), place, rect); };
    if (const std::optional<Glyph> glyph = glyphOf(action)) {
        const QRect rect(place.left() + glyphLeft, place.center().y() + 1 - glyphSide / 2, glyphSide,
                         glyphSide);
        const bool isRed = isDestroying(action) && action.isEnabled();
        paintGlyph(painter, *glyph, visual(rect),
                   palette.color(isRed ? QPalette::BrightText : QPalette::PlaceholderText));
    }
    const QString shortcut = action.text().section(u'\t', 1);
    painter.setFont(font());
    painter.setPen(palette.color(QPalette::PlaceholderText));
    painter.drawText(visual(place.adjusted(0, 0, -shortcutRight, 0)),
                     Qt::AlignVCenter | Qt::TextSingleLine
                         | (layoutDirection() == Qt::RightToLeft ? Qt::AlignLeft : Qt::AlignRight),
                     shortcut);
}

} // namespace tidemark
