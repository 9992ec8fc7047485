// Selecting and opening in a timeline by mouse and keyboard, and the floating day above it.
#include "core/models/timeline/timeline_model.h"
#include "tests/main/suite.h"
#include "tests/support/active_window.h"
#include "tests/support/items.h"
#include "ui/look/motion.h"
#include "ui/timeline/selection_controller.h"
#include "ui/timeline/timeline_layout.h"
#include "ui/timeline/timeline_overlays.h"
#include "ui/timeline/timeline_view.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QMouseEvent>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTimer>

namespace tidemark::timeline_selection_test {

using namespace Qt::StringLiterals;
using test::messageItem;
using test::someConversation;

namespace {

constexpr std::int64_t day = 24 * 60 * test::minute;

/// A view over a log 1..head. `texts` are the first messages; a new day begins every `perDay` messages.
class Fixture {
public:
    explicit Fixture(QStringList texts, std::uint64_t head = 0, std::uint64_t perDay = 1000)
        : m_texts(std::move(texts)), m_perDay(perDay)
    {
        model.setToday(QDate(2027, 11, 20));
        model.setReaderName(u"Lin"_s);
        view.setTheme(themeFor(ThemeChoice::Light, {}));
        view.resize(700, 500);
        view.setModel(&model);
        QObject::connect(&model, &TimelineModel::pageWanted, &model,
                         [this](const TimelineQuery& query) { asked.append(query); });
        QObject::connect(&model, &TimelineModel::endReachedChanged, &view, &TimelineView::setEndReached);
        m_head = std::max(head, std::uint64_t(m_texts.size()));
        view.show();
        test::setActiveWindow(&view);
        model.open({someConversation, true, Seq(m_head), 0, true, {}});
        model.takePage(part(m_head > 60 ? m_head - 59 : 1, m_head), asked.takeFirst());
        view.scrollToEnd();
        view.grab();
    }

    [[nodiscard]] TimelinePage part(std::uint64_t first, std::uint64_t last) const
    {
        TimelinePage page = test::pageOf(first, last, m_head);
        for (TimelineItem& item : page.items) {
            const auto at = static_cast<qsizetype>(item.seq.value) - 1;
            item.at.value += static_cast<std::int64_t>((item.seq.value - 1) / m_perDay) * day;
            item.author = UserId(2);
            item.authorName = "Anna";
            if (at < m_texts.size()) {
                item.text = m_texts[at].toStdString();
            }
        }
        return page;
    }
    void take(const TimelinePage& page, std::uint64_t first)
    {
        m_head = std::max(m_head, page.last.value);
        model.noteGrowth(Seq(first), page.last, {Seq(first)});
        for (const TimelineQuery& query : std::exchange(asked, {})) {
            model.takePage(page, query);
        }
        view.grab();
    }
    void older()
    {
        model.wantOlder();
        const TimelineQuery query = asked.takeFirst();
        model.takePage(part(query.seq.value > 60 ? query.seq.value - 60 : 1, query.seq.value - 1), query);
        view.grab();
    }

