#include "tests/e2e/stage.h"
#include "tests/main/suite.h"

#include <QFile>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QTest>

#include <sched.h>
#include <sys/mount.h>

namespace tidemark::damage_test {

using namespace tidemark::test;
using namespace Qt::StringLiterals;

/// A device's database is damaged between two runs, while the server lacks a read and a message of it. The
/// device reports the damage, keeps what can be kept, and agrees with the server and the other device
/// afterwards.
class TestDamage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void aDamagedProfile_data();
    void aDamagedProfile();
    void aProfileInUse();
    void aFullDisk();

private:
    enum Harm { Page, FirstPage, LastPage, Half, Emptied, Text, JournalLost, Conversations };
    static constexpr qint64 pageBytes = 4096;

    [[nodiscard]] qint64 letBobSpeak(int messages) const;
    [[nodiscard]] static qint64 pageOf(const QString& database, const QString& table);
    static void harm(const QString& database, Harm harm);
    void expectAgreement(const Device& laptop) const;

    std::unique_ptr<Stage> m_stage;
    std::unique_ptr<Device> m_phone;
    std::unique_ptr<Device> m_bob;
    qint64 m_group = 0;
    int m_laptops = 0;
    QString m_mounted; ///< the mount point of a small disk
};

void TestDamage::initTestCase()
{
    QTest::failOnWarning(QRegularExpression(u".*"_s));
    m_stage = std::make_unique<Stage>();
    QVERIFY(m_stage->ready());
    m_phone = std::make_unique<Device>(m_stage->newAccount(u"ann"_s, u"phone"_s));
    m_bob = std::make_unique<Device>(m_stage->newAccount(u"bob"_s, u"desk"_s));
    m_group = m_bob->createGroup(u"edge"_s, {u"ann"_s});
    QVERIFY(m_group > 0 && letBobSpeak(600) > 0);
}

void TestDamage::cleanupTestCase()
{
    if (!m_mounted.isEmpty()) {
        ::umount2(qPrintable(m_mounted), MNT_DETACH);
    }
    m_stage.reset();
}

qint64 TestDamage::letBobSpeak(int messages) const
{
    const QByteArray line = QByteArray(200, 'x') + '\n';
    const CliResult said = m_bob->run({u"send"_s, number(m_group), u"-"_s}, line.repeated(messages));
    return said.isDone() ? said.lines.last()[u"seq"].toInteger() : 0;
}

qint64 TestDamage::pageOf(const QString& database, const QString& table)
{
    qint64 page = 0;
    {
        QSqlDatabase opened = QSqlDatabase::addDatabase(u"QSQLITE"_s, u"looked at"_s);
        opened.setDatabaseName(database);
        if (opened.open()) {
            QSqlQuery query(u"SELECT rootpage FROM sqlite_master WHERE name = '%1'"_s.arg(table), opened);
            page = query.next() ? query.value(0).toLongLong() : 0;
        }
    }
    QSqlDatabase::removeDatabase(u"looked at"_s);
    return page;
}

void TestDamage::harm(const QString& database, Harm harm)
{
    QFile file(database);
    QVERIFY(file.open(QFile::ReadWrite));
    const qint64 pages = file.size() / pageBytes;
    const auto overwrite = [&file](qint64 page) {
        QVERIFY(file.seek(page * pageBytes) && file.write(QByteArray(pageBytes, '\xee')) == pageBytes);
    };
    switch (harm) {
    case Page:
        return overwrite(pages / 2);
    case FirstPage:
        return overwrite(0);
    case LastPage:
        return overwrite(pages - 1);
    case Half:
        QVERIFY(file.resize(pages / 2 * pageBytes));
        return;
    case Emptied:
        QVERIFY(file.resize(0));
        return;
    case Text:
        QVERIFY(file.resize(0) && file.write(QByteArray("A letter to a friend. ").repeated(500)) > 0);
        return;
    case Conversations:
        return overwrite(pageOf(database, u"conversations"_s) - 1);
    case JournalLost:
        QVERIFY(!QFile::exists(database + u"-wal"_s) || QFile::remove(database + u"-wal"_s));
        return;
    }
}

void TestDamage::aDamagedProfile_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<bool>("kept");
    QTest::addColumn<QString>("message");
    QTest::newRow("a page") << int(Page) << true << u"damaged"_s;
    QTest::newRow("the first page") << int(FirstPage) << true << u"damaged"_s;
    QTest::newRow("the last page") << int(LastPage) << true << u"damaged"_s;
    QTest::newRow("half of it") << int(Half) << true << u"damaged"_s;
    QTest::newRow("all of it") << int(Emptied) << false << u"empty"_s;
    QTest::newRow("text") << int(Text) << false << u"damaged"_s;
    QTest::newRow("the conversations") << int(Conversations) << true << u"damaged"_s;
    QTest::newRow("no journal") << int(JournalLost) << true << QString();
}

