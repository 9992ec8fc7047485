#pragma once

#include <QDBusConnection>
#include <QObject>

namespace tidemark {

/// The number on the program's icon in docks and task bars. Source: the launcher API of Unity, which Plasma
/// and the docks of GNOME read too: a signal that anybody may hear. Told again when somebody begins to
/// listen.
class LauncherNumber : public QObject {
    Q_OBJECT
public:
    /// May be without a connection.
    explicit LauncherNumber(QDBusConnection session, QObject* parent = nullptr);
    /// Takes the number away.
    ~LauncherNumber() override;

    /// 0: no number. Told each time, also when it is the same.
    void show(quint64 count);

private:
    void tell() const;

    QDBusConnection m_session;
    quint64 m_count = 0;
};

} // namespace tidemark
