#include "tests/main/suite.h"
#include "tests/ui/log_window.h"
#include "ui/conversations/conversation_menu.h"
#include "ui/conversations/empty_list.h"
#include "ui/conversations/filter_bar.h"
#include "ui/conversations/filter_pill.h"
#include "ui/conversations/filter_text.h"

#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QToolButton>

namespace tidemark::filters_test {

using namespace Qt::StringLiterals;
using test::LogWindow;
using test::someMoment;
using test::summaryOf;
using Filter = ConversationFilter;

namespace {

/// The window over 7, a group with 5 unread messages, 8, a read direct chat, 9, a channel, and 10, an
/// archived conversation.
struct Fixture : LogWindow {
    explicit Fixture(QSize size = {900, 700}) : LogWindow(15, 10, size)
    {
        ConversationSummary channel = summaryOf(9, "news");
        channel.kind = ConversationKind::Channel;
        ConversationSummary direct = summaryOf(8, "eight");
        direct.kind = ConversationKind::Direct;
        ConversationSummary archived = summaryOf(10, "old");
        archived.settings.archived = true;
        session.account().take(u"lin"_s, UserId(1));
        session.takeChanges({channel, direct, archived});
        session.takeTotals({5, 0, 1, 99, true});
        window.grab();
    }

    [[nodiscard]] FilterPill& pill(Filter filter) const { return bar->pill(filter); }
    [[nodiscard]] bool shows(std::uint64_t id) const
    {
        return session.conversations().rowOfConversation(ConversationId(id)) >= 0;
    }
    [[nodiscard]] QStringList menuWords() const
    {
        Q_EMIT bar->overflow().menu()->aboutToShow();
        QStringList words;
        for (const QAction* action : bar->overflow().menu()->actions()) {
            words.append(action->text());
        }
        return words;
    }

    FilterBar* bar = window.findChild<FilterBar*>();
    EmptyList* empty = window.findChild<EmptyList*>();
    QSignalSpy settings{&session, &ChatSession::settingChosen};
};

} // namespace

class TestFilters : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void theTextsCount()
    {
        FilterTally tally;
        ConversationSummary unread = summaryOf(1, "one");
        unread.counts = {4, 2, 0};
        tally.add(unread);
        const Totals totals{1204, 2, 3, 99, true};
        QCOMPARE(filterText(Filter::All, tally, totals).count, u"1,204"_s);
        QCOMPARE(filterText(Filter::All, tally, totals).spoken,
                 u"All, 1,204 unread messages in 3 conversations, 99 more in muted conversations"_s);
        QCOMPARE(filterText(Filter::All, tally, {7, 0, 1, 0, false}).count, u"≥ 7"_s);
        QCOMPARE(filterText(Filter::All, tally, {}).count, QString());
        QCOMPARE(filterText(Filter::Unread, tally, totals).count, u"1"_s);
        QCOMPARE(filterText(Filter::Unread, tally, totals).spoken, u"Unread, 1 conversation"_s);
        QCOMPARE(filterText(Filter::Mentions, tally, totals).count, u"2"_s);
        QCOMPARE(filterText(Filter::Mentions, tally, totals).spoken, u"Mentions, 2"_s);
        QCOMPARE(filterText(Filter::Groups, tally, totals).spoken,
                 u"Groups, 1 conversation with unread messages"_s);
        QCOMPARE(filterText(Filter::Archived, tally, totals).count, QString());
        QCOMPARE(filterText(Filter::Archived, tally, totals).spoken, u"Archived"_s);
    }

    void theTotalsAreSaid()
    {
        QCOMPARE(totalsText({}), u"No unread messages"_s);
        QCOMPARE(totalsText({1, 0, 1, 0, true}), u"1 unread message in 1 conversation"_s);
        QCOMPARE(totalsText({12, 0, 3, 99, true}),
                 u"12 unread messages in 3 conversations, 99 more in muted conversations"_s);
        QCOMPARE(totalsText({12, 0, 3, 0, false}), u"At least 12 unread messages in 3 conversations"_s);
        QCOMPARE(totalsText({0, 0, 0, 5, true}), u"No unread messages, 5 more in muted conversations"_s);
    }

    void mutedOnesAreSummedUpInTheWindow()
    {
        const Fixture fixture;
        const QString sum = u"5 unread messages in 1 conversation, 99 more in muted conversations"_s;
        QCOMPARE(fixture.pill(Filter::All).toolTip(), sum);
        QVERIFY(fixture.window.findChild<QToolButton*>(u"account"_s)->toolTip().endsWith(sum));
    }

