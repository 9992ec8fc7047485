#pragma once

#include "ui/certificate_dialog.h"

#include <QObject>
#include <QPointer>

#include <functional>
#include <utility>

namespace tidemark {

/// Asks the user whether to trust certificates that nobody vouches for: one at a time, and each once until
/// the user tries again. Speaks to the client by signals.
class CertificateTrust : public QObject {
    Q_OBJECT
public:
    /// `parent`: the window that a question belongs to.
    explicit CertificateTrust(std::function<QWidget*()> parent) : m_parent(std::move(parent)) {}

    void take(const RefusedCertificate& certificate);
    /// Another window is in front now: the question, if there is one, belongs to that.
    void followParent();
    /// The user has begun another try: what was declined may be asked again.
    void forgetAnswer() { m_declined = {}; }
    /// Null while nothing is asked.
    [[nodiscard]] CertificateDialog* dialog() const { return m_dialog; }

Q_SIGNALS:
    /// `fingerprint` empty: whatever an authority vouches for, which it does for this one.
    void trusted(const QUrl& server, const QString& fingerprint);

private:
    std::function<QWidget*()> m_parent;
    QPointer<CertificateDialog> m_dialog;
    RefusedCertificate m_declined;
};

} // namespace tidemark
