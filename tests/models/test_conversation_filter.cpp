#include "core/models/conversations/conversation_list_model.h"
#include "tests/main/suite.h"
#include "tests/support/items.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>

#include <random>

namespace tidemark::conversation_filter_test {

using namespace Qt::StringLiterals;
using test::minute;
using test::someMoment;
using test::summaryOf;
using Filter = ConversationFilter;

namespace {

ConversationSummary unreadOf(std::uint64_t id, std::uint64_t unread, std::uint64_t mentions = 0)
{
    ConversationSummary summary =
        summaryOf(id, "Room " + std::to_string(id), someMoment + static_cast<std::int64_t>(id) * minute);
    summary.counts.unread = unread;
    summary.counts.mentions = mentions;
    return summary;
}

/// 1 direct and read, 2 direct with 3 unread, 3 group with 2 unread of which 1 mentions, 4 muted group with 5
/// unread, 5 channel with 4 unread of which 1 mentions, 6 archived with 1 unread, 7 left.
QList<ConversationSummary> everyKind()
{
    QList<ConversationSummary> all{unreadOf(1, 0),    unreadOf(2, 3), unreadOf(3, 2, 1), unreadOf(4, 5),
                                   unreadOf(5, 4, 1), unreadOf(6, 1), unreadOf(7, 9)};
    all[0].kind = all[1].kind = ConversationKind::Direct;
    all[3].settings.muted = true;
    all[4].kind = ConversationKind::Channel;
    all[5].settings.archived = true;
    all[6].isMember = false;
    return all;
}

struct Fixture {
    Fixture() { model.setConversations(everyKind()); }

    [[nodiscard]] QList<quint64> order() const
    {
        QList<quint64> ids;
        for (int row = 0; row < model.rowCount(); ++row) {
            ids.append(model.conversationAt(row).value);
        }
        return ids;
    }
    void show(Filter filter) { model.setKind(filter); }
    void read(std::uint64_t id)
    {
        ConversationSummary summary = *model.summary(ConversationId(id));
        summary.counts = {};
        model.update({summary});
    }

    ConversationListModel model;
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::QtTest};
};

} // namespace

