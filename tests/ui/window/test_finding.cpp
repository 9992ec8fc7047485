#include "tests/main/suite.h"
#include "tests/ui/log_window.h"
#include "ui/finding/quick_switcher.h"
#include "ui/finding/search_delegate.h"
#include "ui/finding/search_panel.h"
#include "ui/look/fonts.h"
#include "ui/look/metrics.h"
#include "ui/session/message_search.h"
#include "ui/widgets/search_field.h"
#include "ui/window/side_pane.h"

#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QToolButton>

#include <algorithm>

namespace tidemark::finding_test {

using namespace Qt::StringLiterals;
using test::LogWindow;
using test::someConversation;

namespace {

constexpr ConversationId otherConversation{8};
constexpr auto ctrl = Qt::ControlModifier;

struct Fixture : LogWindow {
    explicit Fixture(std::uint64_t readThrough = 1000, QSize size = {900, 700})
        : LogWindow(1000, readThrough, size)
    {
        QObject::connect(&session.search(), &MessageSearch::searchWanted, &session,
                         [this](const QString& typed, ConversationId onlyIn, int limit, quint64 tag) {
                             asked.append({typed, onlyIn, limit, tag});
                         });
        QObject::connect(&session.search(), &MessageSearch::aboutReaderWanted, &session,
                         [this](const AboutReaderQuery& query, quint64 tag) {
                             aboutUser.append(query);
                             aboutTag = tag;
                         });
    }
    struct Question {
        QString typed;
        ConversationId onlyIn;
        int limit;
        quint64 tag;
    };
    /// The client answers the last request with hits at these seqs.
    void found(const QList<std::uint64_t>& seqs)
    {
        QList<SearchHit> hits;
        for (const std::uint64_t seq : seqs) {
            hits += {someConversation, test::messageItem(seq, "the build is green")};
        }
        session.search().take(hits, asked.last().tag);
        window.grab();
    }

    /// The client answers with messages about the user at these seqs. Those above `readThrough` are unread.
    void foundAboutUser(const QList<std::uint64_t>& seqs, std::uint64_t readThrough)
    {
        QList<SearchHit> hits;
        for (const std::uint64_t seq : seqs) {
            hits += {someConversation, test::messageItem(seq, "@you, look"), false, seq > readThrough};
        }
        session.search().take(hits, aboutTag);
        window.grab();
    }
    [[nodiscard]] QToolButton* chip(const QString& text) const
    {
        const QList<QToolButton*> chips = panel->findChildren<QToolButton*>();
        const auto found =
            std::ranges::find_if(chips, [&](const QToolButton* one) { return one->text() == text; });
        return found == chips.end() ? nullptr : *found;
    }
    [[nodiscard]] QString emptyText() const
    {
        QString text;
        for (const QLabel* label : panel->findChildren<QLabel*>()) {
            if (label->isVisible()) {
                text += label->text();
            }
        }
        return text;
    }

    QList<Question> asked;
    QList<AboutReaderQuery> aboutUser;
    quint64 aboutTag = 0;
    QuickSwitcher* switcher = window.findChild<QuickSwitcher*>();
    QLineEdit* name = switcher->findChild<QLineEdit*>();
    SearchPanel* panel = window.findChild<SearchPanel*>();
    QLineEdit* words = panel->findChild<QLineEdit*>();
    QListView* results = panel->findChild<QListView*>();
};

} // namespace

/// The quick switcher and the search of messages, by keyboard and mouse.
class TestFinding : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    // ---- rows of what was found

    void textThatTurnsIsIsolatedInResults()
    {
        SearchResultsModel model([](ConversationId) { return u"crew"_s; });
        model.setHits({{someConversation, test::messageItem(1, "\u202e green\n\u0007 and \u2067 open")}},
                      u"green"_s, QDate(2026, 11, 20));
        const SearchRow& row = model.rows().front();
        QCOMPARE(row.text, u"\u2068\u202e green and \u2067 open\u2069\u2069"_s);
        QCOMPARE(row.parts.size(), 1);
        QCOMPARE(row.text.mid(row.parts.first().start, row.parts.first().length), u"green"_s);
    }

    void filesAreFoundByTheirNames()
    {
        SearchResultsModel model([](ConversationId) { return u"crew"_s; });
        TimelineItem album = test::messageItem(1, "look");
        album.attachments = {test::pictureNamed("beach.jpg"), test::pictureNamed("harbour.jpg")};
        const auto found = [&](const QString& typed) {
            model.setHits({{someConversation, album}}, typed, QDate(2026, 11, 20));
            return model.rows().front();
        };
        QCOMPARE(found(u"look"_s).text, u"2 photos, look"_s);
        QCOMPARE(found(u"harbour"_s).text, u"harbour.jpg, look"_s);
        QCOMPARE(found(u"harbour"_s).parts.size(), 1);
    }

