#pragma once

#include <QDBusConnection>
#include <QFileInfo>

namespace tidemark {

/// Without connection where there is none: the library would go and start one.
[[nodiscard]] inline QDBusConnection sessionBus()
{
    const QString runtime = qEnvironmentVariable("XDG_RUNTIME_DIR");
    const bool isThere = qEnvironmentVariableIsSet("DBUS_SESSION_BUS_ADDRESS")
                         || (!runtime.isEmpty() && QFileInfo::exists(runtime + QStringLiteral("/bus")));
    return isThere ? QDBusConnection::sessionBus() : QDBusConnection(QString());
}

} // namespace tidemark
