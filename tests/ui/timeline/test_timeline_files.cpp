// Files of messages in the timeline: what is painted before and after they are there, and what a click does.
#include "core/models/timeline/timeline_model.h"
#include "tests/main/suite.h"
#include "tests/support/active_window.h"
#include "tests/ui/recorded_session.h"
#include "ui/look/motion.h"
#include "ui/session/files/animations.h"
#include "ui/timeline/timeline_view.h"

#include <QApplication>
#include <QHelpEvent>
#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>
#include <QSignalSpy>
#include <QToolTip>
#include <QWindow>

#include <array>

namespace tidemark::timeline_files_test {

using namespace Qt::StringLiterals;
using Step = FileState::Step;

namespace {

const QColor previewColour(Qt::blue);
const QColor pictureColour(Qt::red);
const std::array<QColor, 2> frameColours{QColor(Qt::green), QColor(Qt::yellow)};
constexpr const char* previewBytes = "a preview";

Attachment picture(std::uint8_t number, std::uint32_t width = 400, std::uint32_t height = 300)
{
    Attachment file;
    file.hash.bytes[0] = number;
    file.hash.bytes[1] = 1;
    file.size = 5000;
    file.mime = "image/jpeg";
    file.name = "<b>IMG</b>.jpg";
    file.width = width;
    file.height = height;
    file.preview = previewBytes;
    return file;
}

Attachment document()
{
    Attachment file;
    file.size = 123456;
    file.mime = "application/pdf";
    file.name = "<i>report.pdf";
    return file;
}

/// Notes what is painted of a widget.
class PaintedArea : public QObject {
public:
    explicit PaintedArea(QWidget& widget) { widget.installEventFilter(this); }

    QRegion area;

protected:
    bool eventFilter(QObject* /*watched*/, QEvent* event) override
    {
        if (event->type() == QEvent::Paint) {
            area += static_cast<QPaintEvent*>(event)->region();
        }
        return false;
    }
};

/// A timeline of conversation 7 with one message for each list of files.
class Fixture {
public:
    /// A message that answers the first one, which has this file.
    struct Answer {
        std::uint64_t seq = 0;
        Attachment file;
    };

    explicit Fixture(const std::vector<std::vector<Attachment>>& messages, QSize size = {700, 600})
        : Fixture(messages, {}, size)
    {
    }
    Fixture(const std::vector<std::vector<Attachment>>& messages, const std::optional<Answer>& answer,
            QSize size = {700, 600})
    {
        session.session.takeConversations({test::summaryOf(test::someConversation.value, "seven")});
        session.session.chat().open(test::someConversation);
        view.setTheme(themeFor(ThemeChoice::Light, {}));
        view.setFileSources({&files, &pictures, &animations});
        view.resize(size);
        view.setModel(&model);
        QObject::connect(&files, &MessageFiles::stateWanted, &files,
                         [this](const FileKey& key) { asked.append(key); });
        TimelinePage page = test::pageOf(1, messages.size(), messages.size());
        for (std::size_t i = 0; i < messages.size(); ++i) {
            page.items[i].text.clear();
            page.items[i].attachments = messages[i];
            if (answer && answer->seq == i + 1) {
                page.items[i].text = "an answer";
                page.items[i].replyTo = Seq(1);
                page.items[i].replyToName = "Anna";
                page.items[i].replyToFile = answer->file;
            }
        }
        model.open({test::someConversation, true, Seq(messages.size()), 0, true, {}});
        model.takePage(page, {});
        view.show();
        view.scrollToEnd();
        view.grab();
    }

    [[nodiscard]] QModelIndex index(std::uint64_t seq) const { return model.index(model.rowOfSeq(Seq(seq))); }
    [[nodiscard]] QRect placeOf(std::uint64_t seq, int file) const
    {
        const int row = model.rowOfSeq(Seq(seq));
        return view.layoutFor(row)->files[file].rect.translated(view.optionFor(row).rect.topLeft());
    }
    [[nodiscard]] QColor colourAt(const QPoint& point)
    {
        return view.viewport()->grab().toImage().pixelColor(point);
    }
    void hold(std::uint64_t seq, std::uint32_t file)
    {
        FileState state{Step::Held, 0, 5000};
        state.path = "/dev/null";
        files.take({test::someConversation, Seq(seq), {}, file}, state);
    }
    /// Decodes what was asked for: previews are blue, pictures are red.
    void decode(std::optional<PictureProblem> problem = std::nullopt)
    {
        view.viewport()->grab();
        while (!jobs.isEmpty()) {
            const auto [room, answer] = jobs.takeFirst();
            if (problem) {
                answer(Unexpected(*problem));
                continue;
            }
            QImage image(room, QImage::Format_ARGB32_Premultiplied);
            image.fill(room.width() < 60 ? previewColour : pictureColour);
            answer(DecodedPicture{image, room, frameCount, {}});
            view.viewport()->grab();
        }
    }

