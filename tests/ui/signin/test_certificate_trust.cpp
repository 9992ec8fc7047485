#include "tests/main/suite.h"
#include "tests/support/items.h"
#include "ui/signin/certificate_trust.h"

#include <QCheckBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>

namespace tidemark::certificate_trust_test {

using namespace Qt::StringLiterals;

class TestCertificateTrust : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        test::failOnAnyWarning();
        m_window = std::make_unique<QWidget>();
        m_front = m_window.get();
        m_trust = std::make_unique<CertificateTrust>([this] { return m_front; });
    }

    void theTrustedCertificateIsTheOneShown()
    {
        QSignalSpy trusted(m_trust.get(), &CertificateTrust::trusted);
        m_trust->take(unknown);
        const CertificateDialog* dialog = m_trust->dialog();
        QVERIFY(dialog != nullptr && dialog->isVisible());
        QVERIFY(words(u"heading"_s).contains(u"chat.example:7443"));
        QVERIFY(words(u"problems"_s).contains(u"self-signed"));
        QCOMPARE(words(u"fingerprint"_s).remove(u'\n').remove(u':'),
                 QString(unknown.fingerprint).remove(u':'));
        QVERIFY2(button(u"cancel"_s)->isDefault(), "Enter does not trust the certificate");
        QVERIFY(button(u"trust"_s)->isEnabled());
        button(u"trust"_s)->click();
        QCOMPARE(trusted.size(), 1);
        QCOMPARE(trusted[0][0].toUrl(), unknown.server);
        QCOMPARE(trusted[0][1].toString(), unknown.fingerprint);
    }

    void aChangedOneIsTrustedOnlyByWhoHasCompared()
    {
        QSignalSpy trusted(m_trust.get(), &CertificateTrust::trusted);
        RefusedCertificate changed = unknown;
        changed.isChanged = true;
        m_trust->take(changed);
        QVERIFY(words(u"heading"_s).contains(u"changed"));
        QVERIFY(!button(u"trust"_s)->isEnabled());
        m_trust->dialog()->findChild<QCheckBox*>(u"compared"_s)->click();
        QVERIFY(button(u"trust"_s)->isEnabled());
        button(u"trust"_s)->click();
        QCOMPARE(trusted.size(), 1);
    }

    void aVouchedCertificateInPlaceOfATrustedOneIsAskedToo()
    {
        QSignalSpy trusted(m_trust.get(), &CertificateTrust::trusted);
        RefusedCertificate vouchedFor = unknown;
        vouchedFor.isChanged = true;
        vouchedFor.problems.clear();
        m_trust->take(vouchedFor);
        QVERIFY(words(u"heading"_s).contains(u"changed"));
        QVERIFY(words(u"explanation"_s).contains(u"authority"));
        QVERIFY(!button(u"trust"_s)->isEnabled());
        m_trust->dialog()->findChild<QCheckBox*>(u"compared"_s)->click();
        button(u"trust"_s)->click();
        QCOMPARE(trusted.size(), 1);
        QCOMPARE(trusted[0][1].toString(), QString());
    }

    void aQuestionInThePlaceOfAnotherDeclinesNothing()
    {
        RefusedCertificate other = unknown;
        other.fingerprint[0] = u'B';
        m_trust->take(unknown);
        m_trust->take(other);
        QCOMPARE(m_trust->dialog()->certificate(), other);
        m_trust->take(unknown);
        QCOMPARE(m_trust->dialog()->certificate(), unknown);
        QVERIFY(m_trust->dialog()->isVisible());
    }

    void aDeclinedCertificateIsAskedAgainOnlyWhenTheUserTries()
    {
        QSignalSpy trusted(m_trust.get(), &CertificateTrust::trusted);
        m_trust->take(unknown);
        m_trust->take(unknown);
        button(u"cancel"_s)->click();
        QTRY_VERIFY(m_trust->dialog() == nullptr);
        m_trust->take(unknown);
        QVERIFY(m_trust->dialog() == nullptr);
        RefusedCertificate other = unknown;
        other.fingerprint[0] = u'B';
        m_trust->take(other);
        QVERIFY2(m_trust->dialog() != nullptr, "another certificate asks again");
        m_trust->dialog()->reject();
        m_trust->forgetAnswer();
        QTRY_VERIFY(m_trust->dialog() == nullptr);
        m_trust->take(other);
        QVERIFY(m_trust->dialog() != nullptr);
        QCOMPARE(trusted.size(), 0);
    }

    void theQuestionStaysInFront()
    {
        m_trust->take(unknown);
        const CertificateDialog* dialog = m_trust->dialog();
        QCOMPARE(dialog->parentWidget(), m_window.get());
        QWidget signIn;
        m_front = &signIn;
        m_trust->followParent();
        QCOMPARE(m_trust->dialog(), dialog);
        QCOMPARE(dialog->parentWidget(), &signIn);
        QVERIFY(dialog->isVisible() && dialog->isModal());
        QSignalSpy trusted(m_trust.get(), &CertificateTrust::trusted);
        button(u"trust"_s)->click();
        QCOMPARE(trusted.size(), 1);
    }

    void withoutAFingerprintThereIsNothingToTrust()
    {
        RefusedCertificate none = unknown;
        none.fingerprint.clear();
        m_trust->take(none);
        QVERIFY(button(u"trust"_s) == nullptr);
    }

    void anAddressWithoutEncryptionCannotBeTrusted()
    {
        RefusedCertificate plain{QUrl(u"ws://chat.example:7000"_s), {}, {u"not wss"_s}, false, true};
        m_trust->take(plain);
        QVERIFY(button(u"trust"_s) == nullptr);
        QVERIFY(words(u"heading"_s).contains(u"chat.example:7000"));
        QVERIFY(words(u"explanation"_s).contains(u"wss://chat.example:7000"));
    }

private:
    const RefusedCertificate unknown{QUrl(u"wss://chat.example:7443"_s),
                                     u"AB:"_s.repeated(31) + u"AB"_s,
                                     {u"The certificate is self-signed"_s},
                                     false};

    [[nodiscard]] QPushButton* button(const QString& name) const
    {
        return m_trust->dialog()->findChild<QPushButton*>(name);
    }
    [[nodiscard]] QString words(const QString& name) const
    {
        return m_trust->dialog()->findChild<QLabel*>(name)->text();
    }

    std::unique_ptr<QWidget> m_window;
    QWidget* m_front = nullptr;
    std::unique_ptr<CertificateTrust> m_trust;
};

TIDEMARK_SUITE(TestCertificateTrust, QApplication)

} // namespace tidemark::certificate_trust_test

#include "test_certificate_trust.moc"
