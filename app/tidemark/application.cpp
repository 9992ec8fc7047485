#include "app/tidemark/application.h"

#include "core/keyring/desktop_keyring.h"
#include "core/models/words/notice_text.h"
#include "ui/notifications/desktop_notifier.h"
#include "ui/notifications/notification_service.h"
#include "ui/notifications/tray_icon.h"
#include "ui/platform/autostart.h"
#include "ui/platform/desktop_look.h"
#include "ui/platform/launcher_number.h"
#include "ui/platform/screenshots.h"
#include "ui/platform/session_bus.h"
#include "ui/platform/session_lock.h"
#include "ui/widgets/message_box.h"
#include "ui/window/client_link.h"
#include "ui/window/local_server_link.h"
#include "ui/window/pause_menu.h"
#include "ui/window/state_report.h"
#include "ui/window/window_front.h"

#include <QApplication>
#include <QDir>
#include <QEvent>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPixmap>
#include <QSaveFile>
#include <QSettings>
#include <QStandardPaths>
#include <QSysInfo>

#include <chrono>
#include <cstdio>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

QString windowFile(const QString& directory)
{
    return QDir(directory).filePath(u"window.ini"_s);
}

} // namespace

QString Application::directoryOf(const QString& profile)
{
    const QDir data(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation));
    return data.filePath(u"profiles/"_s + profile);
}

Application::Application(const Options& options, InstanceRequest request)
    : m_options(options), m_directory(directoryOf(options.profile)), m_request(std::move(request)),
      m_localServer(LocalServerPlace(m_directory), LocalServer::installedProgram()),
      m_client(Client::beginOpening(clientOptions())),
      m_look(std::make_unique<DesktopLookWatch>(sessionBus())),
      m_screenshots(std::make_unique<Screenshots>(sessionBus())),
      m_session({[this] { return m_client->newCommand(); }, [] { return Client::newUuid(); }}),
      m_window(m_session),
      m_signIn(signInSources(), {options.userName, options.password, options.token}, &m_window),
      m_links(m_session, m_window)
{
    if (options.theme != ThemeChoice::System) {
        m_session.preferences().overrideTheme(options.theme);
    }
    m_session.preferences().setAutostart(Autostart::ofProfile(options.profile));
    m_session.preferences().setLanguage(languageOf(options));
    m_window.setTitleSuffix(options.titleSuffix);
    m_window.setScreenshots(*m_screenshots);
    linkClient(*m_client, m_session, m_signIn, m_window);
    linkCertificates(*m_client, m_session.commands(), m_signIn, m_certificates);
    linkLocalServer(m_localServer, *m_client, m_session.commands(), m_signIn, m_window);
    linkNotifier();
    connect(m_look.get(), &DesktopLookWatch::changed, &m_window.look(), &WindowLook::setDesktopLook);
    connectEnds();
    restoreWindow();
}

Application::~Application() = default;

/// Returns whether the server on this computer starts with the profile.
bool Application::usesLocalServer() const
{
    const LocalServerPlace place(m_directory);
    const bool isOverridden = !m_options.servers.isEmpty() && m_options.servers != ServerList(place.url());
    return place.isChosen() && !isOverridden;
}

ClientOptions Application::clientOptions() const
{
    ClientOptions result;
    result.traceDirectory = m_options.traceFolder;
    result.nameOfDeleted = deletedAccountName();
    result.profileDirectory = m_directory;
    result.servers = m_options.servers;
    result.deviceName = m_options.deviceName;
    result.makeKeyring = DesktopKeyring::make;
    result.engine.clientName = "tidemark " + QCoreApplication::applicationVersion().toStdString();
    result.engine.backfill = false; // changed when the user's choice is known
    // The server on this computer listens a moment later; then the client connects.
    result.engine.connectAtStart = !usesLocalServer();
    return result;
}

SignInFlow::Sources Application::signInSources()
{
    return {[this] { return m_client->newCommand(); }, [] { return Client::newToken(); },
            [this] {
                const LocalServerPlace& place = m_localServer.place();
                return LocalOffer{place.account(), place.isChosen(), place.outlivesProgram()};
            }};
}

