#include "ui/signin/certificate_dialog.h"

#include "core/models/words/clean_text.h"
#include "ui/widgets/check_box.h"
#include "ui/widgets/wrapped_label.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QLabel>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

constexpr int dialogWidth = 360;

QString placeOf(const QUrl& server)
{
    return server.port() < 0 ? server.host() : u"%1:%2"_s.arg(server.host()).arg(server.port());
}

QString headingOf(const RefusedCertificate& certificate)
{
    const QString place = placeOf(certificate.server);
    if (certificate.isUnencrypted) {
        return CertificateDialog::tr("The connection to %1 would not be encrypted").arg(place);
    }
    return certificate.isChanged ? CertificateDialog::tr("The certificate of %1 has changed").arg(place)
                                 : CertificateDialog::tr("Is this really %1?").arg(place);
}

QString explanationOf(const RefusedCertificate& certificate)
{
    if (certificate.isUnencrypted) {
        return CertificateDialog::tr("Anyone on the network could read your password and your messages. Sign "
                                     "in with the address wss://%1 instead. Nothing was sent.")
            .arg(placeOf(certificate.server));
    }
    if (certificate.problems.isEmpty()) {
        return CertificateDialog::tr(
            "This is not the certificate that you trusted, but an authority that this computer trusts "
            "vouches for it. If you trust it, any certificate that such an authority vouches for is accepted "
            "for this server from now on. Nothing was sent.");
    }
    if (certificate.isChanged) {
        return CertificateDialog::tr(
            "This is not the certificate that you trusted. Someone may be intercepting the connection, or "
            "the server’s operator has installed a new certificate. Nothing was sent.");
    }
    return CertificateDialog::tr("No authority that this computer trusts vouches for the certificate, so "
                                 "someone else could have made it. Nothing was sent.");
}

} // namespace

QString fingerprintInLines(const QString& fingerprint)
{
    constexpr qsizetype bytesInLine = 8;
    const QStringList bytes = fingerprint.split(u':');
    QStringList lines;
    for (qsizetype i = 0; i < bytes.size(); i += bytesInLine) {
        lines.append(bytes.mid(i, bytesInLine).join(u':'));
    }
    return lines.join(u'\n');
}

CertificateDialog::CertificateDialog(const RefusedCertificate& certificate, QWidget* parent)
    : QDialog(parent), m_certificate(certificate)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Certificate of the server"));
    setMinimumWidth(dialogWidth);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(20, 18, 20, 18);
    column->setSpacing(10);
    addWords(*column);
    if (!certificate.fingerprint.isEmpty()) {
        addFingerprint(*column);
    }
    column->addSpacing(4);
    addButtons(*column);
}

void CertificateDialog::addWords(QVBoxLayout& column)
{
    const bool isWarning = m_certificate.isChanged || m_certificate.isUnencrypted;
    QLabel* heading = wrappedLabel(headingOf(m_certificate), isWarning ? u"error"_s : u"title"_s, this);
    heading->setObjectName(u"heading"_s);
    QFont font = heading->font();
    font.setWeight(QFont::DemiBold);
    font.setPointSizeF(font.pointSizeF() + 2);
    heading->setFont(font);
    column.addWidget(heading);
    QLabel* explanation = wrappedLabel(explanationOf(m_certificate), {}, this);
    explanation->setObjectName(u"explanation"_s);
    column.addWidget(explanation);
    if (m_certificate.isUnencrypted || m_certificate.problems.isEmpty()) {
        return;
    }
    QStringList lines;
    for (const QString& problem : m_certificate.problems) {
        lines.append(oneLine(problem));
    }
    QLabel* problems = wrappedLabel(lines.join(u'\n'), u"dim"_s, this);
    problems->setObjectName(u"problems"_s);
    column.addWidget(problems);
}

void CertificateDialog::addFingerprint(QVBoxLayout& column)
{
    column.addWidget(wrappedLabel(
        tr("Ask the server’s operator for the SHA-256 fingerprint and compare it with this one:"), {}, this));
    QLabel* fingerprint = plainLabel(fingerprintInLines(m_certificate.fingerprint), this);
    fingerprint->setObjectName(u"fingerprint"_s);
    fingerprint->setAccessibleName(tr("SHA-256 fingerprint"));
    QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    fixed.setPointSizeF(font().pointSizeF());
    fingerprint->setFont(fixed);
    fingerprint->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    fingerprint->setAlignment(Qt::AlignCenter);
    column.addWidget(fingerprint);
}

void CertificateDialog::addButtons(QVBoxLayout& column)
{
    auto* buttons = new QDialogButtonBox(this);
    QPushButton* cancel = buttons->addButton(tr("Cancel"), QDialogButtonBox::RejectRole);
    cancel->setObjectName(u"cancel"_s);
    cancel->setDefault(true);
    cancel->setFocus();
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    if (!m_certificate.fingerprint.isEmpty()) {
        QPushButton* trust = buttons->addButton(tr("Trust certificate"), QDialogButtonBox::AcceptRole);
        trust->setObjectName(u"trust"_s);
        trust->setAutoDefault(false);
        if (m_certificate.isChanged) {
            auto* compared = new CheckBox(tr("I have compared the fingerprint"), this);
            compared->setObjectName(u"compared"_s);
            column.addWidget(compared);
            trust->setEnabled(false);
            connect(compared, &QCheckBox::toggled, trust, &QWidget::setEnabled);
        }
    }
    column.addWidget(buttons);
}

} // namespace tidemark