    [[nodiscard]] int rowOf(std::uint64_t seq) const { return model.rowOfSeq(Seq(seq)); }
    [[nodiscard]] const TimelineRow& content(std::uint64_t seq) const
    {
        return model.rows()[static_cast<std::size_t>(rowOf(seq))];
    }
    [[nodiscard]] bool isSelected(std::uint64_t seq) const
    {
        return view.selection().value().contains(content(seq).key);
    }
    /// The point of the left half of a character of a message, in the viewport.
    [[nodiscard]] QPoint pointAt(std::uint64_t seq, int character) const
    {
        const QRect rect = view.visualRect(model.index(rowOf(seq)));
        QStyleOptionViewItem option;
        option.rect = QRect(0, 0, rect.width(), 0);
        option.font = view.font();
        const TimelineLayout layout = layoutOf(option, content(seq));
        const QTextLine line = layout.text->lineForTextPosition(character);
        return rect.topLeft() + layout.textAt
               + QPoint(static_cast<int>(line.cursorToX(character)) + 1,
                        static_cast<int>(line.y() + line.height() / 2));
    }
    void mouse(QEvent::Type type, const QPoint& at, Qt::MouseButtons buttons = Qt::LeftButton,
               Qt::KeyboardModifiers modifiers = {})
    {
        const bool isMove = type == QEvent::MouseMove;
        QMouseEvent event(type, at, view.viewport()->mapToGlobal(at), isMove ? Qt::NoButton : Qt::LeftButton,
                          buttons, modifiers);
        QApplication::sendEvent(view.viewport(), &event);
    }
    void drag(const QPoint& from, const QPoint& to)
    {
        mouse(QEvent::MouseButtonPress, from);
        mouse(QEvent::MouseMove, (from + to) / 2);
        mouse(QEvent::MouseMove, to);
        mouse(QEvent::MouseButtonRelease, to, Qt::NoButton);
    }
    void click(const QPoint& at, Qt::KeyboardModifiers modifiers = {})
    {
        mouse(QEvent::MouseButtonPress, at, Qt::LeftButton, modifiers);
        mouse(QEvent::MouseButtonRelease, at, Qt::NoButton, modifiers);
    }
    void press(int key, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::keyClick(&view, Qt::Key(key), modifiers);
        view.grab();
    }
    [[nodiscard]] QString copied()
    {
        QApplication::clipboard()->clear();
        press(Qt::Key_C, Qt::ControlModifier);
        return QApplication::clipboard()->text();
    }
    /// Scrolls as a reader does, until the upper edge of a row is `offset` below the viewport's.
    void scrollTo(int row, int offset)
    {
        view.settleNow();
        view.verticalScrollBar()->setValue(view.verticalScrollBar()->value()
                                           + view.visualRect(model.index(row)).top() - offset);
        view.grab();
    }

    TimelineModel model;
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::QtTest};
    TimelineView view;
    QList<TimelineQuery> asked;

private:
    QStringList m_texts;
    std::uint64_t m_head = 0;
    std::uint64_t m_perDay;
};

/// "[2026-11-19 14:02] Anna: " of a message, in local time.
QString head(const Fixture& fixture, std::uint64_t seq)
{
    const auto at = QDateTime::fromMSecsSinceEpoch(fixture.content(seq).at.value);
    return u"["_s + at.toString(u"yyyy-MM-dd HH:mm"_s) + u"] Anna: "_s;
}

} // namespace

