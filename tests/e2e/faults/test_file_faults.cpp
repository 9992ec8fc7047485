#include "tests/e2e/faults/faults.h"
#include "tests/e2e/sent_file.h"
#include "tests/e2e/stage.h"
#include "tests/main/suite.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace tidemark::file_faults_test {

using namespace tidemark::test;
using namespace Qt::StringLiterals;

/// The disk of the server, or of a device, is slow or full while files of messages are sent and fetched.
/// Users are told what is wrong, and nothing is lost.
class TestFileFaults : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanup();
    void p20TheServersDiskIsFull_data();
    void p20TheServersDiskIsFull();
    void p20TheSendersDiskIsFull_data();
    void p20TheSendersDiskIsFull();
    void p20TheReadersDiskIsFull_data();
    void p20TheReadersDiskIsFull();
    void slowDisksOnlyTakeLonger();

private:
    static void calls(std::initializer_list<std::pair<const char*, FileCall>> all);
    /// A file with bytes that no other file has.
    [[nodiscard]] QString makeOther();
    [[nodiscard]] CliResult send(const QString& text, const QString& file) const;
    /// Sends the file and fetches it. Returns what is wrong; empty if the bytes are there.
    [[nodiscard]] QString faultOfWay(const QString& text, const QString& file);

    QTemporaryDir m_folder;
    std::unique_ptr<Faults> m_serverFaults;
    std::unique_ptr<Faults> m_deviceFaults;
    std::unique_ptr<Stage> m_stage;
    std::unique_ptr<Device> m_ann;
    std::unique_ptr<Device> m_bob;
    qint64 m_group = 0;
    int m_made = 0;
};

void TestFileFaults::initTestCase()
{
    QTest::failOnWarning(QRegularExpression(u".*"_s));
    m_serverFaults = std::make_unique<Faults>(m_folder.filePath(u"server"_s));
    m_deviceFaults = std::make_unique<Faults>(m_folder.filePath(u"device"_s));
    if (!m_serverFaults->areAvailable() || !m_deviceFaults->areAvailable()) {
        QSKIP("This build has no library of faults.");
    }
    {
        const Faults::Begin begin(*m_serverFaults);
        m_stage = std::make_unique<Stage>();
    }
    QVERIFY(m_stage->ready());
    m_ann = std::make_unique<Device>(m_stage->newAccount(u"ann"_s, u"laptop"_s));
    m_bob = std::make_unique<Device>(m_stage->newAccount(u"bob"_s, u"desk"_s));
    m_group = m_bob->createGroup(u"full"_s, {u"ann"_s});
    QVERIFY(m_group > 0 && m_ann->sync());
}

void TestFileFaults::cleanup()
{
    m_serverFaults->clear();
    m_deviceFaults->clear();
}

void TestFileFaults::calls(std::initializer_list<std::pair<const char*, FileCall>> all)
{
    QTest::addColumn<qint64>("call");
    for (const auto& [name, call] : all) {
        QTest::newRow(name) << qint64(call);
    }
}

QString TestFileFaults::makeOther()
{
    const QString path = m_stage->folder() + u"/made-%1.bin"_s.arg(++m_made);
    return makeFile(path, QByteArray::number(m_made).repeated(1'000'000));
}

CliResult TestFileFaults::send(const QString& text, const QString& file) const
{
    return m_ann->run({u"send"_s, number(m_group), text, u"--attach"_s, file});
}

QString TestFileFaults::faultOfWay(const QString& text, const QString& file)
{
    const CliResult sent = send(text, file);
    if (!sent.isDone() || !m_bob->sync()) {
        return sent.description();
    }
    return fetchFault(*m_bob, m_group, sent.line()[u"seq"].toInteger(), file);
}

void TestFileFaults::p20TheServersDiskIsFull_data()
{
    calls({{"write", FileCall::Write},
           {"flush", FileCall::Flush},
           {"flush a folder", FileCall::FlushFolder},
           {"link", FileCall::Link},
           {"make a folder", FileCall::MakeFolder}});
}