    void filtersThatHaveRoomAreShown_data()
    {
        QTest::addColumn<int>("chosen");
        QTest::addColumn<int>("room");
        QTest::addColumn<QList<int>>("shown");
        QTest::newRow("all") << 0 << 208 << QList<int>{0, 1, 2, 3};
        QTest::newRow("one too many") << 0 << 207 << QList<int>{0, 1, 2};
        QTest::newRow("with the menu") << 0 << 183 << QList<int>{0, 1};
        QTest::newRow("the chosen one") << 3 << 200 << QList<int>{0, 1, 3};
        QTest::newRow("hardly any") << 3 << 10 << QList<int>{3};
    }
    void filtersThatHaveRoomAreShown()
    {
        QFETCH(int, chosen);
        QFETCH(int, room);
        QFETCH(QList<int>, shown);
        QList<int> fit;
        for (const std::size_t pill :
             pillsThatFit({50, 50, 50, 52}, static_cast<std::size_t>(chosen), room, 28, 2)) {
            fit.append(static_cast<int>(pill));
        }
        QCOMPARE(fit, shown);
    }

    void pillsStayInside_data()
    {
        QTest::addColumn<int>("width");
        QTest::newRow("narrowest pane") << 240;
        QTest::newRow("usual pane") << 320;
        QTest::newRow("narrow window") << 390;
    }
    void pillsStayInside()
    {
        QFETCH(int, width);
        const Fixture fixture;
        FilterBar bar(fixture.session);
        bar.resize(width, bar.sizeHint().height());
        bar.show();
        for (const Filter filter : allFilters) {
            fixture.session.chooseFilter(filter);
            int right = 0;
            for (const Filter one : allFilters) {
                const FilterPill& pill = bar.pill(one);
                if (pill.isHidden()) {
                    continue;
                }
                QVERIFY(pill.x() >= right && pill.width() == pill.sizeHint().width());
                right = pill.x() + pill.width();
            }
            if (!bar.overflow().isHidden()) {
                QVERIFY(bar.overflow().x() >= right);
                right = bar.overflow().x() + bar.overflow().width();
            }
            QVERIFY(right <= width);
            QVERIFY(bar.pill(filter).isVisible() && bar.pill(filter).isChecked());
        }
    }

    void theOthersAreInTheMenu()
    {
        const Fixture fixture;
        FilterBar* bar = fixture.bar;
        bar->resize(240, bar->height());
        QVERIFY(bar->overflow().isVisible());
        QStringList words = fixture.menuWords();
        QVERIFY(words.contains(u"Archived"_s) && words.contains(u"Channels"_s));
        bar->overflow().menu()->actions().last()->trigger();
        QCOMPARE(fixture.session.conversations().kind(), Filter::Archived);
        QVERIFY(fixture.pill(Filter::Archived).isVisible());
        QVERIFY(fixture.shows(10) && !fixture.shows(7));
    }

    void kindsOfWhichThereIsNoneAreNotOffered()
    {
        Fixture fixture;
        QVERIFY(fixture.pill(Filter::Channels).isVisible() || fixture.menuWords().contains(u"Channels"_s));
        ConversationSummary left = *fixture.session.conversations().summary(ConversationId(9));
        left.isMember = false;
        fixture.session.takeChanges({left});
        QVERIFY(!fixture.pill(Filter::Channels).isVisible() && !fixture.menuWords().contains(u"Channels"_s));
    }

    void aClickChoosesAndReadsNothing()
    {
        Fixture fixture;
        fixture.click(&fixture.pill(Filter::Unread));
        QVERIFY(fixture.shows(7) && !fixture.shows(8));
        QCOMPARE(fixture.settings.size(), 1);
        QCOMPARE(fixture.settings.first().at(0).toString(), QLatin1StringView(filterSetting));
        QCOMPARE(fixture.settings.first().at(1).toString(), u"unread"_s);
        fixture.look();
        QVERIFY(fixture.reads.isEmpty());
        QVERIFY(!fixture.session.chat().current().isValid());
    }

    void theProfileRemembers()
    {
        Fixture fixture;
        fixture.session.takeSetting(QLatin1StringView(filterSetting), u"mentions"_s);
        QVERIFY(fixture.pill(Filter::Mentions).isChecked());
        QCOMPARE(fixture.session.conversations().kind(), Filter::Mentions);
        QVERIFY(fixture.settings.isEmpty());
        fixture.session.takeSetting(QLatin1StringView(filterSetting), {});
        QVERIFY(fixture.pill(Filter::All).isChecked());
    }

