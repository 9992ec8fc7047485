#pragma once

#include "ui/look/theme.h"

#include <QObject>

namespace tidemark::lab {

/// The colours of all widgets of the program: what the user and the desktop ask for. Lives on the GUI thread.
class LabLook : public QObject {
    Q_OBJECT
public:
    explicit LabLook(ThemeChoice choice, QObject* parent = nullptr);

    [[nodiscard]] const Theme& theme() const { return m_theme; }
    [[nodiscard]] ThemeChoice choice() const { return m_choice; }
    void choose(ThemeChoice choice);
    void setDesktopLook(const DesktopLook& look);

Q_SIGNALS:
    void changed();

private:
    void apply();

    ThemeChoice m_choice;
    QPalette m_desktopPalette;
    DesktopLook m_desktopLook;
    Theme m_theme;
};

} // namespace tidemark::lab
