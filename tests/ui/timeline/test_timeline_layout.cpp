#include "tests/main/suite.h"
#include "tests/support/items.h"
#include "ui/look/metrics.h"
#include "ui/look/tab_stops.h"
#include "ui/timeline/timeline_layout.h"

#include <QElapsedTimer>

#include <cmath>

namespace tidemark::timeline_layout_test {

using namespace Qt::StringLiterals;
using test::messageItem;
using test::ownItem;

namespace {

QStyleOptionViewItem optionOf(int width)
{
    QStyleOptionViewItem option;
    option.rect = QRect(0, 0, width, 0);
    option.font = QFont(u"Noto Sans"_s, 10);
    return option;
}

TimelineRow rowWith(const QString& text, bool own = false)
{
    const std::string utf8 = text.toStdString();
    TimelineRow row = rowOf(own ? ownItem(1, 1, utf8) : messageItem(1, utf8));
    row.showsAuthor = !own;
    return row;
}

int columnWidth(int width)
{
    return std::min(width - 2 * metrics::columnMargin, metrics::columnMaximum);
}

/// Every part of a bubble is inside it, and no two parts overlap.
void checkInside(const TimelineLayout& layout)
{
    for (const QRect& part : {layout.name, layout.quote, layout.showAll, layout.meta}) {
        if (!part.isEmpty()) {
            QVERIFY(layout.bubble.contains(part));
        }
    }
    const QRectF text = layout.text->boundingRect().translated(layout.textAt);
    QVERIFY(text.bottom() <= layout.bubble.bottom() + 1);
    for (int i = 0; i < layout.text->lineCount(); ++i) {
        const QRectF line = layout.text->lineAt(i).naturalTextRect().translated(layout.textAt);
        QVERIFY(line.left() >= layout.bubble.left() && line.right() <= layout.bubble.right() + 1);
        // Fonts leave room below the baseline, into which the time may reach.
        QVERIFY(!line.adjusted(0, 0, 0, -6).intersects(layout.meta));
    }
    QCOMPARE(layout.height, layout.bubble.bottom() + 1);
}

} // namespace

class TestTimelineLayout : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void bubblesKeepTheirMeasures_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("width");
        const QList<QPair<const char*, QString>> texts{
            {"empty", QString()},
            {"short", u"ok"_s},
            {"long", u"Only under the sanitizer, so I suspect the guard. "_s.repeated(12)},
            {"CJK", u"我刚刚在两台设备上都试过了，未读数完全一致"_s.repeated(6)},
            {"emoji", u"🎉👍🚀"_s.repeated(40)},
            {"one endless word", u"a"_s.repeated(900)},
            {"lines", u"one\ntwo\r\n\nfour"_s},
            {"right to left", u"שלום עולם שלום עולם"_s.repeated(3)},
            {"Arabic and Latin", u"مرحبا Tidemark كيف الحال https://example.org/a "_s.repeated(4)},
            {"Latin and Hebrew", u"The word שלום means peace, "_s.repeated(4)},
            {"marks piled up", u"Z\u0335\u0321\u0322\u034d\u0353\u0359\u0316"_s.repeated(60)},
            {"control characters", u"a%1b%2c\td%3e"_s.arg(QChar(1)).arg(QChar(0x7f)).arg(QChar(0x9b))},
            {"families and flags", u"👨‍👩‍👧‍👦🇩🇪👍🏽1️⃣"_s.repeated(50)},
            {"two large emoji", u"🎉👍"_s},
        };
        for (const auto& [name, text] : texts) {
            for (const int width : {300, 360, 780, 1600}) {
                QTest::addRow("%s at %d", name, width) << text << width;
            }
        }
    }
    void bubblesKeepTheirMeasures()
    {
        QFETCH(QString, text);
        QFETCH(int, width);
        for (const bool own : {false, true}) {
            TimelineRow row = rowWith(text, own);
            row.quoteName = u"Bo Lindqvist"_s;
            row.quoteText = u"Only under the sanitizer, so I suspect the guard, or what else could it be?"_s;
            const TimelineLayout layout = layoutOf(optionOf(width), row);
            QVERIFY(layout.bubble.width() <= columnWidth(width) * metrics::bubblePercent / 100);
            QVERIFY(layout.bubble.left() >= layout.column.left()
                    && layout.bubble.right() <= layout.column.right());
            checkInside(layout);
        }
    }

    void ownBubblesStandOnTheRight()
    {
        const TimelineLayout own = layoutOf(optionOf(780), rowWith(u"ok"_s, true));
        QCOMPARE(own.bubble.right(), own.column.right());
        QVERIFY(own.avatar.isEmpty() && own.name.isEmpty());
        const TimelineLayout other = layoutOf(optionOf(780), rowWith(u"ok"_s));
        QCOMPARE(other.avatar.left(), other.column.left());
        QVERIFY(other.bubble.left() > other.avatar.right());
        QCOMPARE(other.avatar.bottom(), other.bubble.bottom());
    }

    void groupsAreTight()
    {
        TimelineRow row = rowWith(u"ok"_s);
        QCOMPARE(layoutOf(optionOf(780), row).bubble.top(), metrics::groupGap);
        row.startsGroup = false;
        row.endsGroup = false;
        const TimelineLayout inside = layoutOf(optionOf(780), row);
        QCOMPARE(inside.bubble.top(), metrics::insideGap);
        QVERIFY(inside.name.isEmpty() && inside.avatar.isEmpty());
    }

    void wideWindowsKeepTheColumn()
    {
        const TimelineLayout layout = layoutOf(optionOf(2000), rowWith(u"x "_s.repeated(2000), true));
        QCOMPARE(layout.column.width(), metrics::columnMaximum);
        QCOMPARE(layout.column.center().x(), 999);
    }

    void timeStandsBesideAShortText()
    {
        const TimelineLayout layout = layoutOf(optionOf(780), rowWith(u"ok"_s));
        const QRectF line = layout.text->lineAt(0).naturalTextRect().translated(layout.textAt);
        QVERIFY(layout.meta.left() > line.right());
        QVERIFY(layout.meta.top() < line.bottom());
    }

    void anEditedMessageShowsWhenItWasSent()
    {
        TimelineRow row = rowWith(u"ok"_s);
        row.time = u"14:02"_s;
        row.isEdited = true;
        row.editedAt = UnixMs{test::someMoment};
        QCOMPARE(layoutOf(optionOf(780), row).metaText, u"14:02, edited"_s);
    }

    void hardTextsAreBounded_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("isCut");
        QTest::newRow("10,000 characters without a break") << QString(10000, u'x') << true;
        QTest::newRow("10,000 Chinese characters") << u"好"_s.repeated(10000) << true;
        QTest::newRow("64 KiB of words") << u"word "_s.repeated(64 * 1024 / 5) << true;
        QTest::newRow("a million characters") << u"word "_s.repeated(200000) << true;
        QTest::newRow("1,000 lines") << u"x\n"_s.repeated(1000) << true;
        QTest::newRow("10,000 Arabic characters") << u"مرحبا بالعالم "_s.repeated(700) << true;
        QTest::newRow("marks piled up") << u"Z\u0335\u0321\u0322\u034d\u0353\u0359"_s.repeated(1400) << true;
        QTest::newRow("10,000 emoji") << u"🎉"_s.repeated(10000) << true;
        QTest::newRow("200 emoji") << u"🎉👍🏽👨‍👩‍👧‍👦🇩🇪"_s.repeated(50)
                                   << false;
        QTest::newRow("64 KiB of control characters") << QString(64 * 1024, QChar(1)) << true;
    }
    void hardTextsAreBounded()
    {
        QFETCH(QString, text);
        QFETCH(bool, isCut);
        const TimelineRow row = rowWith(text);
        QElapsedTimer timer;
        timer.start();
        const TimelineLayout layout = layoutOf(optionOf(780), row);
        const double took = static_cast<double>(timer.nsecsElapsed()) / 1e6;
        qInfo("%.1f ms", took);
        // The bound is a frame on a slow and busy machine. Without the limit of the layout the longest
        // message takes seconds.
        QVERIFY2(took < 500, qPrintable(QString::number(took)));
        QVERIFY(layout.text->text().size() <= maxTextLength + 1);
        QVERIFY(layout.text->lineCount() <= (isCut ? maxLines : maxLines + sparedLines));
        QCOMPARE(!layout.showAll.isEmpty(), isCut);
        QCOMPARE(layout.text->text().endsWith(u'…'), isCut);
        checkInside(layout);
    }

    void aFewMoreLinesAreNotWorthFolding()
    {
        const auto linesOf = [](int lines) {
            return layoutOf(optionOf(780), rowWith(u"x\n"_s.repeated(lines - 1) + u"x"_s));
        };
        QCOMPARE(linesOf(maxLines + sparedLines).text->lineCount(), maxLines + sparedLines);
        QVERIFY(linesOf(maxLines + sparedLines).showAll.isEmpty());
        const TimelineLayout folded = linesOf(maxLines + sparedLines + 1);
        QVERIFY(!folded.showAll.isEmpty());
        QVERIFY(folded.text->lineCount() <= maxLines + 1);
        // Hidden text cannot be selected either.
        const TimelineRow row = rowWith(u"line\n"_s.repeated(100));
        const TimelineLayout layout = layoutOf(optionOf(780), row);
        QCOMPARE(layout.text->lineCount(), maxLines);
        QCOMPARE(shownCharacters(layout, row), 5 * maxLines - 3);
        QVERIFY(layout.showAll.right() <= layout.bubble.right() - metrics::bubblePaddingX);
    }

    void textGoesToItsSide_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("toTheRight");
        QTest::newRow("Latin") << u"short\na line that is longer"_s << false;
        QTest::newRow("Hebrew") << u"קצר\nשורה ארוכה יותר מהשורה שלפניה"_s << true;
        QTest::newRow("Arabic with Latin") << u"مرحبا\nهذا هو Tidemark والنص أطول من السطر الأول"_s << true;
        QTest::newRow("Latin with Arabic") << u"a مرحبا\nThe greeting in front is longer"_s << false;
    }
    void textGoesToItsSide()
    {
        QFETCH(QString, text);
        QFETCH(bool, toTheRight);
        for (const bool own : {false, true}) {
            TimelineRow row = rowWith(text, own);
            row.quoteName = u"Somebody with a name that is longer than all the text below it"_s;
            const TimelineLayout layout = layoutOf(optionOf(780), row);
            // The bubble is on its author's side.
            QCOMPARE(own ? layout.bubble.right() : layout.avatar.left(),
                     own ? layout.column.right() : layout.column.left());
            const QRect inner =
                layout.bubble.adjusted(metrics::bubblePaddingX, 0, -metrics::bubblePaddingX, 0);
            for (int i = 0; i < layout.text->lineCount(); ++i) {
                const QRectF line = layout.text->lineAt(i).naturalTextRect().translated(layout.textAt);
                QVERIFY(qAbs(toTheRight ? line.right() - inner.right() : line.left() - inner.left()) < 3);
            }
        }
    }

    void aFewEmojiAreLarge_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("isLarge");
        QTest::newRow("one") << u"🎉"_s << true;
        QTest::newRow("six families") << u"👨‍👩‍👧‍👦"_s.repeated(6) << true;
        QTest::newRow("seven") << u"🎉"_s.repeated(7) << false;
        QTest::newRow("with a word") << u"ok 🎉"_s << false;
    }
    void aFewEmojiAreLarge()
    {
        QFETCH(QString, text);
        QFETCH(bool, isLarge);
        TimelineRow row = rowWith(text);
        TimelineLayout layout = layoutOf(optionOf(780), row);
        const QFont font = optionOf(780).font;
        QCOMPARE(layout.isBare, isLarge);
        QCOMPARE(layout.text->font().pointSizeF(), font.pointSizeF() * (isLarge ? 2.5 : 1));
        checkInside(layout);
        // A reply keeps its bubble around the quote.
        row.quoteName = u"Bo"_s;
        layout = layoutOf(optionOf(780), row);
        QVERIFY(!layout.isBare);
    }

    void controlCharactersLeaveNoTrace()
    {
        const TimelineRow row = rowWith(u"a%1b%2c\td"_s.arg(QChar(1)).arg(QChar(0x9b)));
        QCOMPARE(layoutOf(optionOf(780), row).text->text(), u"a b c\td"_s);
    }

    void tabsStandInFourColumns()
    {
        const QStyleOptionViewItem option = optionOf(780);
        const TimelineLayout layout = layoutOf(option, rowWith(u"a\tb\nabc\tb"_s));
        QCOMPARE(layout.text->lineCount(), 2);
        const qreal stop = tabStopOf(option.font);
        QVERIFY(std::abs(layout.text->lineAt(0).cursorToX(2) - stop) < 1);
        QVERIFY(std::abs(layout.text->lineAt(1).cursorToX(8) - stop) < 1);
    }

    void pureAndRepeatable()
    {
        const TimelineRow row = rowWith(u"我刚刚 https://example.org/a 🎉"_s);
        const TimelineLayout first = layoutOf(optionOf(780), row);
        const TimelineLayout second = layoutOf(optionOf(780), row);
        QCOMPARE(first.height, second.height);
        QCOMPARE(first.bubble, second.bubble);
        QCOMPARE(first.meta, second.meta);
    }

    void hitsAreWhatIsPainted()
    {
        const TimelineRow row = rowWith(u"see https://example.org now"_s);
        const TimelineLayout layout = layoutOf(optionOf(780), row);
        const QTextLine line = layout.text->lineAt(0);
        const auto pointAt = [&](int character) {
            return layout.textAt
                   + QPoint(static_cast<int>(line.cursorToX(character)) + 2,
                            static_cast<int>(line.height() / 2));
        };
        QCOMPARE(hitAt(layout, row, pointAt(8)).kind, TimelineHit::Kind::Link);
        QCOMPARE(hitAt(layout, row, pointAt(8)).url, QUrl(u"https://example.org"_s));
        QCOMPARE(hitAt(layout, row, pointAt(1)).kind, TimelineHit::Kind::Bubble);
        QCOMPARE(hitAt(layout, row, pointAt(25)).kind, TimelineHit::Kind::Bubble);
        QCOMPARE(hitAt(layout, row, QPoint(2, 2)).kind, TimelineHit::Kind::Nothing);
    }

    void failedMarkCanBeHit()
    {
        TimelineItem item = test::pendingItem(1);
        item.delivery = Delivery::Failed;
        const TimelineRow row = rowOf(item);
        const TimelineLayout layout = layoutOf(optionOf(780), row);
        QCOMPARE(hitAt(layout, row, layout.meta.center()).kind, TimelineHit::Kind::Failed);
    }

    void failedMessagesDoNotHideWhatIsNew_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("one long line") << QString(80000, u'x');
        QTest::newRow("many lines") << u"x\n"_s.repeated(1000);
    }
    void failedMessagesDoNotHideWhatIsNew()
    {
        QFETCH(QString, text);
        TimelineItem item = test::pendingItem(1, text.toStdString());
        item.delivery = Delivery::Failed;
        const TimelineLayout folded = layoutOf(optionOf(780), rowOf(item));
        QVERIFY2(folded.height < 180, qPrintable(QString::number(folded.height)));
        QVERIFY(!folded.showAll.isEmpty());
        item.text = "short\ntext";
        QVERIFY(layoutOf(optionOf(780), rowOf(item)).showAll.isEmpty());
    }

    void labelsFitTheColumn()
    {
        TimelineRow row;
        row.key.kind = TimelineRowKind::Notice;
        row.text =
            u"Anna Meier renamed the conversation to “something rather long that does not fit on one line”"_s
                .repeated(3);
        const TimelineLayout layout = layoutOf(optionOf(360), row);
        QVERIFY(layout.label.left() >= 0 && layout.label.right() < 360);
        QVERIFY(layout.height > layout.label.height());
    }

    void estimatesAreOfTheRightSize()
    {
        const QFont font = optionOf(0).font;
        for (const QString& text :
             {u"ok"_s, u"Only under the sanitizer, so I suspect the guard. "_s.repeated(10)}) {
            const TimelineRow row = rowWith(text);
            const int exact = layoutOf(optionOf(780), row).height;
            const int estimate = estimatedHeight(780, font, row);
            QVERIFY2(estimate > exact / 2 && estimate < exact * 2,
                     qPrintable(u"%1 %2"_s.arg(exact).arg(estimate)));
        }
    }
};

TIDEMARK_SUITE(TestTimelineLayout, QApplication)

} // namespace tidemark::timeline_layout_test

#include "test_timeline_layout.moc"