void TestFileFaults::p20TheServersDiskIsFull()
{
    QFETCH(const qint64, call);
    const QString file = makeOther();
    const std::int64_t before = m_serverFaults->fullFileCalls();
    m_serverFaults->setFullFileCall(FileCall(call));
    const CliResult refused = send(u"refused"_s, file);
    QVERIFY2(refused.status == 1, qPrintable(refused.description()));
    QVERIFY2(refused.forPeople.contains(u"storage is full"_s), qPrintable(refused.description()));
    QVERIFY(m_serverFaults->fullFileCalls() > before);
    m_serverFaults->clear();
    QCOMPARE(faultOfWay(u"accepted"_s, file), QString());
    QCOMPARE(faultOfWay(u"another file"_s, makeOther()), QString());
}

void TestFileFaults::p20TheSendersDiskIsFull_data()
{
    calls({{"write", FileCall::Write}, {"flush", FileCall::Flush}, {"rename", FileCall::Rename}});
}

void TestFileFaults::p20TheSendersDiskIsFull()
{
    QFETCH(const qint64, call);
    const QString file = makeOther();
    {
        const Faults::Begin begin(*m_deviceFaults);
        m_deviceFaults->setFullFileCall(FileCall(call));
        const CliResult refused = send(u"not kept"_s, file);
        QVERIFY2(refused.status == 1, qPrintable(refused.description()));
        QVERIFY2(refused.forPeople.contains(u"no room"_s), qPrintable(refused.description()));
        m_deviceFaults->clear();
    }
    QVERIFY(m_bob->sync());
    QCOMPARE(copies(*m_bob, m_group, u"not kept"_s), 0);
    QCOMPARE(faultOfWay(u"kept"_s, file), QString());
}

void TestFileFaults::p20TheReadersDiskIsFull_data()
{
    calls({{"write", FileCall::Write}, {"flush", FileCall::Flush}, {"rename", FileCall::Rename}});
}

void TestFileFaults::p20TheReadersDiskIsFull()
{
    QFETCH(const qint64, call);
    const QString file = makeOther();
    const CliResult sent = send(u"to be fetched"_s, file);
    VERIFY_DONE(sent);
    QVERIFY(m_bob->sync());
    const qint64 seq = sent.line()[u"seq"].toInteger();
    const QString copy = file + u".copy"_s;
    {
        const Faults::Begin begin(*m_deviceFaults);
        m_deviceFaults->setFullFileCall(FileCall(call));
        const CliResult refused = fetch(*m_bob, m_group, seq, copy);
        QVERIFY2(refused.status == 1, qPrintable(refused.description()));
        QVERIFY2(refused.forPeople.contains(u"no room"_s), qPrintable(refused.description()));
        m_deviceFaults->clear();
    }
    QVERIFY(!QFile::exists(copy));
    VERIFY_DONE(fetch(*m_bob, m_group, seq, copy));
    QCOMPARE(contentOf(copy), contentOf(file));
}

void TestFileFaults::slowDisksOnlyTakeLonger()
{
    m_serverFaults->setSyncDelay(1000);
    QCOMPARE(faultOfWay(u"slow server"_s, makeOther()), QString());
    QVERIFY(m_serverFaults->slowSyncs() > 0);
    m_serverFaults->clear();
    const Faults::Begin begin(*m_deviceFaults);
    m_deviceFaults->setSyncDelay(300);
    QCOMPARE(faultOfWay(u"slow device"_s, makeOther()), QString());
    QVERIFY(m_deviceFaults->slowSyncs() > 0);
    m_deviceFaults->clear();
    QCOMPARE(m_stage->server().stopAndCheck(), QString());
}

TIDEMARK_SUITE(TestFileFaults, QCoreApplication)

} // namespace tidemark::file_faults_test

#include "test_file_faults.moc"
