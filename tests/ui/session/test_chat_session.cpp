#include "tests/main/suite.h"
#include "tests/support/items.h"
#include "tests/ui/recorded_session.h"
#include "ui/session/chat_session.h"
#include "ui/window/state_report.h"

#include <QJsonArray>
#include <QSignalSpy>

namespace tidemark::chat_session_test {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using test::summaryOf;

namespace {

/// A session that records its requests to the client.
struct Fixture : test::RecordedSession {
    Fixture()
    {
        QObject::connect(&session.chat(), &OpenConversation::timelineWanted, &session,
                         [this](ConversationId conversation, const TimelineQuery& query, quint64 tag) {
                             asked.append({conversation, query, tag});
                         });
        ConversationSummary seven = summaryOf(7, "seven");
        seven.counts.unread = 3;
        session.takeConversations({summaryOf(1, "one"), seven});
    }

    struct Asked {
        ConversationId conversation;
        TimelineQuery query;
        quint64 tag;
    };
    QList<Asked> asked;
};

} // namespace

class TestChatSession : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void openingAsksForPageAndAttention()
    {
        Fixture fixture;
        QSignalSpy changed(&fixture.session.chat(), &OpenConversation::currentChanged);
        fixture.session.chat().open(ConversationId(7));
        fixture.session.chat().open(ConversationId(7));
        QCOMPARE(changed.size(), 1);
        QCOMPARE(fixture.asked.size(), 1);
        QCOMPARE(fixture.asked.first().conversation, ConversationId(7));
        QCOMPARE(fixture.all<input::LookAt>().size(), std::size_t(1));
    }

    void aMoveToAnotherServerIsNoLossOfConnection()
    {
        Fixture fixture;
        ConversationListModel& list = fixture.session.conversations();
        const auto isUnsynced = [&list] {
            return list.index(list.rowOfConversation(ConversationId(7)))
                .data(ConversationListModel::RowRole)
                .value<ConversationRow>()
                .isUnsynced;
        };
        ConversationSummary read = summaryOf(7, "seven");
        read.readUnsent = true;
        fixture.session.connection().take({ConnectionPhase::Online, {}, {}}, -1);
        fixture.session.takeChanges({read});
        fixture.session.connection().take({ConnectionPhase::Connecting, {}, {}}, -1);
        QVERIFY(!isUnsynced());
        fixture.session.connection().take({ConnectionPhase::Waiting, {}, {}}, 1000);
        QVERIFY(isUnsynced());
    }

    void messagesReceivedAfterOpeningAreNew()
    {
        Fixture fixture;
        ConversationSummary summary = summaryOf(7, "seven");
        summary.cursor.readSeq = Seq(10);
        fixture.session.takeConversations({summary});
        fixture.session.chat().open(ConversationId(7));
        fixture.session.chat().takeTimeline(test::pageOf(1, 10, 10), fixture.asked.takeFirst().tag);
        // The client reports what catching up has brought: first the log, then the row, then the end.
        fixture.session.chat().takeGrowth(ConversationId(7), Seq(11), Seq(15), {});
        summary.head = Seq(15);
        summary.counts.unread = 5;
        fixture.session.takeChanges({summary});
        fixture.session.connection().takeCaughtUp();
        fixture.session.chat().takeTimeline(test::pageOf(11, 15, 15), fixture.asked.takeFirst().tag);
        QCOMPARE(fixture.session.chat().timeline().dividerAt(), Seq(11));
        QCOMPARE(fixture.session.chat().timeline().rows()[11].key.kind, TimelineRowKind::NewMessages);
        // The visit begins here.
        summary.head = Seq(16);
        summary.cursor.readSeq = Seq(15);
        summary.counts.unread = 1;
        fixture.session.takeChanges({summary});
        QCOMPARE(fixture.session.chat().timeline().dividerAt(), Seq(11));
    }

    void opensWhatComesLater()
    {
        Fixture fixture;
        fixture.session.chat().open(ConversationId(50));
        QVERIFY(!fixture.session.chat().current().isValid());
        fixture.session.takeChanges({summaryOf(50, "later")});
        QCOMPARE(fixture.session.chat().current(), ConversationId(50));
    }

    void lateAnswersForAnotherConversationAreDropped()
    {
        Fixture fixture;
        fixture.session.chat().open(ConversationId(7));
        const quint64 tag = fixture.asked.first().tag;
        fixture.session.chat().open(ConversationId(1));
        fixture.session.chat().takeTimeline(test::pageOf(1, 5, 5), tag);
        QCOMPARE(fixture.session.chat().timeline().rowCount(), 0);
    }