Language Application::languageOf(const Options& options)
{
    if (options.language) {
        return *options.language;
    }
    const QSettings settings(windowFile(directoryOf(options.profile)), QSettings::IniFormat);
    return tidemark::languageOf(settings.value(u"language"_s).toString()).value_or(Language::System);
}

void Application::connectEnds()
{
    connect(m_client.get(), &Client::opened, this,
            [this](const ServerList& /*servers*/, const QString& userName) { show(userName); });
    connect(m_client.get(), &Client::openFailed, this, [this](const QString& message, bool isInUse) {
        if (isInUse) {
            awaitProfile(message);
        } else {
            giveUp(message);
        }
    });
    connect(m_client.get(), &Client::closed, this, &Application::endServer);
    connect(&m_session.preferences(), &Preferences::languageChosen, this, &Application::changeLanguage);
    connect(&m_window, &MainWindow::closeWanted, this, &Application::close);
    connect(&m_window, &MainWindow::quitWanted, this, &Application::end);
    connect(&m_signIn, &SignInFlow::givenUp, this, &Application::end);
    connect(&m_signals, &UnixSignals::received, this, [this](int number) {
        if (number == SIGUSR1) {
            report();
        } else {
            end();
        }
    });
    // The desktop session may continue, so keep the window as it is.
    connect(
        qApp, &QGuiApplication::commitDataRequest, this, [this] { keepWindow(); }, Qt::DirectConnection);
    qApp->installEventFilter(this);
}

/// Stores the window's place and the open conversation also while the program runs, so that they are there
/// after a crash.
void Application::keepWindowLater()
{
    constexpr std::chrono::seconds pause(2);
    m_keepTimer.setSingleShot(true);
    m_keepTimer.setInterval(pause);
    connect(&m_keepTimer, &QTimer::timeout, this, [this] {
        if (m_window.isVisible()) {
            keepWindow();
        }
    });
    const auto start = [this] { m_keepTimer.start(); };
    connect(&m_session.chat(), &OpenConversation::currentChanged, &m_keepTimer, start);
    connect(&m_window, &MainWindow::placementChanged, &m_keepTimer, start);
}

/// Ends the server on this computer after the client, which may still have sent something to it.
void Application::endServer()
{
    connect(&m_localServer, &LocalServer::stopped, this, [this] { QCoreApplication::exit(m_status); });
    m_localServer.stop();
}

void Application::giveUp(const QString& message)
{
    m_window.hide();
    std::fputs(qPrintable(u"tidemark: %1\n"_s.arg(message)), stderr);
    MessageBox box(tr("Tidemark cannot start"), message, MessageBox::Ok);
    box.exec();
    QCoreApplication::exit(1);
}

/// Waits for the profile, which another instance holds: it does not listen yet, or it is about to end.
void Application::awaitProfile(const QString& message)
{
    constexpr std::chrono::milliseconds pause(100);
    switch (handOver(instanceSocketOf(m_directory), m_request)) {
    case HandOver::Done:
        QCoreApplication::exit(0);
        return;
    case HandOver::NotRunning:
        if (m_openingsLeft-- > 0) {
            QTimer::singleShot(pause, this, [this] { m_client->open(); });
            return;
        }
        break;
    case HandOver::NoAnswer:
        break;
    }
    giveUp(message);
}

/// Carries out the request of a later start.
void Application::take(const InstanceRequest& request)
{
    if (request.action == InstanceRequest::Action::Quit) {
        end();
        return;
    }
    if (request.action == InstanceRequest::Action::Stay) {
        return;
    }
    bringToFront(m_window, request.token);
    if (request.action == InstanceRequest::Action::Open) {
        m_links.open(request.link);
    }
}

bool Application::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != qApp || event->type() != QEvent::Quit) {
        return QObject::eventFilter(watched, event);
    }
    end();
    return true;
}

/// Opens the system bus after the window is shown, so that the window does not wait for the bus.
void Application::watchSessionLock()
{
    m_lock = std::make_unique<SessionLock>(QDBusConnection::systemBus(), sessionBus());
    connect(m_lock.get(), &SessionLock::changed, &m_window.activity(), &WindowActivity::setSessionLocked);
    connect(&m_window.activity(), &WindowActivity::usedWhileLocked, m_lock.get(), &SessionLock::takeUse);
}

