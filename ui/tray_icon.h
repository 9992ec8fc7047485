#pragma once

#include "ui/shown_total.h"

#include <QIcon>
#include <QMenu>
#include <QSystemTrayIcon>

namespace tidemark {

/// The icon in the desktop's tray: the program's with what is unread on it, as badges show it ("3", "99+"),
/// its menu opens the window and quits. Where there is no tray it waits for one.
class TrayIcon : public QObject {
    Q_OBJECT
public:
    explicit TrayIcon(QObject* parent = nullptr);

    /// There is a tray, so that the program can be found there without a window.
    [[nodiscard]] bool isSeen() const { return QSystemTrayIcon::isSystemTrayAvailable(); }
    void show(const ShownTotal& total);
    /// A message beside the icon, where there is no notification service.
    void tell(const QString& title, const QString& words);

Q_SIGNALS:
    void toggleWanted();
    void openWanted();
    void quitWanted();
    /// The user has clicked on the message of tell().
    void messageClicked();

private:
    QIcon m_plain;
    QIcon m_drawn;  ///< with m_text
    QString m_text; ///< empty: nothing is unread
    QMenu m_menu;
    QSystemTrayIcon m_icon;
};

} // namespace tidemark
