#include "tests/main/suite.h"
#include "tests/ui/log_window.h"
#include "ui/chat/message_actions.h"
#include "ui/platform/tidemark_link.h"
#include "ui/window/link_opener.h"

#include <QMessageBox>
#include <QTest>

namespace tidemark::links_test {

using namespace tidemark::test;
using namespace Qt::StringLiterals;

namespace {

QString linkTo(quint64 conversation, quint64 message = 0)
{
    const QString link = u"tidemark:conversation/%1"_s.arg(conversation);
    return message == 0 ? link : link + u"/message/%1"_s.arg(message);
}

/// A signed-in window, and the object that opens links in it.
struct Opened {
    LogWindow fixture{40, 20};
    LinkOpener opener{fixture.session, fixture.window};

    Opened() { fixture.session.account().take(u"ann"_s, UserId(1)); }

    [[nodiscard]] QList<QMessageBox*> words() const { return fixture.window.findChildren<QMessageBox*>(); }
};

} // namespace

/// A link names a place to show. It may come from anywhere, and can do nothing else.
class TestLinks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void goodOnesAreUnderstood_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<quint64>("conversation");
        QTest::addColumn<quint64>("message");
        QTest::newRow("conversation") << u"tidemark:conversation/12"_s << 12ULL << 0ULL;
        QTest::newRow("message") << u"tidemark:conversation/12/message/345"_s << 12ULL << 345ULL;
        QTest::newRow("scheme in capitals") << u"TideMark:conversation/1"_s << 1ULL << 0ULL;
        QTest::newRow("largest") << u"tidemark:conversation/9999999999999999999"_s << 9999999999999999999ULL
                                 << 0ULL;
    }
    void goodOnesAreUnderstood()
    {
        QFETCH(QString, text);
        QFETCH(quint64, conversation);
        QFETCH(quint64, message);
        QVERIFY(hasLinkScheme(text));
        const auto link = linkOf(text);
        QVERIFY(link);
        QCOMPARE(link->conversation.value, conversation);
        QCOMPARE(link->message.value, message);
    }

    void othersAreNot_data()
    {
        QTest::addColumn<QString>("text");
        for (const QString& text : QStringList{u""_s,
                                               u"tidemark:"_s,
                                               u"tidemark:conversation"_s,
                                               u"tidemark:conversation/"_s,
                                               u"tidemark:conversation/0"_s,
                                               u"tidemark:conversation/-1"_s,
                                               u"tidemark:conversation/+1"_s,
                                               u"tidemark:conversation/1 "_s,
                                               u"tidemark:conversation/1\n"_s,
                                               u" tidemark:conversation/1"_s,
                                               u"tidemark:Conversation/1"_s,
                                               u"tidemark:conversation/1/"_s,
                                               u"tidemark:conversation/1/message"_s,
                                               u"tidemark:conversation/1/message/"_s,
                                               u"tidemark:conversation/1/message/0"_s,
                                               u"tidemark:conversation/1/message/2/3"_s,
                                               u"tidemark:conversation/1?read"_s,
                                               u"tidemark:conversation/1#2"_s,
                                               u"tidemark:conversation/99999999999999999999"_s,
                                               u"tidemark:conversation/\u0661"_s,
                                               u"tidemark://conversation/1"_s,
                                               u"tidemark:send/1"_s,
                                               u"tidemark:conversation/%31"_s,
                                               u"http:conversation/1"_s,
                                               u"tidemark:conversation/1\0/message/2"_s,
                                               u"tidemark:conversation/1"_s + QString(4096, u'1')}) {
            QTest::addRow("%s", qPrintable(text.left(60))) << text;
        }
    }
    void othersAreNot()
    {
        QFETCH(QString, text);
        QVERIFY(!linkOf(text));
    }

    void aLinkOpensItsConversationAndReadsNothing()
    {
        Opened opened;
        opened.opener.open(linkTo(someConversation.value));
        opened.fixture.answer();
        QCOMPARE(opened.fixture.session.chat().current(), someConversation);
        opened.fixture.look();
        QVERIFY(opened.fixture.reads.isEmpty());
        QVERIFY(opened.words().isEmpty());
    }

    void norWhereOpeningIsReading()
    {
        Opened opened;
        opened.fixture.session.changeDevicePolicy(ReadingPolicy::OnOpening);
        opened.fixture.session.chat().reading().setConditions({false, true, true, true});
        opened.opener.open(linkTo(someConversation.value));
        opened.fixture.answer();
        opened.fixture.look();
        QVERIFY(opened.fixture.reads.isEmpty());
    }

    void aLinkShowsItsMessage()
    {
        Opened opened;
        opened.fixture.open(ConversationId(8));
        opened.opener.open(linkTo(someConversation.value, 5));
        opened.fixture.answer();
        opened.fixture.window.grab();
        QCOMPARE(opened.fixture.session.chat().current(), someConversation);
        QVERIFY(opened.fixture.isOnScreen(5));
        QVERIFY(opened.fixture.reads.isEmpty());
    }

    void aLinkSendsNothing()
    {
        Opened opened;
        opened.opener.open(linkTo(someConversation.value, 5));
        opened.fixture.answer();
        for (const Input& input : opened.fixture.submitted) {
            QVERIFY(std::holds_alternative<input::LookAt>(input));
        }
    }

    void aBadLinkIsReportedAndChangesNothing()
    {
        Opened opened;
        opened.opener.open(u"tidemark:conversation/7/recall/3"_s);
        QCOMPARE(opened.words().size(), 1);
        QVERIFY(!opened.fixture.session.chat().current().isValid());
        QVERIFY(opened.fixture.submitted.empty());
    }

    void aPlaceThatIsNotKnownYetIsAwaited()
    {
        Opened opened;
        opened.opener.open(linkTo(99));
        QVERIFY(opened.words().isEmpty());
        opened.fixture.session.takeChanges({summaryOf(99, "ninety-nine")});
        QCOMPARE(opened.fixture.session.chat().current(), ConversationId(99));
        QVERIFY(opened.words().isEmpty());
    }

    void missingTargetsAreReported_data()
    {
        QTest::addColumn<QString>("link");
        QTest::newRow("conversation") << linkTo(99);
        QTest::newRow("message") << linkTo(someConversation.value, 41);
    }
    void missingTargetsAreReported()
    {
        QFETCH(QString, link);
        Opened opened;
        opened.opener.open(link);
        QVERIFY(opened.words().isEmpty());
        opened.fixture.session.connection().takeCaughtUp();
        QCOMPARE(opened.words().size(), 1);
        QVERIFY(!opened.fixture.session.chat().current().isValid());
    }

    void withoutAConnectionItIsReportedAtOnce()
    {
        Opened opened;
        opened.opener.open(linkTo(99));
        ConnectionStatus waiting;
        waiting.phase = ConnectionPhase::Waiting;
        opened.fixture.session.connection().take(waiting, 1000);
        QCOMPARE(opened.words().size(), 1);
    }

    void aLinkWaitsForSignIn()
    {
        LogWindow fixture(40, 20);
        LinkOpener opener(fixture.session, fixture.window);
        opener.open(linkTo(someConversation.value));
        QVERIFY(!fixture.session.chat().current().isValid());
        QVERIFY(fixture.window.findChildren<QMessageBox*>().isEmpty());
    }

    void aLinkInAMessageOpensHere()
    {
        Opened opened;
        opened.fixture.goOnline();
        opened.fixture.open();
        MessageActions& actions = opened.fixture.chat->actions();
        Q_EMIT actions.placeLinkActivated(linkTo(8));
        opened.fixture.answer();
        QCOMPARE(opened.fixture.session.chat().current(), ConversationId(8));
        QVERIFY(opened.words().isEmpty());
        Q_EMIT actions.placeLinkActivated(linkTo(99));
        QCOMPARE(opened.words().size(), 1);
        QCOMPARE(opened.fixture.session.chat().current(), ConversationId(8));
        QCOMPARE(linkOf(textOf(TidemarkLink{ConversationId(12), Seq(345)})),
                 (TidemarkLink{ConversationId(12), Seq(345)}));
    }
};

TIDEMARK_SUITE(TestLinks, QApplication)

} // namespace tidemark::links_test

#include "test_links.moc"