/// Shows the window. Call when this process has opened and locked the profile. An empty `userName` means that
/// no user is signed in.
void Application::show(const QString& userName)
{
    m_instance = std::make_unique<InstanceServer>(instanceSocketOf(m_directory));
    connect(m_instance.get(), &InstanceServer::requested, this, &Application::take);
    if (usesLocalServer()) {
        m_localServer.keepRunning();
    } else {
        m_localServer.place().setChosen(false);
    }
    if (m_options.startsInTray) {
        joinDesktop();
        m_window.setVisible(!m_tray->isSeen() || userName.isEmpty());
    } else {
        m_window.show();
        QTimer::singleShot(0, this, &Application::joinDesktop);
    }
    QTimer::singleShot(0, this, &Application::watchSessionLock);
    const ConversationId last = m_options.openConversation != 0 ? ConversationId(m_options.openConversation)
                                                                : lastConversation(userName);
    if (last.isValid()) {
        m_session.chat().open(last);
    }
    if (!m_options.link.isEmpty()) {
        m_links.open(m_options.link);
    }
    keepWindowLater();
}

void Application::end()
{
    if (std::exchange(m_isEnding, true)) {
        return;
    }
    if (m_instance) {
        m_instance->stopListening();
    }
    m_keepTimer.stop();
    m_notifier->end();
    m_tray.reset();
    m_launcher.reset();
    hideWindow();
    m_client->close();
}

/// Stores the choice. If it changes the texts, restarts: everything on screen is in the old language.
void Application::changeLanguage(Language language)
{
    QSettings(windowFile(m_directory), QSettings::IniFormat).setValue(u"language"_s, wordOf(language));
    Preferences& preferences = m_session.preferences();
    const Language before = preferences.language();
    preferences.setLanguage(language);
    if (localeOf(language) == localeOf(before)) {
        return;
    }
    m_status = exitToRestart;
    end();
}

void Application::report()
{
    if (!m_options.screenshotFile.isEmpty()) {
        QSaveFile file(m_options.screenshotFile);
        if (file.open(QIODevice::WriteOnly) && m_window.grab().save(&file, "PNG")) {
            file.commit();
        }
    }
    if (!m_options.stateFile.isEmpty()) {
        const QString device =
            m_options.deviceName.isEmpty() ? QSysInfo::machineHostName() : m_options.deviceName;
        QSaveFile file(m_options.stateFile);
        QJsonObject state = stateReport(m_session, device);
        state.insert(u"active_elsewhere"_s, m_notifier->isActiveElsewhere());
        state.insert(u"stays_in_tray"_s, m_session.preferences().desktop().staysInTray);
        if (file.open(QIODevice::WriteOnly) && file.write(QJsonDocument(state).toJson()) > 0) {
            file.commit();
        }
    }
}

void Application::hideWindow()
{
    keepWindow();
    m_window.hide();
}

/// Saves what exists only in the window: the draft, the window's place and the open conversation.
void Application::keepWindow()
{
    m_window.flushDraft();
    QSettings settings(windowFile(m_directory), QSettings::IniFormat);
    settings.setValue(u"placement"_s, m_window.placement());
    // Until the list is there, the conversation of last time is still about to be opened.
    if (!m_session.conversations().knowsAny()) {
        return;
    }
    settings.setValue(u"account"_s, m_session.account().userName());
    settings.setValue(u"conversation"_s, static_cast<qulonglong>(m_session.chat().current().value));
}

/// Returns the conversation that `userName` had open when the window was last closed; 0: none.
ConversationId Application::lastConversation(const QString& userName) const
{
    const QSettings settings(windowFile(m_directory), QSettings::IniFormat);
    const bool isTheirs = !userName.isEmpty() && settings.value(u"account"_s).toString() == userName;
    return ConversationId(isTheirs ? settings.value(u"conversation"_s).toULongLong() : 0);
}

void Application::restoreWindow()
{
    const QSettings settings(windowFile(m_directory), QSettings::IniFormat);
    m_window.restorePlacement(settings.value(u"placement"_s).toByteArray());
    if (m_options.windowSize.isValid()) {
        m_window.resize(m_options.windowSize);
    }
}

} // namespace tidemark