    void messagesWithReactionsShowThoseOfOthers()
    {
        SearchResultsModel model([](ConversationId) { return u"crew"_s; });
        const auto shown = [&](std::vector<ReactionCount> reactions) {
            TimelineItem item = test::messageItem(1, "text");
            item.isOwn = true;
            item.reactions = std::move(reactions);
            SearchHit hit{someConversation, item};
            hit.isReactedTo = true;
            model.setHits({hit}, {}, QDate(2026, 11, 20));
            return model.rows().front().about;
        };
        QCOMPARE(shown({{"\u2b50", 1, false}}), u"\u2b50"_s);
        QCOMPARE(shown({{"\u2764", 1, true}, {"\u2b50", 3, true}}), u"\u2b50 2"_s);
        QCOMPARE(
            shown({{"\u2764", 1, false}, {"\u2b50", 1, false}, {"\u2600", 1, false}, {"\u2601", 4, false}}),
            u"\u2764\u2b50\u2600 7"_s);
        const QModelIndex first = model.index(0);
        QVERIFY(first.data(Qt::AccessibleTextRole).toString().contains(u"reactions: "_s));
    }

    void resultsAreAsHighAsTheirText_data()
    {
        QTest::addColumn<bool>("oneConversation");
        QTest::newRow("everywhere") << false;
        QTest::newRow("in one conversation") << true;
    }
    void resultsAreAsHighAsTheirText()
    {
        QFETCH(bool, oneConversation);
        SearchResultsModel model([](ConversationId) { return u"crew"_s; });
        QList<SearchHit> hits;
        for (const int words : {1, 12, 400}) {
            hits += {someConversation,
                     test::messageItem(static_cast<std::uint64_t>(words),
                                       "green" + std::string(static_cast<std::size_t>(words), ' ')
                                           + QString(u"word "_s.repeated(words)).toStdString())};
        }
        model.setHits(hits, u"green"_s, QDate(2026, 11, 20));
        SearchDelegate delegate;
        delegate.setOneConversation(oneConversation);
        QStyleOptionViewItem option;
        option.font = QFont(u"Noto Sans"_s, 10);
        option.rect = QRect(0, 0, 320, 0);
        const int line = QFontMetrics(resized(option.font, -1)).height();
        const int title = QFontMetrics(semibold(option.font)).height();
        const auto heightOf = [&](int row) { return delegate.sizeHint(option, model.index(row)).height(); };
        const int least = oneConversation ? 0 : metrics::avatar;
        QCOMPARE(heightOf(0), std::max(title + 2 + line, least) + 20);
        QCOMPARE(heightOf(1), std::max(title + 2 + 2 * line, least) + 20);
        QCOMPARE(heightOf(2), heightOf(1));
        // With more room the row has one line again.
        option.rect.setWidth(1600);
        QCOMPARE(heightOf(1), heightOf(0));
    }

    // ---- the field

    void aButtonClearsTheField()
    {
        Fixture fixture;
        fixture.open();
        auto* field = fixture.side->findChild<SearchField*>();
        field->setFocus();
        const QList<QToolButton*> buttons = field->findChildren<QToolButton*>();
        QCOMPARE(buttons.size(), 1);
        QToolButton* clear = buttons.first();
        QVERIFY(!clear->isVisible());
        QTest::keyClicks(field, u"no such name"_s);
        QCOMPARE(fixture.session.conversations().rowCount(), 0);
        QTest::mouseClick(clear, Qt::LeftButton);
        QCOMPARE(field->text(), QString());
        QVERIFY(!clear->isVisible() && field->hasFocus());
        QVERIFY(fixture.session.conversations().rowCount() > 0);
    }

    // ---- by name

    void aConversationIsFoundByItsName()
    {
        Fixture fixture;
        fixture.open();
        fixture.field->setFocus();
        fixture.press(Qt::Key_K, ctrl);
        QVERIFY(fixture.switcher->isVisible());
        QVERIFY(fixture.name->hasFocus());
        QTest::keyClicks(fixture.name, u"EI"_s);
        fixture.press(Qt::Key_Return);
        QVERIFY(!fixture.switcher->isVisible());
        QCOMPARE(fixture.session.chat().current(), otherConversation);
        QVERIFY(fixture.field->hasFocus());
        // The previous conversation comes first.
        fixture.press(Qt::Key_K, ctrl);
        QCOMPARE(fixture.name->text(), QString());
        fixture.press(Qt::Key_Return);
        QCOMPARE(fixture.session.chat().current(), someConversation);
    }

