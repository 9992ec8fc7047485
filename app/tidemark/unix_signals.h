#pragma once

#include <QObject>

#include <memory>

class QSocketNotifier;

namespace tidemark {

/// Turns SIGTERM, SIGINT, SIGHUP and SIGUSR1 into Qt signals on the thread that made it. At most one at a
/// time in a process.
class UnixSignals : public QObject {
    Q_OBJECT
public:
    explicit UnixSignals(QObject* parent = nullptr);
    ~UnixSignals() override;

Q_SIGNALS:
    void endWanted();    ///< SIGTERM, SIGINT, SIGHUP
    void reportWanted(); ///< SIGUSR1

private:
    void take();

    std::unique_ptr<QSocketNotifier> m_notifier;
    int m_readEnd = -1;
};

} // namespace tidemark
