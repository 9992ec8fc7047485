#include "tests/client/scripted_transport.h"

#include <QMutexLocker>

namespace tidemark::test {

void ServerScript::showCertificate(const QUrl& server, const QString& fingerprint)
{
    const QMutexLocker lock(&m_mutex);
    m_certificates.insert(server, fingerprint);
}

void ServerScript::accept(const QUrl& server)
{
    const QMutexLocker lock(&m_mutex);
    m_accepting.append(server);
}

QList<ServerScript::Attempt> ServerScript::attempts() const
{
    const QMutexLocker lock(&m_mutex);
    return m_attempts;
}

QList<QUrl> ServerScript::tried() const
{
    QList<QUrl> servers;
    for (const Attempt& attempt : attempts()) {
        servers.append(attempt.server);
    }
    return servers;
}

void ScriptedTransport::open(const QUrl& url)
{
    const int generation = ++m_generation;
    const auto answerOnce = [this, url, generation] {
        if (generation == m_generation) {
            answer(url);
        }
    };
    QMetaObject::invokeMethod(this, answerOnce, Qt::QueuedConnection);
}

void ScriptedTransport::answer(const QUrl& url)
{
    QString shown;
    bool isThere = false;
    {
        const QMutexLocker lock(&m_script->m_mutex);
        m_script->m_attempts.append({url, acceptedCertificate()});
        shown = m_script->m_certificates.value(url);
        isThere = m_script->m_accepting.contains(url) || (!shown.isEmpty() && shown == acceptedCertificate());
    }
    if (isThere) {
        Q_EMIT opened();
        return;
    }
    ++m_generation;
    if (!shown.isEmpty()) {
        Q_EMIT certificateRefused(
            {url, shown, {QStringLiteral("self-signed")}, !acceptedCertificate().isEmpty(), false});
    }
    Q_EMIT closed(QStringLiteral("lost"), !shown.isEmpty());
}

} // namespace tidemark::test
