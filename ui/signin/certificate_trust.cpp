#include "ui/signin/certificate_trust.h"

namespace tidemark {

void CertificateTrust::take(const RefusedCertificate& certificate)
{
    if (certificate == m_declined || (m_dialog != nullptr && m_dialog->certificate() == certificate)) {
        return;
    }
    if (m_dialog != nullptr) {
        // Replacing the dialog must not count as declining.
        m_dialog->disconnect(this);
        m_dialog->close();
    }
    m_dialog = new CertificateDialog(certificate, m_parent());
    connect(m_dialog, &QDialog::accepted, this, [this, certificate] {
        const bool isVouchedFor = certificate.problems.isEmpty();
        Q_EMIT trusted(certificate.server, isVouchedFor ? QString() : certificate.fingerprint);
    });
    connect(m_dialog, &QDialog::rejected, this, [this, certificate] { m_declined = certificate; });
    m_dialog->open();
}

void CertificateTrust::followParent()
{
    QWidget* parent = m_parent();
    if (m_dialog == nullptr || m_dialog->parentWidget() == parent) {
        return;
    }
    m_dialog->setParent(parent, m_dialog->windowFlags());
    m_dialog->open();
}

} // namespace tidemark
