// Application: tray, launcher, notifications.
#include "app/tidemark/application.h"
#include "ui/notifications/desktop_notifier.h"
#include "ui/notifications/notification_service.h"
#include "ui/notifications/tray_icon.h"
#include "ui/platform/launcher_number.h"
#include "ui/platform/session_bus.h"
#include "ui/window/pause_menu.h"
#include "ui/window/window_front.h"
#include "ui/window/window_panes.h"

namespace tidemark {

/// Connects the notifications. Call after linking the session, so that the session gets every signal first.
void Application::linkNotifier()
{
    m_service = std::make_unique<NotificationService>(sessionBus());
    m_notifier = std::make_unique<DesktopNotifier>(m_session, *m_service);
    const Client* client = m_client.get();
    DesktopNotifier* notifier = m_notifier.get();
    connect(client, &Client::conversationsLoaded, notifier, &DesktopNotifier::takeConversations);
    connect(client, &Client::conversationsChanged, notifier, &DesktopNotifier::takeChanges);
    connect(client, &Client::connectionChanged, notifier, &DesktopNotifier::takeConnection);
    connect(client, &Client::caughtUp, notifier, &DesktopNotifier::takeCaughtUp);
    connect(client, &Client::accountChanged, notifier, &DesktopNotifier::takeAccount);
    connect(client, &Client::activeElsewhereChanged, notifier, &DesktopNotifier::takeActiveElsewhere);
    connect(client, &Client::scheduledSent, notifier, &DesktopNotifier::takeScheduledSent);
    connect(notifier, &DesktopNotifier::showWanted, this,
            [this](ConversationId conversation, Seq seq, const QByteArray& token) {
                bringToFront(m_window, {.wayland = token});
                if (conversation.isValid()) {
                    m_window.panes().showUnread(conversation, seq);
                }
            });
}

void Application::joinDesktop()
{
    if (m_isEnding) {
        return;
    }
    m_tray = std::make_unique<TrayIcon>();
    m_pauseMenu = std::make_unique<PauseMenu>(m_session.preferences());
    m_tray->addMenu(*m_pauseMenu);
    m_launcher = std::make_unique<LauncherNumber>(sessionBus());
    connect(m_tray.get(), &TrayIcon::openWanted, this, [this] { bringToFront(m_window); });
    connect(m_tray.get(), &TrayIcon::toggleWanted, this, &Application::toggleWindow);
    connect(m_tray.get(), &TrayIcon::quitWanted, this, &Application::end);
    connect(m_notifier.get(), &DesktopNotifier::fallbackWanted, m_tray.get(), &TrayIcon::showNotice);
    connect(m_tray.get(), &TrayIcon::messageClicked, m_notifier.get(), &DesktopNotifier::openLast);
    connect(&m_session, &ChatSession::totalsChanged, m_tray.get(), [this] { showTotals(); });
    showTotals();
}

/// Shows the total in tray and launcher. The window updates its title on the same signal.
void Application::showTotals()
{
    const ShownTotal total = m_session.shownTotal();
    m_tray->show(total);
    m_launcher->show(total.count);
}

void Application::toggleWindow()
{
    if (!m_window.isVisible() || m_window.isMinimized()) {
        bringToFront(m_window);
        return;
    }
    hideWindow();
}

/// The user has closed the window.
void Application::close()
{
    if (!m_session.preferences().desktop().staysInTray || !m_tray || !m_tray->isSeen()) {
        end();
        return;
    }
    hideWindow();
}

} // namespace tidemark