    void sendsTrimmedTextAndActions()
    {
        Fixture fixture;
        QVERIFY(!fixture.session.writer().send(u"nobody listens"_s));
        fixture.session.chat().open(ConversationId(7));
        QVERIFY(!fixture.session.writer().send(u" \n "_s));
        QVERIFY(fixture.session.writer().send(u"  hello\nthere \n"_s));
        QVERIFY(fixture.session.writer().send(u"/me waves"_s));
        const auto sent = fixture.all<input::Send>();
        QCOMPARE(sent.size(), std::size_t(2));
        QCOMPARE(sent[0].content, SentContent(content::Message{"hello\nthere"}));
        QCOMPARE(sent[1].content, SentContent(content::Message{"waves", true}));
    }

    void aLookMarksRead()
    {
        Fixture fixture;
        fixture.session.chat().open(ConversationId(7));
        fixture.lookAt(Seq(5), {});
        QVERIFY(fixture.all<input::MarkRead>().empty());
        fixture.lookAt(Seq(5));
        const auto marks = fixture.all<input::MarkRead>();
        QCOMPARE(marks.size(), std::size_t(1));
        QCOMPARE(marks.front().through, Seq(5));
        QCOMPARE(marks.front().conversation, ConversationId(7));
    }

    void markedUnreadStaysSoWhileOpen()
    {
        Fixture fixture;
        fixture.session.chat().open(ConversationId(7));
        fixture.lookAt(Seq(5));
        fixture.session.marks().markUnread(ConversationId(7), Seq(3));
        ConversationSummary summary = summaryOf(7, "seven");
        summary.cursor = {1, Seq(2)};
        fixture.session.takeChanges({summary});
        fixture.lookAt(Seq(6));
        QCOMPARE(fixture.all<input::MarkRead>().size(), std::size_t(1));
        fixture.session.chat().open(ConversationId(1));
        fixture.session.chat().open(ConversationId(7));
        fixture.lookAt(Seq(6));
        QCOMPARE(fixture.all<input::MarkRead>().size(), std::size_t(2));
    }

    void aDeliberateLookReadsOn()
    {
        Fixture fixture;
        fixture.session.chat().open(ConversationId(7));
        fixture.session.marks().markUnread(ConversationId(7), Seq(3));
        fixture.lookAt(Seq(6));
        QVERIFY(!fixture.session.chat().reading().pauseText().isEmpty());
        QVERIFY(fixture.all<input::MarkRead>().empty());
        fixture.session.chat().reading().resume();
        fixture.pass(150ms);
        fixture.lookAt(Seq(6));
        QCOMPARE(fixture.all<input::MarkRead>().size(), std::size_t(1));
        fixture.session.marks().markUnread(ConversationId(7), Seq(3));
        QVERIFY(fixture.session.writer().send(u"an answer"_s));
        QVERIFY(fixture.session.chat().reading().pauseText().isEmpty());
    }

    void signedOutNothingIsShown()
    {
        Fixture fixture;
        fixture.session.account().take(u"anna"_s, UserId(1));
        Totals totals;
        totals.unread = 3;
        fixture.session.takeTotals(totals);
        fixture.session.chat().open(ConversationId(7));
        QSignalSpy changed(&fixture.session, &ChatSession::totalsChanged);
        fixture.session.account().take({}, {});
        // The store still has all conversations, and answers earlier requests.
        fixture.session.takeConversations({summaryOf(1, "one")});
        fixture.session.takeChanges({summaryOf(7, "seven")});
        fixture.session.takeTotals(totals);
        QCOMPARE(fixture.session.conversations().rowCount(), 0);
        QVERIFY(!fixture.session.chat().current().isValid());
        QCOMPARE(fixture.session.totals(), Totals());
        QCOMPARE(changed.size(), 1);
        fixture.session.account().take(u"anna"_s, UserId(1));
        fixture.session.takeConversations({summaryOf(1, "one")});
        QCOMPARE(fixture.session.conversations().rowCount(), 1);
        QCOMPARE(fixture.session.totals(), totals);
    }

    void settingsBelongToTheirAccount()
    {
        Fixture fixture;
        fixture.session.account().take(u"anna"_s, UserId(1));
        AccountSettings settings;
        settings.receipts = ReceiptPrivacy::Private;
        fixture.session.account().takeSettings(settings);
        fixture.session.account().take({}, {});
        fixture.session.account().take(u"anna"_s, UserId(1));
        QCOMPARE(fixture.session.account().settings(), settings);
        QSignalSpy changed(&fixture.session.account(), &UserAccount::settingsChanged);
        fixture.session.account().take(u"bo"_s, UserId(2));
        QCOMPARE(fixture.session.account().settings(), AccountSettings());
        QCOMPARE(changed.size(), 1);
    }

