#include "tests/e2e/crew.h"
#include "tests/main/suite.h"

#include <QTest>

namespace tidemark::folders_test {

using namespace tidemark::test;
using namespace Qt::StringLiterals;

/// Folders by the command line: two devices of one account, and another account.
class TestFolders : public QObject, protected Crew {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        gather();
        if (QTest::currentTestFailed()) {
            return;
        }
        m_group = m_laptop->createGroup(u"Release crew"_s, {u"bob"_s});
        m_quiet = m_laptop->createGroup(u"Quiet"_s, {u"bob"_s});
        QVERIFY(m_group > 0 && m_quiet > 0);
        VERIFY_DONE(m_laptop->run({u"mute"_s, QString::number(m_quiet)}));
        QVERIFY(m_phone->sync());
    }

    void cleanup()
    {
        for (const QJsonObject& folder : foldersOf(*m_laptop)) {
            VERIFY_DONE(m_laptop->run({u"folder"_s, folder[u"id"].toString(), u"--delete"_s}));
        }
        checkDevices();
        VERIFY_DONE(m_laptop->run({u"mark-all-read"_s}));
    }

    void numbersAreSumsOnBothDevices()
    {
        const QString both = QString::number(m_quiet);
        VERIFY_DONE(
            m_laptop->run({u"folder"_s, u"Work"_s, u"--add"_s, QString::number(m_group), u"--add"_s, both}));
        VERIFY_DONE(
            m_laptop->run({u"folder"_s, u"Muted"_s, u"--rule"_s, u"muted"_s, u"--position"_s, u"1"_s}));
        QVERIFY(m_bob->send(m_group, u"one @ann"_s) > 0);
        QVERIFY(m_bob->send(m_group, u"two"_s) > 0);
        QVERIFY(m_bob->send(m_quiet, u"three"_s) > 0);
        for (const Device* device : {m_laptop.get(), m_phone.get()}) {
            QVERIFY(device->sync());
            const QList<QJsonObject> folders = foldersOf(*device);
            QCOMPARE(titlesOf(folders), (QStringList{u"Muted"_s, u"Work"_s}));
            QCOMPARE(folders[0][u"muted_unread"].toInt(), 1);
            QCOMPARE(folders[0][u"unread"].toInt(), 0);
            QCOMPARE(folders[1][u"unread"].toInt(), 2);
            QCOMPARE(folders[1][u"mentions"].toInt(), 1);
            QCOMPARE(folders[1][u"muted_unread"].toInt(), 1);
            QCOMPARE(folders[1][u"exact"].toBool(), true);
            QCOMPARE(folders[1][u"conversations"].toArray(), (QJsonArray{m_group, m_quiet}));
            const CliResult listed = device->run({u"conversations"_s, u"--folder"_s, u"Muted"_s});
            VERIFY_DONE(listed);
            QCOMPARE(listed.lines.size(), 1);
            QCOMPARE(listed.line()[u"conversation"].toInteger(), m_quiet);
        }
        QVERIFY(foldersOf(*m_bob).isEmpty());
    }

    void aFolderMadeOfflineIsSentLater()
    {
        VERIFY_DONE(m_phone->runOffline({u"folder"_s, u"Later"_s, u"--rule"_s, u"unread"_s}));
        QCOMPARE(titlesOf(foldersOf(*m_phone, true)), QStringList{u"Later"_s});
        QVERIFY(foldersOf(*m_laptop).isEmpty());
        QVERIFY(m_phone->sync());
        QVERIFY(m_bob->send(m_group, u"unread"_s) > 0);
        QVERIFY(m_laptop->sync());
        const QList<QJsonObject> folders = foldersOf(*m_laptop);
        QCOMPARE(titlesOf(folders), QStringList{u"Later"_s});
        QCOMPARE(folders[0][u"unread"].toInteger(), m_laptop->total());
        QCOMPARE(folders[0][u"conversations"].toArray(), QJsonArray{m_group});
    }

    void foldersAreRenamedFilledAndDeleted()
    {
        VERIFY_DONE(m_laptop->run({u"folder"_s, u"One"_s, u"--add"_s, QString::number(m_group)}));
        const CliResult changed =
            m_phone->run({u"folder"_s, u"One"_s, u"--title"_s, u"Zwei"_s, u"--remove"_s,
                          QString::number(m_group), u"--add"_s, QString::number(m_quiet)});
        VERIFY_DONE(changed);
        QCOMPARE(changed.line()[u"title"].toString(), u"Zwei"_s);
        QCOMPARE(changed.line()[u"added"].toArray(), QJsonArray{m_quiet});
        QVERIFY(m_laptop->sync());
        QCOMPARE(foldersOf(*m_laptop).value(0), changed.line());
        VERIFY_DONE(m_laptop->run({u"folder"_s, u"Zwei"_s, u"--delete"_s}));
        QVERIFY(m_phone->sync());
        QVERIFY(foldersOf(*m_phone).isEmpty());
    }

    void wrongUseIsRefused()
    {
        constexpr int refused = 1;
        constexpr int wrongUse = 2;
        QCOMPARE(m_laptop->run({u"folder"_s, u"none"_s, u"--delete"_s}).status, refused);
        QCOMPARE(m_laptop->run({u"folder"_s, u" "_s}).status, refused);
        QCOMPARE(m_laptop->run({u"folder"_s, QString(101, u'x')}).status, refused);
        QCOMPARE(m_laptop->run({u"folder"_s, u"One"_s, u"--rule"_s, u"loud"_s}).status, wrongUse);
        QCOMPARE(m_laptop->run({u"folder"_s}).status, wrongUse);
        QCOMPARE(m_laptop->run({u"conversations"_s, u"--folder"_s, u"none"_s}).status, refused);
        QVERIFY(foldersOf(*m_laptop).isEmpty());
    }

    void theServersDatabaseIsSound()
    {
        QCOMPARE(m_stage.server().stopAndCheck(), QString());
        QVERIFY(m_stage.server().start());
    }

private:
    static QList<QJsonObject> foldersOf(const Device& device, bool isOffline = false)
    {
        const CliResult listed = isOffline ? device.runOffline({u"folders"_s}) : device.run({u"folders"_s});
        return {listed.lines.begin(), listed.lines.end()};
    }
    static QStringList titlesOf(const QList<QJsonObject>& folders)
    {
        QStringList titles;
        for (const QJsonObject& folder : folders) {
            titles.append(folder[u"title"].toString());
        }
        return titles;
    }

    qint64 m_group = 0;
    qint64 m_quiet = 0;
};

TIDEMARK_SUITE(TestFolders, QCoreApplication)

} // namespace tidemark::folders_test

#include "test_folders.moc"
