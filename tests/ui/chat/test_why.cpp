#include "tests/main/suite.h"
#include "tests/support/items.h"
#include "tests/ui/log_window.h"
#include "ui/chat/info/reactors_dialog.h"
#include "ui/chat/info/why_dialog.h"
#include "ui/chat/info/why_text.h"
#include "ui/session/reading/unread_explainer.h"
#include "ui/widgets/plain_list.h"

#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>

#include <algorithm>

namespace tidemark::why_test {

using namespace Qt::StringLiterals;
using test::someMoment;
using test::summaryOf;

namespace {

constexpr ConversationId seven{7};
const QDate today(2026, 11, 19);

HistoryEntry messageOf(std::uint64_t seq, const std::string& text)
{
    HistoryEntry one;
    one.entry.seq = Seq(seq);
    one.entry.author = UserId(2);
    one.entry.at = UnixMs{someMoment};
    one.entry.content = content::Message{text};
    one.authorName = "Anna";
    return one;
}

/// The phone has read through 120; 121 and 122 count.
Explanation someExplanation()
{
    Explanation explanation;
    explanation.conversation = seven;
    explanation.counts.unread = 2;
    explanation.cursor.readSeq = Seq(120);
    explanation.mover = {CursorCause::Seen, CursorMover::By::OtherDevice, "phone", UnixMs{someMoment}, true};
    explanation.countedHead = Seq(122);
    explanation.counted = {messageOf(121, "one\nand more"), messageOf(122, "two")};
    return explanation;
}

/// The explainer, and its requests to the client.
struct Fixture {
    std::uint64_t lastCommand = 0;
    UnreadExplainer unreadExplainer{[this] { return CommandId(++lastCommand); }};
    QSignalSpy wanted{&unreadExplainer, &UnreadExplainer::explanationWanted};
    QSignalSpy submitted{&unreadExplainer, &UnreadExplainer::submitted};
    QSignalSpy explained{&unreadExplainer, &UnreadExplainer::explained};
};

} // namespace

class TestWhy : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void theCursorInWords_data()
    {
        using By = CursorMover::By;
        QTest::addColumn<int>("cause");
        QTest::addColumn<int>("by");
        QTest::addColumn<QString>("words");
        const auto row = [](CursorCause cause, By by, const QString& words) {
            QTest::addRow("%d %d", int(cause), int(by)) << int(cause) << int(by) << words;
        };
        row(CursorCause::Seen, By::OtherDevice, u"Read up to #120 on phone at 14:02, because it was seen."_s);
        row(CursorCause::Seen, By::ThisDevice,
            u"Read up to #120 on this device at 14:02, because it was seen."_s);
        row(CursorCause::MarkedRead, By::OtherDevice,
            u"Read up to #120, because it was marked as read on phone at 14:02."_s);
        row(CursorCause::MarkedUnread, By::OtherDevice,
            u"Read up to #120, because the messages after it were marked as unread on phone at 14:02."_s);
        row(CursorCause::Undo, By::ThisDevice,
            u"Read up to #120, because a mark was undone on this device at 14:02."_s);
        row(CursorCause::Joined, By::Server, u"Read up to #120, because you joined there at 14:02."_s);
        row(CursorCause::Unknown, By::Server, u"Read up to #120."_s);
    }
    void theCursorInWords()
    {
        QFETCH(int, cause);
        QFETCH(int, by);
        QFETCH(QString, words);
        Explanation explanation = someExplanation();
        explanation.mover.cause = CursorCause(cause);
        explanation.mover.by = CursorMover::By(by);
        QCOMPARE(whyCursor(explanation, today), words);
    }

