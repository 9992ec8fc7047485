#include "tests/e2e/logs.h"
#include "tests/e2e/stage.h"
#include "tests/main/suite.h"

#include <QTest>

#include <set>

namespace tidemark::import_test {

using namespace tidemark::test;
using namespace Qt::StringLiterals;

/// Real chat logs with all their users go through a real server to a device that signs in afterwards.
class TestImport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        QVERIFY(m_stage.ready());
        m_importer = std::make_unique<Device>(m_stage.newAccount(u"importing caller"_s, u"desk"_s));
        m_reader = std::make_unique<Device>(m_stage.device(u"importing caller"_s, u"new phone"_s));
    }

    void logsAreImported_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("rust") << u"rust.jsonl"_s;
        QTest::newRow("ubuntu-meeting") << u"ubuntu-meeting.jsonl"_s;
    }

    void logsAreImported()
    {
        QFETCH(const QString, name);
        const ChatLog log = chatLog(name, m_stage.folder());
        QVERIFY(log.lines.size() >= 1000);
        const CliResult imported = m_importer->run({u"import"_s, log.path, u"--as-participants"_s});
        VERIFY_DONE(imported);
        QCOMPARE(keysOf(imported.line()), QStringList({u"messages"_s, u"rooms"_s, u"sent"_s}));
        QCOMPARE(imported.line()[u"messages"].toInteger(), qint64(log.lines.size()));
        QCOMPARE(imported.line()[u"sent"].toInteger(), qint64(log.lines.size()));
        std::set<QString> rooms;
        for (const ChatLine& line : log.lines) {
            rooms.insert(line.room);
        }
        const QHash<QString, qint64> conversations = roomsOf(imported);
        QCOMPARE(std::size_t(conversations.size()), rooms.size());
        for (const QString& room : rooms) {
            QVERIFY(conversations.value(room) > 0);
            m_rooms.push_back({log, room, conversations.value(room)});
        }

        const CliResult again = m_importer->run({u"import"_s, log.path, u"--as-participants"_s});
        VERIFY_DONE(again);
        QCOMPARE(again.line()[u"sent"].toInteger(), 0);
        QCOMPARE(again.line()[u"rooms"], imported.line()[u"rooms"]);
    }

    void aNewDeviceHasEverythingInTheSameOrder()
    {
        QVERIFY(m_rooms.size() >= 2);
        const CliResult synced = m_reader->run({u"sync"_s});
        VERIFY_DONE(synced);
        for (const Room& room : m_rooms) {
            const std::vector<ChatLine> expected = linesOf(room.log, room.name);
            QCOMPARE(difference(expected, storedLines(*m_reader, room.conversation, room.name)), QString());
            QCOMPARE(
                difference(withoutActions(expected), shownLines(*m_reader, room.conversation, room.name)),
                QString());
        }
    }

    void everythingIsUnreadUntilRead()
    {
        qint64 total = 0;
        for (const Room& room : m_rooms) {
            const auto expected = qint64(linesOf(room.log, room.name).size());
            QCOMPARE(m_reader->unread(room.conversation), expected);
            QCOMPARE(m_importer->unread(room.conversation), expected);
            total += expected;
        }
        QCOMPARE(m_reader->total(), total);

        const Room& first = m_rooms.front();
        const QList<QJsonObject> messages = m_reader->messages(first.conversation);
        const qint64 middle = messages.at(messages.size() / 2)[u"seq"].toInteger();
        VERIFY_DONE(m_reader->run({u"read"_s, number(first.conversation), u"--up-to"_s, number(middle)}));
        const qint64 left = messages.size() - messages.size() / 2 - 1;
        QCOMPARE(m_importer->unread(first.conversation), left);
        QCOMPARE(m_importer->total(), total - (messages.size() - left));
    }

    void bothSidesAreSound()
    {
        for (const Device* device : {m_importer.get(), m_reader.get()}) {
            QVERIFY(device->sync());
            const CliResult audit = device->audit();
            VERIFY_DONE(audit);
            QVERIFY(audit.line()[u"ok"].toBool());
        }
        QCOMPARE(m_stage.server().stopAndCheck(), QString());
    }

private:
    struct Room {
        ChatLog log;
        QString name;
        qint64 conversation = 0;
    };

    Stage m_stage;
    std::unique_ptr<Device> m_importer;
    std::unique_ptr<Device> m_reader;
    std::vector<Room> m_rooms;
};

TIDEMARK_SUITE(TestImport, QCoreApplication)

} // namespace tidemark::import_test

#include "test_import.moc"
