#include "server-stub/shell/sockets/address_limiter.h"
#include "tests/main/suite.h"

#include <QTest>

namespace tidemark::address_limiter_test {

using namespace tidemark::server;

namespace {

const QHostAddress somewhere(QStringLiteral("192.0.2.7"));
const QHostAddress elsewhere(QStringLiteral("198.51.100.1"));

ShellLimits few()
{
    ShellLimits limits;
    limits.connectionsPerAddress = 3;
    limits.connectsPerSecond = 1;
    limits.hellosPerSecond = 1;
    return limits;
}

} // namespace

class TestAddressLimiter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void soManyAtATime()
    {
        const ShellLimits limits = few();
        AddressLimiter limiter(limits);
        for (int i = 0; i < 3; ++i) {
            QVERIFY(!limiter.arrived(somewhere, m_now));
        }
        const auto refusal = limiter.arrived(somewhere, m_now + Milliseconds(60000));
        QVERIFY(refusal);
        QCOMPARE(refusal->code, protocol::ErrorCode::TooManyConnections);
        QVERIFY(refusal->retryAfter > Milliseconds(0));
        QVERIFY(!limiter.arrived(elsewhere, m_now));
        limiter.left(somewhere);
        limiter.left(somewhere);
        QVERIFY(!limiter.arrived(somewhere, m_now + Milliseconds(60000)));
    }

    void soManyASecond()
    {
        const ShellLimits limits = few();
        AddressLimiter limiter(limits);
        for (int i = 0; i < 3; ++i) {
            QVERIFY(!limiter.arrived(somewhere, m_now));
            limiter.left(somewhere);
        }
        const auto refusal = limiter.arrived(somewhere, m_now);
        QVERIFY(refusal);
        QCOMPARE(refusal->code, protocol::ErrorCode::TooFast);
        QCOMPARE(refusal->retryAfter, Milliseconds(1000));
        limiter.left(somewhere);
        QVERIFY(!limiter.arrived(somewhere, m_now + refusal->retryAfter));
    }

    void soManyAttemptsToSignIn()
    {
        const ShellLimits limits = few();
        AddressLimiter limiter(limits);
        for (int i = 0; i < 3; ++i) {
            QCOMPARE(limiter.takeHello(somewhere, m_now), Milliseconds(0));
        }
        QCOMPARE(limiter.takeHello(somewhere, m_now), Milliseconds(1000));
        QCOMPARE(limiter.takeHello(elsewhere, m_now), Milliseconds(0));
    }

    void floodersGetNoAnswer()
    {
        const ShellLimits limits = few();
        AddressLimiter limiter(limits);
        for (int i = 0; i < 6; ++i) {
            QVERIFY(!limiter.isFlooding(somewhere));
            static_cast<void>(limiter.arrived(somewhere, m_now));
        }
        QVERIFY(limiter.isFlooding(somewhere));
        QVERIFY(!limiter.isFlooding(elsewhere));
    }

    void aNetworkOfIpv6IsOneAddress()
    {
        const ShellLimits limits = few();
        AddressLimiter limiter(limits);
        for (int i = 1; i <= 3; ++i) {
            QVERIFY(!limiter.arrived(QHostAddress(QStringLiteral("2001:db8:0:1::%1").arg(i)), m_now));
        }
        QVERIFY(limiter.arrived(QHostAddress(QStringLiteral("2001:db8:0:1::99")), m_now));
        QVERIFY(!limiter.arrived(QHostAddress(QStringLiteral("2001:db8:0:2::1")), m_now));
        QVERIFY(!limiter.arrived(QHostAddress(QStringLiteral("::ffff:192.0.2.7")), m_now));
        QVERIFY(!limiter.arrived(somewhere, m_now));
        QVERIFY(!limiter.arrived(somewhere, m_now));
        QVERIFY2(limiter.arrived(somewhere, m_now), "both forms of an IPv4 address are one address");
    }

    void theNetworksOfACustomerAreCountedTogether()
    {
        const ShellLimits limits = few();
        AddressLimiter limiter(limits);
        const auto inNetwork = [](int customer, int network) {
            return QHostAddress(QStringLiteral("2001:db8:%1:%2::1").arg(customer).arg(network));
        };
        int welcome = 0;
        int greeted = 0;
        for (int network = 0; network < 100; ++network) {
            greeted += limiter.takeHello(inNetwork(7, network), m_now) == Milliseconds(0) ? 1 : 0;
            welcome += limiter.arrived(inNetwork(7, network), m_now) ? 0 : 1;
        }
        constexpr int many = 3 * int{AddressLimiter::wideTimes};
        QCOMPARE(welcome, many);
        QCOMPARE(greeted, many);
        QVERIFY(limiter.isFlooding(inNetwork(7, 5000)));
        QVERIFY(!limiter.arrived(inNetwork(8, 0), m_now));
        for (int network = 0; network < 100; ++network) {
            limiter.left(inNetwork(7, network));
        }
        QVERIFY(!limiter.arrived(inNetwork(7, 5000), m_now + Milliseconds(60000)));
        QCOMPARE(limiter.connections(), std::size_t(2));
    }

    void namesShowNetworksOfTheSameCustomer()
    {
        const ShellLimits limits = few();
        const AddressLimiter limiter(limits);
        const auto nameOf = [&](const char* address) {
            return limiter.nameOf(QHostAddress(QString::fromLatin1(address)));
        };
        QCOMPARE(nameOf("2001:db8::1"), std::string("2001:0db8:0000:0000"));
        QCOMPARE(nameOf("2001:db8:7:ff::1"), std::string("2001:0db8:0007:00ff"));
        QCOMPARE(nameOf("::ffff:192.0.2.7"), std::string("192.0.2.7"));
        QCOMPARE(nameOf("127.0.0.1"), std::string());
    }

    void loopbackAndProxiesMayDoAnything()
    {
        ShellLimits limits = few();
        limits.proxies = {somewhere};
        AddressLimiter limiter(limits);
        for (int i = 0; i < 100; ++i) {
            for (const auto& address :
                 {somewhere, QHostAddress(QStringLiteral("::ffff:192.0.2.7")),
                  QHostAddress(QHostAddress::LocalHost), QHostAddress(QHostAddress::LocalHostIPv6)}) {
                QVERIFY(!limiter.arrived(address, m_now));
                QCOMPARE(limiter.takeHello(address, m_now), Milliseconds(0));
            }
        }
        QCOMPARE(limiter.remembered(), std::size_t(0));
    }

    void closedConnectionsAreForgotten()
    {
        const ShellLimits limits = few();
        AddressLimiter limiter(limits);
        for (quint32 i = 0; i < 100000; ++i) {
            const QHostAddress address(0x0a000000 + i);
            static_cast<void>(limiter.arrived(address, m_now + Milliseconds(i)));
            limiter.left(address);
        }
        QVERIFY(limiter.remembered() < 20000);
    }

private:
    const Instant m_now{Milliseconds(1000)};
};

TIDEMARK_SUITE(TestAddressLimiter, QCoreApplication)

} // namespace tidemark::address_limiter_test

#include "test_address_limiter.moc"
