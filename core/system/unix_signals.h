#pragma once

#include <QObject>

#include <memory>
#include <vector>

class QSocketNotifier;

namespace tidemark {

/// Turns Unix signals into a Qt signal on the thread that created it. At most one instance per process.
class UnixSignals : public QObject {
    Q_OBJECT
public:
    /// Signals that the starter of the program has disabled, as nohup does, stay disabled.
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
