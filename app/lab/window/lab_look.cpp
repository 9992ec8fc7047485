#include "app/lab/window/lab_look.h"

#include "ui/look/style_sheet.h"

#include <QApplication>

using namespace Qt::StringLiterals;

namespace tidemark::lab {

namespace {

/// The widgets that only the laboratory has, in the way of ui/look/style_sheet.cpp.
QString ownRules(const Theme& theme)
{
    return u"QMenuBar { background: %1; color: %2; }"
           "QMenuBar::item { background: transparent; padding: 4px 10px; border-radius: 5px; }"
           "QMenuBar::item:selected { background: %3; }"
           "QToolBar { background: %1; border: none; spacing: 4px; padding: 2px 6px; }"
           "QToolButton:checked { background: %3; }"
           "QHeaderView::section { background: %1; color: %4; border: none; padding: 4px 6px; }"
           "QTableView, QListView { background: %5; color: %2; outline: none; }"
           "QTableView:focus, QListView:focus { border: 1px solid %6; }"_s.arg(
               theme.side.name(), theme.text.name(), theme.tint.name(), theme.dim.name(),
               theme.background.name(), theme.accent.name());
}

} // namespace

LabLook::LabLook(ThemeChoice choice, QObject* parent)
    : QObject(parent), m_choice(choice), m_desktopPalette(QApplication::palette())
{
    apply();
}

void LabLook::choose(ThemeChoice choice)
{
    m_choice = choice;
    apply();
}

void LabLook::setDesktopLook(const DesktopLook& look)
{
    m_desktopLook = look;
    apply();
}

void LabLook::apply()
{
    const Theme theme = themeFor(m_choice, m_desktopPalette, m_desktopLook);
    if (theme == m_theme) {
        return;
    }
    m_theme = theme;
    QApplication::setPalette(paletteOf(theme));
    qApp->setStyleSheet(styleSheetOf(theme) + ownRules(theme));
    Q_EMIT changed();
}

} // namespace tidemark::lab
