#include "server-stub/shell/control/control_client.h"

#include "server-stub/shell/control/control_line.h"

#include <QDeadlineTimer>
#include <QLocalSocket>

namespace tidemark::server {

Expected<OperatorResult, QString> askServer(const QString& database, const OperatorRequest& request,
                                            std::chrono::milliseconds timeout)
{
    const QDeadlineTimer deadline(timeout);
    const auto left = [&deadline] { return static_cast<int>(deadline.remainingTime()); };
    QLocalSocket socket;
    socket.connectToServer(controlPathOf(database));
    if (!socket.waitForConnected(left())) {
        return Unexpected(QStringLiteral("%1: %2").arg(controlPathOf(database), socket.errorString()));
    }
    socket.write(lineOf(request));
    while (socket.bytesToWrite() > 0 && socket.waitForBytesWritten(left())) {
    }
    while (!socket.canReadLine() && socket.waitForReadyRead(left())) {
    }
    if (!socket.canReadLine()) {
        return Unexpected(QStringLiteral("%1: no answer").arg(controlPathOf(database)));
    }
    return resultIn(socket.readLine(maxControlLine));
}

} // namespace tidemark::server