class TestConversationFilter : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void showsItsPart_data()
    {
        QTest::addColumn<int>("filter");
        QTest::addColumn<QList<quint64>>("shown");
        QTest::newRow("all") << int(Filter::All) << QList<quint64>{4, 3, 2, 1};
        QTest::newRow("unread") << int(Filter::Unread) << QList<quint64>{4, 3, 2};
        QTest::newRow("mentions") << int(Filter::Mentions) << QList<quint64>{5, 3};
        QTest::newRow("groups") << int(Filter::Groups) << QList<quint64>{4, 3};
        QTest::newRow("channels") << int(Filter::Channels) << QList<quint64>{5};
        QTest::newRow("archived") << int(Filter::Archived) << QList<quint64>{6};
    }
    void showsItsPart()
    {
        QFETCH(int, filter);
        QFETCH(QList<quint64>, shown);
        Fixture fixture;
        fixture.show(static_cast<Filter>(filter));
        QCOMPARE(fixture.order(), shown);
        const auto part = fixture.model.tally().of(static_cast<Filter>(filter));
        QCOMPARE(part.conversations, shown.size());
    }

    void aConversationOfUnknownStateIsUnread()
    {
        Fixture fixture;
        ConversationSummary unsure = unreadOf(1, 0);
        unsure.kind = ConversationKind::Direct;
        unsure.exact = false;
        fixture.model.update({unsure});
        QVERIFY(passes(unsure, Filter::Unread));
        QCOMPARE(fixture.model.tally().of(Filter::Unread).unread, 4);
        // A part that is not held may contain a mention.
        QCOMPARE(fixture.model.tally().of(Filter::Mentions).uncertain, 1);
        QCOMPARE(fixture.model.tally().of(Filter::Groups).uncertain, 0);
        unsure.settings.archived = true;
        fixture.model.update({unsure});
        QCOMPARE(fixture.model.tally().of(Filter::Mentions).uncertain, 0);
        QCOMPARE(fixture.model.tally().of(Filter::Archived).uncertain, 1);
    }

    void composesWithTheSearch()
    {
        Fixture fixture;
        fixture.show(Filter::Unread);
        fixture.model.setFilter(u"room 3"_s);
        QCOMPARE(fixture.order(), (QList<quint64>{3}));
        fixture.model.setFilter(u"room 5"_s);
        QCOMPARE(fixture.order(), QList<quint64>());
        fixture.show(Filter::All);
        QCOMPARE(fixture.order(), (QList<quint64>{5}));
        // A user who searches for its name finds it, at the end.
        fixture.model.setFilter(u"room"_s);
        QCOMPARE(fixture.order(), (QList<quint64>{5, 4, 3, 2, 1, 6}));
    }

    void theOpenOneStaysUntilItIsLeft()
    {
        Fixture fixture;
        fixture.show(Filter::Unread);
        fixture.model.setOpen(ConversationId(3));
        QSignalSpy removed(&fixture.model, &QAbstractItemModel::rowsRemoved);
        fixture.read(3);
        QCOMPARE(fixture.order(), (QList<quint64>{4, 3, 2}));
        QCOMPARE(fixture.model.tally().of(Filter::Unread).unread, 2);
        fixture.model.setOpen(ConversationId(2));
        QCOMPARE(fixture.order(), (QList<quint64>{4, 2}));
        QCOMPARE(removed.size(), 1);
        fixture.read(2);
        fixture.model.setOpen({});
        QCOMPARE(fixture.order(), (QList<quint64>{4}));
        // A conversation that was read before is not shown until a message comes.
        fixture.model.setOpen(ConversationId(1));
        QCOMPARE(fixture.order(), (QList<quint64>{4}));
        fixture.model.update({unreadOf(1, 1)});
        fixture.read(1);
        QCOMPARE(fixture.order(), (QList<quint64>{4, 1}));
        // When the user chooses the filter again, it applies strictly.
        fixture.show(Filter::All);
        fixture.show(Filter::Unread);
        QCOMPARE(fixture.order(), (QList<quint64>{4}));
    }

    void archivingTakesAwayAtOnce()
    {
        Fixture fixture;
        fixture.show(Filter::Unread);
        fixture.model.setOpen(ConversationId(3));
        ConversationSummary archived = *fixture.model.summary(ConversationId(3));
        archived.settings.archived = true;
        fixture.model.update({archived});
        QCOMPARE(fixture.order(), (QList<quint64>{4, 2}));
    }

    void theTallyIsWhatARecountGives()
    {
        Fixture fixture;
        QSignalSpy received(&fixture.model, &ConversationListModel::tallyChanged);
        QList<ConversationSummary> all = everyKind();
        std::mt19937 random(20261121);
        for (int step = 0; step < 500; ++step) {
            ConversationSummary& one = all[static_cast<int>(random() % 7)];
            one.counts.unread = random() % 3;
            one.counts.mentions = random() % 2;
            one.exact = random() % 5 != 0;
            one.settings.archived = random() % 4 == 0;
            one.isMember = random() % 6 != 0;
            const FilterTally before = fixture.model.tally();
            received.clear();
            fixture.show(allFilters[random() % allFilters.size()]);
            fixture.model.setOpen(ConversationId(1 + random() % 7));
            fixture.model.update({one});
            QCOMPARE(received.size(), fixture.model.tally() == before ? 0 : 1);
        }
        FilterTally fresh;
        for (const ConversationSummary& one : all) {
            fresh.add(one);
        }
        QVERIFY(fixture.model.tally() == fresh);
    }

    void itsWordIsKept()
    {
        for (const Filter filter : allFilters) {
            QVERIFY(filterOf(wordOf(filter)) == filter);
        }
        QVERIFY(!filterOf(u"nonsense"_s));
        QVERIFY(!filterOf({}));
    }
};

TIDEMARK_SUITE(TestConversationFilter, QCoreApplication)

} // namespace tidemark::conversation_filter_test

#include "test_conversation_filter.moc"