void TestDamage::aDamagedProfile()
{
    QFETCH(const int, kind);
    QFETCH(const bool, kept);
    QFETCH(const QString, message);
    const Device laptop = m_stage->device(u"ann"_s, u"laptop %1"_s.arg(++m_laptops));
    const qint64 last = letBobSpeak(3);
    QVERIFY(last > 0 && laptop.sync() && m_phone->sync());
    const qint64 before = m_phone->conversation(m_group)[u"read_seq"].toInteger();
    const QString text = u"not sent by %1"_s.arg(m_laptops);
    VERIFY_DONE(laptop.runOffline({u"read"_s, number(m_group), u"--up-to"_s, number(last - 1)}));
    VERIFY_DONE(laptop.runOffline({u"send"_s, number(m_group), text}));
    const QString database = laptop.profile() + u"/tidemark.sqlite"_s;
    harm(database, Harm(kind));

    const CliResult mended = laptop.run({u"sync"_s});
    VERIFY_DONE(mended);
    QVERIFY2(mended.forPeople.contains(message), qPrintable(mended.forPeople));
    if (!message.isEmpty()) {
        const QString aside = database + u".corrupt-1"_s;
        QVERIFY2(mended.forPeople.contains(aside), qPrintable(mended.forPeople));
        QVERIFY(QFile::exists(aside));
    }
    QCOMPARE(laptop.conversation(m_group)[u"read_seq"].toInteger(), kept ? last - 1 : before);
    QCOMPARE(copies(*m_phone, m_group, text), kept ? 1 : 0);
    QCOMPARE(laptop.unread(m_group), kept ? 1 : m_phone->unread(m_group));
    QCOMPARE(laptop.messages(m_group), m_phone->messages(m_group));
    expectAgreement(laptop);
}

void TestDamage::expectAgreement(const Device& laptop) const
{
    QCOMPARE(laptop.run({u"unread"_s}).line(), m_phone->run({u"unread"_s}).line());
    VERIFY_DONE(laptop.audit());
    VERIFY_DONE(m_phone->audit());
    QCOMPARE(m_stage->server().stopAndCheck(), QString());
    QVERIFY(m_stage->server().start());
}

void TestDamage::aProfileInUse()
{
    const auto watch = m_phone->start({u"watch"_s, u"--for"_s, u"60"_s});
    QVERIFY(watch->waitForLines(1));
    const CliResult second = m_phone->run({u"unread"_s});
    QCOMPARE(second.status, 1);
    QVERIFY2(second.forPeople.contains(u"already running"_s), qPrintable(second.forPeople));
    // The killed program does not stand in the way.
    watch->kill();
    VERIFY_DONE(m_phone->run({u"unread"_s}));
}

void TestDamage::aFullDisk()
{
    const Device laptop = m_stage->device(u"ann"_s, u"small disk"_s);
    QVERIFY(QDir().mkpath(laptop.profile()));
    const bool isMounted = ::unshare(CLONE_NEWNS) == 0
                           && ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0
                           && ::mount("tmpfs", qPrintable(laptop.profile()), "tmpfs", 0, "size=4m") == 0;
    if (!isMounted) {
        QSKIP("Mounting a small file system is not allowed here.");
    }
    m_mounted = laptop.profile();
    VERIFY_DONE(laptop.run({u"unread"_s}));
    QFile filler(laptop.profile() + u"/filler"_s);
    QVERIFY(filler.open(QFile::WriteOnly | QFile::Unbuffered));
    while (filler.write(QByteArray(1024, 'x')) > 0) {
    }
    filler.close();
    const qint64 before = m_phone->conversation(m_group)[u"read_seq"].toInteger();
    const qint64 last = letBobSpeak(3);
    const CliResult refused = laptop.run({u"--timeout"_s, u"5"_s, u"read"_s, number(m_group)});
    QVERIFY2(refused.status == 1 || refused.status == 3, qPrintable(refused.description()));
    QVERIFY2(refused.forPeople.contains(u"full"_s), qPrintable(refused.forPeople));
    QVERIFY(refused.lines.isEmpty());
    QCOMPARE(m_phone->conversation(m_group)[u"read_seq"].toInteger(), before);

    QVERIFY(filler.remove());
    VERIFY_DONE(laptop.run({u"read"_s, number(m_group)}));
    QCOMPARE(m_phone->conversation(m_group)[u"read_seq"].toInteger(), last);
    QVERIFY(laptop.sync());
    expectAgreement(laptop);
}

TIDEMARK_SUITE(TestDamage, QCoreApplication)

} // namespace tidemark::damage_test

#include "test_damage.moc"