    QList<std::pair<QSize, PictureDecoder::Answer>> jobs;
    QList<FileKey> asked;
    int frameCount = 1; ///< of all pictures
    std::chrono::milliseconds now{1000};
    test::RecordedSession session;
    MessageFiles files{session.session.chat()};
    PictureStore pictures{
        [this](FileDescriptor /*file*/, QSize room, int /*frame*/, PictureDecoder::Answer answer) {
            jobs.append({room, std::move(answer)});
        }};
    /// Two frames, which differ in their colour.
    Animations animations{
        [](FileDescriptor /*file*/, QSize room, qint64 /*maxPixels*/, const PictureDecoder::Answer& answer) {
            DecodedPicture picture{{}, room, 2, {}};
            for (const QColor& colour : frameColours) {
                QImage image(room, QImage::Format_ARGB32_Premultiplied);
                image.fill(colour);
                picture.frames.push_back({image, std::chrono::milliseconds(200)});
            }
            picture.image = picture.frames.front().image;
            answer(picture);
        },
        pictures, [this] { return now; }};
    TimelineModel model;
    TimelineView view;
};

} // namespace

class TestTimelineFiles : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void aQuoteShowsThePreviewOfTheAnsweredPicture()
    {
        const Fixture::Answer answer{2, picture(1)};
        Fixture fixture({{picture(1)}, {}}, answer);
        const int row = fixture.model.rowOfSeq(Seq(2));
        const QRect place =
            fixture.view.layoutFor(row)->quotePicture.translated(fixture.view.optionFor(row).rect.topLeft());
        QVERIFY(!place.isEmpty());
        QCOMPARE(fixture.colourAt(place.center()), themeFor(ThemeChoice::Light, {}).picturePlace);
        fixture.decode();
        QCOMPARE(fixture.colourAt(place.center()), previewColour);
        for (const QPoint& corner : {place.topLeft(), place.topRight(), place.bottomLeft()}) {
            const QPoint outside = corner + (corner - place.center()) / 4;
            QVERIFY2(fixture.colourAt(outside) != previewColour, "it stays in its place");
        }
    }

    void thePreviewComesFirstAndThePictureInItsPlace()
    {
        Fixture fixture({{picture(1)}});
        const QPoint point = fixture.placeOf(1, 0).topLeft() + QPoint(120, 50);
        QCOMPARE(fixture.colourAt(point), themeFor(ThemeChoice::Light, {}).picturePlace);
        fixture.decode();
        QCOMPARE(fixture.colourAt(point), previewColour);
        fixture.hold(1, 0);
        fixture.decode();
        QCOMPARE(fixture.colourAt(point), pictureColour);
    }

    void heightsDoNotChange()
    {
        Fixture fixture({{picture(1, 1000, 3000)},
                         {document()},
                         {picture(2), picture(3, 300, 900)},
                         {picture(4, 9, 900)}});
        const auto places = [&fixture] {
            QList<QRect> rects;
            for (int row = 0; row < fixture.model.rowCount(); ++row) {
                rects.append(fixture.view.visualRect(fixture.model.index(row, 0)));
            }
            return rects;
        };
        const QList<QRect> before = places();
        fixture.decode();
        QCOMPARE(places(), before);
        for (std::uint64_t seq = 1; seq <= 4; ++seq) {
            fixture.hold(seq, 0);
            fixture.hold(seq, 1);
        }
        fixture.decode();
        QVERIFY(fixture.pictures.bytes() > 0);
        fixture.view.settleNow();
        QCOMPARE(places(), before);
        // Another width measures all rows anew.
        for (const int width : {650, 700}) {
            fixture.view.resize(width, 600);
            fixture.view.grab();
        }
        const QList<QRect> after = places();
        for (qsizetype row = 0; row < before.size(); ++row) {
            QCOMPARE(after[row].height(), before[row].height());
        }
    }

    void animatedPicturesMoveWhileTheWindowIsActive()
    {
        Fixture fixture({{picture(1)}});
        fixture.frameCount = 2;
        const QPoint point = fixture.placeOf(1, 0).center();
        const QRect before = fixture.placeOf(1, 0);
        test::setActiveWindow(nullptr);
        fixture.hold(1, 0);
        fixture.decode();
        QCOMPARE(fixture.colourAt(point), pictureColour);
        test::setActiveWindow(&fixture.view);
        QCOMPARE(fixture.colourAt(point), frameColours[0]);
        fixture.now += std::chrono::milliseconds(200);
        QCOMPARE(fixture.colourAt(point), frameColours[1]);
        test::setActiveWindow(nullptr);
        fixture.now += std::chrono::milliseconds(200);
        QCOMPARE(fixture.colourAt(point), frameColours[1]);
        test::setActiveWindow(&fixture.view);
        setMotionEnabled(false);
        QCOMPARE(fixture.colourAt(point), frameColours[1]);
        setMotionEnabled(true);
        QCOMPARE(fixture.colourAt(point), frameColours[0]);
        QCOMPARE(fixture.placeOf(1, 0), before);
        test::setActiveWindow(nullptr);
    }

