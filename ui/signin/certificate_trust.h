#pragma once

#include "ui/signin/certificate_dialog.h"

#include <QObject>
#include <QPointer>

#include <functional>
#include <utility>

namespace tidemark {

/// Asks the user whether to trust certificates that no authority vouches for. Asks about one certificate at a
/// time, and about each only once until the user tries again. Speaks to the client by signals.
class CertificateTrust : public QObject {
    Q_OBJECT
public:
    /// `parent` returns the window that the dialog belongs to.
    explicit CertificateTrust(std::function<QWidget*()> parent) : m_parent(std::move(parent)) {}

    void take(const RefusedCertificate& certificate);
    /// Moves an open dialog to the window that is in front now.
    void followParent();
    /// Call when the user tries again. Then a certificate that the user has declined may be shown again.
    void forgetAnswer() { m_declined = {}; }
    /// Returns null while no dialog is open.
    [[nodiscard]] CertificateDialog* dialog() const { return m_dialog; }

Q_SIGNALS:
    /// If `fingerprint` is empty, the user trusts any certificate of this server that an authority vouches
    /// for.
    void trusted(const QUrl& server, const QString& fingerprint);

private:
    std::function<QWidget*()> m_parent;
    QPointer<CertificateDialog> m_dialog;
    RefusedCertificate m_declined;
};

} // namespace tidemark
