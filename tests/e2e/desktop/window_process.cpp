#include "tests/e2e/desktop/window_process.h"

#include "tests/support/programs.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QTest>

#include <csignal>

using namespace Qt::StringLiterals;

namespace tidemark::test {

WindowProcess::WindowProcess(const VirtualDisplay& display, const Options& options)
    : m_display(display), m_suffix(options.device),
      m_stateFile(QDir(options.folder).filePath(options.user + u'-' + options.device + u".state.json"_s)),
      m_profile(QDir(options.folder)
                    .filePath(u"window-data/tidemark/profiles/%1-%2"_s.arg(options.user, options.device))),
      m_position(options.position)
{
    QProcessEnvironment environment = display.environment();
    environment.insert(u"XDG_DATA_HOME"_s, QDir(options.folder).filePath(u"window-data"_s));
    environment.insert(u"XDG_CONFIG_HOME"_s, QDir(options.folder).filePath(u"window-config"_s));
    if (!options.bus.isEmpty()) {
        environment.insert(u"DBUS_SESSION_BUS_ADDRESS"_s, options.bus);
    }
    m_process.setProcessEnvironment(environment);
    m_process.setProcessChannelMode(QProcess::ForwardedChannels);
    m_arguments = QStringList{u"--profile"_s,
                              options.user + u'-' + options.device,
                              u"--device"_s,
                              options.device,
                              u"--window-title-suffix"_s,
                              options.device,
                              u"--theme"_s,
                              u"light"_s,
                              u"--dump-state"_s,
                              m_stateFile};
    if (!options.url.isEmpty()) {
        m_arguments += {u"--server"_s, options.url};
    }
    if (options.size.isValid()) {
        m_arguments += {u"--window-size"_s, u"%1x%2"_s.arg(options.size.width()).arg(options.size.height())};
    }
    if (options.signsIn) {
        m_arguments += {u"--user"_s, options.user, u"--password-file"_s,
                        QDir(options.folder).filePath(options.user + u".password"_s)};
    }
    m_process.start(programPath(u"tidemark"_s), m_arguments + options.more);
}

WindowProcess::~WindowProcess()
{
    m_process.kill();
    m_process.waitForFinished(programTimeoutMs);
}

QString WindowProcess::find() const
{
    const QString all = m_display.run(
        u"xdotool"_s, {u"search"_s, u"--onlyvisible"_s, u"--name"_s, u"Tidemark – "_s + m_suffix + u'$'});
    return all.section(u'\n', -1);
}

bool WindowProcess::waitUntilShown()
{
    const bool isShown = QTest::qWaitFor(
        [this] {
            m_window = find();
            return !m_window.isEmpty();
        },
        programTimeoutMs);
    if (isShown) {
        (void)m_display.run(u"xdotool"_s, {u"windowmove"_s, u"--sync"_s, m_window,
                                           QString::number(m_position.x()), QString::number(m_position.y())});
    }
    return isShown;
}

QString WindowProcess::title() const
{
    return m_display.run(u"xdotool"_s, {u"getwindowname"_s, m_window});
}

void WindowProcess::activate() const
{
    (void)m_display.run(u"xdotool"_s, {u"windowactivate"_s, u"--sync"_s, m_window});
}

void WindowProcess::minimise() const
{
    (void)m_display.run(u"xdotool"_s, {u"windowminimize"_s, m_window});
}

void WindowProcess::resize(QSize size) const
{
    (void)m_display.run(u"xdotool"_s, {u"windowsize"_s, u"--sync"_s, m_window, QString::number(size.width()),
                                       QString::number(size.height())});
}

QSize WindowProcess::size() const
{
    const QStringList lines =
        m_display.run(u"xdotool"_s, {u"getwindowgeometry"_s, u"--shell"_s, m_window}).split(u'\n');
    const auto valueOf = [&lines](const QString& name) {
        const QStringList found = lines.filter(QRegularExpression(u'^' + name + u'='));
        return found.isEmpty() ? -1 : found.first().section(u'=', 1).toInt();
    };
    return {valueOf(u"WIDTH"_s), valueOf(u"HEIGHT"_s)};
}

void WindowProcess::press(const QString& key) const
{
    (void)m_display.run(u"xdotool"_s, {u"key"_s, u"--clearmodifiers"_s, key});
}

void WindowProcess::type(const QString& text) const
{
    (void)m_display.run(u"xdotool"_s, {u"type"_s, u"--clearmodifiers"_s, text});
}

void WindowProcess::click(QPoint at, int button) const
{
    (void)m_display.run(u"xdotool"_s, {u"mousemove"_s, u"--window"_s, m_window, QString::number(at.x()),
                                       QString::number(at.y()), u"click"_s, QString::number(button)});
}

QJsonObject WindowProcess::state() const
{
    QFile::remove(m_stateFile);
    ::kill(static_cast<pid_t>(m_process.processId()), SIGUSR1);
    // The program writes a file beside it and renames that, so an existing file is complete.
    if (!QTest::qWaitFor([this] { return QFile::exists(m_stateFile); }, programTimeoutMs)) {
        return {};
    }
    QFile file(m_stateFile);
    return file.open(QFile::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
}

QJsonObject WindowProcess::conversation(qint64 number) const
{
    const QJsonArray all = state()[u"conversations"].toArray();
    for (const QJsonValue& one : all) {
        if (one[u"conversation"].toInteger() == number) {
            return one.toObject();
        }
    }
    return {};
}

qint64 WindowProcess::unread(qint64 number) const
{
    return conversation(number)[u"unread"].toInteger(-1);
}

int WindowProcess::startAgain(const QStringList& arguments) const
{
    QProcess second;
    second.setProcessEnvironment(m_process.processEnvironment());
    second.setProcessChannelMode(QProcess::ForwardedChannels);
    second.start(programPath(u"tidemark"_s), m_arguments + arguments);
    const bool ended = second.waitForFinished(programTimeoutMs);
    return ended && second.exitStatus() == QProcess::NormalExit ? second.exitCode() : -1;
}

bool WindowProcess::isActive() const
{
    return m_display.run(u"xdotool"_s, {u"getactivewindow"_s}) == m_window;
}

int WindowProcess::close()
{
    beginClose();
    return waitForEnd();
}

int WindowProcess::waitForEnd()
{
    const bool ended =
        m_process.state() == QProcess::NotRunning || m_process.waitForFinished(programTimeoutMs);
    return ended && m_process.exitStatus() == QProcess::NormalExit ? m_process.exitCode() : -1;
}

} // namespace tidemark::test
