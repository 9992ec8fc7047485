#include "tests/cluster/nodes.h"

#include "tests/programs/load/base/failure.h"
#include "tests/support/programs.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTcpSocket>
#include <QThread>
#include <QUrl>

namespace tidemark::cluster {

using load::check;
using test::programTimeoutMs;

Nodes::Nodes(const QString& folder, const QStringList& databases) : m_folder(folder)
{
    for (const QString& database : databases) {
        const std::size_t number = m_nodes.size();
        m_nodes.push_back(std::make_unique<test::ServerProcess>(
            test::programPath(QStringLiteral("tidemark-server")), database,
            QStringList{QStringLiteral("--metrics"), QStringLiteral("127.0.0.1:0"),
                        QStringLiteral("--password-memory"), QStringLiteral("8"),
                        QStringLiteral("--password-passes"), QStringLiteral("1"), QStringLiteral("--drain"),
                        QStringLiteral("0")}));
        test::ServerProcess& node = *m_nodes.back();
        node.logTo(logFile(number));
        check(node.start(), [&] { return "a server does not start: " + log(number).toStdString(); });
        m_places.push_back({QUrl(node.url()).port()});
    }
}

QString Nodes::logFile(std::size_t node) const
{
    return QDir(m_folder).filePath(QStringLiteral("node%1.log").arg(node));
}

QString Nodes::log(std::size_t node) const
{
    QFile file(logFile(node));
    return file.open(QFile::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QString Nodes::health(std::size_t node) const
{
    const QRegularExpression place(QStringLiteral("metrics on http://127.0.0.1:(\\d+)/"));
    QTcpSocket socket;
    socket.connectToHost(QStringLiteral("127.0.0.1"), place.match(log(node)).captured(1).toUShort());
    socket.write("GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    QByteArray answer;
    const auto isWhole = [&answer] { return answer.contains("\r\n\r\n") && answer.endsWith('\n'); };
    while (!isWhole() && socket.waitForReadyRead(programTimeoutMs)) {
        answer += socket.readAll();
    }
    return QString::fromUtf8(answer.mid(9, 3) + ' '
                             + answer.mid(answer.indexOf("\r\n\r\n") + 4).simplified());
}

bool Nodes::areWell() const
{
    const QDeadlineTimer deadline(programTimeoutMs);
    for (std::size_t node = 0; node < m_nodes.size();) {
        if (m_nodes[node]->isRunning() && health(node) != QLatin1String("200 ok")) {
            if (deadline.hasExpired()) {
                return false;
            }
            QThread::msleep(100);
        } else {
            ++node;
        }
    }
    return true;
}

void Nodes::stopAndCheck()
{
    for (const auto& node : m_nodes) {
        load::require(!node->isRunning() || node->stop(), "a server does not end well");
    }
    const test::CheckResult result = m_nodes.front()->check();
    check(result.status == 0, [&] { return "the recount says: " + result.output.toStdString(); });
}

} // namespace tidemark::cluster
