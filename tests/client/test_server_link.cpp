#include "core/client/server_link.h"
#include "tests/client/fake_transport.h"
#include "tests/main/suite.h"

#include <QSignalSpy>
#include <QTest>

namespace tidemark::server_link_test {

using namespace Qt::StringLiterals;
using test::FakeTransport;

namespace {

const QUrl server(u"wss://one.example"_s);

/// A link whose transport connects to nothing.
class Fixture {
public:
    Fixture()
    {
        auto made = std::make_unique<FakeTransport>();
        transport = made.get();
        QObject::connect(transport, &FakeTransport::openAsked, transport,
                         [this](const QUrl& url, int generation) {
                             asked.append(url);
                             m_generation = generation;
                         });
        link.setTransport(std::move(made));
    }
    /// The server shows a certificate that is not accepted.
    void refuse(const QString& fingerprint)
    {
        Q_EMIT transport->certificateRefused({server, fingerprint});
        transport->lose(m_generation);
    }

    ServerLink link;
    FakeTransport* transport = nullptr;
    QList<QUrl> asked;

private:
    int m_generation = 0;
};

std::vector<Change> failed(protocol::ErrorCode error)
{
    return {change::CommandDone{CommandId(1), error}};
}

} // namespace

class TestServerLink : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aLostConnectionIsReported()
    {
        Fixture fixture;
        const QSignalSpy lost(&fixture.link, &ServerLink::lost);
        fixture.link.open(server, {});
        fixture.refuse(u"AB"_s);
        QCOMPARE(lost.size(), 1);
        QCOMPARE(fixture.asked.size(), 1);
    }

    void aVouchedCertificateIsConnectedToAgain()
    {
        Fixture fixture;
        const QSignalSpy lost(&fixture.link, &ServerLink::lost);
        const QSignalSpy vouched(&fixture.link, &ServerLink::vouched);
        fixture.link.vouchFor(u"AB"_s);
        fixture.link.open(server, {});
        fixture.refuse(u"AB"_s);
        QCOMPARE(lost.size(), 0);
        QCOMPARE(vouched.size(), 1);
        QCOMPARE(fixture.asked, QList<QUrl>({server, server}));
        QVERIFY(!fixture.link.takeRefused(failed(protocol::ErrorCode::CertificateRefused)));
        // Another certificate is refused.
        fixture.refuse(u"CD"_s);
        QCOMPARE(lost.size(), 1);
    }

    void aRefusalIsReportedOnceWhenNoServerWorks()
    {
        Fixture fixture;
        fixture.link.open(server, {});
        fixture.refuse(u"AB"_s);
        QVERIFY(!fixture.link.takeRefused(failed(protocol::ErrorCode::Unavailable)));
        const auto refused = fixture.link.takeRefused(failed(protocol::ErrorCode::CertificateRefused));
        QCOMPARE(refused.value_or(RefusedCertificate()).fingerprint, u"AB"_s);
        QVERIFY(!fixture.link.takeRefused(failed(protocol::ErrorCode::CertificateRefused)));
    }

    void closingNeedsNoTransport()
    {
        Fixture fixture;
        fixture.link.setTransport(nullptr);
        const QSignalSpy lost(&fixture.link, &ServerLink::lost);
        fixture.link.close();
        QCOMPARE(lost.size(), 0);
    }
};

TIDEMARK_SUITE(TestServerLink, QCoreApplication)

} // namespace tidemark::server_link_test

#include "test_server_link.moc"
