#include "tests/main/suite.h"
#include "tests/support/items.h"
#include "ui/session/files/animations.h"
#include "ui/session/files/picture_store.h"

#include <QSignalSpy>
#include <QTemporaryFile>

namespace tidemark::animations_test {

using namespace std::chrono_literals;

namespace {

BlobHash hashOf(std::uint8_t number)
{
    BlobHash hash;
    hash.bytes[0] = number;
    return hash;
}

constexpr QSize room(128, 128);
constexpr qint64 frameBytes = 128 * 128 * 4;

/// A store and its animations, which decode only when the test says so.
class Fixture {
public:
    struct Job {
        QSize room;
        qint64 maxPixels = 0;
        PictureDecoder::Answer answer;
    };

    explicit Fixture(qint64 budget = 100 * frameBytes)
        : pictures(
            [](FileDescriptor /*file*/, QSize size, int /*frame*/, const PictureDecoder::Answer& answer) {
                QImage image(size, QImage::Format_ARGB32_Premultiplied);
                image.fill(Qt::black);
                answer(DecodedPicture{image, size, 2, {}});
            },
            budget)
    {
        file.open();
        file.write("anything");
        file.flush();
        for (std::uint8_t number = 1; number < 5; ++number) {
            pictures.want(hashOf(number), file.fileName(), room);
        }
        QObject::connect(&animations, &Animations::due, &animations,
                         [this](const BlobHash& hash) { due.append(hash.bytes[0]); });
    }
    QImage paint(std::uint8_t number, bool plays = true)
    {
        return animations.frame(hashOf(number), file.fileName(), room, plays);
    }
    /// Answers the oldest job with frames that differ in the red of their first pixel.
    void finish(int frames = 3, std::chrono::milliseconds delay = 200ms)
    {
        const Job job = jobs.takeFirst();
        DecodedPicture picture{{}, job.room, frames, {}};
        for (int i = 0; i < frames; ++i) {
            QImage image(job.room, QImage::Format_ARGB32_Premultiplied);
            image.fill(QColor(10 * (i + 1), 0, 0));
            picture.frames.push_back({image, delay});
        }
        picture.image = picture.frames.front().image;
        job.answer(picture);
    }
    /// The number of the frame, from 1.
    int frame(std::uint8_t number, bool plays = true)
    {
        const QImage image = paint(number, plays);
        return image.isNull() ? 0 : image.pixelColor(0, 0).red() / 10;
    }
    void begin(std::uint8_t number = 1, int frames = 3)
    {
        paint(number);
        finish(frames);
        due.clear();
    }

    QTemporaryFile file;
    std::chrono::milliseconds now{1000};
    QList<Job> jobs;
    QList<int> due;
    PictureStore pictures;
    Animations animations{
        [this](FileDescriptor /*file*/, QSize size, qint64 maxPixels, PictureDecoder::Answer answer) {
            jobs.append({size, maxPixels, std::move(answer)});
        },
        pictures, [this] { return now; }};
};

} // namespace

class TestAnimations : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void framesFollowEachOtherInTime()
    {
        Fixture fixture;
        QCOMPARE(fixture.frame(1), 0);
        QCOMPARE(fixture.jobs.size(), 1);
        fixture.finish();
        QCOMPARE(fixture.due, QList{1});
        QCOMPARE(fixture.frame(1), 1);
        fixture.now += 199ms;
        QCOMPARE(fixture.frame(1), 1);
        fixture.now += 1ms;
        QCOMPARE(fixture.frame(1), 2);
        fixture.now += 5s; // nothing was painted for long: it goes on with the next frame
        QCOMPARE(fixture.frame(1), 3);
        fixture.now += 200ms;
        QCOMPARE(fixture.frame(1), 1);
    }

    void paintingHasTheNextFrameAnnounced()
    {
        Fixture fixture;
        fixture.begin();
        fixture.paint(1);
        QVERIFY(fixture.animations.isWaiting());
        fixture.now += 200ms;
        QTRY_COMPARE(fixture.due, QList{1});
    }

    void nothingWaitsForAPictureThatIsNotPainted()
    {
        Fixture fixture;
        fixture.begin();
        QVERIFY(!fixture.animations.isWaiting());
        fixture.paint(1);
        fixture.now += 200ms;
        QTRY_VERIFY(!fixture.due.isEmpty());
        QVERIFY(!fixture.animations.isWaiting());
    }