    void theCauseOfTheFloorIsShown()
    {
        Explanation explanation = someExplanation();
        explanation.cursor.readSeq = Seq(100);
        explanation.floor = Seq(120);
        const QString cursor = u"Read up to #100 on phone at 14:02, because it was seen. "_s;
        QCOMPARE(whyCursor(explanation, today),
                 cursor + u"Messages up to #120 do not count: they were sent before you joined."_s);
        explanation.floorMover = {
            CursorCause::Expired, CursorMover::By::Server, {}, UnixMs{someMoment}, true};
        QCOMPARE(whyCursor(explanation, today),
                 cursor
                     + u"Messages up to #120 no longer count: they were unread for too long (at 14:02)."_s);
        explanation.belowFloor = 17;
        QCOMPARE(
            whyCursor(explanation, today),
            cursor + u"17 messages up to #120 no longer count: they were unread for too long (at 14:02)."_s);
        explanation.floorMover.cause = CursorCause::Trimmed;
        explanation.floorMover.at = {};
        QCOMPARE(whyCursor(explanation, today),
                 cursor + u"17 messages up to #120 no longer count: the server no longer keeps them."_s);
        explanation.belowFloor = 1;
        QCOMPARE(whyCursor(explanation, today),
                 cursor + u"1 message up to #120 no longer counts: the server no longer keeps it."_s);
    }

    void unsyncedReadsSaySo()
    {
        Explanation explanation = someExplanation();
        explanation.mover = {CursorCause::Seen, CursorMover::By::ThisDevice, {}, {}, false};
        QCOMPARE(
            whyCursor(explanation, today),
            u"Read up to #120 on this device, because it was seen. The server does not know this yet."_s);
        explanation = Explanation();
        explanation.floor = Seq(50);
        QCOMPARE(whyCursor(explanation, today), u"Nothing has been read here yet. Messages up to #50 do not "
                                                "count: they were sent before you joined."_s);
    }

    void numbersAreNeverMoreCertainThanTheyAre()
    {
        Explanation explanation = someExplanation();
        QCOMPARE(whyHeadline(explanation), u"2 unread messages"_s);
        explanation.exact = false;
        QCOMPARE(whyHeadline(explanation), u"At least 2 unread messages"_s);
        explanation.exact = true;
        explanation.counts.unread = 1;
        QCOMPARE(whyHeadline(explanation), u"1 unread message"_s);
        explanation.counts.unread = 0;
        QCOMPARE(whyHeadline(explanation), u"Nothing is unread"_s);
    }

    void omittedMessagesAreExplained()
    {
        Explanation explanation = someExplanation();
        QCOMPARE(whyLeftOut(explanation), u"Nothing was left out."_s);
        explanation.own = 4;
        explanation.recalled = 1;
        explanation.notCountable = 2;
        QCOMPARE(whyLeftOut(explanation), u"Not counted: 4 of your own, 1 deleted, 2 edits and notices."_s);
        explanation.notLookedAt = 1;
        QVERIFY(whyLeftOut(explanation).contains(u"1 entry is not on this device"));
        explanation.total = TotalPart::Muted;
        explanation.isPrivate = true;
        QCOMPARE(
            whyTotal(explanation),
            u"This number is not part of the total: the conversation is muted. You hide read receipts here."_s);
    }

    void theResultOfARecount()
    {
        AuditReport report;
        report.checked = 5;
        QCOMPARE(auditWords(report), u"Counted again: the numbers of all 5 conversations were right."_s);
        report.differences.resize(2);
        report.repaired = true;
        QCOMPARE(auditWords(report), u"Counted again: 2 numbers were wrong and have been corrected."_s);
        report.repaired = false;
        QVERIFY(auditWords(report).contains(u"could not be corrected"));
    }

    void oneQuestionAtATime()
    {
        Fixture fixture;
        fixture.unreadExplainer.ask(seven);
        QCOMPARE(fixture.wanted.size(), 1);
        fixture.unreadExplainer.takeChanges({summaryOf(8, "other")});
        fixture.unreadExplainer.takeChanges({summaryOf(7, "seven")});
        fixture.unreadExplainer.takeChanges({summaryOf(7, "seven")});
        QCOMPARE(fixture.wanted.size(), 1);
        fixture.unreadExplainer.takeExplanation({seven, someExplanation()});
        QCOMPARE(fixture.wanted.size(), 2);
        fixture.unreadExplainer.takeExplanation({seven, someExplanation()});
        QCOMPARE(fixture.wanted.size(), 2);
        QCOMPARE(fixture.explained.size(), 2);
        fixture.unreadExplainer.end();
        fixture.unreadExplainer.takeChanges({summaryOf(7, "seven")});
        fixture.unreadExplainer.takeExplanation({seven, someExplanation()});
        QCOMPARE(fixture.wanted.size(), 2);
        QCOMPARE(fixture.explained.size(), 2);
    }

