#pragma once

#include <QObject>

#include <memory>
#include <vector>

class QSocketNotifier;

namespace tidemark {

/// Turns Unix signals into a Qt signal on the thread that made it. At most one at a time in a process.
class UnixSignals : public QObject {
    Q_OBJECT
public:
    /// What the one who started the program had switched off, as nohup does, stays so.
    explicit UnixSignals(std::vector<int> numbers, QObject* parent = nullptr);
    ~UnixSignals() override;

Q_SIGNALS:
    void received(int number);

private:
    void take();

    std::vector<int> m_numbers;
    std::unique_ptr<QSocketNotifier> m_notifier;
    int m_readEnd = -1;
};

} // namespace tidemark
