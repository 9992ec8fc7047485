#include "tests/e2e/faults/bad_disk.h"
#include "tests/e2e/faults/faults.h"
#include "tests/e2e/faults/few_descriptors.h"
#include "tests/e2e/faults/loopback_socket.h"
#include "tests/e2e/stage.h"
#include "tests/e2e/watching.h"
#include "tests/main/suite.h"
#include "tests/support/programs.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>

#include <sys/resource.h>
#include <unistd.h>

#include <memory>
#include <vector>

namespace tidemark::faults_test {

using namespace tidemark::test;
using namespace Qt::StringLiterals;

/// Disk, clock and descriptors fail under a server, or a device, that is in use, and recover. The tests
/// check what users see meanwhile, and that nothing is lost or doubled and every number is right without
/// help. docs/faults.md has the table.
class TestFaults : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void cleanup();
    void theServersDiskFails_data();
    void theServersDiskFails();
    void aDevicesDiskFails_data();
    void aDevicesDiskFails();
    void aDeviceRefusesWhatItCannotKeep_data();
    void aDeviceRefusesWhatItCannotKeep();
    void theServersDiskIsSlow();
    void aDevicesDiskIsSlow();
    void aClockJumps_data();
    void aClockJumps();
    void theServerRunsOutOfDescriptors();
    void aDeviceRunsOutOfDescriptors();

private:
    static void troubles(bool forPeople);
    [[nodiscard]] bool skipsWithout(const Faults& faults, DiskTrouble trouble) const;
    [[nodiscard]] bool startServer();
    [[nodiscard]] QString serverLog() const;
    [[nodiscard]] QString laptopDatabase() const { return m_laptop->profile() + u"/tidemark.sqlite"_s; }
    /// Bob's program in the group with its input open, after one message.
    [[nodiscard]] std::unique_ptr<CliProcess> bobSpeaking();
    /// `text` with a number that makes it unique.
    [[nodiscard]] QString fresh(const QString& text) { return u"%1 %2"_s.arg(text).arg(++m_texts); }
    void expectAgreement();
    void expectReadThrough();

    QTemporaryDir m_folder;
    std::unique_ptr<Faults> m_serverFaults;
    std::unique_ptr<Faults> m_laptopFaults;
    std::unique_ptr<Stage> m_stage;
    std::unique_ptr<Device> m_laptop;
    std::unique_ptr<Device> m_phone;
    std::unique_ptr<Device> m_bob;
    qint64 m_group = 0;
    qint64 m_unread = 0; ///< ann's
    int m_texts = 0;
};

// ---- what all have in common

void TestFaults::initTestCase()
{
    QTest::failOnWarning(QRegularExpression(u".*"_s));
    QVERIFY(m_folder.isValid());
    m_serverFaults = std::make_unique<Faults>(m_folder.filePath(u"server"_s));
    m_laptopFaults = std::make_unique<Faults>(m_folder.filePath(u"laptop"_s));
    {
        const Faults::Begin begin(*m_serverFaults);
        m_stage = std::make_unique<Stage>();
    }
    QVERIFY(m_stage->ready());
    m_laptop = std::make_unique<Device>(m_stage->newAccount(u"ann"_s, u"laptop"_s));
    m_phone = std::make_unique<Device>(m_stage->device(u"ann"_s, u"phone"_s));
    m_bob = std::make_unique<Device>(m_stage->newAccount(u"bob"_s, u"desk"_s));
    m_group = m_bob->createGroup(u"edge"_s, {u"ann"_s});
    QVERIFY(m_group > 0 && m_laptop->sync() && m_phone->sync());
    m_unread = m_laptop->unread(m_group);
    QCOMPARE(m_unread, 0);
}

void TestFaults::cleanupTestCase()
{
    if (m_stage && m_stage->server().isRunning()) {
        QCOMPARE(m_stage->server().stopAndCheck(), QString());
    }
    m_stage.reset();
}

void TestFaults::cleanup()
{
    for (const auto& faults : {m_serverFaults.get(), m_laptopFaults.get()}) {
        if (faults != nullptr && faults->areAvailable()) {
            faults->clear();
        }
    }
}

bool TestFaults::startServer()
{
    const Faults::Begin begin(*m_serverFaults);
    return m_stage->server().start();
}

