#pragma once

#include "ui/session/reading/shown_total.h"

#include <QIcon>
#include <QMenu>
#include <QSystemTrayIcon>

namespace tidemark {

/// The icon in the desktop's tray: the program's icon with the total as badges show it ("3", "99+"). Its menu
/// opens the window and quits. Without a tray it waits for one.
class TrayIcon : public QObject {
    Q_OBJECT
public:
    explicit TrayIcon(QObject* parent = nullptr);

    /// Returns whether there is a tray, by which the user can reach the program without a window.
    [[nodiscard]] bool isSeen() const { return QSystemTrayIcon::isSystemTrayAvailable(); }
    void show(const ShownTotal& total);
    /// Adds a menu, which must outlive the icon, below the action that opens the window.
    void addMenu(QMenu& menu);
    /// Shows a message beside the icon; only for desktops without a notification service, which could read
    /// markup in it.
    void showNotice(const QString& title, const QString& words);

Q_SIGNALS:
    void toggleWanted();
    void openWanted();
    void quitWanted();
    /// The user clicked on the message of showNotice().
    void messageClicked();

private:
    QIcon m_plain;
    QIcon m_drawn;  ///< m_plain with m_text on it
    QString m_text; ///< empty: nothing is unread
    QMenu m_menu;
    QSystemTrayIcon m_icon;
};

} // namespace tidemark
