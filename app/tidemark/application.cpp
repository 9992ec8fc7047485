#include "app/tidemark/application.h"

#include "ui/client_link.h"
#include "ui/state_report.h"

#include <QCoreApplication>
#include <QDir>
#include <QJsonDocument>
#include <QMessageBox>
#include <QPixmap>
#include <QSaveFile>
#include <QSettings>
#include <QStandardPaths>
#include <QSysInfo>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

QString directoryOf(const QString& profile)
{
    const QDir data(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation));
    return data.filePath(u"profiles/"_s + profile);
}

ClientOptions clientOptions(const Options& options, const QString& directory)
{
    ClientOptions result;
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
    m_window.setThemeChoice(options.theme);
    m_window.setTitleSuffix(options.titleSuffix);
    linkClient(m_client, m_session, m_signIn, m_window);
    connectEnds();
}

Application::~Application() = default;

void Application::start()
{
    restoreWindow();
    m_window.show();
    m_client.open();
    if (m_options.openConversation != 0)
        m_session.open(ConversationId(m_options.openConversation));
}

void Application::connectEnds()
{
    connect(&m_client, &Client::openFailed, this, [this](const QString& message) {
        QMessageBox::critical(&m_window, tr("Tidemark cannot start"), message);
        QCoreApplication::exit(1);
    });
    connect(&m_client, &Client::closed, this, [] { QCoreApplication::exit(0); });
    connect(&m_window, &MainWindow::closeWanted, this, &Application::end);
    connect(&m_signIn, &SignInFlow::givenUp, this, &Application::end);
    connect(&m_signals, &UnixSignals::endWanted, this, &Application::end);
    connect(&m_signals, &UnixSignals::reportWanted, this, &Application::report);
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
}

void Application::restoreWindow()
{
    const QSettings settings(QDir(m_directory).filePath(u"window.ini"_s), QSettings::IniFormat);
    m_window.restorePlacement(settings.value(u"placement"_s).toByteArray());
    if (m_options.windowSize.isValid())
        m_window.resize(m_options.windowSize);
}

} // namespace tidemark
