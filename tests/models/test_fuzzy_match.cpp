#include "core/models/conversations/conversation_row.h"
#include "core/models/conversations/quick_switch_model.h"
#include "core/models/conversations/search_results_model.h"
#include "core/models/matching/fuzzy_match.h"
#include "core/models/words/identity.h"
#include "tests/main/suite.h"
#include "tests/support/items.h"

#include <QAbstractItemModelTester>

namespace tidemark::fuzzy_match_test {

using namespace Qt::StringLiterals;

namespace {

/// `text` with its marked parts in brackets.
QString marked(QString text, const QList<TextPart>& parts)
{
    for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
        text.insert(part->start + part->length, u']');
        text.insert(part->start, u'[');
    }
    return text;
}

QStringList titles(const QuickSwitchModel& model)
{
    QStringList titles;
    for (const SwitchRow& row : model.rows()) {
        if (row.kind == SwitchRow::Kind::Conversation) {
            titles += row.row.title;
        }
    }
    return titles;
}

std::vector<const ConversationSummary*> pointers(const QList<ConversationSummary>& all)
{
    std::vector<const ConversationSummary*> pointers;
    for (const ConversationSummary& one : all) {
        pointers.push_back(&one);
    }
    return pointers;
}

const QDate today(2026, 11, 20);

} // namespace

