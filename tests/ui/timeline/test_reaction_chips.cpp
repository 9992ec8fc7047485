#include "core/models/emoji/emoji_catalogue.h"
#include "tests/main/suite.h"
#include "tests/support/items.h"
#include "tests/ui/log_window.h"
#include "ui/look/metrics.h"
#include "ui/timeline/reactions/hover_bar.h"
#include "ui/timeline/reactions/timeline_reactions.h"

#include <QHelpEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QSignalSpy>
#include <QToolTip>

namespace tidemark::reaction_chips_test {

using namespace Qt::StringLiterals;
using test::LogWindow;
using test::someConversation;

namespace {

const ReactionCount theirThumb{"👍", 2, false};
const ReactionCount ownThumb{"👍", 3, true};
const ReactionCount heart{"❤️", 1, false};

QStyleOptionViewItem optionOf(int width)
{
    QStyleOptionViewItem option;
    option.rect = QRect(0, 0, width, 0);
    option.font = QFont(u"Noto Sans"_s, 10);
    return option;
}

TimelineRow rowWith(std::vector<ReactionCount> reactions, bool isOwn = false)
{
    TimelineItem item = isOwn ? test::ownItem(1, 1) : test::messageItem(1);
    item.reactions = std::move(reactions);
    TimelineRow row = rowOf(item);
    row.showsAuthor = !isOwn;
    return row;
}

std::vector<ReactionCount> manyReactions(std::size_t count)
{
    std::vector<ReactionCount> many;
    many.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        many.push_back({emojiCatalogue().all()[qsizetype(i)].text.toStdString(), 1000, false});
    }
    return many;
}

/// The middle of a chip of the message `seq`, in the viewport.
QPoint chipAt(const LogWindow& log, std::uint64_t seq, qsizetype chip)
{
    const int row = log.rowOf(seq);
    return log.view->optionFor(row).rect.topLeft() + log.view->layoutFor(row)->chips.at(chip).rect.center();
}

void moveTo(const LogWindow& log, const QPoint& point)
{
    QWidget* viewport = log.view->viewport();
    QMouseEvent move(QEvent::MouseMove, point, viewport->mapToGlobal(point), Qt::NoButton, Qt::NoButton, {});
    QApplication::sendEvent(viewport, &move);
}

QString tipAt(const LogWindow& log, const QPoint& point)
{
    QHelpEvent help(QEvent::ToolTip, point, log.view->viewport()->mapToGlobal(point));
    QApplication::sendEvent(log.view->viewport(), &help);
    return QToolTip::text();
}

protocol::Reactors reactorsOf(std::uint64_t seq, const std::vector<std::string>& names)
{
    protocol::Reactors page;
    page.conversation = someConversation;
    page.seq = Seq(seq);
    for (std::size_t i = 0; i < names.size(); ++i) {
        const UserId user(100 + i);
        page.reactors.push_back({Seq(seq), "👍", user, ReactionSeq(i + 1)});
        page.users.push_back({user, names[i]});
    }
    return page;
}

change::CommandDone doneWith(CommandId command, protocol::Reactors page)
{
    change::CommandDone done;
    done.command = command;
    done.result = std::move(page);
    return done;
}

} // namespace

