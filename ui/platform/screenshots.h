#pragma once

#include <QDBusConnection>
#include <QDBusMessage>
#include <QObject>
#include <QString>
#include <QVariantMap>

namespace tidemark {

/// Lets the desktop take a screenshot, which the user chooses there. Source: XDG Desktop Portal,
/// org.freedesktop.portal.Screenshot. Lives on the GUI thread.
class Screenshots : public QObject {
    Q_OBJECT
public:
    /// `session` may be unconnected.
    explicit Screenshots(QDBusConnection session, QObject* parent = nullptr);

    /// Whether the desktop has this service.
    [[nodiscard]] bool isOffered() const { return m_isOffered; }
    /// Asks for a screenshot, unless one was asked for already. `window` is the portal's name of the window
    /// over which the desktop's dialog stands; it may be empty.
    void take(const QString& window);

Q_SIGNALS:
    void offeredChanged();
    /// The desktop has stored the screenshot in this file.
    void taken(const QString& path);
    /// The user has cancelled it.
    void cancelled();
    void failed();

private Q_SLOTS:
    void onResponse(uint response, const QVariantMap& results, const QDBusMessage& message);

private:
    void setOffered(bool offered);
    void ask();
    void follow(const QString& request);
    void end();

    QDBusConnection m_session;
    bool m_isOffered = false;
    QString m_request; ///< the path of the request that is under way; empty: none
    int m_lastToken = 0;
};

} // namespace tidemark
