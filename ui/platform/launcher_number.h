#pragma once

#include <QDBusConnection>
#include <QObject>

namespace tidemark {

/// Shows a number on the program's icon in docks and task bars. Source: Unity's launcher API, which Plasma
/// and the docks of GNOME also read: a broadcast signal. Sends the number again when a listener appears.
class LauncherNumber : public QObject {
    Q_OBJECT
public:
    /// `session` may be unconnected.
    explicit LauncherNumber(QDBusConnection session, QObject* parent = nullptr);
    /// Removes the number.
    ~LauncherNumber() override;

    /// Sends the number, even if it has not changed; 0 removes it.
    void show(quint64 count);

private:
    void publish() const;

    QDBusConnection m_session;
    quint64 m_count = 0;
};

} // namespace tidemark
