#pragma once

#include <QApplication>

class QWidget;

namespace tidemark::test {

/// Makes `window` the active window of the application at once. With nullptr another program becomes
/// active. Qt 6.5 deprecates the function in favour of QWidget::activateWindow(), which asks the platform,
/// answers later and cannot leave the application.
inline void setActiveWindow(QWidget* window)
{
    QT_WARNING_PUSH
    QT_WARNING_DISABLE_DEPRECATED
    QApplication::setActiveWindow(window);
    QT_WARNING_POP
}

} // namespace tidemark::test