    void escapeLeavesEverythingAsItWas()
    {
        Fixture fixture;
        fixture.open();
        fixture.field->setFocus();
        fixture.press(Qt::Key_K, ctrl);
        QTest::keyClicks(fixture.name, u"nobody"_s);
        fixture.press(Qt::Key_Escape);
        QVERIFY(!fixture.switcher->isVisible());
        QCOMPARE(fixture.session.chat().current(), someConversation);
        QVERIFY(fixture.field->hasFocus());
        fixture.press(Qt::Key_K, ctrl);
        fixture.press(Qt::Key_K, ctrl);
        QVERIFY(!fixture.switcher->isVisible());
    }

    void peopleAndMessagesAreFoundToo()
    {
        Fixture fixture;
        fixture.open();
        fixture.press(Qt::Key_K, ctrl);
        QTest::keyClicks(fixture.name, u"zoe"_s);
        fixture.session.roster().takePeople({{UserId(77), "Zoe"}});
        auto* list = fixture.switcher->findChild<QListView*>();
        QCOMPARE(list->model()->rowCount(), 2);
        fixture.press(Qt::Key_Return);
        QVERIFY(!fixture.switcher->isVisible());
        QVERIFY(!fixture.all<input::OpenDirect>().empty());
        QCOMPARE(fixture.all<input::OpenDirect>().back().name, std::string("Zoe"));
        fixture.press(Qt::Key_K, ctrl);
        QTest::keyClicks(fixture.name, u"a green build"_s);
        fixture.press(Qt::Key_Return);
        QVERIFY(fixture.panel->isVisible());
        QCOMPARE(fixture.words->text(), u"a green build"_s);
    }