    void missingMessagesArePulledOnce()
    {
        Fixture fixture;
        fixture.unreadExplainer.ask(seven);
        Explanation partly = someExplanation();
        partly.notLookedAt = 1;
        fixture.unreadExplainer.takeExplanation({seven, partly});
        QCOMPARE(fixture.submitted.size(), 1);
        const auto load = std::get<input::LoadRange>(fixture.submitted[0][0].value<Input>());
        QCOMPARE(load.after, Seq(120));
        QCOMPARE(load.through, Seq(122));
        change::CommandDone done;
        done.command = load.command;
        fixture.unreadExplainer.takeCommandDone(done);
        QCOMPARE(fixture.wanted.size(), 2);
        fixture.unreadExplainer.takeExplanation({seven, partly});
        QCOMPARE(fixture.submitted.size(), 1);
    }

    void messagesTooFarBackAreNotPulled()
    {
        Fixture fixture;
        fixture.unreadExplainer.ask(seven);
        Explanation longRange = someExplanation();
        longRange.countedHead = Seq(120 + maxExplainedEntries + 50);
        longRange.notLookedAt = 50;
        fixture.unreadExplainer.takeExplanation({seven, longRange});
        QCOMPARE(fixture.submitted.size(), 0);
    }

    void onlyTheOwnRecountIsReported()
    {
        Fixture fixture;
        QSignalSpy audited(&fixture.unreadExplainer, &UnreadExplainer::audited);
        QSignalSpy repair(&fixture.unreadExplainer, &UnreadExplainer::repairWanted);
        fixture.unreadExplainer.takeAudit({});
        QCOMPARE(audited.size(), 0);
        fixture.unreadExplainer.ask(seven);
        fixture.unreadExplainer.takeExplanation({seven, someExplanation()});
        fixture.unreadExplainer.repair();
        QCOMPARE(repair.size(), 1);
        fixture.unreadExplainer.takeAudit({});
        QCOMPARE(audited.size(), 1);
        QCOMPARE(fixture.wanted.size(), 2);
    }

    void unreadReactionsAreNamedAndListed()
    {
        QVERIFY(whyReactions(0).isEmpty());
        QVERIFY2(whyReactions(1).startsWith(u"1 reaction to your messages is unread."),
                 qPrintable(whyReactions(1)));
        test::LogWindow log(200, 200);
        log.setOwn({20, 100});
        log.goOnline();
        log.open();
        log.setReactions(20, {{"❤️", 1, false}});
        log.setReactions(100, {{"👍", 1, false}});
        log.setUnreadReactions(2);
        Q_EMIT log.chat->whyWanted();
        auto* dialog = log.window.findChild<WhyDialog*>();
        QVERIFY(dialog != nullptr && dialog->isVisible());
        const auto labels = dialog->findChildren<QLabel*>();
        QVERIFY(std::ranges::any_of(labels, [](const QLabel* label) {
            return label->isVisible() && label->text() == whyReactions(2);
        }));

        auto* page = dialog->findChild<ReactorsPage*>();
        QVERIFY(page != nullptr);
        const auto asked = log.all<input::GetReactors>();
        QVERIFY(!asked.empty());
        QCOMPARE(asked.back().conversation, test::someConversation);
        QVERIFY2(!asked.back().seq.isValid(), "all that are unread");
        protocol::Reactors answer;
        answer.conversation = test::someConversation;
        answer.reactors = {{Seq(20), "❤️", UserId(2), ReactionSeq(1)},
                           {Seq(100), "👍", UserId(2), ReactionSeq(2)}};
        answer.users = {{UserId(2), "Anna"}};
        change::CommandDone done;
        done.command = asked.back().command;
        done.result = answer;
        log.session.commands().take(done);
        auto* list = page->findChild<PlainList*>();
        QCOMPARE(list->rows().size(), 2);
        QCOMPARE(list->rows()[1].title, u"Anna"_s);
        QVERIFY2(list->rows()[1].text.contains(u"#100"), qPrintable(list->rows()[1].text));
        const QSignalSpy jumped(dialog, &WhyDialog::messageWanted);
        list->setCurrentRow(1);
        QTest::keyClick(list, Qt::Key_Return);
        QCOMPARE(jumped.size(), 1);
        QCOMPARE(jumped.front().at(1).value<Seq>(), Seq(100));

        log.setUnreadReactions(0);
        Q_EMIT log.chat->whyWanted();
        QVERIFY(log.window.findChild<WhyDialog*>() != nullptr);
        QVERIFY(log.window.findChild<ReactorsPage*>() == nullptr);
    }

