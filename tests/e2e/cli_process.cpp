#include "tests/e2e/cli_process.h"

#include "tests/support/programs.h"

#include <QDeadlineTimer>
#include <QJsonDocument>

namespace tidemark::test {

QString CliResult::description() const
{
    QStringList texts{QStringLiteral("status %1").arg(status)};
    for (const QJsonObject& line : lines.mid(0, 5)) {
        texts << QString::fromUtf8(QJsonDocument(line).toJson(QJsonDocument::Compact));
    }
    if (lines.size() > 5) {
        texts << QStringLiteral("… %1 lines").arg(lines.size());
    }
    if (!notJson.isEmpty()) {
        texts << QStringLiteral("not JSON: ") + notJson;
    }
    texts << forPeople.right(2000);
    return texts.join(QLatin1Char('\n'));
}

CliProcess::CliProcess(const QStringList& arguments, const QString& failpoint)
{
    m_process.setProcessEnvironment(withFailpoint(failpoint));
    m_process.start(programPath(QStringLiteral("tidemark-cli")), arguments);
}

CliProcess::~CliProcess()
{
    kill();
}

void CliProcess::say(const QString& line)
{
    m_process.write(line.toUtf8() + '\n');
    while (m_process.bytesToWrite() > 0 && m_process.waitForBytesWritten(programTimeoutMs)) {
    }
}

bool CliProcess::waitForLine(const Condition& condition)
{
    const QDeadlineTimer deadline(programTimeoutMs);
    qsizetype seen = 0;
    do {
        for (; seen < m_result.lines.size(); ++seen) {
            if (condition(m_result.lines.at(seen))) {
                return true;
            }
        }
    } while (!deadline.hasExpired() && (poll(100) || seen < m_result.lines.size()));
    return false;
}

bool CliProcess::waitForLines(qsizetype count)
{
    return waitForLine([&](const QJsonObject&) { return m_result.lines.size() >= count; });
}

bool CliProcess::poll(int ms)
{
    m_process.waitForReadyRead(ms);
    take();
    return isRunning();
}

CliResult CliProcess::result()
{
    const QDeadlineTimer deadline(5 * programTimeoutMs);
    while (isRunning() && !deadline.hasExpired()) {
        poll(1000);
    }
    return takeEnd();
}

CliResult CliProcess::kill()
{
    if (isRunning()) {
        m_process.kill();
        m_process.waitForFinished(programTimeoutMs);
    }
    return takeEnd();
}

void CliProcess::take()
{
    m_result.forPeople += QString::fromUtf8(m_process.readAllStandardError());
    m_unfinished += m_process.readAllStandardOutput();
    for (qsizetype end = m_unfinished.indexOf('\n'); end >= 0; end = m_unfinished.indexOf('\n')) {
        const QByteArray bytes = m_unfinished.left(end);
        m_unfinished.remove(0, end + 1);
        const QJsonObject line = QJsonDocument::fromJson(bytes).object();
        if (!line.isEmpty()) {
            m_result.lines << line;
        } else if (m_result.notJson.isEmpty()) {
            m_result.notJson = QString::fromUtf8(bytes);
        }
    }
}

CliResult CliProcess::takeEnd()
{
    take();
    if (!isRunning() && m_process.error() != QProcess::FailedToStart
        && m_process.exitStatus() == QProcess::NormalExit) {
        m_result.status = m_process.exitCode();
    }
    m_result.wasKilled = wasKilled(m_process);
    return m_result;
}

QStringList keysOf(const QJsonObject& object)
{
    return object.keys(); // QJsonObject keeps them sorted
}

} // namespace tidemark::test