    void onlyThePictureThatMovesIsPaintedAnew()
    {
        Fixture fixture({{picture(1)}, {picture(2)}});
        fixture.frameCount = 2;
        test::setActiveWindow(&fixture.view);
        fixture.hold(2, 0);
        fixture.decode();
        QTRY_VERIFY(fixture.view.windowHandle()->isExposed());
        fixture.view.viewport()->repaint();
        PaintedArea painted(*fixture.view.viewport());
        Q_EMIT fixture.animations.due(picture(2).hash);
        QTRY_COMPARE(painted.area, QRegion(fixture.placeOf(2, 0)));
        test::setActiveWindow(nullptr);
    }

    void nothingMovesOutOfSight()
    {
        Fixture fixture(std::vector<std::vector<Attachment>>(30, {picture(1)}));
        fixture.frameCount = 2;
        test::setActiveWindow(&fixture.view);
        fixture.hold(30, 0);
        fixture.decode();
        fixture.view.viewport()->grab();
        QVERIFY(fixture.animations.isWaiting());
        fixture.view.hide();
        fixture.now += std::chrono::seconds(1);
        QTRY_VERIFY(!fixture.animations.isWaiting());
        test::setActiveWindow(nullptr);
    }

    void onlyFilesNearTheViewportAreAskedFor()
    {
        Fixture fixture(std::vector<std::vector<Attachment>>(100, {picture(1)}));
        QVERIFY(fixture.asked.size() >= 3 && fixture.asked.size() < 10);
        QCOMPARE(fixture.asked.constLast().seq, Seq(100));
        fixture.asked.clear();
        fixture.view.verticalScrollBar()->setValue(0);
        QVERIFY(!fixture.asked.isEmpty());
        QCOMPARE(fixture.asked.constFirst().seq, Seq(1));
    }

    void aClickNamesTheFile()
    {
        Fixture fixture({{document(), picture(1)}});
        QSignalSpy files(&fixture.view, &TimelineView::fileActivated);
        QSignalSpy buttons(&fixture.view, &TimelineView::fileButtonActivated);
        const QRect place = fixture.placeOf(1, 0); // pictures come first
        QTest::mouseClick(fixture.view.viewport(), Qt::LeftButton, {}, place.topLeft() + QPoint(20, 20));
        QCOMPARE(files.size(), 1);
        QCOMPARE(files.constFirst().at(1).toInt(), 1);
        QTest::mouseClick(fixture.view.viewport(), Qt::LeftButton, {}, place.center());
        QCOMPARE(buttons.size(), 1);
        fixture.view.setCurrentIndex(fixture.index(1));
        QTest::keyClick(&fixture.view, Qt::Key_Return);
        QCOMPARE(files.size(), 2);
    }

    void namesAreShownLiterally()
    {
        Fixture fixture({{document()}});
        const QPoint point = fixture.placeOf(1, 0).center();
        QHelpEvent help(QEvent::ToolTip, point, fixture.view.viewport()->mapToGlobal(point));
        QApplication::sendEvent(fixture.view.viewport(), &help);
        QVERIFY2(QToolTip::text().contains(u"&lt;i&gt;report.pdf"_s), qPrintable(QToolTip::text()));
        QToolTip::hideText();
    }

    void aPictureThatCannotBeShownSaysWhy()
    {
        Fixture fixture({{picture(1)}});
        fixture.hold(1, 0);
        fixture.decode(PictureProblem::TooLarge);
        QVERIFY(fixture.pictures.problem(picture(1).hash));
        const QPoint point = fixture.placeOf(1, 0).center();
        QHelpEvent help(QEvent::ToolTip, point, fixture.view.viewport()->mapToGlobal(point));
        QApplication::sendEvent(fixture.view.viewport(), &help);
        QVERIFY(QToolTip::text().contains(u"too large"_s));
        QToolTip::hideText();
    }

    void screenReadersHearOfFiles()
    {
        Fixture fixture({{picture(1), document()}});
        QCOMPARE(fixture.index(1).data(Qt::AccessibleTextRole).toString().section(u", "_s, 0, 3),
                 u"User 3: Photo, 400 by 300, File <i>report.pdf, 123.5 kB"_s);
    }
};

TIDEMARK_SUITE(TestTimelineFiles, QApplication)

} // namespace tidemark::timeline_files_test

#include "test_timeline_files.moc"
