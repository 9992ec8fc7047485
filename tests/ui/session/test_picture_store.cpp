#include "tests/main/suite.h"
#include "tests/support/items.h"
#include "ui/session/files/picture_store.h"

#include <QSignalSpy>
#include <QTemporaryFile>

namespace tidemark::picture_store_test {

namespace {

BlobHash hashOf(std::uint8_t number)
{
    BlobHash hash;
    hash.bytes[0] = number;
    hash.bytes[1] = 1;
    return hash;
}

/// Decodes only when the test says so.
class Decoding {
public:
    struct Job {
        bool hasFile = false;
        QSize room;
        PictureDecoder::Answer answer;
    };

    [[nodiscard]] PictureStore::Decode decode()
    {
        return [this](FileDescriptor file, QSize room, int /*frame*/, PictureDecoder::Answer answer) {
            jobs.push_back({file.isOpen(), room, std::move(answer)});
        };
    }
    /// Answers the oldest job with a picture of the size that was asked for.
    void finish(int frames = 1)
    {
        const Job job = take();
        QImage image(job.room, QImage::Format_ARGB32_Premultiplied);
        image.fill(Qt::red);
        job.answer(DecodedPicture{image, job.room, frames, {}});
    }
    void fail(PictureProblem problem) { take().answer(Unexpected(problem)); }
    void finishAll()
    {
        while (!jobs.empty()) {
            finish();
        }
    }

    std::vector<Job> jobs;

private:
    Job take()
    {
        Job job = std::move(jobs.front());
        jobs.erase(jobs.begin());
        return job;
    }
};

constexpr QSize room(128, 128); ///< a size that the store does not round
constexpr qint64 rasterBytes = 128 * 128 * 4;

} // namespace

class TestPictureStore : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void aPictureIsThereOnceDecoded()
    {
        Decoding decoding;
        PictureStore store(decoding.decode());
        const QSignalSpy changes(&store, &PictureStore::changed);
        QVERIFY(store.picture(hashOf(1), room).isNull());
        store.want(hashOf(1), m_path, room);
        store.want(hashOf(1), m_path, room);
        QCOMPARE(decoding.jobs.size(), 1U);
        QVERIFY(decoding.jobs.front().hasFile);
        decoding.finish();
        QCOMPARE(changes.size(), 1);
        QCOMPARE(store.picture(hashOf(1), room).size(), room);
        store.want(hashOf(1), m_path, room);
        QVERIFY(decoding.jobs.empty());
    }

    void aPreviewCannotStandForAFile()
    {
        Decoding decoding;
        PictureStore store(decoding.decode());
        const BlobHash hash = hashOf(1);
        const std::string preview(hash.bytes.begin(), hash.bytes.end());
        QVERIFY(store.preview(preview).isNull());
        decoding.fail(PictureProblem::NotAPicture);
        QVERIFY(!store.problem(hash));
        store.want(hash, m_path, room);
        decoding.finish();
        QVERIFY(!store.picture(hash, room).isNull());
    }

    void failuresThatMayPassAreTriedAgain()
    {
        Decoding decoding;
        PictureStore store(decoding.decode());
        store.want(hashOf(1), m_path, room);
        decoding.fail(PictureProblem::TookTooLong);
        QCOMPARE(store.problem(hashOf(1)), std::optional(PictureProblem::TookTooLong));
        store.want(hashOf(1), m_path, room);
        QVERIFY(decoding.jobs.empty());
        QTRY_VERIFY(!store.problem(hashOf(1)));
        store.want(hashOf(1), m_path, room);
        decoding.finish();
        QVERIFY(!store.picture(hashOf(1), room).isNull());
    }

    void theBudgetIsKept()
    {
        Decoding decoding;
        PictureStore store(decoding.decode(), 10 * rasterBytes);
        for (std::uint8_t number = 1; number <= 40; ++number) {
            store.want(hashOf(number), m_path, room);
            decoding.finish();
            QVERIFY(!store.picture(hashOf(1), room).isNull()); // which is on screen all the time
            QVERIFY(store.bytes() <= 10 * rasterBytes);
        }
        QCOMPARE(store.bytes(), 10 * rasterBytes);
        QVERIFY(store.picture(hashOf(2), room).isNull());
        QVERIFY(!store.picture(hashOf(40), room).isNull());
        store.want(hashOf(2), m_path, room);
        QCOMPARE(decoding.jobs.size(), 1U);
    }

