#include "tests/e2e/stage.h"
#include "tests/main/suite.h"
#include "tests/support/programs.h"

#include <QFile>
#include <QProcess>
#include <QTest>

namespace tidemark::trace_test {

using namespace tidemark::test;
using namespace Qt::StringLiterals;

namespace {

struct Played {
    int status = -1;
    QString output;
};

Played play(const QString& trace)
{
    QProcess simulator;
    simulator.start(programPath(u"tidemark-sim"_s), {u"--replay"_s, trace});
    if (!simulator.waitForFinished(programTimeoutMs)) {
        return {};
    }
    return {simulator.exitCode(), QString::fromUtf8(simulator.readAll())};
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

/// The trace of a device can be played back elsewhere, and contains no text.
class TestTrace : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void aTraceComesOutTheSameAndHoldsNoText()
    {
        Stage stage;
        QVERIFY(stage.ready());
        const Device ann = stage.newAccount(u"annabella"_s, u"laptop"_s);
        const Device bob = stage.newAccount(u"bobadilla"_s, u"desk"_s);
        const qint64 group = bob.createGroup(u"greenhouse"_s, {u"annabella"_s});
        for (int i = 0; i < 5; ++i) {
            QVERIFY(bob.send(group, u"watering %1"_s.arg(i)) > 0);
        }
        VERIFY_DONE(ann.run({u"history"_s, number(group)}));

        const QString trace = stage.folder() + u"/trace"_s;
        VERIFY_DONE(ann.run({u"--trace"_s, trace, u"read"_s, number(group), u"--up-to"_s, u"4"_s}));
        const Played same = play(trace);
        QVERIFY2(same.status == 0, qPrintable(same.output));
        QVERIFY(same.output.contains(u"0 differences"_s));

        const QByteArray all = contentOf(trace + u"/start.db"_s) + contentOf(trace + u"/events.jsonl"_s);
        QVERIFY(!all.isEmpty());
        for (const char* secret : {"watering", "greenhouse", "annabella", "bobadilla", "laptop"}) {
            QVERIFY2(!all.contains(secret), secret);
        }

        // The replay finds a badge that differs from the engine's decision.
        QByteArray events = contentOf(trace + u"/events.jsonl"_s);
        const qsizetype badges = events.indexOf("{\"badges\"");
        QVERIFY(badges > 0);
        events.replace(badges, events.indexOf('\n', badges) - badges,
                       R"({"badges":[["1","0","4","6","3","0","0","1"]]})");
        QFile file(trace + u"/events.jsonl"_s);
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write(events);
        file.close();
        const Played other = play(trace);
        QCOMPARE(other.status, 1);
        QVERIFY2(other.output.contains(u"in the trace 3 unread"_s), qPrintable(other.output));
    }

    void aTraceNeverOverwrites()
    {
        Stage stage;
        QVERIFY(stage.ready());
        const Device ann = stage.newAccount(u"ann"_s, u"laptop"_s);
        const CliResult refused = ann.run({u"--trace"_s, stage.folder(), u"unread"_s});
        QVERIFY(!refused.isDone());
        QVERIFY2(refused.forPeople.contains(u"not empty"_s), qPrintable(refused.forPeople));
        QCOMPARE(play(stage.folder()).status, 2);
    }
};

TIDEMARK_SUITE(TestTrace, QCoreApplication)

} // namespace tidemark::trace_test

#include "test_trace.moc"
