#include "ui/platform/screenshots.h"

#include "ui/platform/bus_request.h"
#include "ui/platform/desktop_portal.h"

#include <QDBusObjectPath>
#include <QDBusServiceWatcher>
#include <QDBusVariant>
#include <QUrl>

#include <utility>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

constexpr QLatin1StringView screenshotInterface("org.freedesktop.portal.Screenshot");
constexpr QLatin1StringView requestInterface("org.freedesktop.portal.Request");

/// The path of a request with this token, which the portal makes from the caller's name.
QString requestPath(const QDBusConnection& session, const QString& token)
{
    const QString sender = session.baseService().mid(1).replace(u'.', u'_');
    return portal::path + u"/request/"_s + sender + u'/' + token;
}

} // namespace

Screenshots::Screenshots(QDBusConnection session, QObject* parent)
    : QObject(parent), m_session(std::move(session))
{
    if (!m_session.isConnected()) {
        return;
    }
    auto* watcher =
        new QDBusServiceWatcher(portal::service, m_session, QDBusServiceWatcher::WatchForOwnerChange, this);
    connect(watcher, &QDBusServiceWatcher::serviceRegistered, this, &Screenshots::ask);
    connect(watcher, &QDBusServiceWatcher::serviceUnregistered, this, [this] {
        end();
        setOffered(false);
    });
    ask();
}

/// The service may be there without this part of it.
void Screenshots::ask()
{
    QDBusMessage request = QDBusMessage::createMethodCall(portal::service, portal::path,
                                                          u"org.freedesktop.DBus.Properties"_s, u"Get"_s);
    request << QString(screenshotInterface) << u"version"_s;
    askBusOrFail<QDBusVariant>(m_session, request, this, [this](const std::optional<QDBusVariant>& version) {
        setOffered(version && version->variant().toUInt() > 0);
    });
}

void Screenshots::setOffered(bool offered)
{
    if (std::exchange(m_isOffered, offered) != offered) {
        Q_EMIT offeredChanged();
    }
}

void Screenshots::take(const QString& window)
{
    if (!m_isOffered || !m_request.isEmpty()) {
        return;
    }
    const QString token = u"tidemark%1"_s.arg(++m_lastToken);
    // The answer may come before that to the call.
    follow(requestPath(m_session, token));
    QDBusMessage request =
        QDBusMessage::createMethodCall(portal::service, portal::path, screenshotInterface, u"Screenshot"_s);
    request << window << QVariantMap{{u"handle_token"_s, token}, {u"interactive"_s, true}};
    askBusOrFail<QDBusObjectPath>(m_session, request, this,
                                  [this](const std::optional<QDBusObjectPath>& handle) {
                                      if (m_request.isEmpty()) {
                                          return;
                                      }
                                      if (!handle) {
                                          end();
                                          Q_EMIT failed();
                                      } else if (handle->path() != m_request) {
                                          end(); // an old portal chooses the path itself
                                          follow(handle->path());
                                      }
                                  });
}

void Screenshots::follow(const QString& request)
{
    m_request = request;
    m_session.connect(portal::service, m_request, requestInterface, u"Response"_s, this,
                      SLOT(onResponse(uint, QVariantMap, QDBusMessage)));
}

void Screenshots::end()
{
    if (const QString request = std::exchange(m_request, {}); !request.isEmpty()) {
        m_session.disconnect(portal::service, request, requestInterface, u"Response"_s, this,
                             SLOT(onResponse(uint, QVariantMap, QDBusMessage)));
    }
}

void Screenshots::onResponse(uint response, const QVariantMap& results, const QDBusMessage& message)
{
    if (message.path() != m_request) {
        return; // was on its way when the request ended
    }
    constexpr uint isDone = 0;
    constexpr uint isCancelled = 1;
    end();
    const QUrl url(results.value(u"uri"_s).toString());
    if (response == isDone && url.isLocalFile()) {
        Q_EMIT taken(url.toLocalFile());
    } else if (response == isCancelled) {
        Q_EMIT cancelled();
    } else {
        Q_EMIT failed();
    }
}

} // namespace tidemark