    void noPictureIsLargerThanHalfTheBudget()
    {
        Decoding decoding;
        PictureStore store(decoding.decode(), 10 * rasterBytes);
        store.want(hashOf(1), m_path, {4000, 1000});
        const QSize asked = decoding.jobs.front().room;
        QVERIFY(asked.width() * asked.height() * 4 <= 5 * rasterBytes);
        QVERIFY(qAbs(double(asked.width()) / asked.height() - 4) < 0.2);
    }

    void anotherSizeServesUntilTheRightOneIsThere()
    {
        Decoding decoding;
        PictureStore store(decoding.decode());
        store.want(hashOf(1), m_path, room);
        decoding.finish();
        QCOMPARE(store.picture(hashOf(1), room * 2).size(), room);
        store.want(hashOf(1), m_path, room * 2);
        decoding.finish();
        QCOMPARE(store.picture(hashOf(1), room * 2).size(), room * 2);
        QCOMPARE(store.picture(hashOf(1), room).size(), room);
        // Almost the same size is decoded once.
        store.want(hashOf(1), m_path, room - QSize(9, 9));
        QVERIFY(decoding.jobs.empty());
    }

    void theLastWantedIsNext()
    {
        Decoding decoding;
        PictureStore store(decoding.decode());
        for (std::uint8_t number = 1; number <= 3; ++number) {
            store.want(hashOf(number), m_path, room * number);
        }
        store.want(hashOf(2), m_path, room * 2);
        QList<QSize> order;
        while (!decoding.jobs.empty()) {
            order.append(decoding.jobs.front().room);
            decoding.finish();
        }
        QCOMPARE(order, (QList<QSize>{room, room * 2, room * 3}));
    }

    void whatCannotBeShownIsAskedForOnce()
    {
        Decoding decoding;
        PictureStore store(decoding.decode());
        QCOMPARE(store.problem(hashOf(1)), std::nullopt);
        store.want(hashOf(1), m_path, room);
        decoding.fail(PictureProblem::TooLarge);
        QCOMPARE(store.problem(hashOf(1)), std::optional(PictureProblem::TooLarge));
        store.want(hashOf(1), m_path, room);
        QVERIFY(decoding.jobs.empty());
    }

    void aFileThatHasMovedIsFoundAgain()
    {
        Decoding decoding;
        PictureStore store(decoding.decode());
        store.want(hashOf(1), QStringLiteral("/outgoing/1"), room);
        QVERIFY(!decoding.jobs.front().hasFile);
        decoding.fail(PictureProblem::Unreadable);
        QCOMPARE(store.problem(hashOf(1)), std::nullopt);
        store.want(hashOf(1), QStringLiteral("/outgoing/1"), room);
        QVERIFY(decoding.jobs.empty());
        store.want(hashOf(1), m_path, room);
        decoding.finish();
        QVERIFY(!store.picture(hashOf(1), room).isNull());
    }

    void previewsAreDecodedElsewhereToo()
    {
        Decoding decoding;
        PictureStore store(decoding.decode());
        QVERIFY(store.preview({}).isNull());
        QVERIFY(store.preview("bytes of somebody").isNull());
        QCOMPARE(decoding.jobs.size(), 1U);
        QVERIFY(decoding.jobs.front().hasFile);
        decoding.finish();
        QVERIFY(!store.preview("bytes of somebody").isNull());
        QVERIFY(store.bytes() > 0);
        QVERIFY(store.preview("other bytes").isNull());
        decoding.fail(PictureProblem::Damaged);
        QVERIFY(store.preview("other bytes").isNull());
        QVERIFY(decoding.jobs.empty());
    }

    void anAnswerAfterTheEndIsHarmless()
    {
        Decoding decoding;
        auto store = std::make_unique<PictureStore>(decoding.decode());
        store->want(hashOf(1), m_path, room);
        store.reset();
        decoding.finish();
        QVERIFY(decoding.jobs.empty());
    }

    void severalFramesAreNoted()
    {
        Decoding decoding;
        PictureStore store(decoding.decode());
        store.want(hashOf(1), m_path, room);
        decoding.finish(5);
        QVERIFY(store.isAnimated(hashOf(1)));
        QVERIFY(!store.isAnimated(hashOf(2)));
    }

private:
    const QString m_path = QStringLiteral("/dev/null");
};

TIDEMARK_SUITE(TestPictureStore, QCoreApplication)

} // namespace tidemark::picture_store_test

#include "test_picture_store.moc"