    void theKeyboardReachesThemAll()
    {
        Fixture fixture;
        fixture.pill(Filter::All).setFocus(Qt::TabFocusReason);
        fixture.press(Qt::Key_Right);
        QVERIFY(fixture.pill(Filter::Unread).hasFocus() && fixture.pill(Filter::Unread).isChecked());
        fixture.press(Qt::Key_Left);
        fixture.press(Qt::Key_Left);
        QVERIFY(fixture.pill(Filter::All).hasFocus());
        for (int i = 0; i < 8; ++i) {
            fixture.press(Qt::Key_Right);
        }
        const bool isAtTheEnd = fixture.bar->overflow().isVisible()
                                    ? fixture.bar->overflow().hasFocus()
                                    : fixture.pill(Filter::Archived).hasFocus();
        QVERIFY(isAtTheEnd);
        fixture.press(Qt::Key_Down);
        QVERIFY(fixture.side->list().hasFocus());
        // Tab reaches the chosen filter only.
        for (const Filter filter : allFilters) {
            QCOMPARE(fixture.pill(filter).focusPolicy() == Qt::TabFocus, fixture.pill(filter).isChecked());
        }
    }

    void theOpenConversationStaysInTheList()
    {
        Fixture fixture;
        fixture.click(&fixture.pill(Filter::Unread));
        fixture.open();
        fixture.readElsewhere(15);
        QVERIFY(fixture.shows(7));
        QCOMPARE(fixture.side->list().currentIndex().row(), 0);
        fixture.open(ConversationId(8));
        QVERIFY(!fixture.shows(7));
        QVERIFY(fixture.side->list().selectionModel()->selectedIndexes().isEmpty());
    }

    void aLowerBoundIsNotSaidToBeCertain()
    {
        FilterTally tally;
        ConversationSummary one;
        one.isMember = true;
        one.counts.mentions = 3;
        one.exact = false;
        tally.add(one);
        QCOMPARE(filterText(Filter::Mentions, tally, {}).count, u"≥ 3"_s);
        QVERIFY(filterText(Filter::Mentions, tally, {}).spoken.contains(u"at least 3"_s));
        QVERIFY(emptyText({.filter = Filter::Mentions, .isCertain = false})
                != emptyText({.filter = Filter::Mentions}));
        tally.remove(one);
        one.exact = true;
        tally.add(one);
        QCOMPARE(filterText(Filter::Mentions, tally, {}).count, u"3"_s);
    }

    void anEmptyListSaysWhyAndLeadsBack()
    {
        Fixture fixture;
        fixture.readElsewhere(15);
        QVERIFY(!fixture.empty->isVisible());
        fixture.click(&fixture.pill(Filter::Unread));
        QVERIFY(fixture.empty->isVisible());
        QCOMPARE(emptyText({.filter = Filter::Unread}).words,
                 u"No unread conversations.\nYou have read everything."_s);
        auto* back = fixture.empty->findChild<QPushButton*>();
        QVERIFY(back->isVisible());
        fixture.click(back);
        QCOMPARE(fixture.session.conversations().kind(), Filter::All);
        QVERIFY(!fixture.empty->isVisible());
        for (const Filter filter : allFilters) {
            QVERIFY(!emptyText({.filter = filter}).words.isEmpty());
            QVERIFY(!emptyText({.filter = filter, .isSearching = true}).words.isEmpty());
            QCOMPARE(emptyText({.filter = filter}).action.isEmpty(), filter == Filter::All);
        }
    }

    void muteForATime()
    {
        Fixture fixture;
        ConversationSummary summary = *fixture.session.conversations().summary(ConversationId(7));
        const ConversationMenu menu(summary, {});
        QSignalSpy wanted(&menu, &ConversationMenu::muteWanted);
        const auto* mute = menu.findChild<QMenu*>();
        QCOMPARE(mute->title(), u"Mute"_s);
        for (QAction* action : mute->actions()) {
            action->trigger();
        }
        QCOMPARE(wanted.size(), 3);
        QCOMPARE(wanted[0][0].toUInt(), 3600U);
        QCOMPARE(wanted[1][0].toUInt(), 8 * 3600U);
        QCOMPARE(wanted[2][0].toUInt(), 0U);

        fixture.session.memberships().mute(ConversationId(7), 3600);
        const auto changes = fixture.all<input::SetSettings>();
        QCOMPARE(changes.size(), std::size_t{1});
        QVERIFY(changes[0].settings.muted && changes[0].muteSeconds == 3600U);
    }

    void aMuteSaysWhenItEnds()
    {
        ConversationSummary summary = summaryOf(7, "seven");
        summary.settings.muted = true;
        summary.settings.mutedUntil = UnixMs{someMoment};
        const ConversationMenu menu(summary, {});
        QSignalSpy wanted(&menu, &ConversationMenu::settingsWanted);
        QAction* unmute = nullptr;
        for (QAction* action : menu.actions()) {
            if (action->text().startsWith(u"Unmute\tmuted until ")) {
                unmute = action;
            }
        }
        QVERIFY(unmute != nullptr);
        unmute->trigger();
        QVERIFY(!wanted.first().first().value<ConversationSettings>().muted);
    }
};

TIDEMARK_SUITE(TestFilters, QApplication)

} // namespace tidemark::filters_test

#include "test_filters.moc"
