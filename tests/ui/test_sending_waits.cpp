#include "tests/main/suite.h"
#include "tests/ui/recorded_session.h"
#include "ui/composer.h"
#include "ui/sending_waits.h"

#include <QLabel>
#include <QSignalSpy>
#include <QTest>

namespace tidemark::sending_waits_test {

using namespace Qt::StringLiterals;

namespace {

constexpr ConversationId crew{7};
constexpr ConversationId other{8};

} // namespace

/// The server asks to wait: it is counted down, and forgotten.
class TestSendingWaits : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void secondsAreCountedDown()
    {
        Instant now{Milliseconds(1000)};
        SendingWaits waits([&now] { return now; });
        QSignalSpy changed(&waits, &SendingWaits::changed);
        waits.take(crew, 12000);
        QCOMPARE(changed.count(), 1);
        QCOMPARE(waits.secondsLeft(crew), 12);
        QCOMPARE(waits.secondsLeft(other), 0);
        now += Milliseconds(1);
        QCOMPARE(waits.secondsLeft(crew), 12);
        now += Milliseconds(10999);
        QCOMPARE(waits.secondsLeft(crew), 1);
        now += Milliseconds(1000);
        QCOMPARE(waits.secondsLeft(crew), 1);
        waits.take(crew, 1000);
        QCOMPARE(waits.secondsLeft(crew), 1);
        now += Milliseconds(1399);
        QCOMPARE(waits.secondsLeft(crew), 1);
        now += Milliseconds(1);
        QCOMPARE(waits.secondsLeft(crew), 0);
    }

    void itTicksUntilNothingWaits()
    {
        SendingWaits waits;
        QSignalSpy changed(&waits, &SendingWaits::changed);
        waits.take(crew, 1200);
        QTRY_COMPARE_WITH_TIMEOUT(waits.secondsLeft(crew), 1, 10000);
        QTRY_COMPARE_WITH_TIMEOUT(waits.secondsLeft(crew), 0, 10000);
        QTRY_VERIFY_WITH_TIMEOUT(changed.count() >= 3, 10000);
    }

    void whatIsOverAtOnceIsNotShown()
    {
        SendingWaits waits;
        waits.take(crew, 200);
        QCOMPARE(waits.secondsLeft(crew), 0);
    }

    void withTheConnectionItGoes()
    {
        test::RecordedSession recorded;
        ChatSession& session = recorded.session;
        session.takeConnection({ConnectionPhase::Online, {}, {}}, -1);
        session.sendingWaits().take(crew, 60000);
        QVERIFY(session.sendingWaits().secondsLeft(crew) > 50);
        session.takeConnection({ConnectionPhase::Waiting, {}, {}}, 1000);
        QCOMPARE(session.sendingWaits().secondsLeft(crew), 0);
    }

    void theComposerSaysSo()
    {
        Composer composer;
        composer.resize(390, 120);
        composer.show();
        const auto words = [&composer] {
            QStringList shown;
            for (const QLabel* label : composer.findChildren<QLabel*>()) {
                if (label->isVisible())
                    shown += label->text();
            }
            return shown;
        };
        QCOMPARE(words(), QStringList());
        composer.setWait(12);
        QCOMPARE(words().size(), 1);
        QVERIFY(words().first().startsWith(u"You can send again in 12 s"_s));
        composer.setWait(0);
        QCOMPARE(words(), QStringList());
    }
};

TIDEMARK_SUITE(TestSendingWaits, QApplication)

} // namespace tidemark::sending_waits_test

#include "test_sending_waits.moc"
