#include "core/hosting/local_server_place.h"
#include "core/hosting/server_child.h"
#include "tests/main/suite.h"

#include <QFile>
#include <QTemporaryDir>

namespace tidemark::local_server_place_test {

using namespace Qt::StringLiterals;

class TestLocalServerPlace : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aNewProfileHasNoServer()
    {
        const LocalServerPlace place(m_profile.filePath(u"new"_s));
        QCOMPARE(place.port(), 0);
        QVERIFY(place.url().isEmpty());
        QVERIFY(place.account().isEmpty());
        QVERIFY(!place.isChosen() && !place.outlivesProgram());
        QVERIFY2(!QFile::exists(place.folder()), "looking creates nothing");
    }

    void whatIsKnownIsKept()
    {
        LocalServerPlace place(m_profile.path());
        QVERIFY(place.writeSettings());
        place.setPort(7001);
        place.setAccount(u"anna"_s);
        place.setChosen(true);
        place.setOutlivesProgram(true);
        const LocalServerPlace later(m_profile.path());
        QCOMPARE(later.url(), QUrl(u"ws://127.0.0.1:7001"_s));
        QCOMPARE(later.account(), u"anna"_s);
        QVERIFY(later.isChosen() && later.outlivesProgram());
    }

    void registrationIsOpenUntilThereIsAnAccount()
    {
        LocalServerPlace place(m_profile.filePath(u"other"_s));
        QVERIFY(place.writeSettings());
        QVERIFY(settingsOf(place).contains("listen = 127.0.0.1:0\n"));
        QVERIFY(settingsOf(place).contains("registration = open\n"));
        place.setPort(7002);
        place.setAccount(u"anna"_s);
        QVERIFY(place.writeSettings());
        QVERIFY(settingsOf(place).contains("listen = 127.0.0.1:7002\n"));
        QVERIFY(settingsOf(place).contains("database = " + place.database().toUtf8() + '\n'));
        QVERIFY(settingsOf(place).contains("registration = closed\n"));
    }

    /// A percent sign and a digit in a folder's name are not a place for a value.
    void anyFolderIsWrittenAsItIs()
    {
        LocalServerPlace place(m_profile.filePath(u"100%1 %2"_s));
        QVERIFY(place.writeSettings());
        QVERIFY(settingsOf(place).contains("database = " + place.database().toUtf8() + '\n'));
    }

    void aFolderThatCannotBeWrittenIsReported()
    {
        QFile file(m_profile.filePath(u"file"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QVERIFY(!LocalServerPlace(file.fileName()).writeSettings());
    }

    void onlyTheLineOfTheServerHasAPort_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<int>("port");
        QTest::newRow("as printed") << QByteArray("listening on ws://127.0.0.1:40123\n") << 40123;
        QTest::newRow("encrypted") << QByteArray("listening on wss://[::1]:443\n") << 443;
        QTest::newRow("no port") << QByteArray("listening on ws://127.0.0.1\n") << 0;
        QTest::newRow("another line") << QByteArray("port 40123\n") << 0;
        QTest::newRow("empty") << QByteArray() << 0;
    }
    void onlyTheLineOfTheServerHasAPort()
    {
        QFETCH(const QByteArray, line);
        QTEST(int(portInLine(line)), "port");
    }

private:
    static QByteArray settingsOf(const LocalServerPlace& place)
    {
        QFile file(place.settingsFile());
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    QTemporaryDir m_profile;
};

TIDEMARK_SUITE(TestLocalServerPlace, QCoreApplication)

} // namespace tidemark::local_server_place_test

#include "test_local_server_place.moc"
