#pragma once

#include "core/client/client.h"

#include <QDialog>

class QVBoxLayout;

namespace tidemark {

/// Shows a server's certificate that no authority vouches for: its owner, its problems and its fingerprint.
/// The default button does not trust it. If it replaces a trusted certificate, the user must first confirm
/// that they have compared the fingerprints. Open it with open(); it deletes itself.
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

/// Splits a fingerprint into lines of eight bytes.
[[nodiscard]] QString fingerprintInLines(const QString& fingerprint);

} // namespace tidemark
