#include "core/models/words/file_text.h"
#include "tests/main/suite.h"
#include "tests/support/items.h"
#include "ui/look/metrics.h"
#include "ui/timeline/files/file_layout.h"
#include "ui/timeline/files/mosaic.h"

#include <QApplication>

namespace tidemark::file_layout_test {

using namespace Qt::StringLiterals;

namespace {

constexpr std::array widths{300, 390, 780, 1600};

QStyleOptionViewItem optionOf(int width)
{
    QStyleOptionViewItem option;
    option.rect = QRect(0, 0, width, 0);
    option.font = QFont(u"Noto Sans"_s, 10);
    return option;
}

Attachment picture(std::uint32_t width, std::uint32_t height)
{
    Attachment file;
    file.size = 300000;
    file.mime = "image/jpeg";
    file.name = "IMG_1.jpg";
    file.width = width;
    file.height = height;
    return file;
}

Attachment document(std::string name)
{
    Attachment file;
    file.size = 123456;
    file.mime = "application/octet-stream";
    file.name = std::move(name);
    return file;
}

TimelineRow rowWith(std::vector<Attachment> files, bool own = false, std::string text = {})
{
    TimelineItem item = own ? test::ownItem(1, 1, std::move(text)) : test::messageItem(1, std::move(text));
    item.attachments = std::move(files);
    TimelineRow row = rowOf(item);
    row.showsAuthor = !own;
    return row;
}

/// Every part is inside the bubble, and no two files or words overlap.
void checkParts(const TimelineLayout& layout)
{
    QList<QRect> parts{layout.name, layout.quote};
    for (const TimelineLayout::File& file : layout.files) {
        parts.append(file.rect);
        QVERIFY(file.rect.contains(file.button));
        if (!file.isPicture) {
            QVERIFY(file.rect.contains(file.name) && file.name.width() > 40);
            QVERIFY(file.rect.contains(file.details) && file.details.width() > 40);
            QVERIFY(!file.details.intersects(layout.meta));
        }
    }
    for (qsizetype i = 0; i < parts.size(); ++i) {
        QVERIFY(parts[i].isEmpty() || layout.bubble.contains(parts[i]));
        for (qsizetype j = 0; j < i; ++j) {
            QVERIFY(!parts[i].intersects(parts[j]));
        }
    }
    QVERIFY(layout.bubble.contains(layout.meta));
    QVERIFY(layout.bubble.left() >= layout.column.left() && layout.bubble.right() <= layout.column.right());
    QCOMPARE(layout.height, layout.bubble.bottom() + 1);
}

} // namespace

class TestFileLayout : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void albumsThatNoMessageHasEndSoon()
    {
        const QList<QSize> many(65536, QSize(4, 3));
        const QList<QRect> places = mosaicOf(many, 400);
        QCOMPARE(places.size(), many.size());
        QVERIFY(places.last().top() > places.first().bottom());
    }

    void init() { test::failOnAnyWarning(); }

    void partsKeepTheirPlaces_data()
    {
        QTest::addColumn<std::vector<Attachment>>("files");
        QTest::addColumn<QString>("text");
        const std::vector<std::pair<const char*, std::vector<Attachment>>> cases{
            {"a picture", {picture(1024, 768)}},
            {"a narrow one", {picture(20, 4000)}},
            {"a low one", {picture(4000, 20)}},
            {"a tiny one", {picture(1, 1)}},
            {"the largest", {picture(0xffffffff, 0xffffffff)}},
            {"two", {picture(1024, 768), picture(768, 1024)}},
            {"ten", std::vector<Attachment>(10, picture(900, 700))},
            {"ten odd ones", std::vector<Attachment>(10, picture(1, 0xffffffff))},
            {"a file", {document("report.pdf")}},
            {"a file with a long name", {document(std::string(255, 'w'))}},
            {"ten files", std::vector<Attachment>(10, document("a"))},
            {"both", {document("report.pdf"), picture(300, 900), document("more.pdf")}},
        };
        for (const auto& [name, files] : cases) {
            QTest::addRow("%s", name) << files << QString();
            QTest::addRow("%s with a caption", name)
                << files << u"What a day it was, wasn’t it? "_s.repeated(8);
            QTest::addRow("%s with a Hebrew caption", name) << files << u"שלום עולם "_s.repeated(8);
        }
    }
    void partsKeepTheirPlaces()
    {
        QFETCH(std::vector<Attachment>, files);
        QFETCH(QString, text);
        for (const int width : widths) {
            for (const bool own : {false, true}) {
                TimelineRow row = rowWith(files, own, text.toStdString());
                checkParts(layoutOf(optionOf(width), row));
                row.quoteName = u"Bo Lindqvist"_s;
                row.quoteText = u"Photo"_s;
                row.quoteFile = picture(10, 10);
                const TimelineLayout answer = layoutOf(optionOf(width), row);
                checkParts(answer);
                QVERIFY(answer.quote.contains(answer.quotePicture));
            }
        }
    }