class TestTimelineSelection : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }
    void cleanup() { setMotionEnabled(true); }

    void aWordIsFoundAroundACharacter()
    {
        using Word = std::pair<int, int>;
        QCOMPARE(wordAround(u"one two"_s, 5), std::optional(Word(4, 7)));
        QCOMPARE(wordAround(u"one two"_s, 4), std::optional(Word(4, 7)));
        QCOMPARE(wordAround(u"one"_s, 0), std::optional(Word(0, 3)));
        QVERIFY(!wordAround({}, 0));
    }

    void aDragAcrossBubblesSelectsMessages()
    {
        Fixture fixture({u"one"_s, u"two"_s, u"three"_s, u"four"_s});
        fixture.drag(fixture.pointAt(3, 1), fixture.pointAt(2, 1));
        QCOMPARE(fixture.view.selection().messages(), 2);
        QVERIFY(fixture.isSelected(2) && fixture.isSelected(3) && !fixture.isSelected(1));
        QCOMPARE(fixture.copied(), head(fixture, 2) + u"two\n"_s + head(fixture, 3) + u"three"_s);
        // A click ends the selection.
        fixture.click(fixture.pointAt(4, 1));
        QVERIFY(fixture.view.selection().value().isEmpty());
    }

    void aDragInsideABubbleSelectsCharacters()
    {
        Fixture fixture({u"one two three"_s});
        fixture.drag(fixture.pointAt(1, 4), fixture.pointAt(1, 7));
        QCOMPARE(fixture.view.selection().text(), u"two"_s);
        QCOMPARE(fixture.copied(), u"two"_s);
        fixture.drag(fixture.pointAt(1, 7), fixture.pointAt(1, 4));
        QCOMPARE(fixture.view.selection().text(), u"two"_s);
    }

    void aDragInAnyScriptSelectsCharacters_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("part");
        QTest::newRow("right to left") << u"שלום עולם טוב"_s << u"עולם"_s;
        QTest::newRow("Chinese") << u"今天的会议改到下午三点"_s << u"会议"_s;
        QTest::newRow("a link") << u"see https://example.org/page now"_s << u"example.org"_s;
    }
    void aDragInAnyScriptSelectsCharacters()
    {
        QFETCH(QString, text);
        QFETCH(QString, part);
        Fixture fixture({text});
        const QSignalSpy opened(&fixture.view, &TimelineView::linkActivated);
        const auto from = static_cast<int>(text.indexOf(part));
        const int to = from + static_cast<int>(part.size());
        fixture.drag(fixture.pointAt(1, from), fixture.pointAt(1, to));
        QCOMPARE(fixture.view.selection().text(), part);
        QCOMPARE(fixture.copied(), part);
        QCOMPARE(fixture.view.overlays().statusText(), u"Text copied"_s);
        QCOMPARE(opened.size(), 0);
    }

    void aDragBesideTheLettersOfABubbleSelectsCharacters()
    {
        Fixture fixture({u"one two three"_s});
        const QPoint above = fixture.pointAt(1, 4) - QPoint(0, 14);
        QCOMPARE(fixture.view.indexAt(above).row(), fixture.rowOf(1));
        fixture.drag(above, fixture.pointAt(1, 7));
        QCOMPARE(fixture.view.selection().messages(), 0);
        QCOMPARE(fixture.view.selection().text(), u"one two"_s);
        // A selection that begins outside of the texts takes whole messages.
        fixture.drag(fixture.pointAt(1, 4) + QPoint(400, 0), fixture.pointAt(1, 7));
        QCOMPARE(fixture.view.selection().messages(), 1);
    }

    void aDoubleClickSelectsAWord_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("character");
        QTest::addColumn<QString>("word");
        QTest::newRow("inside") << u"one two, three"_s << 5 << u"two"_s;
        QTest::newRow("its beginning") << u"one two, three"_s << 4 << u"two"_s;
        QTest::newRow("last") << u"one two"_s << 6 << u"two"_s;
    }
    void aDoubleClickSelectsAWord()
    {
        QFETCH(QString, text);
        QFETCH(int, character);
        Fixture fixture({text});
        const QPoint at = fixture.pointAt(1, character);
        fixture.click(at);
        fixture.mouse(QEvent::MouseButtonDblClick, at);
        fixture.mouse(QEvent::MouseButtonRelease, at, Qt::NoButton);
        QTEST(fixture.view.selection().text(), "word");
    }

    void aClickThatTrembleIsNoDrag()
    {
        Fixture fixture({u"see https://example.org"_s});
        const QSignalSpy opened(&fixture.view, &TimelineView::linkActivated);
        const QPoint at = fixture.pointAt(1, 10);
        fixture.drag(at, at + QPoint(2, 1));
        QVERIFY(fixture.view.selection().value().isEmpty());
        QCOMPARE(opened.size(), 1);
        // A selection that ends over a link does not open it.
        fixture.drag(at, at + QPoint(60, 0));
        QVERIFY(!fixture.view.selection().value().isEmpty());
        QCOMPARE(opened.size(), 1);
    }

    void modifiersExtendAndToggle()
    {
        Fixture fixture({u"one"_s, u"two"_s, u"three"_s, u"four"_s, u"five"_s});
        fixture.click(fixture.pointAt(2, 1), Qt::ControlModifier);
        fixture.click(fixture.pointAt(4, 1), Qt::ControlModifier);
        QCOMPARE(fixture.view.selection().messages(), 2);
        QVERIFY(!fixture.isSelected(3));
        fixture.click(fixture.pointAt(4, 1), Qt::ControlModifier);
        QCOMPARE(fixture.view.selection().messages(), 1);
        fixture.click(fixture.pointAt(2, 1), Qt::ControlModifier);
        QVERIFY(fixture.view.selection().value().isEmpty());
        fixture.view.selection().selectRow(fixture.rowOf(2));
        fixture.click(fixture.pointAt(5, 1), Qt::ShiftModifier);
        QCOMPARE(fixture.view.selection().messages(), 4);
    }

    void keysSelect()
    {
        Fixture fixture({u"one"_s, u"two"_s, u"three"_s, u"four"_s});
        fixture.view.setFocus();
        fixture.press(Qt::Key_Up);
        QCOMPARE(fixture.copied(), u"four"_s);
        fixture.press(Qt::Key_Up, Qt::ShiftModifier);
        QCOMPARE(fixture.copied(), u"four"_s);
        fixture.press(Qt::Key_Up, Qt::ShiftModifier);
        fixture.press(Qt::Key_Up, Qt::ShiftModifier);
        QCOMPARE(fixture.view.selection().messages(), 3);
        QVERIFY(fixture.view.overlays().statusText().startsWith(u"3 messages selected"));
        QVERIFY(!fixture.copied().isEmpty());
        QCOMPARE(fixture.view.overlays().statusText(), u"3 messages copied"_s);
        QVERIFY(fixture.view.findChild<QTimer*>(u"copiedStay"_s)->isActive());
        fixture.view.findChild<QTimer*>(u"copiedStay"_s)->stop();
        QVERIFY(fixture.view.overlays().statusText().startsWith(u"3 messages selected"));
        QVERIFY(!fixture.copied().isEmpty());
        fixture.press(Qt::Key_Down, Qt::ShiftModifier);
        QVERIFY2(fixture.view.overlays().statusText().startsWith(u"2 messages selected"),
                 "the selection has shrunk");
        QCOMPARE(fixture.view.selection().messages(), 2);
        QCOMPARE(fixture.copied(), head(fixture, 3) + u"three\n"_s + head(fixture, 4) + u"four"_s);
        fixture.press(Qt::Key_A, Qt::ControlModifier);
        QCOMPARE(fixture.view.selection().messages(), 4);
        fixture.press(Qt::Key_Escape);
        QVERIFY(fixture.view.selection().value().isEmpty());
    }

    void onlyMessagesWithWordsAreSelected()
    {
        Fixture fixture({u"one"_s, u"two"_s, u"three"_s, u"four"_s});
        TimelinePage page = fixture.part(2, 4);
        page.items[0].isRecalled = true;
        page.items[1].kind = EntryKind::Notice;
        page.items[1].notice = NoticeKind::Joined;
        fixture.take(page, 2);
        fixture.press(Qt::Key_A, Qt::ControlModifier);
        QCOMPARE(fixture.view.selection().messages(), 2);
        QCOMPARE(fixture.copied(), head(fixture, 1) + u"one\n"_s + head(fixture, 4) + u"four"_s);
        // A message that is recalled while it is selected leaves the selection.
        page.items[2].isRecalled = true;
        fixture.take(page, 2);
        QCOMPARE(fixture.view.selection().messages(), 1);
        QCOMPARE(fixture.copied(), u"one"_s);
    }

    void aRecalledMessageLeavesTheSelection()
    {
        Fixture fixture({u"one"_s, u"two"_s});
        fixture.press(Qt::Key_A, Qt::ControlModifier);
        QCOMPARE(fixture.view.selection().messages(), 2);
        TimelinePage page = fixture.part(1, 2);
        for (TimelineItem& item : page.items) {
            item.isRecalled = true;
        }
        fixture.take(page, 1);
        QVERIFY2(fixture.view.selection().value().isEmpty(),
                 "an invisible selection would take clicks and keys");
    }

    void selectedMessagesStaySo()
    {
        Fixture fixture({}, 100);
        fixture.view.selection().selectRow(fixture.rowOf(80));
        fixture.view.setFocus();
        fixture.press(Qt::Key_Up, Qt::ShiftModifier);
        QVERIFY(fixture.isSelected(80) && fixture.isSelected(79));
        fixture.older();
        QVERIFY(fixture.isSelected(80) && fixture.isSelected(79));
        QCOMPARE(fixture.view.selection().messages(), 2);
        TimelinePage page = fixture.part(101, 101);
        page.items = {messageItem(101, "new")};
        page.last = Seq(101);
        fixture.take(page, 101);
        QCOMPARE(fixture.view.selection().messages(), 2);
        QVERIFY(fixture.view.selection().text().contains(u"message 80"));
        // Extending the selection goes on from where it began.
        fixture.press(Qt::Key_Up, Qt::ShiftModifier);
        QVERIFY(fixture.isSelected(78) && fixture.isSelected(80));
    }

    void anotherConversationBeginsWithout()
    {
        Fixture fixture({u"one"_s, u"two"_s});
        fixture.press(Qt::Key_A, Qt::ControlModifier);
        QCOMPARE(fixture.view.selection().messages(), 2);
        fixture.model.open({ConversationId(9), true, Seq(2), 0, true, {}});
        QVERIFY(fixture.view.selection().value().isEmpty());
    }

    void selectedRowsAreSeen()
    {
        Fixture fixture({u"one"_s, u"two"_s});
        const QRect rect = fixture.view.visualRect(fixture.model.index(fixture.rowOf(2)));
        const QPoint beside(rect.right() - 40, rect.center().y());
        const QColor before = fixture.view.viewport()->grab().toImage().pixelColor(beside);
        fixture.view.selection().selectRow(fixture.rowOf(2));
        const QColor after = fixture.view.viewport()->grab().toImage().pixelColor(beside);
        QVERIFY(contrast(before, after) > 1.15);
    }

    void theTimeShowsWhenItWasEdited()
    {
        TimelineRow row;
        row.at = UnixMs{test::someMoment};
        const QString sent = TimelineView::momentsText(row);
        row.isEdited = true;
        QCOMPARE(TimelineView::momentsText(row), sent + u", edited since"_s);
        row.editedAt = UnixMs{test::someMoment + day};
        const TimelineRow edited = row;
        row = {};
        row.at = edited.editedAt;
        QCOMPARE(TimelineView::momentsText(edited),
                 u"Sent "_s + sent + u"\nEdited "_s + TimelineView::momentsText(row));
    }

    // ---- links

    void theTargetOfALinkIsShown()
    {
        Fixture fixture({u"see https://example.org/a"_s, u"https://b.example.org or www.c.example.org"_s});
        fixture.mouse(QEvent::MouseMove, fixture.pointAt(1, 10), Qt::NoButton);
        QCOMPARE(fixture.view.overlays().shownTarget(), u"https://example.org/a"_s);
        fixture.mouse(QEvent::MouseMove, fixture.pointAt(1, 1), Qt::NoButton);
        QCOMPARE(fixture.view.overlays().shownTarget(), QString());
        fixture.view.setFocus();
        fixture.press(Qt::Key_Up);
        QCOMPARE(fixture.view.overlays().shownTarget(), u"https://b.example.org and 1 more"_s);
        fixture.press(Qt::Key_Up);
        QCOMPARE(fixture.view.overlays().shownTarget(), u"https://example.org/a"_s);
    }

    void aMenuHoldsNotAllOfThousandsOfLinks()
    {
        QString text;
        for (int i = 0; i < 3000; ++i) {
            text += u"www.example%1.org "_s.arg(i);
        }
        Fixture fixture({text});
        const QSignalSpy several(&fixture.view, &TimelineView::linksActivated);
        fixture.view.setFocus();
        fixture.press(Qt::Key_Up);
        fixture.press(Qt::Key_Return);
        QCOMPARE(several.size(), 1);
        QCOMPARE(several.first().first().value<QList<QUrl>>().size(), 20);
    }

    void linksAreReachedByKey()
    {
        Fixture fixture({u"see https://example.org/a"_s, u"https://b.example.org or www.c.example.org"_s});
        const QSignalSpy one(&fixture.view, &TimelineView::linkActivated);
        const QSignalSpy several(&fixture.view, &TimelineView::linksActivated);
        fixture.view.setFocus();
        fixture.press(Qt::Key_Up);
        fixture.press(Qt::Key_Return);
        QCOMPARE(one.size(), 0);
        QCOMPARE(several.size(), 1);
        QCOMPARE(several.first().first().value<QList<QUrl>>().size(), 2);
        fixture.press(Qt::Key_Up);
        fixture.press(Qt::Key_Enter, Qt::KeypadModifier);
        QCOMPARE(one.size(), 1);
        QCOMPARE(one.first().first().toUrl(), QUrl(u"https://example.org/a"_s));
    }

    void ownMentionsStandOut()
    {
        Fixture fixture({u"@Lin and @Bo, not @Ben"_s});
        fixture.model.setNames({u"Bo"_s});
        TimelinePage page = fixture.part(1, 1);
        page.items[0].mentionsReader = true;
        fixture.take(page, 1);
        const TimelineRow& row = fixture.content(1);
        QCOMPARE(row.spans.at(0).kind, TextSpan::Kind::OwnMention);
        QCOMPARE(row.spans.at(1).kind, TextSpan::Kind::Mention);
        QCOMPARE(row.spans.size(), 2);
    }

    // ---- the floating day

    void theDayFloatsWhileItsOwnRowIsAway()
    {
        Fixture fixture({}, 60, 20);
        const int first = fixture.rowOf(21) - 1;
        fixture.scrollTo(first, 30);
        QCOMPARE(fixture.view.overlays().floatingDay().row, fixture.rowOf(1) - 1);
        // The day's own row is in the place where the day would float.
        fixture.scrollTo(first, 0);
        QCOMPARE(fixture.view.overlays().floatingDay().row, -1);
        fixture.scrollTo(first, -30);
        const TimelineOverlays::FloatingDay floating = fixture.view.overlays().floatingDay();
        QCOMPARE(floating.row, first);
        QVERIFY(floating.pill.top() > 0);
        QVERIFY(qAbs(floating.pill.center().x() - fixture.view.viewport()->width() / 2) < 4);
    }

    void theNextDayPushesItAway()
    {
        Fixture fixture({}, 60, 20);
        const int next = fixture.rowOf(41) - 1;
        fixture.scrollTo(next, 200);
        const int at = fixture.view.overlays().floatingDay().pill.top();
        int before = at;
        bool isPushed = false;
        for (int offset = 60; fixture.view.overlays().floatingDay().row != -1 && offset > -20; --offset) {
            fixture.scrollTo(next, offset);
            const TimelineOverlays::FloatingDay floating = fixture.view.overlays().floatingDay();
            if (floating.row < 0) {
                break;
            }
            // The day moves one pixel for each pixel, and never into the next one.
            QVERIFY(floating.pill.top() == before || floating.pill.top() == before - 1);
            QVERIFY(floating.pill.bottom() < offset + 12);
            isPushed = isPushed || floating.pill.top() < at;
            before = floating.pill.top();
        }
        QVERIFY(isPushed);
    }

    void theDayGoesAfterScrolling_data()
    {
        QTest::addColumn<bool>("animated");
        QTest::newRow("fades") << true;
        QTest::newRow("goes at once") << false;
    }
    void theDayGoesAfterScrolling()
    {
        QFETCH(bool, animated);
        Fixture fixture({}, 60, 20);
        setMotionEnabled(animated);
        fixture.view.scrollToPlace(fixture.rowOf(30), 0);
        QCOMPARE(fixture.view.overlays().floatingDayStrength(), 0.0);
        fixture.view.verticalScrollBar()->setValue(fixture.view.verticalScrollBar()->value() - 20);
        QCOMPARE(fixture.view.overlays().floatingDayStrength(), 1.0);
        auto* stay = fixture.view.findChild<QTimer*>(u"dayStay"_s);
        QVERIFY(stay != nullptr && stay->interval() == 1000);
        stay->stop();
        QMetaObject::invokeMethod(stay, "timeout");
        auto* fade = fixture.view.findChild<QVariantAnimation*>(u"dayFade"_s);
        QVERIFY(fade != nullptr);
        QCOMPARE(fade->state() == QAbstractAnimation::Running, animated);
        if (animated) {
            fade->setCurrentTime(fade->duration() / 2);
            QVERIFY(fixture.view.overlays().floatingDayStrength() > 0
                    && fixture.view.overlays().floatingDayStrength() < 1);
            fade->setCurrentTime(fade->duration());
        }
        QCOMPARE(fixture.view.overlays().floatingDayStrength(), 0.0);
    }
};

TIDEMARK_SUITE(TestTimelineSelection, QApplication)

} // namespace tidemark::timeline_selection_test

#include "test_timeline_selection.moc"
