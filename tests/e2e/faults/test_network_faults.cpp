#include "tests/e2e/faults/lossy_network.h"
#include "tests/e2e/faults/tcp_proxy.h"
#include "tests/e2e/stage.h"
#include "tests/e2e/watching.h"
#include "tests/main/suite.h"

#include <QDeadlineTimer>
#include <QTest>

#include <memory>

namespace tidemark::network_faults_test {

using namespace tidemark::test;
using namespace Qt::StringLiterals;

/// The network falls silent, swallows answers, or loses half of its packets without a sign. The tests check
/// what users see, and that nothing is lost or doubled and every number is right afterwards.
class TestNetworkFaults : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }
    void cleanup();
    void aPeerVanishesWithoutAWord();
    void anAnswerGetsLost();
    void halfOfThePacketsGetLostForAMinute();

private:
    /// Starts a server with ann (laptop, phone) and bob in a group.
    void begin();
    /// The laptop behind a proxy.
    [[nodiscard]] Device behind(const TcpProxy& proxy) const
    {
        return {m_stage->folder(), proxy.url(), u"ann"_s, u"laptop"_s};
    }
    void expectAgreement();

    std::unique_ptr<Stage> m_stage;
    std::unique_ptr<Device> m_laptop;
    std::unique_ptr<Device> m_phone;
    std::unique_ptr<Device> m_bob;
    qint64 m_group = 0;
    qint64 m_unread = 0; ///< ann's
};

void TestNetworkFaults::begin()
{
    m_stage = std::make_unique<Stage>();
    QVERIFY(m_stage->ready());
    m_laptop = std::make_unique<Device>(m_stage->newAccount(u"ann"_s, u"laptop"_s));
    m_phone = std::make_unique<Device>(m_stage->device(u"ann"_s, u"phone"_s));
    m_bob = std::make_unique<Device>(m_stage->newAccount(u"bob"_s, u"desk"_s));
    m_group = m_bob->createGroup(u"edge"_s, {u"ann"_s});
    QVERIFY(m_group > 0 && m_laptop->sync() && m_phone->sync());
    m_unread = 0;
}

void TestNetworkFaults::cleanup()
{
    if (m_stage && m_stage->server().isRunning()) {
        QCOMPARE(m_stage->server().stopAndCheck(), QString());
    }
    m_stage.reset();
}

/// Both devices of ann have the same log and the same, expected numbers.
void TestNetworkFaults::expectAgreement()
{
    for (const Device& device : {*m_laptop, *m_phone}) {
        const QString found = faultOf(device, m_group, m_unread);
        QVERIFY2(found.isEmpty(), qPrintable(found));
    }
    QCOMPARE(m_laptop->messages(m_group), m_phone->messages(m_group));
}

/// No side reports the end of the connection. The device notices by itself, says so, and comes back.
void TestNetworkFaults::aPeerVanishesWithoutAWord()
{
    begin();
    if (QTest::currentTestFailed()) {
        return;
    }
    TcpProxy proxy(m_stage->server().url());
    QVERIFY(!proxy.url().isEmpty());
    const auto laptop = watchOnline(behind(proxy));
    QVERIFY(laptop);
    proxy.setMode(TcpProxy::Mode::DropAll);
    const QString text = u"said meanwhile"_s;
    QVERIFY(m_bob->send(m_group, text) > 0);
    ++m_unread;
    QVERIFY(takeUntil(*laptop, [&] { return !isOnline(*laptop); }));
    QVERIFY(!textsOn(*laptop).contains(text));
    QVERIFY(proxy.dropped() > 0);
    // Other devices go on meanwhile.
    QCOMPARE(m_phone->unread(m_group), m_unread);

    proxy.setMode(TcpProxy::Mode::Forward);
    QVERIFY(takeUntilReceived(*laptop, text));
    QCOMPARE(textsOn(*laptop).count(text), 1);
    laptop->kill();
    expectAgreement();
}

/// The server has the message, and the sender does not know it. The message is sent again and counts once.
void TestNetworkFaults::anAnswerGetsLost()
{
    begin();
    if (QTest::currentTestFailed()) {
        return;
    }
    TcpProxy proxy(m_stage->server().url());
    QVERIFY(!proxy.url().isEmpty());
    const auto laptop = behind(proxy).start({u"--timeout"_s, u"200"_s, u"send"_s, number(m_group), u"-"_s});
    const auto bob = watchOnline(*m_bob);
    QVERIFY(bob);
    laptop->say(u"hello"_s);
    QVERIFY(laptop->waitForLines(1));
    proxy.setMode(TcpProxy::Mode::DropAnswers);
    const QString text = u"acknowledged in vain"_s;
    laptop->say(text);
    laptop->endInput();
    QVERIFY(takeUntilReceived(*bob, text));
    QVERIFY(takeUntil(*laptop, [&] { return proxy.dropped() > 0; }));
    QCOMPARE(laptop->lines().size(), 1);

    proxy.setMode(TcpProxy::Mode::Forward);
    const CliResult sent = laptop->result();
    VERIFY_DONE(sent);
    QCOMPARE(sent.lines.size(), 2);
    QCOMPARE(textsOn(*bob).count(text), 1);
    bob->kill();
    QCOMPARE(copies(*m_bob, m_group, text), 1);
    expectAgreement();
}

void TestNetworkFaults::halfOfThePacketsGetLostForAMinute()
{
    LossyNetwork network;
    if (!network.problem().isEmpty()) {
        QSKIP(qPrintable(network.problem()));
    }
    begin();
    if (QTest::currentTestFailed()) {
        return;
    }
    const auto laptop = watchOnline(*m_laptop);
    const auto phone = watchOnline(*m_phone);
    const auto bob = m_bob->start({u"--timeout"_s, u"250"_s, u"send"_s, number(m_group), u"-"_s});
    QVERIFY(laptop && phone);
    bob->say(u"hello"_s);
    QVERIFY(bob->waitForLines(1));
    ++m_unread;

    QVERIFY(network.lose(50));
    QStringList texts{u"hello"_s};
    const QDeadlineTimer minute(60000);
    while (!minute.hasExpired()) {
        texts << u"through the storm %1"_s.arg(texts.size());
        bob->say(texts.last());
        ++m_unread;
        bob->poll(2000);
        laptop->poll(100);
        phone->poll(100);
    }
    QVERIFY(network.lose(0));
    bob->endInput();
    const CliResult sent = bob->result();
    VERIFY_DONE(sent);
    QCOMPARE(sent.lines.size(), texts.size());
    for (CliProcess* watching : {laptop.get(), phone.get()}) {
        QVERIFY(takeUntilReceived(*watching, texts.last()));
        QCOMPARE(textsOn(*watching), texts);
        watching->kill();
    }
    expectAgreement();
}

TIDEMARK_SUITE(TestNetworkFaults, QCoreApplication)

} // namespace tidemark::network_faults_test

#include "test_network_faults.moc"
