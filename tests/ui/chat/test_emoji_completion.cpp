#include "tests/main/suite.h"
#include "tests/ui/log_window.h"

#include <QClipboard>
#include <QInputMethodEvent>
#include <QListWidget>

namespace tidemark::emoji_completion_test {

using namespace Qt::StringLiterals;
using test::LogWindow;

namespace {

struct Writing : LogWindow {
    explicit Writing(QSize size = {900, 700}) : LogWindow(10, 10, size)
    {
        session.account().take(u"Me"_s, UserId(1));
        session.connection().take({ConnectionPhase::Online, {}, {}}, -1);
        open();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
        window.grab();
    }
    void write(const QString& text) { QTest::keyClicks(field, text); }
    [[nodiscard]] QListWidget* list() const { return chat->findChild<QListWidget*>(u"emoji"_s); }
    [[nodiscard]] bool isOffered() const { return list()->isVisible(); }
    [[nodiscard]] QString chosen() const { return list()->currentItem()->data(Qt::UserRole).toString(); }
};

} // namespace

/// Emoji by their names in the composer.
class TestEmojiCompletion : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void namesAreOfferedAndEnterInserts()
    {
        Writing fixture;
        fixture.write(u"hi :s"_s);
        QVERIFY(!fixture.isOffered());
        fixture.write(u"m"_s);
        QVERIFY(fixture.isOffered());
        QCOMPARE(fixture.chosen(), u"😄"_s);
        QVERIFY(fixture.field->accessibleDescription().contains(u"1 of 8. Enter inserts the emoji."_s));
        QVERIFY(!fixture.list()->currentItem()->icon().isNull());
        QTest::keyClick(fixture.field, Qt::Key_Return);
        QCOMPARE(fixture.field->toPlainText(), u"hi 😄"_s);
        QVERIFY(!fixture.isOffered());
        QCOMPARE(fixture.field->accessibleDescription(), QString());
        QVERIFY2(fixture.all<input::Send>().empty(), "Enter was for the list");
    }

    void tabInsertsAndEscapeDeclines()
    {
        Writing fixture;
        fixture.write(u":he"_s);
        QTest::keyClick(fixture.field, Qt::Key_Down);
        const QString second = fixture.chosen();
        QTest::keyClick(fixture.field, Qt::Key_Tab);
        QCOMPARE(fixture.field->toPlainText(), second);
        fixture.write(u" :he"_s);
        QTest::keyClick(fixture.field, Qt::Key_Escape);
        fixture.write(u"a"_s);
        QVERIFY(!fixture.isOffered());
        QCOMPARE(fixture.field->toPlainText(), second + u" :hea"_s);
    }

    void aCompleteNameIsReplacedAtOnceAndUndoBringsItBack()
    {
        Writing fixture;
        fixture.write(u"nice :smile:"_s);
        QCOMPARE(fixture.field->toPlainText(), u"nice 😄"_s);
        QVERIFY(!fixture.isOffered());
        fixture.field->undo();
        QCOMPARE(fixture.field->toPlainText(), u"nice :smile:"_s);
        QVERIFY(!fixture.isOffered());
    }

    void anInputMethodCompletesANameToo()
    {
        Writing fixture;
        fixture.write(u":heart"_s);
        QInputMethodEvent event;
        event.setCommitString(u":"_s);
        QCoreApplication::sendEvent(fixture.field, &event);
        QCOMPARE(fixture.field->toPlainText(), u"❤️"_s);
    }

    void otherColonsStay_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("address") << u"http://smile:8080"_s;
        QTest::newRow("time") << u"at 12:30:15"_s;
        QTest::newRow("code") << u"std::min(a, b)::smile:"_s;
        QTest::newRow("unknown name") << u":qzxy: is nothing"_s;
        QTest::newRow("backticks") << u"`:smile:`"_s;
    }
    void otherColonsStay()
    {
        QFETCH(const QString, text);
        Writing fixture;
        fixture.write(text);
        QCOMPARE(fixture.field->toPlainText(), text);
        QVERIFY(!fixture.isOffered());
    }

    void onlyTypingOffers()
    {
        Writing fixture;
        QApplication::clipboard()->setText(u"see :smile:"_s);
        fixture.field->paste();
        QCOMPARE(fixture.field->toPlainText(), u"see :smile:"_s);
        QVERIFY(!fixture.isOffered());
    }

    void skinTonesAreAsChosen()
    {
        Writing fixture;
        EmojiChoices choices = fixture.session.preferences().emoji();
        choices.tone = 3;
        fixture.session.preferences().chooseEmoji(choices);
        fixture.write(u":thumbsup:"_s);
        QCOMPARE(fixture.field->toPlainText(), u"👍🏽"_s);
    }

    void theListOfMentionsKeepsItsWords()
    {
        Writing fixture;
        fixture.write(u"@User"_s);
        QVERIFY(fixture.chat->findChild<QListWidget*>(u"mentions"_s)->isVisible());
        QVERIFY(fixture.field->accessibleDescription().contains(u"inserts the name"_s));
    }

    void theListStaysInANarrowWindow()
    {
        Writing fixture({390, 700});
        fixture.write(u"a few words before it, and then a :smi"_s);
        QVERIFY(fixture.isOffered());
        QVERIFY(fixture.chat->rect().contains(fixture.list()->geometry()));
    }
};

TIDEMARK_SUITE(TestEmojiCompletion, QApplication)

} // namespace tidemark::emoji_completion_test

#include "test_emoji_completion.moc"
