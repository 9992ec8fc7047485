#pragma once

#include <QObject>
#include <QSocketNotifier>

namespace tidemark::server {

/// SIGTERM and SIGINT as a Qt signal; SIGPIPE is ignored. One object a process.
class UnixSignals : public QObject {
    Q_OBJECT

public:
    explicit UnixSignals(QObject* parent = nullptr);
    ~UnixSignals() override;

Q_SIGNALS:
    void terminationRequested();

private:
    void onReadable();

    QSocketNotifier m_notifier;
};

} // namespace tidemark::server