    void createdGroupsAreOpened()
    {
        Fixture fixture;
        QVERIFY(fixture.session.memberships().createGroup(u"new"_s, {u"Anna"_s}).isValid());
        change::CommandDone done;
        done.command = CommandId(fixture.lastCommand);
        done.result = ConversationId(60);
        fixture.session.commands().take(done);
        fixture.session.takeChanges({summaryOf(60, "new")});
        QCOMPARE(fixture.session.chat().current(), ConversationId(60));
    }

    void refusalsAreShownInWords()
    {
        Fixture fixture;
        QSignalSpy answered(&fixture.session.commands(), &Commands::answered);
        const CommandId command = fixture.session.memberships().openDirect(u"Nobody"_s);
        change::CommandDone done;
        done.command = CommandId(fixture.lastCommand);
        done.error = protocol::ErrorCode::NoSuchUser;
        fixture.session.commands().take(done);
        fixture.session.commands().take(done);
        QCOMPARE(answered.size(), 1);
        QCOMPARE(answered.first().at(0).value<CommandId>(), command);
        QVERIFY(answered.first().at(1).toString().contains(u"Nobody"));

        QSignalSpy refused(&fixture.session.commands(), &Commands::refused);
        fixture.session.memberships().leave(ConversationId(7));
        done.command = CommandId(fixture.lastCommand);
        done.error = protocol::ErrorCode::NotMember;
        fixture.session.commands().take(done);
        QCOMPARE(refused.size(), 1);
        QVERIFY(refused.first().at(1).toString().contains(u"not a member"));
    }

    void leavingClosesWhatIsOpen()
    {
        Fixture fixture;
        fixture.session.chat().open(ConversationId(7));
        ConversationSummary summary = summaryOf(7, "seven");
        summary.isMember = false;
        fixture.session.takeChanges({summary});
        QVERIFY(!fixture.session.chat().current().isValid());
        QCOMPARE(fixture.session.chat().timeline().rowCount(), 0);
    }

    void aMessageBeingChangedIsRequestedAgain()
    {
        Fixture fixture;
        fixture.session.chat().open(ConversationId(7));
        TimelinePage page = test::pageOf(1, 5, 5);
        page.items[2] = test::ownItem(3, 3);
        fixture.session.chat().takeTimeline(page, fixture.asked.last().tag);
        fixture.asked.clear();
        fixture.session.writer().edit(Seq(3), u"better"_s);
        QCOMPARE(fixture.asked.size(), 1);
        QCOMPARE(fixture.asked.last().query.seq, Seq(2));
        QCOMPARE(fixture.asked.last().query.limit, 1);
        page = test::pageOf(3, 3, 5);
        page.items[0] = test::ownItem(3, 3);
        page.items[0].delivery = Delivery::Pending;
        fixture.session.chat().takeTimeline(page, fixture.asked.last().tag);
        fixture.asked.clear();
        // The change may have failed, so the clock must not stay.
        fixture.session.chat().takePendingChange(ConversationId(7));
        QCOMPARE(fixture.asked.first().query.seq, Seq(2));
    }

    void draftsBlankAreNone()
    {
        Fixture fixture;
        QSignalSpy drafts(&fixture.session.writer(), &MessageWriter::draftChanged);
        fixture.session.writer().setDraft(ConversationId(7), u" \n"_s);
        fixture.session.writer().setDraft(ConversationId(7), u" half"_s);
        QCOMPARE(drafts.at(0).at(1).toString(), QString());
        QCOMPARE(drafts.at(1).at(1).toString(), u" half"_s);
    }

    void reportShowsWhatIsShown()
    {
        Fixture fixture;
        ConversationSummary summary = summaryOf(7, "seven");
        summary.counts = {120, 1};
        summary.cursor.readSeq = Seq(4);
        fixture.session.takeChanges({summary});
        Totals totals;
        totals.unread = 120;
        fixture.session.takeTotals(totals);
        fixture.session.account().take(u"anna"_s, UserId(1));
        const QJsonObject report = stateReport(fixture.session, u"laptop"_s);
        QCOMPARE(report[u"user"].toString(), u"anna"_s);
        QCOMPARE(report[u"device"].toString(), u"laptop"_s);
        QCOMPARE(report[u"total"].toInt(), 120);
        const QJsonObject seven = report[u"conversations"].toArray().at(1).toObject();
        QCOMPARE(seven[u"conversation"].toInt(), 7);
        QCOMPARE(seven[u"unread"].toInt(), 120);
        QCOMPARE(seven[u"mentions"].toInt(), 1);
        QCOMPARE(seven[u"shown_badge"].toString(), u"99+"_s);
        QCOMPARE(seven[u"head_seq"].toInt(), 10);
        QCOMPARE(seven[u"read_seq"].toInt(), 4);
        QCOMPARE(seven[u"exact"].toBool(), true);
    }
};

TIDEMARK_SUITE(TestChatSession, QApplication)

} // namespace tidemark::chat_session_test

#include "test_chat_session.moc"