    void theHeightDependsOnWhatTheMessageSays()
    {
        for (const int width : widths) {
            TimelineRow row = rowWith({picture(1024, 768), document("report.pdf")});
            const int height = layoutOf(optionOf(width), row).height;
            row.heldFiles = 3;
            row.files[0].preview = std::string(2000, 'x');
            QCOMPARE(layoutOf(optionOf(width), row).height, height);
        }
    }

    void aPictureAloneHasNoBubble()
    {
        TimelineRow row = rowWith({picture(1024, 768)}, true);
        const TimelineLayout layout = layoutOf(optionOf(780), row);
        QVERIFY(layout.isBare);
        QCOMPARE(layout.files.first().rect, layout.bubble);
        QVERIFY(layout.bubble.contains(layout.metaPill) && layout.metaPill.contains(layout.meta));
        QCOMPARE(layout.bubble.width(), metrics::pictureMaximum);
        const TimelineLayout withCaption = layoutOf(optionOf(780), rowWith({picture(1024, 768)}, true, "ok"));
        QVERIFY(!withCaption.isBare && withCaption.metaPill.isEmpty());
        QCOMPARE(withCaption.bubble.width(), metrics::pictureMaximum);
    }

    void smallPicturesKeepTheirSize()
    {
        QCOMPARE(pictureSize({200, 150}, {430, 430}, {100, 100}), QSize(200, 150));
        QCOMPARE(pictureSize({4000, 3000}, {400, 430}, {100, 100}), QSize(400, 300));
        QCOMPARE(pictureSize({4000, 10}, {400, 430}, {100, 100}), QSize(400, 100));
    }

    void albumsFillTheirWidth()
    {
        for (int count = 1; count <= 10; ++count) {
            QList<QSize> sizes;
            for (int i = 0; i < count; ++i) {
                sizes.append(i % 3 == 0 ? QSize(700, 1000) : QSize(1600, 900));
            }
            const QList<QRect> places = mosaicOf(sizes, 430);
            QCOMPARE(places.size(), count);
            QCOMPARE(places.first().topLeft(), QPoint(0, 0));
            int area = 0;
            for (qsizetype i = 0; i < places.size(); ++i) {
                QVERIFY(places[i].right() < 430);
                QVERIFY(i + 1 < count || places[i].right() == 429);
                QVERIFY2(places[i].width() >= 50 && places[i].height() >= 60,
                         qPrintable(QString::number(count)));
                area += places[i].width() * places[i].height();
            }
            const int height = places.last().bottom() + 1;
            QVERIFY(area > 430 * height * 95 / 100);
            QVERIFY2(count < 3 || (height > 200 && height < 700), qPrintable(QString::number(height)));
        }
    }

    void hitsNameTheFile()
    {
        const TimelineRow row = rowWith({document("a.pdf"), picture(800, 600)});
        const TimelineLayout layout = layoutOf(optionOf(780), row);
        for (const TimelineLayout::File& file : layout.files) {
            const TimelineHit button = hitAt(layout, row, file.button.center());
            QCOMPARE(button.kind, TimelineHit::Kind::FileButton);
            QCOMPARE(button.file, file.index);
            const TimelineHit beside = hitAt(layout, row, file.rect.bottomRight() - QPoint(30, 30));
            QCOMPARE(beside.kind, TimelineHit::Kind::File);
            QCOMPARE(beside.file, file.index);
        }
    }

    void estimatesAreOfTheRightSize()
    {
        const TimelineRow row = rowWith({picture(1024, 768), document("a.pdf")}, false, "ok");
        const int exact = layoutOf(optionOf(780), row).height;
        const int estimate = estimatedHeight(780, optionOf(0).font, row);
        QVERIFY2(std::abs(estimate - exact) < 40, qPrintable(u"%1 %2"_s.arg(exact).arg(estimate)));
    }

    void namesAreOneLineWithoutTricks()
    {
        QCOMPARE(fileNameText(document("a\nb\tc.pdf")), u"a b c.pdf"_s);
        QCOMPARE(fileNameText(document("photo_\u202egnp.exe")), u"photo_gnp.exe"_s);
        QCOMPARE(fileNameText(document("")), u"File"_s);
        QCOMPARE(fileDetails(document("report.pdf")), u"123.5 kB · PDF"_s);
        QCOMPARE(fileDetails(document("no kind.of a file")), u"123.5 kB"_s);
        QCOMPARE(spokenFile(picture(1024, 768)), u"Photo, 1,024 by 768"_s);
    }
};

TIDEMARK_SUITE(TestFileLayout, QApplication)

} // namespace tidemark::file_layout_test

#include "test_file_layout.moc"
