#include "tests/main/suite.h"
#include "tests/ui/recorded_session.h"
#include "ui/chat/composer/composer.h"
#include "ui/session/send_cooldowns.h"

#include <QLabel>
#include <QSignalSpy>
#include <QTest>

namespace tidemark::send_cooldowns_test {

using namespace Qt::StringLiterals;

namespace {

constexpr ConversationId crew{7};
constexpr ConversationId other{8};

} // namespace

/// When the server asks for a wait, the window counts it down.
class TestSendCooldowns : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void secondsAreCountedDown()
    {
        Instant now{Milliseconds(1000)};
        SendCooldowns cooldowns([&now] { return now; });
        QSignalSpy changed(&cooldowns, &SendCooldowns::changed);
        cooldowns.take(crew, 12000);
        QCOMPARE(changed.count(), 1);
        QCOMPARE(cooldowns.secondsLeft(crew), 12);
        QCOMPARE(cooldowns.secondsLeft(other), 0);
        now += Milliseconds(1);
        QCOMPARE(cooldowns.secondsLeft(crew), 12);
        now += Milliseconds(10999);
        QCOMPARE(cooldowns.secondsLeft(crew), 1);
        now += Milliseconds(1000);
        QCOMPARE(cooldowns.secondsLeft(crew), 1);
        cooldowns.take(crew, 1000);
        QCOMPARE(cooldowns.secondsLeft(crew), 1);
        now += Milliseconds(1399);
        QCOMPARE(cooldowns.secondsLeft(crew), 1);
        now += Milliseconds(1);
        QCOMPARE(cooldowns.secondsLeft(crew), 0);
    }

    void itTicksUntilNothingCoolsDown()
    {
        SendCooldowns cooldowns;
        QSignalSpy changed(&cooldowns, &SendCooldowns::changed);
        cooldowns.take(crew, 1200);
        QTRY_COMPARE_WITH_TIMEOUT(cooldowns.secondsLeft(crew), 1, 10000);
        QTRY_COMPARE_WITH_TIMEOUT(cooldowns.secondsLeft(crew), 0, 10000);
        QTRY_VERIFY_WITH_TIMEOUT(changed.count() >= 3, 10000);
    }

    void aShortWaitIsNotShown()
    {
        SendCooldowns cooldowns;
        cooldowns.take(crew, 200);
        QCOMPARE(cooldowns.secondsLeft(crew), 0);
    }

    void withTheConnectionItGoes()
    {
        test::RecordedSession recorded;
        ChatSession& session = recorded.session;
        session.connection().take({ConnectionPhase::Online, {}, {}}, -1);
        session.sendCooldowns().take(crew, 60000);
        QVERIFY(session.sendCooldowns().secondsLeft(crew) > 50);
        session.connection().take({ConnectionPhase::Waiting, {}, {}}, 1000);
        QCOMPARE(session.sendCooldowns().secondsLeft(crew), 0);
    }

    void theComposerSaysSo()
    {
        Composer composer;
        composer.resize(390, 120);
        composer.show();
        const auto words = [&composer] {
            QStringList shown;
            for (const QLabel* label : composer.findChildren<QLabel*>()) {
                if (label->isVisible()) {
                    shown += label->text();
                }
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

TIDEMARK_SUITE(TestSendCooldowns, QApplication)

} // namespace tidemark::send_cooldowns_test

#include "test_send_cooldowns.moc"