/// Finding by name, and showing the result.
class TestFuzzyMatch : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void namesAreFound_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("found"); // empty if there is no match
        const auto row = [](const char* what, const QString& typed, const QString& name,
                            const QString& found) { QTest::newRow(what) << typed << name << found; };
        row("beginning", u"rel"_s, u"Release crew"_s, u"[Rel]ease crew"_s);
        row("a later word", u"crew"_s, u"Release crew"_s, u"Release [crew]"_s);
        row("inside", u"ease"_s, u"Release crew"_s, u"Rel[ease] crew"_s);
        row("a word's beginning before its inside", u"an"_s, u"Ivan Andersen"_s, u"Ivan [An]dersen"_s);
        row("case", u"REL"_s, u"release"_s, u"[rel]ease"_s);
        row("diacritics of the name", u"muller"_s, u"Jürgen Müller"_s, u"Jürgen [Müller]"_s);
        row("diacritics in the typed text", u"müller"_s, u"Muller"_s, u"[Muller]"_s);
        row("decomposed", u"zoe"_s, u"Zoe\u0308 K"_s, u"[Zoe\u0308] K"_s);
        row("letters that become two", u"strasse"_s, u"Lange Straße 5"_s, u"Lange [Straße] 5"_s);
        row("half of them", u"stras"_s, u"Straße"_s, u"[Straß]e"_s);
        row("two words in any order", u"crew rel"_s, u"Release crew"_s, u"[Rel]ease [crew]"_s);
        row("initials", u"rc"_s, u"Release crew"_s, u"[R]elease [c]rew"_s);
        row("letters in order", u"rlc"_s, u"Release crew"_s, u"[R]e[l]ease [c]rew"_s);
        row("letters by chance", u"ese"_s, u"Release crew"_s, {});
        row("letters in another order", u"cr rel x"_s, u"Release crew"_s, {});
        row("one letter is no scatter", u"z"_s, u"Release crew"_s, {});
        row("Chinese anywhere", u"讨论"_s, u"产品讨论组"_s, u"产品[讨论]组"_s);
        row("Chinese is not scattered", u"产组"_s, u"产品讨论组"_s, {});
        row("Chinese and Latin", u"qt 讨论"_s, u"Qt 产品讨论组"_s, u"[Qt] 产品[讨论]组"_s);
        row("full width", u"qt"_s, u"Ｑｔ"_s, u"[Ｑｔ]"_s);
        row("nothing typed", u"  "_s, u"Release crew"_s, u"Release crew"_s);
        row("empty name", u"a"_s, QString(), {});
    }
    void namesAreFound()
    {
        QFETCH(QString, typed);
        QFETCH(QString, name);
        QFETCH(QString, found);
        const auto match = fuzzyMatch(typed, name);
        QCOMPARE(match ? marked(name, match->parts) : QString(), found);
    }

    void betterFitsComeFirst()
    {
        const auto score = [](const QString& name) { return fuzzyMatch(u"an"_s, name)->score; };
        QVERIFY(score(u"An"_s) > score(u"Anna"_s));
        QVERIFY(score(u"Anna"_s) > score(u"Bo Anders"_s));
        QVERIFY(score(u"Bo Anders"_s) > score(u"Jan"_s));
        QVERIFY(score(u"Jan"_s) > score(u"Ali Nora"_s));
        QCOMPARE(fuzzyMatch({}, u"Anna"_s)->score, 0);
    }

    void wordsAreEmphasised_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("shown");
        QTest::newRow("every one") << u"the bui"_s << u"The build of the day"_s
                                   << u"[The] [bui]ld of [the] day"_s;
        QTest::newRow("not inside a word") << u"ill"_s << u"still ill"_s << u"still [ill]"_s;
        QTest::newRow("Chinese") << u"未读"_s << u"两台设备的未读数"_s << u"两台设备的[未读]数"_s;
        QTest::newRow("none") << u"xyz"_s << u"text"_s << u"text"_s;
    }
    void wordsAreEmphasised()
    {
        QFETCH(QString, typed);
        QFETCH(QString, text);
        QFETCH(QString, shown);
        QCOMPARE(marked(text, occurrences(typed, text)), shown);
    }

    void longTextsAreCutToWhereItIs()
    {
        QCOMPARE(snippetOf(u"short\n  text"_s, u"text"_s), u"short text"_s);
        const QString words = u"word "_s.repeated(50);
        const QString snippet = snippetOf(words + u"needle in it"_s, u"needle"_s);
        QVERIFY(snippet.startsWith(u"…word"));
        QVERIFY(snippet.indexOf(u"needle") <= 40);
        QVERIFY(snippet.endsWith(u"needle in it"));
        const QString chinese = u"字"_s.repeated(100) + u"未读"_s;
        QVERIFY(snippetOf(chinese, u"未读"_s).indexOf(u"未读") <= 40);
        const QString emoji = u"👍"_s.repeated(100) + u"未读"_s;
        QVERIFY(!snippetOf(emoji, u"未读"_s).at(1).isLowSurrogate());
        QVERIFY(snippetOf(u"a"_s.repeated(5000), u"b"_s).size() <= 240);
    }

    void nothingTypedShowsUnreadAndRecentFirst()
    {
        QList<ConversationSummary> all;
        for (const auto* title :
             {"open", "old", "recent", "new", "unread", "mentioned", "muted", "archived"}) {
            all += test::summaryOf(static_cast<std::uint64_t>(all.size()) + 1, title,
                                   test::someMoment + all.size() * test::minute);
        }
        all[4].counts.unread = 3;
        all[5].counts = {5, 1};
        all[6].counts.unread = 9;
        all[6].settings.muted = true;
        all[7].counts.unread = 9;
        all[7].settings.archived = true;
        QuickSwitchModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.begin(pointers(all), {ConversationId(1), ConversationId(3)}, today);
        QCOMPARE(titles(model), QStringList({u"mentioned"_s, u"unread"_s, u"recent"_s, u"muted"_s, u"new"_s,
                                             u"old"_s, u"archived"_s, u"open"_s}));
        QCOMPARE(model.rows()[1].row.badge, u"3"_s);
        model.setTyped(u"new"_s);
        QCOMPARE(titles(model), QStringList{u"new"_s});
        model.setTyped(u"o"_s);
        QCOMPARE(titles(model), QStringList({u"old"_s, u"open"_s, u"mentioned"_s}));
        model.setTyped(u"nobody"_s);
        QVERIFY(titles(model).isEmpty());
        model.setTyped({});
        QCOMPARE(model.rowCount(), 8);
    }

    void peopleAndMessagesFollowTheConversations()
    {
        const QList<ConversationSummary> all{test::summaryOf(1, "anchor crew")};
        QuickSwitchModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.begin(pointers(all), {}, today);
        model.setPeople({{UserId(3), "Joanna"}, {UserId(4), "Bo"}, {UserId(5), "Anna"}});
        QCOMPARE(model.rowCount(), 1);
        model.setTyped(u"an"_s);
        const auto kindsAndTitles = [&model] {
            QStringList shown;
            for (const SwitchRow& row : model.rows()) {
                shown += QString::number(int(row.kind)) + row.row.title;
            }
            return shown;
        };
        QCOMPARE(kindsAndTitles(),
                 QStringList({u"0anchor crew"_s, u"1Anna"_s, u"1Joanna"_s, u"2Search messages for “an”"_s}));
        QCOMPARE(model.rows()[1].row.hue, hueOf(5));
        QCOMPARE(marked(model.rows()[2].row.title, model.rows()[2].parts), u"Jo[an]na"_s);
        // No more people than fit.
        model.setPeople({{UserId(3), "an1"}, {UserId(4), "an2"}, {UserId(5), "an3"}, {UserId(6), "an4"}});
        QCOMPARE(model.rowCount(), 1 + QuickSwitchModel::maxPeople + 1);
    }

    void leftConversationsAreNotOffered()
    {
        QList<ConversationSummary> all{test::summaryOf(1, "left")};
        all[0].isMember = false;
        QuickSwitchModel model;
        model.begin(pointers(all), {}, today);
        QCOMPARE(model.rowCount(), 0);
    }

    void hitsBecomeRows()
    {
        SearchResultsModel model([](ConversationId id) { return u"room %1"_s.arg(id.value); });
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QList<SearchHit> hits{{ConversationId(7), test::messageItem(5, "the build is green")},
                              {ConversationId(8), test::ownItem(6, 1, "green it is")}};
        model.setHits(hits, u"green"_s, today);
        QCOMPARE(model.rowCount(), 2);
        const SearchRow& first = model.rows()[0];
        QCOMPARE(first.title, u"room 7"_s);
        QCOMPARE(first.sender, u"User 2"_s);
        QCOMPARE(first.seq, Seq(5));
        QCOMPARE(marked(first.text, first.parts), u"the build is [green]"_s);
        QVERIFY(!first.time.isEmpty());
        QCOMPARE(model.rows()[1].sender, u"You"_s);
        const QString spoken = model.data(model.index(0), Qt::AccessibleTextRole).toString();
        QVERIFY(spoken.contains(u"User 2") && spoken.contains(u"room 7") && spoken.contains(u"green"));
        // The avatar of a direct chat has the colour of the other user, here as in the list.
        ConversationSummary direct = test::summaryOf(7, "Anna");
        direct.kind = ConversationKind::Direct;
        direct.peer = UserId(3);
        model.setHues([&direct](ConversationId) { return hueOf(direct); });
        model.setHits(hits, u"green"_s, today);
        QCOMPARE(model.rows()[0].hue, rowOf(direct, today).hue);
        QCOMPARE(model.rows()[0].hue, hueOf(UserId(3).value));
        // Further hits come at the end; another answer replaces them.
        hits += {ConversationId(7), test::messageItem(2, "greens")};
        int resets = 0;
        connect(&model, &QAbstractItemModel::modelReset, &model, [&resets] { ++resets; });
        model.setHits(hits, u"green"_s, today);
        QCOMPARE(resets, 0);
        QCOMPARE(model.rowCount(), 3);
        model.setHits({}, u"greenx"_s, today);
        QCOMPARE(resets, 1);
        QCOMPARE(model.rowCount(), 0);
    }
};

TIDEMARK_SUITE(TestFuzzyMatch, QCoreApplication)

} // namespace tidemark::fuzzy_match_test

#include "test_fuzzy_match.moc"
