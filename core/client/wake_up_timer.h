#pragma once

#include "core/domain/ids.h"

#include <QObject>
#include <QSocketNotifier>
#include <QTimer>

#include <memory>

namespace tidemark {

/// Fires once after a time that continues while the computer sleeps: if it expires during sleep, it fires on
/// wake-up. Qt's timers stand still during sleep; they are the fallback on systems without such a timer.
class WakeUpTimer : public QObject {
    Q_OBJECT
public:
    explicit WakeUpTimer(QObject* parent = nullptr);
    ~WakeUpTimer() override;

    /// Replaces the previous time. Fires at once if `in` is not positive.
    void start(Milliseconds in);
    void stop();

Q_SIGNALS:
    void timeout();

private:
    [[nodiscard]] bool open();
    void set(Milliseconds in) const;
    void take();

    int m_descriptor = -1; ///< the system's timer; -1: not created, or not supported
    std::unique_ptr<QSocketNotifier> m_notifier;
    QTimer m_timer;
};

} // namespace tidemark
