#include "app/cli/parsing/due_time.h"
#include "tests/main/suite.h"

#include <QTest>

namespace tidemark::due_time_test {

using namespace Qt::StringLiterals;

/// The times of tidemark-cli.
class TestDueTime : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void timesAreRead_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qint64>("expected");
        QTest::newRow("seconds") << u"+90s"_s << 1000 + 90 * qint64{1000};
        QTest::newRow("minutes") << u"+30m"_s << 1000 + 30 * 60 * qint64{1000};
        QTest::newRow("hours") << u"+2h"_s << 1000 + 2 * 3600 * qint64{1000};
        QTest::newRow("days") << u"+3d"_s << 1000 + 3 * 24 * 3600 * qint64{1000};
        QTest::newRow("weeks") << u"+1w"_s << 1000 + 7 * 24 * 3600 * qint64{1000};
        QTest::newRow("now") << u"+0s"_s << qint64{1000};
        QTest::newRow("UTC") << u"1970-01-02T00:00:00Z"_s << 24 * 3600 * qint64{1000};
        QTest::newRow("with a zone") << u"1970-01-02T00:00:00+01:00"_s << 23 * 3600 * qint64{1000};
        QTest::newRow("without seconds") << u"1970-01-02T00:00Z"_s << 24 * 3600 * qint64{1000};
    }
    void timesAreRead()
    {
        QFETCH(const QString, text);
        const auto due = cli::dueTime(text, UnixMs{1000});
        QVERIFY(due.has_value());
        QTEST(qint64{due->value}, "expected");
    }

    void othersAreNoTimes_data()
    {
        QTest::addColumn<QString>("text");
        for (const char* text : {"", "+", "+h", "2h", "+2", "+2x", "+-2h", "+2 h", "tomorrow",
                                 "1970-01-02T00:00:00", "1970-13-02T00:00:00Z", "+9999999999h", "+２h"}) {
            QTest::newRow(text) << QString::fromUtf8(text);
        }
    }
    void othersAreNoTimes()
    {
        QFETCH(const QString, text);
        QVERIFY(!cli::dueTime(text, UnixMs{1000}));
    }
};

TIDEMARK_SUITE(TestDueTime, QCoreApplication)

} // namespace tidemark::due_time_test

#include "test_due_time.moc"
