#include "core/models/words/reminder_text.h"
#include "core/models/words/send_times.h"
#include "tests/main/suite.h"
#include "tests/support/items.h"

#include <QTest>

namespace tidemark::send_times_test {

using namespace Qt::StringLiterals;

/// The times that are offered for sending later, and the text of a reminder.
class TestSendTimes : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void timesAreOfferedInTheirOrder()
    {
        const QDateTime thursday(QDate(2026, 11, 26), QTime(14, 20), Qt::UTC);
        const QList<QDateTime> times = timesAt(thursday);
        QCOMPARE(times, QList({thursday.addSecs(3600), QDateTime(QDate(2026, 11, 26), QTime(18, 0), Qt::UTC),
                               QDateTime(QDate(2026, 11, 27), QTime(9, 0), Qt::UTC),
                               QDateTime(QDate(2026, 11, 30), QTime(9, 0), Qt::UTC)}));
        QVERIFY(sendTimes(thursday).at(2).words.startsWith(u"Tomorrow morning, "_s));
    }

    void anEveningThatHasBegunIsNotOffered()
    {
        const QDateTime evening(QDate(2026, 11, 26), QTime(17, 30), Qt::UTC);
        QCOMPARE(timesAt(evening).size(), 3);
    }

    void onASundayTomorrowIsMonday()
    {
        const QDateTime sunday(QDate(2026, 11, 29), QTime(10, 0), Qt::UTC);
        QCOMPARE(timesAt(sunday).size(), 3);
        QCOMPARE(timesAt(sunday).constLast(), QDateTime(QDate(2026, 11, 30), QTime(9, 0), Qt::UTC));
    }

    void aReminderQuotesOneLine()
    {
        const QString text = reminderText(u"bob"_s, u"two\nlines"_s, ConversationId(5), Seq(12));
        QCOMPARE(text, u"Reminder: “two lines” – bob\ntidemark:conversation/5/message/12"_s);
        const QString longText = reminderText(u"bob"_s, QString(1000, u'x'), ConversationId(5), Seq(12));
        QVERIFY(longText.size() < 400);
        QVERIFY(longText.contains(u'…'));
        QCOMPARE(reminderText(u"bob"_s, {}, ConversationId(5), Seq(12)).section(u'\n', 0, 0),
                 u"Reminder: a file from bob"_s);
    }

private:
    static QList<QDateTime> timesAt(const QDateTime& now)
    {
        QList<QDateTime> times;
        for (const SendTime& time : sendTimes(now)) {
            times.append(QDateTime::fromMSecsSinceEpoch(time.due.value, Qt::UTC));
        }
        return times;
    }
};

TIDEMARK_SUITE(TestSendTimes, QCoreApplication)

} // namespace tidemark::send_times_test

#include "test_send_times.moc"
