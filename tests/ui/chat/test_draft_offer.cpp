// The composer and the drafts of other devices.
#include "tests/main/suite.h"
#include "tests/ui/log_window.h"
#include "ui/chat/composer/draft_keeper.h"
#include "ui/chat/composer/draft_offer.h"
#include "ui/session/choices/preferences.h"

#include <QLabel>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

namespace tidemark::draft_offer_test {

using namespace Qt::StringLiterals;
using test::LogWindow;

class TestDraftOffer : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void aTextOfAnotherDeviceIsShownInAnIdleComposer()
    {
        LogWindow log(10, 10);
        openIdle(log);
        store(log, "from the phone", 1);
        QCOMPARE(log.field->toPlainText(), u"from the phone"_s);
        QVERIFY(!offer(log)->isVisible());
        store(log, "", 2);
        QCOMPARE(log.field->toPlainText(), QString());
    }

    void aComposerWithTheFocusIsNeverReplaced()
    {
        LogWindow log(10, 10);
        openIdle(log);
        store(log, "mine", 1);
        log.field->setFocus();
        store(log, "from the phone", 2);
        QCOMPARE(log.field->toPlainText(), u"mine"_s);
        QVERIFY(offer(log)->isVisible());
        const QString words = offer(log)->findChild<QLabel*>()->text();
        QVERIFY2(words.contains(u"phone"_s) && words.contains(u"from the phone"_s), qPrintable(words));
        log.view->setFocus(); // the user has gone on without a key
        QCOMPARE(log.field->toPlainText(), u"from the phone"_s);
        QVERIFY(!offer(log)->isVisible());
    }

    void nothingIsPutUnderTheKeysOfAnEmptyComposer()
    {
        LogWindow log(10, 10);
        log.open();
        store(log, "from the phone", 1);
        QCOMPARE(log.field->toPlainText(), QString());
        QCOMPARE(offer(log)->offered(), u"from the phone"_s);
        button(log, u"Take over"_s)->click();
        QCOMPARE(log.field->toPlainText(), u"from the phone"_s);
    }

    void keysThatAreNotSavedAreNeverReplaced()
    {
        LogWindow log(10, 10);
        log.open();
        QSignalSpy drafts(&log.session.writer(), &MessageWriter::draftChanged);
        log.field->setFocus();
        QTest::keyClicks(log.field, u"typing"_s);
        log.view->setFocus();
        store(log, "from the phone", 1);
        QCOMPARE(log.field->toPlainText(), u"typing"_s);
        log.chat->drafts().flush();
        QCOMPARE(drafts.constLast().at(1).toString(), u"typing"_s);
        QCOMPARE(drafts.constLast().at(2).value<std::optional<quint64>>(), std::optional<quint64>(0));
    }

    void theOtherTextIsTakenOver()
    {
        LogWindow log(10, 10);
        openIdle(log);
        inConflict(log);
        button(log, u"Take over"_s)->click();
        QCOMPARE(log.field->toPlainText(), u"theirs"_s);
        QVERIFY(log.all<input::SettleDraft>().at(0).takesOther);
        QVERIFY(!offer(log)->isVisible());
    }

    void theOtherTextIsDiscarded()
    {
        LogWindow log(10, 10);
        openIdle(log);
        inConflict(log);
        button(log, u"Discard"_s)->click();
        QCOMPARE(log.field->toPlainText(), u"mine"_s);
        QVERIFY(!log.all<input::SettleDraft>().at(0).takesOther);
        QVERIFY(!offer(log)->isVisible());
    }

    void theOfferStaysWithItsConversation()
    {
        LogWindow log(10, 10);
        openIdle(log);
        inConflict(log);
        log.open(ConversationId(8));
        QVERIFY(!offer(log)->isVisible());
        log.open();
        QVERIFY(offer(log)->isVisible());
    }

    void aSentDraftEndsWithItsMessage()
    {
        LogWindow log(10, 10);
        log.open();
        log.field->setFocus();
        QTest::keyClicks(log.field, u"hello"_s);
        QTest::keyClick(log.field, Qt::Key_Return);
        QVERIFY(log.all<input::Send>().at(0).draft.has_value());
        log.session.writer().sendTo(ConversationId(8), u"from a notification"_s);
        QVERIFY(!log.all<input::Send>().at(1).draft);
    }

