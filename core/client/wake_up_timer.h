#pragma once

#include "core/domain/ids.h"

#include <QObject>
#include <QSocketNotifier>
#include <QTimer>

#include <memory>

namespace tidemark {

/// Fires once, after a time that goes on while the computer sleeps: what became due meanwhile fires when it
/// wakes up. Qt's own timers stand still. Where the system has no such timer it is one of Qt's.
class WakeUpTimer : public QObject {
    Q_OBJECT
public:
    explicit WakeUpTimer(QObject* parent = nullptr);
    ~WakeUpTimer() override;

    /// In the place of what was set before. At once if `in` is not positive.
    void start(Milliseconds in);
    void stop();

Q_SIGNALS:
    void timeout();

private:
    [[nodiscard]] bool open();
    void set(Milliseconds in) const;
    void take();

    int m_descriptor = -1; ///< of the system's timer; -1: none yet, or there is none
    std::unique_ptr<QSocketNotifier> m_notifier;
    QTimer m_timer;
};

} // namespace tidemark