    void aPictureStandsStillWhereItIs()
    {
        Fixture fixture;
        fixture.begin();
        fixture.paint(1);
        fixture.now += 200ms;
        QCOMPARE(fixture.frame(1), 2);
        fixture.now += 1s;
        QCOMPARE(fixture.frame(1, false), 2);
        QTRY_VERIFY(!fixture.animations.isWaiting());
        QCOMPARE(fixture.frame(1, false), 2);
        QVERIFY(!fixture.animations.isWaiting());
        QCOMPARE(fixture.frame(1), 3);
    }

    void aViewThatStandsStillDoesNotStopAnother()
    {
        Fixture fixture;
        fixture.begin();
        fixture.paint(1);
        fixture.paint(1, false);
        fixture.now += 200ms;
        QTRY_COMPARE(fixture.due, QList{1});
    }

    void nothingIsDecodedForPicturesThatStandStill()
    {
        Fixture fixture;
        QCOMPARE(fixture.frame(1, false), 0);
        fixture.animations.setOn(false);
        QCOMPARE(fixture.frame(1), 0);
        QVERIFY(fixture.jobs.isEmpty());
    }

    void switchedOffTheyAreDropped()
    {
        Fixture fixture;
        fixture.begin();
        fixture.paint(1);
        const qint64 before = fixture.pictures.bytes();
        fixture.animations.setOn(false);
        QCOMPARE(fixture.pictures.bytes(), before - 3 * frameBytes);
        QCOMPARE(fixture.due, QList{1});
        QVERIFY(!fixture.animations.isWaiting());
        QCOMPARE(fixture.frame(1), 0);
    }

    void timesThatAreTooShortToSeeAreNotTaken()
    {
        Fixture fixture;
        fixture.paint(1);
        fixture.finish(3, 0ms);
        QCOMPARE(fixture.frame(1), 1);
        fixture.now += 50ms;
        QCOMPARE(fixture.frame(1), 1);
        fixture.now += 50ms;
        QCOMPARE(fixture.frame(1), 2);
    }

    void theyTakeHalfOfTheBudgetTogether()
    {
        Fixture fixture(40 * frameBytes);
        fixture.paint(1);
        QCOMPARE(fixture.jobs.front().maxPixels, 20 * frameBytes / 4);
        fixture.finish(15);
        fixture.paint(1);
        fixture.paint(2);
        QCOMPARE(fixture.jobs.front().maxPixels, 5 * frameBytes / 4);
        fixture.finish(5);
        fixture.paint(1);
        fixture.paint(2);
        fixture.paint(3); // no room beside those that are on screen
        QVERIFY(fixture.jobs.isEmpty());
        fixture.now += 1min;
        fixture.paint(2);
        fixture.paint(3);
        QCOMPARE(fixture.jobs.front().maxPixels, 15 * frameBytes / 4);
        fixture.finish(15);
        QVERIFY(!fixture.animations.hasFrames(hashOf(1)));
        QCOMPARE(fixture.animations.bytes(), 20 * frameBytes);
        QVERIFY(fixture.pictures.bytes() <= 40 * frameBytes);
    }

    void oneIsDecodedAfterTheOther()
    {
        Fixture fixture;
        fixture.paint(1);
        fixture.paint(2);
        QCOMPARE(fixture.jobs.size(), 1);
        fixture.finish();
        QCOMPARE(fixture.due, (QList{1, 2}));
        fixture.paint(2);
        QCOMPARE(fixture.jobs.size(), 1);
    }

    void whatCannotBeDecodedStandsStill()
    {
        Fixture fixture;
        fixture.paint(1);
        fixture.jobs.takeFirst().answer(Unexpected(PictureProblem::TooLarge));
        QCOMPARE(fixture.frame(1), 0);
        QVERIFY(fixture.jobs.isEmpty());
    }

    void moreRoomIsUsedOnlyIfItShowsMore()
    {
        Fixture fixture;
        fixture.begin();
        const auto paintIn = [&fixture](QSize size) {
            std::ignore = fixture.animations.frame(hashOf(1), fixture.file.fileName(), size, true);
        };
        paintIn({512, 512}); // the file itself has 128 × 128
        QVERIFY(fixture.jobs.isEmpty());
    }
};

TIDEMARK_SUITE(TestAnimations, QCoreApplication)

} // namespace tidemark::animations_test

#include "test_animations.moc"
