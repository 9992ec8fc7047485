#include "core/client/server_link.h"

#include <algorithm>
#include <utility>

namespace tidemark {

namespace {

bool reportsRefusal(const Change& change)
{
    const auto* done = std::get_if<change::CommandDone>(&change);
    const auto* changed = std::get_if<change::ConnectionChanged>(&change);
    const auto error = done != nullptr      ? done->error
                       : changed != nullptr ? changed->status.error
                                            : std::nullopt;
    return error == protocol::ErrorCode::CertificateRefused;
}

} // namespace

void ServerLink::setTransport(std::unique_ptr<Transport> transport)
{
    m_transport = std::move(transport);
    if (!m_transport) {
        return;
    }
    connect(m_transport.get(), &Transport::opened, this, &ServerLink::opened);
    connect(m_transport.get(), &Transport::closed, this, &ServerLink::onClosed);
    connect(m_transport.get(), &Transport::certificateRefused, this, &ServerLink::onRefused);
    connect(m_transport.get(), &Transport::frameArrived, this, &ServerLink::frameArrived);
    connect(m_transport.get(), &Transport::garbageArrived, this, &ServerLink::garbageArrived);
}

void ServerLink::open(const QUrl& server, const QString& fingerprint)
{
    m_transport->acceptCertificate(fingerprint);
    m_transport->open(server);
}

void ServerLink::close()
{
    if (m_transport) {
        m_transport->close();
    }
}

void ServerLink::onRefused(const RefusedCertificate& certificate)
{
    m_opensAgain = !m_vouchedFor.isEmpty() && certificate.fingerprint == m_vouchedFor;
    m_refused = certificate;
    if (m_opensAgain) {
        Q_EMIT vouched(certificate.server, m_vouchedFor);
    }
}

void ServerLink::onClosed(const QString& reason, bool certificateProblem)
{
    if (std::exchange(m_opensAgain, false) && m_refused) {
        open(std::exchange(m_refused, std::nullopt)->server, m_vouchedFor);
    } else {
        Q_EMIT lost(reason, certificateProblem);
    }
}

std::optional<RefusedCertificate> ServerLink::takeRefused(const std::vector<Change>& changes)
{
    return std::any_of(changes.begin(), changes.end(), reportsRefusal)
               ? std::exchange(m_refused, std::nullopt)
               : std::nullopt;
}

} // namespace tidemark
