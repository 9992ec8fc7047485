#pragma once

#include <QDBusConnection>
#include <QFileInfo>

namespace tidemark {

/// Returns an unconnected bus if there is no session bus, because the library would otherwise start one.
[[nodiscard]] inline QDBusConnection sessionBus()
{
    const QString runtime = qEnvironmentVariable("XDG_RUNTIME_DIR");
    const bool isThere = qEnvironmentVariableIsSet("DBUS_SESSION_BUS_ADDRESS")
                         || (!runtime.isEmpty() && QFileInfo::exists(runtime + QStringLiteral("/bus")));
    return isThere ? QDBusConnection::sessionBus() : QDBusConnection(QString());
}

} // namespace tidemark