/// The reactions below messages: where they stand, and what clicks and keys on them do.
class TestReactionChips : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void chipsStandBelowTheBubble_data()
    {
        QTest::addColumn<int>("width");
        QTest::addColumn<bool>("isOwn");
        QTest::addColumn<int>("count");
        for (const int width : {390, 780, 2000}) {
            for (const bool isOwn : {false, true}) {
                for (const int count : {1, 3, 20}) {
                    QTest::addRow("%d %s %d", width, isOwn ? "own" : "other", count)
                        << width << isOwn << count;
                }
            }
        }
    }
    void chipsStandBelowTheBubble()
    {
        QFETCH(int, width);
        QFETCH(bool, isOwn);
        QFETCH(int, count);
        const TimelineRow row = rowWith(manyReactions(std::size_t(count)), isOwn);
        const TimelineLayout without = layoutOf(optionOf(width), rowWith({}, isOwn));
        const TimelineLayout layout = layoutOf(optionOf(width), row);
        QCOMPARE(layout.bubble, without.bubble);
        QCOMPARE(layout.chips.size(), count);
        int bottom = 0;
        for (qsizetype i = 0; i < layout.chips.size(); ++i) {
            const QRect rect = layout.chips[i].rect;
            QVERIFY(rect.top() > layout.bubble.bottom());
            QVERIFY(rect.left() >= layout.column.left() && rect.right() <= layout.column.right());
            QVERIFY(rect.contains(layout.chips[i].emoji) && rect.contains(layout.chips[i].count));
            QVERIFY(!layout.chips[i].emoji.intersects(layout.chips[i].count));
            for (qsizetype j = 0; j < i; ++j) {
                QVERIFY(!rect.intersects(layout.chips[j].rect));
            }
            bottom = std::max(bottom, rect.bottom());
            // The chip and nothing else answers to a click.
            const TimelineHit hit = hitAt(layout, row, rect.center());
            QCOMPARE(hit.kind, TimelineHit::Kind::Chip);
            QCOMPARE(hit.chip, int(i));
        }
        QCOMPARE(layout.height, bottom + 1);
        QCOMPARE(hitAt(layout, row, layout.bubble.center()).chip, -1);
        if (isOwn) {
            QCOMPARE(layout.chips.last().rect.right(), layout.column.right());
        } else {
            QCOMPARE(layout.chips.first().rect.left(), layout.bubble.left());
        }
        QCOMPARE(estimatedHeight(width, optionOf(width).font, row)
                     - estimatedHeight(width, optionOf(width).font, rowWith({}, isOwn)),
                 layout.height - without.height);
    }

    void reactingMovesNoChip()
    {
        const TimelineLayout before = layoutOf(optionOf(780), rowWith({theirThumb, heart}));
        const TimelineLayout after = layoutOf(optionOf(780), rowWith({ownThumb, heart}));
        QCOMPARE(after.chips, before.chips);
    }

    void aDeletedMessageShowsNoReactions()
    {
        TimelineItem item = test::messageItem(1);
        item.reactions = {theirThumb};
        item.isRecalled = true;
        QVERIFY(rowOf(item).reactions.isEmpty());
    }

    void aClickReactsAndAnotherTakesItBack()
    {
        LogWindow log(20, 20);
        log.open();
        log.setReactions(18, {theirThumb, heart});
        QTest::mouseClick(log.view->viewport(), Qt::LeftButton, {}, chipAt(log, 18, 0));
        QCOMPARE(log.all<input::React>().size(), 1U);
        const input::React first = log.all<input::React>().back();
        QCOMPARE(first.conversation, someConversation);
        QCOMPARE(first.target, Seq(18));
        QCOMPARE(first.emoji, std::string("👍"));
        QVERIFY(first.on && first.uuid.isValid());
        log.setReactions(18, {ownThumb, heart});
        QTest::mouseClick(log.view->viewport(), Qt::LeftButton, {}, chipAt(log, 18, 0));
        QCOMPARE(log.all<input::React>().size(), 2U);
        QVERIFY(!log.all<input::React>().back().on);
    }

    void aDragThatEndsOnAChipDoesNotReact()
    {
        LogWindow log(20, 20);
        log.open();
        log.setReactions(18, {theirThumb, heart});
        QTest::mousePress(log.view->viewport(), Qt::LeftButton, {}, chipAt(log, 18, 1));
        QTest::mouseRelease(log.view->viewport(), Qt::LeftButton, {}, chipAt(log, 18, 0));
        QVERIFY(log.all<input::React>().empty());
    }

    void newReactionsDoNotMoveWhatIsRead()
    {
        LogWindow log(200, 200);
        log.open();
        log.view->verticalScrollBar()->setValue(log.view->verticalScrollBar()->value() - 900);
        log.answer();
        const Seq top = log.view->onScreen().place().seq;
        const int before = log.topOf(top.value);
        // Above the screen, at its upper edge, and on it.
        for (const std::uint64_t seq : {top.value - 5, top.value - 1, top.value, top.value + 2}) {
            log.setReactions(seq, manyReactions(12));
            QCOMPARE(log.topOf(top.value), before);
        }
        log.setReactions(top.value - 1, {});
        QCOMPARE(log.topOf(top.value), before);
    }

    void theEndStaysOnScreen()
    {
        LogWindow log(200, 200);
        log.open();
        QVERIFY(log.isAtEnd());
        log.setReactions(200, manyReactions(20));
        QVERIFY(log.isAtEnd());
        QVERIFY(log.isOnScreen(200));
    }

    void screenReadersHearTheReactions()
    {
        LogWindow log(20, 20);
        log.open();
        QSignalSpy changed(&log.session.chat().timeline(), &QAbstractItemModel::dataChanged);
        log.setReactions(18, {ownThumb, heart});
        const QModelIndex index = log.session.chat().timeline().index(log.rowOf(18));
        QVERIFY(index.data(Qt::AccessibleTextRole)
                    .toString()
                    .endsWith(u"reactions: thumbs up 3, with yours; red heart 1"_s));
        QCOMPARE(changed.size(), 1);
        const auto roles = changed.first().at(2).value<QList<int>>();
        QVERIFY(roles.contains(Qt::AccessibleTextRole) && !roles.contains(TimelineModel::TextRole));
    }

    void keysChooseAChip()
    {
        LogWindow log(20, 20);
        log.open();
        log.setReactions(20, {theirThumb, heart});
        log.view->setFocus();
        log.view->setCurrentIndex(log.session.chat().timeline().index(log.rowOf(20)));
        log.press(Qt::Key_Right);
        QCOMPARE(log.view->reactions().chosenChip(), 0);
        log.press(Qt::Key_Right);
        log.press(Qt::Key_Right); // stays at the last one
        QCOMPARE(log.view->reactions().chosenChip(), 1);
        QCOMPARE(log.view->accessibleDescription(), u"red heart 1"_s);
        log.press(Qt::Key_Return);
        QCOMPARE(log.all<input::React>().size(), 1U);
        QCOMPARE(log.all<input::React>().back().emoji, std::string("❤️"));
        log.press(Qt::Key_Left);
        log.press(Qt::Key_Left);
        QCOMPARE(log.view->reactions().chosenChip(), -1);
        log.press(Qt::Key_Right);
        log.press(Qt::Key_Up);
        QCOMPARE(log.view->reactions().chosenChip(), -1);
        QVERIFY(log.view->accessibleDescription().isEmpty());
    }

    void tooltipsNameWhoReacted()
    {
        LogWindow log(20, 20);
        log.open();
        log.setReactions(18, {{"👍", 7, true}});
        // Without a connection the number must do.
        QCOMPARE(tipAt(log, chipAt(log, 18, 0)), u"thumbs up\nYou and 6 more"_s);
        QVERIFY(log.all<input::GetReactors>().empty());
        log.goOnline();
        QCOMPARE(tipAt(log, chipAt(log, 18, 0)), u"thumbs up\nYou and 6 more"_s);
        QCOMPARE(log.all<input::GetReactors>().size(), 1U);
        const input::GetReactors asked = log.all<input::GetReactors>().back();
        QCOMPARE(asked.seq, Seq(18));
        log.session.commands().take(doneWith(asked.command, reactorsOf(18, {"Anna", "<b>Bo</b>"})));
        const QString tip = tipAt(log, chipAt(log, 18, 0));
        QVERIFY2(tip.contains(u"You, Anna, "_s) && tip.contains(u"4 more"_s), qPrintable(tip));
        // A name with markup is shown as it is.
        QVERIFY2(!Qt::mightBeRichText(tip) || tip.contains(u"&lt;b&gt;Bo"_s), qPrintable(tip));
        QCOMPARE(log.all<input::GetReactors>().size(), 1U);
        // Once the reactions have changed, the names are asked for again.
        log.setReactions(18, {{"👍", 8, true}});
        static_cast<void>(tipAt(log, chipAt(log, 18, 0)));
        QCOMPARE(log.all<input::GetReactors>().size(), 2U);
        QToolTip::hideText();
    }

    void aRefusalIsTold()
    {
        LogWindow log(20, 20);
        log.open();
        QSignalSpy refused(&log.session.commands(), &Commands::refused);
        log.session.reactions().takeRefusal(someConversation, Seq(18), protocol::ErrorCode::TooManyReactions);
        QCOMPARE(refused.size(), 1);
        QCOMPARE(refused.first().at(0).toString(), u"Could not react"_s);
        QVERIFY(refused.first().at(1).toString().contains(u"reactions"_s));
    }

    void theBarFollowsThePointer()
    {
        LogWindow log(20, 20);
        log.open();
        HoverBar& bar = log.view->reactions().bar();
        QVERIFY(bar.isHidden());
        moveTo(log, log.view->optionFor(log.rowOf(18)).rect.center());
        QVERIFY(bar.isVisible());
        QVERIFY(log.view->viewport()->rect().contains(bar.geometry()));
        QSignalSpy toggled(&log.view->reactions(), &TimelineReactions::toggled);
        QTest::mouseClick(bar.findChildren<QAbstractButton*>().last(), Qt::LeftButton);
        QCOMPARE(toggled.size(), 1);
        QCOMPARE(log.all<input::React>().back().target, Seq(18));
        // Scrolling takes it away, and it marks nothing.
        log.view->verticalScrollBar()->setValue(0);
        QVERIFY(bar.isHidden());
    }

    void theBarOffersNothingForDaysAndDeletedMessages()
    {
        LogWindow log(3, 3);
        log.open();
        moveTo(log, log.view->optionFor(0).rect.center());
        QVERIFY(log.view->reactions().bar().isHidden());
    }

    void keysOpenTheBar()
    {
        LogWindow log(20, 20);
        log.open();
        log.view->setFocus();
        log.view->setCurrentIndex(log.session.chat().timeline().index(log.rowOf(19)));
        log.press(Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
        HoverBar& bar = log.view->reactions().bar();
        QVERIFY(bar.isVisible() && bar.hasFocusInside());
        QCOMPARE(QApplication::focusWidget()->accessibleName(), u"React with thumbs up"_s);
        log.press(Qt::Key_Right);
        QCOMPARE(QApplication::focusWidget()->accessibleName(), u"React with red heart"_s);
        log.press(Qt::Key_Return);
        QCOMPARE(log.all<input::React>().size(), 1U);
        QCOMPARE(log.all<input::React>().back().emoji, std::string("❤️"));
        QCOMPARE(log.all<input::React>().back().target, Seq(19));
        // The keyboard is back at the message.
        QVERIFY(log.view->hasFocus() && bar.isHidden());
        log.press(Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
        log.press(Qt::Key_Escape);
        QVERIFY(log.view->hasFocus() && bar.isHidden());
        QCOMPARE(log.all<input::React>().size(), 1U);
    }

    void aKeyGivesAThumb()
    {
        LogWindow log(20, 20);
        log.open();
        // Without a chosen message there is nothing to react to.
        log.press(Qt::Key_T, Qt::ControlModifier);
        QVERIFY(log.all<input::React>().empty());
        log.view->setFocus();
        log.view->setCurrentIndex(log.session.chat().timeline().index(log.rowOf(17)));
        log.press(Qt::Key_T, Qt::ControlModifier);
        QCOMPARE(log.all<input::React>().size(), 1U);
        QCOMPARE(log.all<input::React>().back().target, Seq(17));
        QVERIFY(log.all<input::React>().back().on);
        log.setReactions(17, {{"👍", 1, true}});
        log.press(Qt::Key_T, Qt::ControlModifier);
        QVERIFY(!log.all<input::React>().back().on);
    }

    void onlyOneEmojiIsSent()
    {
        LogWindow log(20, 20);
        log.open();
        for (const QString& text : {u"👍👍"_s, u"ok"_s, QString(), u"👍"_s.repeated(100)}) {
            log.session.reactions().toggle(Seq(18), text);
        }
        QVERIFY(log.all<input::React>().empty());
        log.session.reactions().toggle(Seq(18), u"❤"_s);
        QCOMPARE(log.all<input::React>().back().emoji, std::string("❤️"));
    }
};

TIDEMARK_SUITE(TestReactionChips, QApplication)

} // namespace tidemark::reaction_chips_test

#include "test_reaction_chips.moc"
