#include "core/models/conversations/conversation_list_model.h"
#include "core/models/words/moment.h"
#include "tests/main/suite.h"
#include "tests/support/items.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>

#include <random>

namespace tidemark::conversation_list_test {

using namespace Qt::StringLiterals;
using test::minute;
using test::someMoment;
using test::summaryOf;

namespace {

/// A model under the tester, with `count` conversations: 1 is the oldest.
struct Fixture {
    explicit Fixture(int count = 0)
    {
        QList<ConversationSummary> all;
        for (int i = 1; i <= count; ++i) {
            all.append(summaryOf(static_cast<std::uint64_t>(i), "Room " + std::to_string(i),
                                 someMoment + i * minute));
        }
        model.setConversations(all);
        model.setToday(QDate(2026, 11, 19));
    }

    [[nodiscard]] QList<quint64> order() const
    {
        QList<quint64> ids;
        for (int row = 0; row < model.rowCount(); ++row) {
            ids.append(model.conversationAt(row).value);
        }
        return ids;
    }
    [[nodiscard]] ConversationRow row(int place) const
    {
        return model.index(place).data(ConversationListModel::RowRole).value<ConversationRow>();
    }

    ConversationListModel model;
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::QtTest};
};

} // namespace

class TestConversationList : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void pinnedOnesStandInTheOrderOfTheUser()
    {
        Fixture fixture(6);
        const auto pin = [&](std::uint64_t id, std::uint32_t order) {
            ConversationSummary one = *fixture.model.summary(ConversationId(id));
            one.settings.pinned = true;
            one.settings.pinOrder = order;
            fixture.model.update({one});
        };
        for (const std::uint64_t id : {1, 2, 3, 4}) {
            pin(id, 0);
        }
        QCOMPARE(fixture.order(), (QList<quint64>{4, 3, 2, 1, 6, 5}));
        const auto move = [&](std::uint64_t id, std::uint64_t before) {
            const auto places = fixture.model.placesForMove(ConversationId(id), ConversationId(before));
            for (const PinPlace& place : places) {
                pin(place.id.value, place.order);
            }
            return places.size();
        };
        QCOMPARE(move(1, 4), 1U);
        QCOMPARE(fixture.order(), (QList<quint64>{1, 4, 3, 2, 6, 5}));
        QCOMPARE(move(2, 3), 2U);
        QCOMPARE(fixture.order(), (QList<quint64>{1, 4, 2, 3, 6, 5}));
        QCOMPARE(move(1, 0), 2U);
        QCOMPARE(fixture.order(), (QList<quint64>{4, 2, 3, 1, 6, 5}));
        QCOMPARE(move(4, 4), 0U);
        QCOMPARE(move(6, 4), 0U);
        // Activity moves only those without a place.
        ConversationSummary busy = *fixture.model.summary(ConversationId(3));
        busy.lastActivity = UnixMs{someMoment + 60 * minute};
        fixture.model.update({busy});
        QCOMPARE(fixture.order(), (QList<quint64>{4, 2, 3, 1, 6, 5}));
    }

    void aMoveAmongFilteredPinsCountsTheHiddenOnes()
    {
        Fixture fixture;
        QList<ConversationSummary> all;
        for (const std::uint32_t place : {1, 2, 3, 4}) {
            ConversationSummary one =
                summaryOf(place, place == 2 || place == 4 ? "hidden" : "Room", someMoment);
            one.settings.pinned = true;
            one.settings.pinOrder = place * 100;
            all.append(one);
        }
        fixture.model.setConversations(all);
        fixture.model.setFilter(u"Room"_s);
        QCOMPARE(fixture.order(), (QList<quint64>{1, 3}));
        QVERIFY(fixture.model.isMovable(ConversationId(1)));
        QVERIFY(!fixture.model.isMovable(ConversationId(2)));
        const auto down = fixture.model.placesForStep(ConversationId(1), 1);
        QCOMPARE(down.size(), 1U);
        QVERIFY(down[0].id == ConversationId(1) && down[0].order > 300 && down[0].order < 400);
        const auto up = fixture.model.placesForStep(ConversationId(3), -1);
        QCOMPARE(up.size(), 1U);
        QVERIFY(up[0].id == ConversationId(3) && up[0].order < 100);
        QVERIFY(fixture.model.placesForStep(ConversationId(1), -1).empty());
        QVERIFY(fixture.model.placesForStep(ConversationId(3), 1).empty());
    }

    void newestFirstPinnedBeforeArchivedNotAtAll()
    {
        Fixture fixture(4);
        QCOMPARE(fixture.order(), (QList<quint64>{4, 3, 2, 1}));
        ConversationSummary pinned = *fixture.model.summary(ConversationId(1));
        pinned.settings.pinned = true;
        ConversationSummary archived = *fixture.model.summary(ConversationId(4));
        archived.settings.archived = true;
        fixture.model.update({pinned, archived});
        QCOMPARE(fixture.order(), (QList<quint64>{1, 3, 2}));
    }

    void activityMovesOneRow()
    {
        Fixture fixture(5);
        QSignalSpy moved(&fixture.model, &QAbstractItemModel::rowsMoved);
        QSignalSpy reset(&fixture.model, &QAbstractItemModel::modelReset);
        QSignalSpy inserted(&fixture.model, &QAbstractItemModel::rowsInserted);
        ConversationSummary summary = *fixture.model.summary(ConversationId(2));
        summary.lastActivity.value += 60 * minute;
        fixture.model.update({summary});
        QCOMPARE(fixture.order(), (QList<quint64>{2, 5, 4, 3, 1}));
        QCOMPARE(moved.size(), 1);
        QCOMPARE(reset.size() + inserted.size(), 0);
    }

    void movesDown()
    {
        Fixture fixture(5);
        ConversationSummary summary = *fixture.model.summary(ConversationId(5));
        summary.lastActivity.value -= 210000;
        fixture.model.update({summary});
        QCOMPARE(fixture.order(), (QList<quint64>{4, 3, 2, 5, 1}));
    }

    void changesNameOnlyTheirRoles()
    {
        Fixture fixture(3);
        QSignalSpy changed(&fixture.model, &QAbstractItemModel::dataChanged);
        ConversationSummary summary = *fixture.model.summary(ConversationId(2));
        summary.counts.unread = 5;
        fixture.model.update({summary});
        QCOMPARE(changed.size(), 1);
        QCOMPARE(changed.first().at(0).toModelIndex().row(), 1);
        QCOMPARE(changed.first().at(1).toModelIndex().row(), 1);
        const auto roles = changed.first().at(2).value<QList<int>>();
        QVERIFY(roles.contains(ConversationListModel::BadgeRole) && roles.contains(Qt::AccessibleTextRole));
        QVERIFY(!roles.contains(ConversationListModel::TitleRole)
                && !roles.contains(ConversationListModel::PreviewRole));
        QCOMPARE(fixture.row(1).badge, u"5"_s);

        changed.clear();
        summary.floor = Seq(3);
        fixture.model.update({summary});
        QCOMPARE(changed.size(), 0);
    }

    void filesOfTheLastMessageAreNamed()
    {
        Fixture fixture(1);
        ConversationSummary summary = *fixture.model.summary(ConversationId(1));
        const auto preview = [&] {
            fixture.model.update({summary});
            return fixture.row(0).sender + u' ' + fixture.row(0).text;
        };
        summary.lastFiles = 1;
        summary.lastFileName = "report.pdf";
        QCOMPARE(preview(), u"Anna: report.pdf, hello"_s);
        summary.lastText.clear();
        summary.lastFilesArePictures = true;
        QCOMPARE(preview(), u"Anna: Photo"_s);
        summary.lastFiles = 4;
        QCOMPARE(preview(), u"Anna: 4 photos"_s);
        summary.lastLine = ConversationSummary::LastLine::Failed;
        QCOMPARE(preview(), u"Not sent: 4 photos"_s);
        summary.draft = "draft";
        QCOMPARE(preview(), u"Draft: draft"_s);
    }

    void leftOnesAreNotListed()
    {
        Fixture fixture(3);
        ConversationSummary summary = *fixture.model.summary(ConversationId(2));
        summary.isMember = false;
        fixture.model.update({summary});
        QCOMPARE(fixture.order(), (QList<quint64>{3, 1}));
        QCOMPARE(fixture.model.rowOfConversation(ConversationId(2)), -1);
        summary.isMember = true;
        fixture.model.update({summary});
        QCOMPARE(fixture.order(), (QList<quint64>{3, 2, 1}));
    }

    void chatsWithBlockedPeersAreNotListed()
    {
        Fixture fixture(3);
        ConversationSummary summary = *fixture.model.summary(ConversationId(2));
        summary.isBlocked = true;
        fixture.model.update({summary});
        QCOMPARE(fixture.order(), (QList<quint64>{3, 1}));
        summary.isBlocked = false;
        fixture.model.update({summary});
        QCOMPARE(fixture.order(), (QList<quint64>{3, 2, 1}));
    }

    void aChatWithADeletedAccountIsNotTheUsersNotes()
    {
        ConversationSummary chat = *Fixture(1).model.summary(ConversationId(1));
        chat.kind = ConversationKind::Direct;
        chat.memberCount = 2;
        QVERIFY(mayWriteIn(chat));
        chat.isPeerDeleted = true;
        chat.title = "Deleted account";
        QVERIFY(!mayWriteIn(chat));
        QVERIFY(isListed(chat));
        QVERIFY(!isWithOneself(chat));
        QCOMPARE(titleOf(chat), u"Deleted account"_s);
    }

    void filterKeepsUpWithChanges()
    {
        Fixture fixture(3);
        fixture.model.setFilter(u" ROOM 2 "_s);
        QCOMPARE(fixture.order(), (QList<quint64>{2}));
        ConversationSummary renamed = *fixture.model.summary(ConversationId(3));
        renamed.title = "room 20";
        ConversationSummary gone = *fixture.model.summary(ConversationId(2));
        gone.title = "elsewhere";
        fixture.model.update({renamed, gone, summaryOf(9, "Room 21", someMoment)});
        QCOMPARE(fixture.order(), (QList<quint64>{3, 9}));
        fixture.model.setFilter({});
        QCOMPARE(fixture.order(), (QList<quint64>{3, 2, 1, 9}));
    }

    void randomUpdatesEqualASortFromNothing()
    {
        Fixture fixture(40);
        std::mt19937 random(20261119);
        QList<ConversationSummary> all;
        for (int i = 1; i <= 40; ++i) {
            all.append(*fixture.model.summary(ConversationId(static_cast<std::uint64_t>(i))));
        }
        for (int step = 0; step < 400; ++step) {
            ConversationSummary& one = all[static_cast<int>(random() % 40)];
            one.lastActivity.value = someMoment + static_cast<std::int64_t>(random() % 50) * minute;
            one.settings.pinned = random() % 5 == 0;
            one.settings.archived = random() % 7 == 0;
            one.isMember = random() % 9 != 0;
            fixture.model.update({one});
        }
        Fixture fresh;
        fresh.model.setConversations(all);
        QCOMPARE(fixture.order(), fresh.order());
    }

    void hintsSayMore()
    {
        ConversationSummary summary = summaryOf(1, "Crew");
        const auto made = [&] { return rowOf(summary, QDate(2026, 11, 19)); };
        QCOMPARE(made().timeHint, fullMoment(UnixMs{someMoment}));
        QCOMPARE(made().mutedHint, QString());
        summary.settings.muted = true;
        QCOMPARE(made().mutedHint, u"Muted"_s);
        QVERIFY(made().spoken.endsWith(u", muted"));
        summary.settings.mutedUntil = UnixMs{someMoment};
        QCOMPARE(made().mutedHint, u"Muted until "_s + clockTime(UnixMs{someMoment}));
        QVERIFY(made().spoken.endsWith(u", muted until "_s + clockTime(UnixMs{someMoment})));

        QCOMPARE(made().deliveryHint, QString());
        summary.lastIsOwn = true;
        QCOMPARE(made().deliveryHint, u"Sent"_s);
        summary.deliveredToOthers = summary.lastSeq;
        QCOMPARE(made().deliveryHint, u"Delivered to at least one member"_s);
        summary.kind = ConversationKind::Direct;
        summary.seenByOthers = summary.lastSeq;
        QCOMPARE(made().deliveryHint, u"Read"_s);
    }

    void previews()
    {
        Fixture fixture;
        ConversationSummary summary = summaryOf(1, "Crew");
        const auto rowOfSummary = [&] { return rowOf(summary, QDate(2026, 11, 19)); };
        QCOMPARE(rowOfSummary().sender, u"Anna:"_s);
        QCOMPARE(rowOfSummary().text, u"hello"_s);

        summary.kind = ConversationKind::Direct;
        QCOMPARE(rowOfSummary().sender, QString());

        summary.lastIsOwn = true;
        QCOMPARE(rowOfSummary().sender, u"You:"_s);
        QCOMPARE(rowOfSummary().delivery, Delivery::Sent);
        summary.deliveredToOthers = summary.lastSeq;
        QCOMPARE(rowOfSummary().delivery, Delivery::Delivered);
        summary.seenByOthers = summary.lastSeq;
        QCOMPARE(rowOfSummary().delivery, Delivery::Read);

        summary.lastLine = ConversationSummary::LastLine::Failed;
        QCOMPARE(rowOfSummary().preview, ConversationRow::Preview::Failed);
        summary.lastLine = ConversationSummary::LastLine::Recalled;
        QVERIFY(rowOfSummary().text.contains(u"deleted"));

        summary.draft = "half a\nthought";
        QCOMPARE(rowOfSummary().sender, u"Draft:"_s);
        QCOMPARE(rowOfSummary().text, u"half a thought"_s);
    }

    void longTextsAreCutToOneLine()
    {
        ConversationSummary summary = summaryOf(1, "Crew");
        summary.lastText = std::string(100000, 'x');
        QVERIFY(rowOf(summary, QDate()).text.size() <= 200);
    }

    void badgesShowWhatIsKnown()
    {
        ConversationSummary summary = summaryOf(1, "Anna");
        QVERIFY(!rowOf(summary, QDate()).isUnread);
        summary.counts = {120, 2};
        const ConversationRow row = rowOf(summary, QDate());
        QCOMPARE(row.badge, u"99+"_s);
        QVERIFY(row.badgeHint.startsWith(u"120"));
        QVERIFY(row.isMentioned && row.isUnread);
        QCOMPARE(row.spoken, u"Anna, 120 unread, 2 mentions"_s);
        summary.counts = {};
        summary.exact = false;
        QVERIFY(rowOf(summary, QDate()).isUnread);
    }

    /// The heart on a row has a number of its own, and the row is not unread by it.
    void unreadReactionsStandApart()
    {
        ConversationSummary summary = summaryOf(1, "Anna");
        QVERIFY(rowOf(summary, QDate()).reactions.isEmpty());
        summary.unreadReactions = 2;
        const ConversationRow row = rowOf(summary, QDate());
        QCOMPARE(row.reactions, u"2"_s);
        QVERIFY(row.badge.isEmpty() && !row.isUnread);
        QVERIFY(row.reactionsHint.startsWith(u"2"));
        QCOMPARE(row.spoken, u"Anna, "_s + row.reactionsHint);
        summary.unreadReactions = 120;
        QCOMPARE(rowOf(summary, QDate()).reactions, u"99+"_s);
    }

    void untitledHaveAName()
    {
        ConversationSummary summary = summaryOf(12, "");
        QCOMPARE(titleOf(summary), u"Conversation 12"_s);
    }

    void timesFollowTheDay()
    {
        Fixture fixture(1);
        QVERIFY(fixture.row(0).time.contains(u':'));
        QSignalSpy changed(&fixture.model, &QAbstractItemModel::dataChanged);
        fixture.model.setToday(QDate(2026, 11, 20));
        QCOMPARE(fixture.row(0).time, u"Thu"_s);
        QCOMPARE(changed.size(), 1);
    }
};

TIDEMARK_SUITE(TestConversationList, QCoreApplication)

} // namespace tidemark::conversation_list_test

#include "test_conversation_list.moc"
