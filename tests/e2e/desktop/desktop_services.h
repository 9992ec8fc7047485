#pragma once

#include "tests/support/private_bus.h"
#include "tests/support/virtual_display.h"

#include <QDBusConnection>
#include <QObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QVariantMap>

namespace tidemark::test {

/// The services of a desktop besides windows: a session bus, a notification service (dunst) and a tray
/// (trayer). The destructor ends all of them. Records the numbers sent to launchers. Needs an event loop.
class DesktopServices : public QObject {
    Q_OBJECT
public:
    explicit DesktopServices(const VirtualDisplay& display);
    ~DesktopServices() override;

    [[nodiscard]] bool isRunning();
    [[nodiscard]] const QString& address() const { return m_bus.address(); }

    /// The number of notifications on screen; -1 if no service answers.
    [[nodiscard]] int shown() const;
    /// Every request to show a notification so far, as the bus carried it between programs and services.
    [[nodiscard]] QString seen();
    /// Clicks on the notification on screen.
    void openShown() const { order(QStringLiteral("NotificationAction"), {0U}); }
    /// Chooses "Mark as read" from its menu.
    void markShownRead() const { order(QStringLiteral("ContextMenuCall"), {}); }
    /// Ends the notification service and starts another one.
    void restartNotifications();

    /// The number that was sent to launchers last; -1 if they show none.
    [[nodiscard]] qint64 launcherNumber() const { return m_number; }
    /// launcherNumber() is -1 until the next number is sent.
    void forgetLauncherNumber() { m_number = -1; }
    [[nodiscard]] const QString& launcherEntry() const { return m_entry; }

    /// The number of pixels in the tray with the badge's colour.
    [[nodiscard]] int badgePixels() const;
    /// A picture of the whole display.
    void savePicture(const QString& file) const;
    void clickTray() const;

private Q_SLOTS:
    void onUpdate(const QString& entry, const QVariantMap& what);

private:
    void startNotifications();
    void order(const QString& method, const QVariantList& arguments) const;
    [[nodiscard]] QString trayWindow() const;

    const VirtualDisplay& m_display;
    QTemporaryDir m_folder;
    PrivateBus m_bus;
    QDBusConnection m_listener;
    QProcess m_notifications;
    QProcess m_tray;
    QProcess m_monitor;
    QString m_seen;
    QString m_entry;
    qint64 m_number = -1;
};

} // namespace tidemark::test
