#include "core/models/conversations/conversation_list_model.h"
#include "core/models/conversations/unsynced_marks.h"
#include "tests/main/suite.h"
#include "tests/support/items.h"

#include <QSignalSpy>

namespace tidemark::unsynced_marks_test {

using namespace std::chrono_literals;
using test::summaryOf;

namespace {

constexpr ConversationId seven{7};

ConversationSummary unsent(std::uint64_t readSeq)
{
    ConversationSummary summary = summaryOf(7, "seven");
    summary.cursor.readSeq = Seq(readSeq);
    summary.readUnsent = true;
    return summary;
}

} // namespace

class TestUnsyncedMarks : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void normalReadingShowsNothing()
    {
        UnsyncedMarks marks(1h);
        QVERIFY(!marks.note(unsent(3)));
        QVERIFY(!marks.note(summaryOf(7, "seven")));
        QVERIFY(!marks.isShown(seven));
    }

    void aLongWaitIsShownOnce()
    {
        UnsyncedMarks marks(1ms);
        QSignalSpy shown(&marks, &UnsyncedMarks::shown);
        QVERIFY(!marks.note(unsent(3)));
        QVERIFY(shown.wait());
        QVERIFY(marks.isShown(seven));
        QVERIFY2(marks.note(unsent(4)), "reading on does not make the mark flicker");
        QVERIFY(!marks.note(summaryOf(7, "seven")));
        QCOMPARE(shown.size(), 1);
    }

    void readingOnBeginsAgain()
    {
        UnsyncedMarks marks(1ms);
        QSignalSpy shown(&marks, &UnsyncedMarks::shown);
        QVERIFY(!marks.note(unsent(3)));
        QVERIFY(!marks.note(unsent(4)));
        QVERIFY(!marks.note(unsent(4)));
        QVERIFY(shown.wait());
        // The timers of both places have run by now, or run before this timer of another conversation.
        ConversationSummary other = summaryOf(8, "eight");
        other.readUnsent = true;
        marks.note(other);
        QVERIFY(shown.wait());
        QCOMPARE(shown.size(), 2);
        QCOMPARE(shown.last().first().value<ConversationId>(), ConversationId(8));
    }

    void offlineItIsShownAtOnce()
    {
        UnsyncedMarks marks(1h);
        QSignalSpy shown(&marks, &UnsyncedMarks::shown);
        QVERIFY(!marks.note(unsent(3)));
        marks.setOffline(true);
        QCOMPARE(shown.size(), 1);
        QVERIFY(marks.isShown(seven));
        marks.clear();
        QVERIFY(marks.note(unsent(3)));
        marks.setOffline(false);
        QVERIFY2(marks.isShown(seven), "the mark stays until the server has answered");
    }

    void theListShowsIt()
    {
        ConversationListModel model;
        model.setConversations({summaryOf(1, "one"), unsent(3)});
        const auto row = [&] {
            return model.index(model.rowOfConversation(seven))
                .data(ConversationListModel::RowRole)
                .value<ConversationRow>();
        };
        QVERIFY(!row().isUnsynced);
        QVERIFY(row().unsyncedHint.isEmpty());
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        model.setOffline(true);
        QCOMPARE(changed.size(), 1);
        QVERIFY(changed.first().at(2).value<QList<int>>().contains(ConversationListModel::StateRole));
        QVERIFY(row().isUnsynced);
        QVERIFY(!row().unsyncedHint.isEmpty());
        QVERIFY(row().spoken.contains(QStringLiteral("not yet synced")));
        model.update({summaryOf(7, "seven")});
        QVERIFY(!row().isUnsynced);
    }
};

TIDEMARK_SUITE(TestUnsyncedMarks, QCoreApplication)

} // namespace tidemark::unsynced_marks_test

#include "test_unsynced_marks.moc"