QString TestFaults::serverLog() const
{
    QFile file(m_stage->database() + u".log"_s);
    return file.open(QFile::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

std::unique_ptr<CliProcess> TestFaults::bobSpeaking()
{
    auto speaking = m_bob->start({u"--timeout"_s, u"200"_s, u"send"_s, number(m_group), u"-"_s});
    speaking->say(u"hello"_s);
    if (!speaking->waitForLines(1)) {
        return nullptr;
    }
    ++m_unread;
    return speaking;
}

/// Both devices of ann have the same log and the expected numbers.
void TestFaults::expectAgreement()
{
    for (const Device& device : {*m_laptop, *m_phone}) {
        const QString found = faultOf(device, m_group, m_unread);
        QVERIFY2(found.isEmpty(), qPrintable(found));
    }
    QCOMPARE(m_laptop->messages(m_group), m_phone->messages(m_group));
}

/// A read by ann reaches all devices.
void TestFaults::expectReadThrough()
{
    VERIFY_DONE(m_laptop->run({u"read"_s, number(m_group)}));
    m_unread = 0;
    expectAgreement();
}

void TestFaults::troubles(bool forPeople)
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("words");
    const QString other = forPeople ? u"cannot be read or written"_s : QString();
    QTest::newRow("full") << int(DiskTrouble::DiskFull) << (forPeople ? u"The disk is full"_s : u"full"_s);
    QTest::newRow("read-only") << int(DiskTrouble::ReadOnly) << other;
    QTest::newRow("failing") << int(DiskTrouble::Failing) << other;
    QTest::newRow("locked by another program")
        << int(DiskTrouble::Locked) << (forPeople ? u"another program"_s : u"locked"_s);
}

bool TestFaults::skipsWithout(const Faults& faults, DiskTrouble trouble) const
{
    return trouble != DiskTrouble::Locked && !faults.areAvailable();
}

// ---- the disk

void TestFaults::theServersDiskFails_data()
{
    troubles(false);
}

/// The server promises only what it stores. A sender waits, and gets the acknowledgement as soon as the
/// message is stored.
void TestFaults::theServersDiskFails()
{
    QFETCH(const int, kind);
    QFETCH(const QString, words);
    if (skipsWithout(*m_serverFaults, DiskTrouble(kind))) {
        QSKIP("This build has no library of faults.");
    }
    const auto phone = watchOnline(*m_phone);
    const auto bob = bobSpeaking();
    QVERIFY(phone && bob);
    const QString text = fresh(u"kept late"_s);
    {
        const std::int64_t before = kind == int(DiskTrouble::Locked) ? 0 : m_serverFaults->failedWrites();
        const BadDisk disk(DiskTrouble(kind), *m_serverFaults, m_stage->database());
        QVERIFY(disk.isBad());
        bob->say(text);
        // The log has at most one line in ten seconds.
        const bool isMet = takeUntil(*bob, [&] {
            return kind == int(DiskTrouble::Locked) ? serverLog().contains(words)
                                                    : m_serverFaults->failedWrites() > before;
        });
        QVERIFY2(isMet, qPrintable(serverLog()));
        QCOMPARE(bob->lines().size(), 1);
        QVERIFY(m_stage->server().isRunning());
        phone->poll(100);
        QVERIFY(!textsOn(*phone).contains(text));
    }
    bob->endInput();
    const CliResult sent = bob->result();
    VERIFY_DONE(sent);
    QCOMPARE(sent.lines.size(), 2);
    ++m_unread;
    QVERIFY(takeUntilReceived(*phone, text));
    QCOMPARE(textsOn(*phone).count(text), 1);
    QVERIFY2(serverLog().contains(u"accepts no changes"_s) && serverLog().contains(words),
             qPrintable(serverLog()));
    phone->kill();
    QCOMPARE(copies(*m_phone, m_group, text), 1);
    expectAgreement();
}

void TestFaults::aDevicesDiskFails_data()
{
    troubles(true);
}

/// A device that cannot store new messages says so, shows only what it holds, and goes on by itself.
void TestFaults::aDevicesDiskFails()
{
    QFETCH(const int, kind);
    QFETCH(const QString, words);
    if (skipsWithout(*m_laptopFaults, DiskTrouble(kind))) {
        QSKIP("This build has no library of faults.");
    }
    std::unique_ptr<CliProcess> laptop;
    {
        const Faults::Begin begin(*m_laptopFaults);
        laptop = watchOnline(*m_laptop);
    }
    QVERIFY(laptop);
    const QString text = fresh(u"seen late"_s);
    {
        const BadDisk disk(DiskTrouble(kind), *m_laptopFaults, laptopDatabase());
        QVERIFY(disk.isBad());
        QVERIFY(m_bob->send(m_group, text) > 0);
        ++m_unread;
        QVERIFY(takeUntil(*laptop, [&] { return !isOnline(*laptop); }));
        QVERIFY(!textsOn(*laptop).contains(text));
    }
    QVERIFY(takeUntilReceived(*laptop, text));
    QCOMPARE(textsOn(*laptop).count(text), 1);
    const CliResult ended = laptop->kill();
    QVERIFY2(ended.forPeople.contains(words), qPrintable(ended.description()));
    expectAgreement();
}

void TestFaults::aDeviceRefusesWhatItCannotKeep_data()
{
    troubles(true);
}

/// On a disk that stores nothing, ann's actions are refused and not sent. Later they succeed.
void TestFaults::aDeviceRefusesWhatItCannotKeep()
{
    QFETCH(const int, kind);
    if (skipsWithout(*m_laptopFaults, DiskTrouble(kind))) {
        QSKIP("This build has no library of faults.");
    }
    QVERIFY(m_bob->send(m_group, fresh(u"to be read"_s)) > 0);
    ++m_unread;
    const QString text = fresh(u"not kept"_s);
    const qint64 before = m_phone->conversation(m_group)[u"read_seq"].toInteger();
    {
        const BadDisk disk(DiskTrouble(kind), *m_laptopFaults, laptopDatabase());
        QVERIFY(disk.isBad());
        const Faults::Begin begin(*m_laptopFaults);
        for (const QStringList& command :
             {QStringList{u"read"_s, number(m_group)}, QStringList{u"send"_s, number(m_group), text}}) {
            const CliResult refused = m_laptop->run(QStringList{u"--timeout"_s, u"5"_s} + command);
            QVERIFY2(refused.status == 1 || refused.status == 3, qPrintable(refused.description()));
            QVERIFY2(!refused.forPeople.isEmpty() && refused.lines.isEmpty(),
                     qPrintable(refused.description()));
        }
    }
    QCOMPARE(m_phone->conversation(m_group)[u"read_seq"].toInteger(), before);
    QCOMPARE(copies(*m_phone, m_group, text), 0);
    QVERIFY(m_laptop->send(m_group, text) > 0);
    QCOMPARE(copies(*m_phone, m_group, text), 1);
    expectReadThrough();
}

/// A commit takes more than a second. Everything still works, only later.
void TestFaults::theServersDiskIsSlow()
{
    if (!m_serverFaults->areAvailable()) {
        QSKIP("This build has no library of faults.");
    }
    const auto phone = watchOnline(*m_phone);
    const auto bob = bobSpeaking();
    QVERIFY(phone && bob);
    m_serverFaults->setSyncDelay(1000);
    QStringList texts;
    for (int i = 0; i < 5; ++i) {
        texts << fresh(u"slowly"_s);
        bob->say(texts.last());
        ++m_unread;
    }
    bob->endInput();
    const CliResult sent = bob->result();
    VERIFY_DONE(sent);
    QCOMPARE(sent.lines.size(), 6);
    QVERIFY(takeUntilReceived(*phone, texts.last()));
    QCOMPARE(textsOn(*phone).last(5), texts);
    QCOMPARE(statesOn(*phone), QStringList{u"online"_s});
    QVERIFY(m_serverFaults->slowSyncs() > 0);
    m_serverFaults->setSyncDelay(0);
    phone->kill();
    expectReadThrough();
}

void TestFaults::aDevicesDiskIsSlow()
{
    if (!m_laptopFaults->areAvailable()) {
        QSKIP("This build has no library of faults.");
    }
    QVERIFY(m_bob->send(m_group, fresh(u"to be read slowly"_s)) > 0);
    const QString text = fresh(u"sent slowly"_s);
    // Each command opens and closes the database, and waits for the disk dozens of times.
    m_laptopFaults->setSyncDelay(300);
    {
        const Faults::Begin begin(*m_laptopFaults);
        VERIFY_DONE(m_laptop->run({u"read"_s, number(m_group)}));
        QVERIFY(m_laptop->send(m_group, text) > 0);
    }
    QVERIFY(m_laptopFaults->slowSyncs() > 0);
    QCOMPARE(copies(*m_phone, m_group, text), 1);
    m_unread = 0;
    expectAgreement();
}

// ---- the clock

void TestFaults::aClockJumps_data()
{
    QTest::addColumn<bool>("isServers");
    QTest::addColumn<int>("hours");
    QTest::newRow("the server's, forward") << true << 9;
    QTest::newRow("the server's, back") << true << -9;
    QTest::newRow("the device's, forward") << false << 9;
    QTest::newRow("the device's, back") << false << -9;
}

/// Clocks are for display (I16): no connection is lost, and order and numbers stay.
void TestFaults::aClockJumps()
{
    QFETCH(const bool, isServers);
    QFETCH(const int, hours);
    Faults& faults = isServers ? *m_serverFaults : *m_laptopFaults;
    if (!faults.areAvailable()) {
        QSKIP("This build has no library of faults.");
    }
    std::unique_ptr<CliProcess> laptop;
    {
        const Faults::Begin begin(*m_laptopFaults);
        laptop = watchOnline(*m_laptop);
    }
    const auto bob = bobSpeaking();
    QVERIFY(laptop && bob);
    const std::int64_t before = faults.shiftedClocks();
    QStringList texts;
    for (const std::int64_t shiftHours : {0, hours, 0}) {
        faults.setWallShift(shiftHours * 3600 * 1000);
        texts << fresh(u"in time"_s);
        bob->say(texts.last());
        ++m_unread;
        QVERIFY(takeUntilReceived(*laptop, texts.last()));
    }
    QVERIFY(faults.shiftedClocks() > before);
    QCOMPARE(textsOn(*laptop).last(3), texts);
    QCOMPARE(statesOn(*laptop), QStringList{u"online"_s});

    // A device that comes back at another time than it left finds the same state.
    faults.setWallShift(std::int64_t(hours) * 3600 * 1000);
    QVERIFY(m_stage->server().stop());
    QVERIFY(startServer());
    const QString last = fresh(u"in time"_s);
    bob->say(last);
    bob->endInput();
    VERIFY_DONE(bob->result());
    ++m_unread;
    QVERIFY(takeUntilReceived(*laptop, last));
    laptop->kill();
    expectAgreement();
    {
        const Faults::Begin begin(*m_laptopFaults);
        expectReadThrough();
    }
    faults.setWallShift(0);
    expectAgreement();
}

// ---- descriptors

/// Connected clients notice nothing. New clients get in as soon as there is room.
void TestFaults::theServerRunsOutOfDescriptors()
{
    const auto phone = watchOnline(*m_phone);
    const auto bob = bobSpeaking();
    QVERIFY(phone && bob);
    const QString text = fresh(u"without a descriptor"_s);
    std::unique_ptr<CliProcess> late;
    {
        const qint64 server = m_stage->server().processId();
        const FewDescriptors few(server, FewDescriptors::nextOf(server));
        if (!few.isInForce()) {
            QSKIP("Limiting another process is not possible here.");
        }
        // The sockets use up the descriptors that are free below the limit.
        std::vector<int> crowd;
        const auto port = static_cast<std::uint16_t>(QUrl(m_stage->server().url()).port());
        const bool isMet = takeUntil(*phone, [&] {
            if (crowd.size() < 40) {
                crowd.push_back(connectToLoopback(port));
            }
            return serverLog().contains(u"cannot accept connections, retrying"_s);
        });
        bob->say(text);
        ++m_unread;
        const bool isNotified = takeUntilReceived(*phone, text);
        late = m_laptop->start({u"--timeout"_s, u"200"_s, u"unread"_s});
        for (const int socket : crowd) {
            ::close(socket);
        }
        QVERIFY2(isMet, qPrintable(serverLog()));
        QVERIFY(isNotified);
    }
    QCOMPARE(statesOn(*phone), QStringList{u"online"_s});
    VERIFY_DONE(late->result());
    bob->endInput();
    VERIFY_DONE(bob->result());
    phone->kill();
    expectAgreement();
}

/// The device cannot connect, says so, and comes back when it can.
void TestFaults::aDeviceRunsOutOfDescriptors()
{
    const auto laptop = watchOnline(*m_laptop);
    QVERIFY(laptop);
    const QString text = fresh(u"out of reach"_s);
    {
        constexpr rlim_t standardStreams = 3;
        const FewDescriptors few(laptop->processId(), standardStreams);
        if (!few.isInForce()) {
            QSKIP("Limiting another process is not possible here.");
        }
        m_stage->server().kill();
        QVERIFY(startServer());
        QVERIFY(m_bob->send(m_group, text) > 0);
        ++m_unread;
        QVERIFY(m_phone->sync());
        QVERIFY(takeUntil(*laptop, [&] { return !isOnline(*laptop); }));
        laptop->poll(100);
        QVERIFY(!isOnline(*laptop) && laptop->isRunning());
        QVERIFY(!textsOn(*laptop).contains(text));
    }
    QVERIFY(takeUntilReceived(*laptop, text));
    QCOMPARE(textsOn(*laptop).count(text), 1);
    laptop->kill();
    expectAgreement();
}

TIDEMARK_SUITE(TestFaults, QCoreApplication)

} // namespace tidemark::faults_test

#include "test_faults.moc"
