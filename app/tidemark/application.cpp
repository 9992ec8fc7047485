#include "app/tidemark/application.h"

#include "ui/client_link.h"
#include "ui/desktop_look.h"
#include "ui/session_lock.h"
#include "ui/state_report.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>
#include <QMessageBox>
#include <QPixmap>
#include <QSaveFile>
#include <QSettings>
#include <QStandardPaths>
#include <QSysInfo>
#include <QTimer>

#include <cstdio>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

QString directoryOf(const QString& profile)
{
    const QDir data(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation));
    return data.filePath(u"profiles/"_s + profile);
}

/// Without connection where there is none: the library would go and start one.
QDBusConnection sessionBus()
{
    const QString runtime = qEnvironmentVariable("XDG_RUNTIME_DIR");
    const bool isThere = qEnvironmentVariableIsSet("DBUS_SESSION_BUS_ADDRESS")
                         || (!runtime.isEmpty() && QFileInfo::exists(runtime + u"/bus"_s));
    return isThere ? QDBusConnection::sessionBus() : QDBusConnection(QString());
}

ClientOptions clientOptions(const Options& options, const QString& directory)
{
    ClientOptions result;
    result.traceDirectory = options.traceFolder;
    result.profileDirectory = directory;
    result.server = options.server;
    result.deviceName = options.deviceName;
    result.engine.clientName = "tidemark " + QCoreApplication::applicationVersion().toStdString();
    return result;
}

} // namespace

Application::Application(const Options& options)
    : m_options(options), m_directory(directoryOf(options.profile)),
      m_client(clientOptions(options, m_directory)),
      m_session({[this] { return m_client.newCommand(); }, [] { return Client::newUuid(); }}),
      m_window(m_session),
      m_signIn({[this] { return m_client.newCommand(); }, [] { return Client::newToken(); }},
               {options.userName, options.password, options.token}, &m_window)
{
    if (options.theme != ThemeChoice::System)
        m_session.preferences().overrideTheme(options.theme);
    m_window.setTitleSuffix(options.titleSuffix);
    linkClient(m_client, m_session, m_signIn, m_window);
    connectEnds();
}

Application::~Application() = default;

void Application::start()
{
    restoreWindow();
    watchDesktopLook();
    m_client.open();
}

void Application::connectEnds()
{
    connect(&m_client, &Client::opened, this,
            [this](const QUrl& /*server*/, const QString& userName) { show(userName); });
    connect(&m_client, &Client::openFailed, this, [this](const QString& message) {
        m_window.hide();
        std::fputs(qPrintable(u"tidemark: %1\n"_s.arg(message)), stderr);
        QMessageBox box(QMessageBox::NoIcon, tr("Tidemark"), tr("Tidemark cannot start"));
        box.setInformativeText(message);
        box.exec();
        QCoreApplication::exit(1);
    });
    connect(&m_client, &Client::closed, this, [] { QCoreApplication::exit(0); });
    connect(&m_window, &MainWindow::closeWanted, this, &Application::end);
    connect(&m_signIn, &SignInFlow::givenUp, this, &Application::end);
    connect(&m_signals, &UnixSignals::endWanted, this, &Application::end);
    connect(&m_signals, &UnixSignals::reportWanted, this, &Application::report);
}

/// Asked while the profile is being opened, so that the window begins in the desktop's colours.
void Application::watchDesktopLook()
{
    m_look = std::make_unique<DesktopLookWatch>(sessionBus());
    connect(m_look.get(), &DesktopLookWatch::changed, &m_window, &MainWindow::setDesktopLook);
}

/// The system's bus is opened when the window is there: it does not wait for it.
void Application::watchSessionLock()
{
    m_lock = std::make_unique<SessionLock>(QDBusConnection::systemBus(), sessionBus());
    connect(m_lock.get(), &SessionLock::changed, &m_window, &MainWindow::setSessionLocked);
    connect(&m_window, &MainWindow::usedWhileLocked, m_lock.get(), &SessionLock::takeUse);
}

/// The profile is open and ours: nothing is shown before. `userName` empty: nobody is signed in.
void Application::show(const QString& userName)
{
    m_window.show();
    QTimer::singleShot(0, this, &Application::watchSessionLock);
    const ConversationId last = m_options.openConversation != 0 ? ConversationId(m_options.openConversation)
                                                                : lastConversation(userName);
    if (last.isValid())
        m_session.open(last);
}

void Application::end()
{
    if (std::exchange(m_isEnding, true))
        return;
    m_window.flushDraft();
    rememberWindow();
    m_window.hide();
    m_client.close();
}

void Application::report()
{
    if (!m_options.screenshotFile.isEmpty()) {
        QSaveFile file(m_options.screenshotFile);
        if (file.open(QIODevice::WriteOnly) && m_window.grab().save(&file, "PNG"))
            file.commit();
    }
    if (!m_options.stateFile.isEmpty()) {
        const QString device =
            m_options.deviceName.isEmpty() ? QSysInfo::machineHostName() : m_options.deviceName;
        QSaveFile file(m_options.stateFile);
        if (file.open(QIODevice::WriteOnly)
            && file.write(QJsonDocument(stateReport(m_session, device)).toJson()) > 0)
            file.commit();
    }
}

void Application::rememberWindow() const
{
    QSettings settings(QDir(m_directory).filePath(u"window.ini"_s), QSettings::IniFormat);
    settings.setValue(u"placement"_s, m_window.placement());
    settings.setValue(u"account"_s, m_session.userName());
    settings.setValue(u"conversation"_s, static_cast<qulonglong>(m_session.current().value));
}

/// What `userName` had open when the window was last closed; 0: nothing.
ConversationId Application::lastConversation(const QString& userName) const
{
    const QSettings settings(QDir(m_directory).filePath(u"window.ini"_s), QSettings::IniFormat);
    const bool isTheirs = !userName.isEmpty() && settings.value(u"account"_s).toString() == userName;
    return ConversationId(isTheirs ? settings.value(u"conversation"_s).toULongLong() : 0);
}

void Application::restoreWindow()
{
    const QSettings settings(QDir(m_directory).filePath(u"window.ini"_s), QSettings::IniFormat);
    m_window.restorePlacement(settings.value(u"placement"_s).toByteArray());
    if (m_options.windowSize.isValid())
        m_window.resize(m_options.windowSize);
}

} // namespace tidemark
