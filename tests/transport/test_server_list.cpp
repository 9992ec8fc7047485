#include "core/servers/server_list.h"
#include "tests/main/suite.h"

#include <QTest>

namespace tidemark::server_list_test {

using namespace Qt::StringLiterals;

class TestServerList : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void addressesOfPeople_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("url");
        QTest::newRow("with scheme") << u"ws://chat.example.org:7000"_s << u"ws://chat.example.org:7000"_s;
        QTest::newRow("host") << u" chat.example.org "_s << u"wss://chat.example.org"_s;
        QTest::newRow("host and port") << u"chat.example.org:7000"_s << u"wss://chat.example.org:7000"_s;
        QTest::newRow("this machine") << u"localhost:7000"_s << u"ws://localhost:7000"_s;
        QTest::newRow("this machine by number") << u"127.0.0.1:7000"_s << u"ws://127.0.0.1:7000"_s;
        QTest::newRow("empty") << QString() << QString();
        QTest::newRow("another scheme") << u"https://example.org"_s << QString();
        QTest::newRow("no host") << u"ws://"_s << QString();
        QTest::newRow("words") << u"not an address"_s << QString();
    }
    void addressesOfPeople()
    {
        QFETCH(QString, text);
        QTEST(serverOf(text).value_or(QUrl()).toString(), "url");
    }

    void listsOfPeople_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("list");
        QTest::addColumn<QString>("bad");
        QTest::addColumn<bool>("isUnsafe");
        const auto good = [](const char* text, const char* list) {
            QTest::newRow(text) << QString::fromLatin1(text) << QString::fromLatin1(list) << QString()
                                << false;
        };
        const auto bad = [](const char* text, const char* part, bool isUnsafe) {
            QTest::newRow(text) << QString::fromLatin1(text) << QString() << QString::fromLatin1(part)
                                << isUnsafe;
        };
        good("chat.example.org", "wss://chat.example.org");
        good("wss://a.example,wss://b.example:8443", "wss://a.example,wss://b.example:8443");
        good(" a.example , localhost:7000 ", "wss://a.example,ws://localhost:7000");
        good("a.example,,b.example,", "wss://a.example,wss://b.example");
        good("a.example,wss://a.example,b.example", "wss://a.example,wss://b.example");
        bad("a.example, http://b.example ,c.example", "http://b.example", false);
        bad("a.example,ws://b.example", "ws://b.example", true);
        bad("ws://127.evil.example", "ws://127.evil.example", true);
        bad("a.example b.example", "a.example b.example", false);
        bad("", "", false);
        bad(" , ", ",", false);
    }
    void listsOfPeople()
    {
        QFETCH(const QString, text);
        QFETCH(const QString, bad);
        QFETCH(const bool, isUnsafe);
        const auto list = serversOf(text);
        QTEST(list ? list->toText() : QString(), "list");
        if (!list) {
            QCOMPARE(list.error(), (BadServer{bad, isUnsafe}));
        }
    }

    void aStoredListIsReadAgain_data()
    {
        QTest::addColumn<QString>("kept");
        QTest::addColumn<int>("size");
        QTest::newRow("nothing") << QString() << 0;
        QTest::newRow("of an older version") << u"ws://localhost:1"_s << 1;
        QTest::newRow("several") << u"wss://a.example,wss://b.example:8443,ws://localhost:1"_s << 3;
        QTest::newRow("a comma in a path") << u"wss://a.example/x,y,wss://b.example"_s << 2;
    }
    void aStoredListIsReadAgain()
    {
        QFETCH(const QString, kept);
        const ServerList list = ServerList::fromText(kept);
        QTEST(static_cast<int>(list.size()), "size");
        QCOMPARE(list.toText(), kept);
    }

    void placesLeadToAddresses()
    {
        QVERIFY(ServerList().at(0).isEmpty());
        ServerList list = QUrl(u"wss://a.example"_s);
        list.add(QUrl(u"wss://b.example"_s));
        QCOMPARE(list.at(1), QUrl(u"wss://b.example"_s));
        // The list was replaced by a shorter one.
        QCOMPARE(list.at(2), QUrl(u"wss://a.example"_s));
        QVERIFY(ServerList(QUrl()).isEmpty());
    }
};

TIDEMARK_SUITE(TestServerList, QCoreApplication)

} // namespace tidemark::server_list_test

#include "test_server_list.moc"
