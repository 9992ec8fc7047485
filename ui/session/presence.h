#pragma once

#include <QObject>
#include <QTimer>

namespace tidemark {

/// Knows whether the user is active at this device: the window is in use, and the user has done something in
/// it during the last minute. Lives on the GUI thread.
class Presence : public QObject {
    Q_OBJECT
public:
    explicit Presence(QObject* parent = nullptr);

    [[nodiscard]] bool isActive() const { return m_isActive; }
    /// Takes ReadingWatch::useNoted.
    void note(bool isInUse);

Q_SIGNALS:
    void changed(bool active);

private:
    void set(bool active);

    QTimer m_timer;
    bool m_isActive = false;
};

} // namespace tidemark