    void onlyTheTextThatWasShownEndsWithItsMessage()
    {
        LogWindow log(10, 10);
        openIdle(log);
        store(log, "one", 1);
        log.field->setFocus();
        store(log, "two", 2);
        QCOMPARE(log.field->toPlainText(), u"one"_s);
        QTest::keyClick(log.field, Qt::Key_Return);
        QCOMPARE(log.all<input::Send>().at(0).draft, std::optional<std::uint64_t>(1));
        // The store ends the text that was shown, so it keeps the other one.
        store(log, "two", 2);
        QTRY_COMPARE(offer(log)->offered(), u"two"_s);
        QCOMPARE(log.field->toPlainText(), QString());
    }

    void aTextThatTheStoreHasNotConfirmedIsNotReplaced()
    {
        LogWindow log(10, 10);
        log.open();
        log.field->setFocus();
        QTest::keyClicks(log.field, u"abc"_s);
        log.chat->drafts().flush();
        log.view->setFocus();
        store(log, "ab", 1); // told before the store had the last key
        QCOMPARE(log.field->toPlainText(), u"abc"_s);
        store(log, "abc", 1);
        QCOMPARE(log.field->toPlainText(), u"abc"_s);
        store(log, "from the phone", 2);
        QCOMPARE(log.field->toPlainText(), u"from the phone"_s);
    }

    void anUntouchedTextIsNotSavedOverANewerOne()
    {
        LogWindow log(10, 10);
        openIdle(log);
        store(log, "one", 1);
        log.field->setFocus();
        store(log, "two", 2);
        QSignalSpy drafts(&log.session.writer(), &MessageWriter::draftChanged);
        log.open(ConversationId(8));
        QVERIFY(drafts.isEmpty());
    }

    void theAnsweredMessageComesWithTheDraft()
    {
        LogWindow log(10, 10);
        openIdle(log);
        store(log, "an answer", 1, {}, Seq(5));
        QTest::keyClick(log.field, Qt::Key_Return);
        const auto sent = log.all<input::Send>().at(0);
        QCOMPARE(std::get<content::Message>(sent.content).replyTo, Seq(5));
    }

    void theAnsweredMessageIsNamedOnceItIsLoaded()
    {
        LogWindow log(10, 10);
        log.session.chat().open(test::someConversation);
        store(log, "an answer", 1, {}, Seq(5));
        auto* composer = log.window.findChild<Composer*>();
        QCOMPARE(composer->reply().target, Seq(5));
        QVERIFY(composer->reply().name.isEmpty());
        log.answer();
        QVERIFY(!composer->reply().name.isEmpty());
    }

    void sharingIsTurnedOff()
    {
        LogWindow log(10, 10);
        Preferences& preferences = log.session.preferences();
        QSignalSpy chosen(&preferences, &Preferences::draftsChosen);
        QVERIFY(preferences.sharesDrafts());
        preferences.chooseSharesDrafts(false);
        QCOMPARE(chosen.constLast().at(0).toBool(), false);
        preferences.take(u"share-drafts"_s, u"on"_s);
        QVERIFY(preferences.sharesDrafts());
        QCOMPARE(chosen.constLast().at(0).toBool(), true);
    }

private:
    /// Opens the conversation as a user who reads and does not write.
    static void openIdle(LogWindow& log)
    {
        log.open();
        log.view->setFocus();
    }
    static DraftOffer* offer(LogWindow& log) { return log.window.findChild<DraftOffer*>(); }
    static QToolButton* button(LogWindow& log, const QString& words)
    {
        for (QToolButton* one : offer(log)->findChildren<QToolButton*>()) {
            if (one->text() == words) {
                return one;
            }
        }
        return nullptr;
    }
    /// The store has another draft of the open conversation.
    static void store(LogWindow& log, const std::string& text, std::uint64_t version,
                      const std::string& other = {}, Seq replyTo = {})
    {
        ConversationSummary summary = *log.session.chat().summary();
        summary.draft = text;
        summary.draftVersion = version;
        summary.otherDraft = other;
        summary.draftReplyTo = replyTo;
        summary.draftDevice = "phone";
        summary.draftAt = UnixMs{1700000000000};
        log.session.takeChanges({summary});
    }
    /// The user has written "mine", and another device "theirs".
    static void inConflict(LogWindow& log)
    {
        store(log, "mine", 1, "theirs");
        QCOMPARE(log.field->toPlainText(), u"mine"_s);
        QVERIFY(offer(log)->isVisible());
    }
};

TIDEMARK_SUITE(TestDraftOffer, QApplication)

} // namespace tidemark::draft_offer_test

#include "test_draft_offer.moc"
