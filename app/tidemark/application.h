#pragma once

#include "app/tidemark/options.h"
#include "core/client/client.h"
#include "core/hosting/local_server.h"
#include "core/system/unix_signals.h"
#include "ui/platform/instance.h"
#include "ui/session/chat_session.h"
#include "ui/signin/certificate_trust.h"
#include "ui/signin/sign_in_flow.h"
#include "ui/window/link_opener.h"
#include "ui/window/main_window.h"

#include <QObject>
#include <QTimer>

#include <csignal>
#include <memory>

namespace tidemark {

class DesktopLookWatch;
class Screenshots;
class DesktopNotifier;
class LauncherNumber;
class NotificationService;
class SessionLock;
class PauseMenu;
class TrayIcon;

/// One run of the program. It connects client, session and window, restores the window's place, and ends only
/// when everything that the user did is sent or safely stored.
class Application : public QObject {
    Q_OBJECT
public:
    /// The exit code of the event loop with which the program starts again, in another language.
    static constexpr int exitToRestart = 100;

    /// `request` is the request of this start to an instance that is already running.
    Application(const Options& options, InstanceRequest request);
    ~Application() override;

    /// Returns the profile's directory.
    [[nodiscard]] static QString directoryOf(const QString& profile);
    /// Returns the language from the options, or else the language chosen in the window.
    [[nodiscard]] static Language languageOf(const Options& options);

protected:
    /// Handles the end of the desktop session, which does not close a window.
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] bool usesLocalServer() const;
    [[nodiscard]] ClientOptions clientOptions() const;
    [[nodiscard]] SignInFlow::Sources signInSources();
    void connectEnds();
    void endServer();
    void giveUp(const QString& message);
    void awaitProfile(const QString& message);
    void take(const InstanceRequest& request);
    void show(const QString& userName);
    void watchSessionLock();
    // Tray, launcher and notifications: application_desktop.cpp
    void linkNotifier();
    void joinDesktop();
    void showTotals();
    void toggleWindow();
    void close();
    void end();
    void changeLanguage(Language language);
    void report();
    void hideWindow();
    void keepWindow();
    void keepWindowLater();
    void restoreWindow();
    [[nodiscard]] ConversationId lastConversation(const QString& userName) const;

    Options m_options;
    QString m_directory;
    InstanceRequest m_request;
    int m_openingsLeft = 30;
    std::unique_ptr<InstanceServer> m_instance; ///< created when this process holds the profile; ends last
    LocalServer m_localServer;                  ///< runs only if the profile uses it
    std::unique_ptr<Client> m_client;           ///< opens the profile while the window is created
    std::unique_ptr<DesktopLookWatch> m_look;   ///< asks the desktop while the window is created
    std::unique_ptr<Screenshots> m_screenshots; ///< likewise
    ChatSession m_session;
    MainWindow m_window;
    SignInFlow m_signIn;
    CertificateTrust m_certificates{[this]() -> QWidget* {
        return m_signIn.dialog() != nullptr ? static_cast<QWidget*>(m_signIn.dialog()) : &m_window;
    }};
    LinkOpener m_links;
    UnixSignals m_signals{{SIGTERM, SIGINT, SIGHUP, SIGUSR1}};
    std::unique_ptr<SessionLock> m_lock; ///< created after the window
    std::unique_ptr<NotificationService> m_service;
    std::unique_ptr<DesktopNotifier> m_notifier;
    std::unique_ptr<PauseMenu> m_pauseMenu;     ///< created with the tray
    std::unique_ptr<TrayIcon> m_tray;           ///< created after the window
    std::unique_ptr<LauncherNumber> m_launcher; ///< created after the window
    QTimer m_keepTimer;                         ///< stores the window's place a moment after a change
    int m_status = 0;                           ///< the exit code
    bool m_isEnding = false;
};

} // namespace tidemark
