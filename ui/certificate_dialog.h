#pragma once

#include "core/client/client.h"

#include <QDialog>

class QVBoxLayout;

namespace tidemark {

/// Shows a server's certificate that nobody vouches for: whose it is, what is wrong, its fingerprint. What is
/// chosen already is not to trust it; in place of one that was trusted before it can be trusted only by who
/// says that they have compared it. Opened with open(); deletes itself.
class CertificateDialog : public QDialog {
    Q_OBJECT
public:
    explicit CertificateDialog(const RefusedCertificate& certificate, QWidget* parent = nullptr);

    [[nodiscard]] const RefusedCertificate& certificate() const { return m_certificate; }

private:
    void addWords(QVBoxLayout& column);
    void addFingerprint(QVBoxLayout& column);
    void addButtons(QVBoxLayout& column);

    RefusedCertificate m_certificate;
};

/// A fingerprint in lines of eight bytes.
[[nodiscard]] QString fingerprintInLines(const QString& fingerprint);

} // namespace tidemark