    void arrowsAndClicksChoose()
    {
        Fixture fixture;
        fixture.press(Qt::Key_K, ctrl);
        auto* list = fixture.switcher->findChild<QListView*>();
        QCOMPARE(list->model()->rowCount(), 2);
        QCOMPARE(list->currentIndex().row(), 0);
        fixture.press(Qt::Key_Down);
        QCOMPARE(list->currentIndex().row(), 1);
        fixture.press(Qt::Key_Down);
        QCOMPARE(list->currentIndex().row(), 0);
        fixture.press(Qt::Key_Up);
        QCOMPARE(list->currentIndex().row(), 1);
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                          list->visualRect(list->model()->index(1, 0)).center());
        QCOMPARE(fixture.session.chat().current(), otherConversation);
        fixture.press(Qt::Key_K, ctrl);
        QTest::mouseClick(fixture.switcher, Qt::LeftButton, {}, {5, 5});
        QVERIFY(!fixture.switcher->isVisible());
    }

    void nothingIsReadBehindIt()
    {
        Fixture fixture(500);
        fixture.open();
        QVERIFY(fixture.window.activity().conditions().isUncovered);
        fixture.press(Qt::Key_K, ctrl);
        QVERIFY(!fixture.window.activity().conditions().isUncovered);
        fixture.press(Qt::Key_Escape);
        QVERIFY(fixture.window.activity().conditions().isUncovered);
    }

    void itFitsIntoANarrowWindow()
    {
        Fixture fixture(1000, {360, 500});
        fixture.press(Qt::Key_K, ctrl);
        const QRect sheet = fixture.name->parentWidget()->geometry();
        QVERIFY(fixture.switcher->rect().contains(sheet));
        QVERIFY(sheet.width() > 300);
        fixture.window.resize(800, 600);
        QCOMPARE(fixture.switcher->size(), fixture.window.size());
    }

    // ---- by words

    void onlyTheNewestQuestionIsAnswered()
    {
        Fixture fixture;
        fixture.press(Qt::Key_F, ctrl | Qt::ShiftModifier);
        QVERIFY(fixture.words->hasFocus());
        QTest::keyClicks(fixture.words, u"green"_s);
        // There is one request at a time, however fast the user types.
        QCOMPARE(fixture.asked.size(), 1);
        QCOMPARE(fixture.asked[0].typed, u"g"_s);
        fixture.found({1, 2, 3});
        QCOMPARE(fixture.results->model()->rowCount(), 0);
        QCOMPARE(fixture.asked.size(), 2);
        QCOMPARE(fixture.asked[1].typed, u"green"_s);
        QVERIFY(!fixture.asked[1].onlyIn.isValid());
        fixture.found({900, 400});
        QCOMPARE(fixture.results->model()->rowCount(), 2);
        // An answer to another request, or a second answer, changes nothing.
        fixture.session.search().take({}, fixture.asked[0].tag);
        fixture.session.search().take({}, fixture.asked[1].tag);
        QCOMPARE(fixture.results->model()->rowCount(), 2);
        // An empty field finds nothing, also while an answer is on its way.
        QTest::keyClicks(fixture.words, u"er"_s);
        fixture.words->clear();
        fixture.found({5});
        QCOMPARE(fixture.results->model()->rowCount(), 0);
    }

    void enterAndClickJumpAndReadNothing_data()
    {
        QTest::addColumn<bool>("byMouse");
        QTest::newRow("Enter") << false;
        QTest::newRow("click") << true;
    }
    void enterAndClickJumpAndReadNothing()
    {
        QFETCH(bool, byMouse);
        Fixture fixture(500);
        fixture.press(Qt::Key_F, ctrl | Qt::ShiftModifier);
        QTest::keyClicks(fixture.words, u"g"_s);
        fixture.found({900, 700});
        fixture.press(Qt::Key_Down);
        if (byMouse) {
            QTest::mouseClick(fixture.results->viewport(), Qt::LeftButton, {},
                              fixture.results->visualRect(fixture.results->model()->index(1, 0)).center());
        } else {
            QTest::keyClick(fixture.words, Qt::Key_Return);
        }
        fixture.answer();
        fixture.window.grab();
        QCOMPARE(fixture.session.chat().current(), someConversation);
        QVERIFY(fixture.isOnScreen(700));
        QVERIFY(fixture.view->flashStrength(fixture.rowOf(700)) > 0);
        fixture.look();
        QCOMPARE(fixture.reads, QList<Seq>());
        // The results stay for the next jump.
        QVERIFY(fixture.panel->isVisible());
        fixture.press(Qt::Key_Escape);
        QVERIFY(!fixture.panel->isVisible());
        QVERIFY(fixture.side->list().isVisible());
    }

    void oneConversationCanBeSearched()
    {
        Fixture fixture;
        fixture.open();
        fixture.press(Qt::Key_F, ctrl);
        QTest::keyClicks(fixture.words, u"g"_s);
        QCOMPARE(fixture.asked.last().onlyIn, someConversation);
        fixture.found({900});
        fixture.press(Qt::Key_F, ctrl | Qt::ShiftModifier);
        QVERIFY(!fixture.asked.last().onlyIn.isValid());
        QCOMPARE(fixture.asked.last().typed, u"g"_s);
    }

    // ---- what is about the user

    void messagesAboutTheUserAreListedWithoutWords()
    {
        Fixture fixture(500);
        fixture.press(Qt::Key_M, ctrl | Qt::ShiftModifier);
        QVERIFY(fixture.panel->isVisible() && !fixture.words->isVisible());
        QVERIFY(fixture.results->hasFocus());
        QCOMPARE(fixture.aboutUser.size(), 1);
        QVERIFY(fixture.aboutUser[0].mentions && fixture.aboutUser[0].answers);
        QVERIFY(fixture.aboutUser[0].reactions);
        QVERIFY(!fixture.aboutUser[0].onlyUnread && fixture.aboutUser[0].limit > 0);
        fixture.foundAboutUser({900, 700}, 600);
        const QModelIndex first = fixture.results->model()->index(0, 0);
        QCOMPARE(fixture.results->currentIndex(), first);
        QVERIFY(first.data(Qt::AccessibleTextRole).toString().endsWith(u", unread"_s));
        // A message that is read meanwhile stays in its place, and stays chosen.
        fixture.press(Qt::Key_Down);
        Q_EMIT fixture.session.totalsChanged();
        QCOMPARE(fixture.aboutUser.size(), 2);
        fixture.foundAboutUser({900, 700}, 800);
        QCOMPARE(fixture.results->currentIndex().row(), 1);
        const QModelIndex second = fixture.results->currentIndex();
        QVERIFY(!second.data(Qt::AccessibleTextRole).toString().endsWith(u", unread"_s));
        fixture.press(Qt::Key_Return);
        fixture.answer();
        fixture.window.grab();
        QVERIFY(fixture.isOnScreen(700));
        fixture.look();
        QCOMPARE(fixture.reads, QList<Seq>());
        fixture.press(Qt::Key_Escape);
        QVERIFY(!fixture.panel->isVisible());
    }

    void oneKindAndOnlyTheUnreadCanBeListed()
    {
        Fixture fixture;
        fixture.press(Qt::Key_M, ctrl | Qt::ShiftModifier);
        fixture.foundAboutUser({900}, 0);
        fixture.chip(u"Mentions"_s)->click();
        QVERIFY(!fixture.aboutUser.last().mentions && fixture.aboutUser.last().answers);
        fixture.foundAboutUser({}, 0);
        fixture.chip(u"Replies"_s)->click();
        QVERIFY(!fixture.aboutUser.last().answers && fixture.aboutUser.last().reactions);
        fixture.foundAboutUser({}, 0);
        fixture.chip(u"Replies"_s)->click();
        fixture.foundAboutUser({}, 0);
        fixture.chip(u"Reactions"_s)->click();
        QVERIFY(fixture.aboutUser.last().answers && !fixture.aboutUser.last().reactions);
        fixture.foundAboutUser({}, 0);
        // One of the kinds is always chosen.
        fixture.chip(u"Replies"_s)->click();
        QVERIFY(fixture.aboutUser.last().mentions && !fixture.aboutUser.last().answers);
        fixture.foundAboutUser({}, 0);
        fixture.chip(u"Only unread"_s)->click();
        QVERIFY(fixture.aboutUser.last().onlyUnread && !fixture.chip(u"Reactions"_s)->isEnabled());
        fixture.foundAboutUser({}, 0);
        QVERIFY(fixture.emptyText().contains(u"no unread"_s));
        // The search has a field of its own, and no choice of kinds.
        fixture.press(Qt::Key_F, ctrl | Qt::ShiftModifier);
        QVERIFY(fixture.words->hasFocus() && !fixture.chip(u"Mentions"_s)->isVisible());
    }

    void listedMessagesAreMarkedReadFromTheirMenu()
    {
        Fixture fixture(500);
        fixture.press(Qt::Key_M, ctrl | Qt::ShiftModifier);
        fixture.foundAboutUser({900, 400}, 600);
        const auto entries = [&fixture](int row) {
            Q_EMIT fixture.results->customContextMenuRequested(
                fixture.results->visualRect(fixture.results->model()->index(row, 0)).center());
            return fixture.panel->findChildren<QMenu*>().last()->actions();
        };
        QCOMPARE(entries(1).size(), 1);
        const QList<QAction*> ofUnread = entries(0);
        QCOMPARE(ofUnread.size(), 2);
        ofUnread[1]->trigger();
        const auto marked = fixture.all<input::MarkRead>();
        QCOMPARE(marked.size(), std::size_t{1});
        QCOMPARE(marked[0].conversation, someConversation);
        QCOMPARE(marked[0].through, Seq(900));
    }

    void moreIsFoundAtTheEndOfTheList()
    {
        Fixture fixture;
        fixture.press(Qt::Key_F, ctrl | Qt::ShiftModifier);
        QTest::keyClicks(fixture.words, u"g"_s);
        QList<std::uint64_t> seqs;
        for (std::uint64_t seq = 1000; seq > 1000 - std::uint64_t(fixture.asked[0].limit); --seq) {
            seqs += seq;
        }
        fixture.found(seqs);
        QCOMPARE(fixture.asked.size(), 1);
        fixture.results->scrollToBottom();
        QCOMPARE(fixture.asked.size(), 2);
        QVERIFY(fixture.asked[1].limit > fixture.asked[0].limit);
        const int place = fixture.results->verticalScrollBar()->value();
        fixture.found(seqs + QList<std::uint64_t>{3, 2, 1});
        QCOMPARE(fixture.results->verticalScrollBar()->value(), place);
        fixture.results->scrollToBottom();
        QCOMPARE(fixture.asked.size(), 2);
    }

    void inANarrowWindowEscapeGoesStepByStep()
    {
        Fixture fixture(1000, {400, 700});
        fixture.open();
        fixture.press(Qt::Key_F, ctrl);
        QVERIFY(fixture.panel->isVisible() && !fixture.chat->isVisible());
        QTest::keyClicks(fixture.words, u"g"_s);
        fixture.found({700});
        fixture.press(Qt::Key_Return);
        QVERIFY(!fixture.panel->isVisible() && fixture.chat->isVisible());
        QVERIFY(fixture.isOnScreen(700));
        fixture.press(Qt::Key_Escape);
        QVERIFY(fixture.panel->isVisible());
        fixture.press(Qt::Key_Escape);
        QVERIFY(fixture.chat->isVisible());
        fixture.press(Qt::Key_Escape);
        QVERIFY(fixture.side->list().isVisible());
    }
};

TIDEMARK_SUITE(TestFinding, QApplication)

} // namespace tidemark::finding_test

#include "test_finding.moc"
