#include "ui/platform/launcher_number.h"

#include <QDBusMessage>
#include <QDBusServiceWatcher>
#include <QVariantMap>

using namespace Qt::StringLiterals;

namespace tidemark {

LauncherNumber::LauncherNumber(QDBusConnection session, QObject* parent)
    : QObject(parent), m_session(std::move(session))
{
    if (!m_session.isConnected()) {
        return;
    }
    auto* watcher = new QDBusServiceWatcher(u"com.canonical.Unity"_s, m_session,
                                            QDBusServiceWatcher::WatchForRegistration, this);
    connect(watcher, &QDBusServiceWatcher::serviceRegistered, this, &LauncherNumber::publish);
}

LauncherNumber::~LauncherNumber()
{
    if (m_count > 0) {
        show(0);
    }
}

void LauncherNumber::show(quint64 count)
{
    m_count = count;
    publish();
}

void LauncherNumber::publish() const
{
    if (!m_session.isConnected()) {
        return;
    }
    QDBusMessage update = QDBusMessage::createSignal(u"/io/github/tidemark_chat/Tidemark"_s,
                                                     u"com.canonical.Unity.LauncherEntry"_s, u"Update"_s);
    update << QString(u"application://%1.desktop"_s.arg(desktopId))
           << QVariantMap{{u"count"_s, static_cast<qlonglong>(m_count)}, {u"count-visible"_s, m_count > 0}};
    m_session.send(update);
}

} // namespace tidemark
