#include "core/servers/server_address.h"
#include "tests/main/suite.h"

#include <QTest>

namespace tidemark::server_address_test {

class TestServerAddress : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void onlyLoopbackAddressesNeedNoTls_data()
    {
        QTest::addColumn<bool>("isSafe");
        const auto row = [](const char* url, bool isSafe) { QTest::newRow(url) << isSafe; };
        row("wss://chat.example.org", true);
        row("wss://127.0.0.1:7000", true);
        row("ws://localhost:7000", true);
        row("ws://LocalHost", true);
        row("ws://127.0.0.1:7000", true);
        row("ws://127.1.2.3", true);
        row("ws://[::1]:7000", true);
        row("ws://chat.example.org", false);
        row("ws://127.evil.example", false);
        row("ws://127.0.0.1.evil.example", false);
        row("ws://localhost.evil.example", false);
        row("ws://localhost@evil.example", false);
        row("ws://128.0.0.1", false);
        row("ws://0.0.0.0", false);
        row("ws://[2001:db8::1]", false);
        row("http://localhost", false);
        row("", false);
    }
    void onlyLoopbackAddressesNeedNoTls()
    {
        QFETCH(const bool, isSafe);
        QCOMPARE(isSafeServer(QUrl(QString::fromLatin1(QTest::currentDataTag()))), isSafe);
    }
};

TIDEMARK_SUITE(TestServerAddress, QCoreApplication)

} // namespace tidemark::server_address_test

#include "test_server_address.moc"