    void theDialogShowsAndJumps()
    {
        Fixture fixture;
        const Theme theme = themeFor(ThemeChoice::Dark, {});
        // The dialog deletes itself, but not before the event loop runs.
        auto* dialog = new WhyDialog(fixture.unreadExplainer, summaryOf(7, "seven"), theme);
        QCOMPARE(fixture.wanted.size(), 1);
        dialog->show();
        fixture.unreadExplainer.takeExplanation({seven, someExplanation()});
        auto* list = dialog->findChild<PlainList*>();
        QCOMPARE(list->rows().size(), 2);
        QCOMPARE(list->rows().first().text, u"one and more"_s);
        QSignalSpy jumped(dialog, &WhyDialog::messageWanted);
        dialog->grab();
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualItemRect(list->item(1)).center());
        QVERIFY(!jumped.isEmpty());
        QCOMPARE(jumped.first().at(0).value<ConversationId>(), seven);
        QCOMPARE(jumped.first().at(1).value<Seq>(), Seq(122));

        list->setCurrentRow(0);
        QTest::keyClick(list, Qt::Key_Return);
        QCOMPARE(jumped.last().at(1).value<Seq>(), Seq(121));
        QVERIFY2(dialog->isVisible(), "Enter in the list presses no button");

        QPushButton* repair = nullptr;
        for (QPushButton* button : dialog->findChildren<QPushButton*>()) {
            if (button->text().contains(u"repair")) {
                repair = button;
            }
        }
        QVERIFY(repair != nullptr);
        repair->click();
        QVERIFY(!repair->isEnabled());
        AuditReport report;
        report.checked = 1;
        fixture.unreadExplainer.takeAudit(report);
        QVERIFY(repair->isEnabled());
        bool isReported = false;
        for (const QLabel* label : dialog->findChildren<QLabel*>()) {
            isReported = isReported || label->text() == auditWords(report);
        }
        QVERIFY(isReported);
        delete dialog;
        fixture.unreadExplainer.takeChanges({summaryOf(7, "seven")});
        QCOMPARE(fixture.wanted.size(), 2); // the request after the recount
    }

    void rowsThatGoTakeTheChoiceWithThem()
    {
        PlainList list(themeFor(ThemeChoice::Light, {}));
        list.setChoosable(true);
        const PlainRow anna{1, u"Anna"_s, {}, {}, 0};
        const PlainRow bo{2, u"Bo"_s, {}, {}, 0};
        const PlainRow chen{3, u"陈静"_s, {}, {}, 0};
        list.setRows({anna, bo, chen});
        list.setCurrentRow(1);
        list.setRows({bo, chen});
        QCOMPARE(list.count(), 2);
        QCOMPARE(list.selectedItems(), QList<QListWidgetItem*>{list.item(0)});
        QCOMPARE(list.item(0)->text(), u"Bo"_s);
        list.setRows({chen});
        QVERIFY(list.selectedItems().isEmpty());
        QSignalSpy chosen(&list, &PlainList::chosen);
        list.setChoosable(false);
        Q_EMIT list.itemClicked(list.item(0));
        QCOMPARE(chosen.size(), 0);
        list.setChoosable(true);
        Q_EMIT list.itemClicked(list.item(0));
        QCOMPARE(chosen.size(), 1);
    }
};

TIDEMARK_SUITE(TestWhy, QApplication)

} // namespace tidemark::why_test

#include "test_why.moc"
