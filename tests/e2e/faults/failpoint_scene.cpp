#include "tests/e2e/faults/failpoint_scene.h"

#include <QTest>

namespace tidemark::test {

using namespace Qt::StringLiterals;

FailpointScene::FailpointScene(const QString& database) : Crew({}, database) {}

void FailpointScene::gather()
{
    Crew::gather();
    QVERIFY(!QTest::currentTestFailed());
    m_group = m_bob->createGroup(u"edge"_s, {u"ann"_s});
    QVERIFY(m_group > 0 && m_laptop->sync() && m_phone->sync());
    QCOMPARE(m_laptop->unread(m_group), 0);
}

void FailpointScene::startServer()
{
    QVERIFY(m_stage.server().isRunning() || m_stage.server().start());
}

void FailpointScene::rest()
{
    QVERIFY(!m_stage.server().isRunning() || m_stage.server().stop());
    const CheckResult check = m_stage.server().check();
    QVERIFY2(check.status == 0, qPrintable(check.output));
}

bool FailpointScene::letDie(const FetchedStep& step, const QStringList& command, bool offline)
{
    die(step, command, offline);
    return !QTest::currentTestFailed();
}

void FailpointScene::die(const FetchedStep& step, const QStringList& command, bool offline)
{
    if (step.failpoint.startsWith(u"server"_s)) {
        QVERIFY(arm(step.failpoint));
        const auto acting = m_laptop->start(command);
        QVERIFY(awaitDeath());
        VERIFY_DONE(acting->result());
        return;
    }
    const CliResult dead = m_laptop->runDying(command, step.failpoint, offline);
    QVERIFY2(dead.wasKilled, qPrintable(dead.description()));
    QVERIFY2(step.fate != Fate::Lost || dead.lines.isEmpty(),
             "the program printed a result that it had not stored");
}

bool FailpointScene::letDieOnline(const QString& failpoint, const QStringList& command)
{
    dieOnline(failpoint, command);
    return !QTest::currentTestFailed();
}

void FailpointScene::dieOnline(const QString& failpoint, const QStringList& command)
{
    if (failpoint.startsWith(u"server"_s)) {
        QVERIFY(arm(failpoint));
        const auto acting = m_laptop->start(command);
        QVERIFY(awaitDeath());
        static_cast<void>(acting->result());
        return;
    }
    const CliResult dead = m_laptop->runDying(command, failpoint);
    QVERIFY2(dead.wasKilled, qPrintable(dead.description()));
}

bool FailpointScene::arm(const QString& failpoint)
{
    armServer(failpoint);
    return !QTest::currentTestFailed();
}

void FailpointScene::armServer(const QString& failpoint)
{
    QVERIFY(m_stage.server().stop());
    m_stage.server().armNextStart(failpoint);
    QVERIFY(m_stage.server().start());
}

bool FailpointScene::awaitDeath()
{
    await();
    return !QTest::currentTestFailed();
}

void FailpointScene::await()
{
    QVERIFY2(m_stage.server().waitForDeath(), "the server did not come to the failpoint");
    QVERIFY(m_stage.server().start());
}

void FailpointScene::compareAtRest(const std::function<void(const Device&)>& check,
                                   std::vector<const Device*> devices) const
{
    if (devices.empty()) {
        devices = {m_laptop.get(), m_phone.get()};
    }
    QVERIFY(m_laptop->sync()); // first, because it may still have something to send
    for (const Device* device : devices) {
        QVERIFY(device->sync());
        check(*device);
        if (QTest::currentTestFailed()) {
            return;
        }
        VERIFY_DONE(device->audit());
    }
}

qint64 FailpointScene::letBobSpeak() const
{
    const CliResult said = m_bob->run({u"send"_s, number(m_group), u"-"_s}, "one\ntwo\nthree\n");
    return said.isDone() && said.lines.size() == 3 ? said.lines.last()[u"seq"].toInteger() : 0;
}

std::vector<const Device*> FailpointScene::all() const
{
    return {m_laptop.get(), m_phone.get(), m_bob.get()};
}

} // namespace tidemark::test
