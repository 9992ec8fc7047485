#include "core/pictures/picture_decoder.h"
#include "tests/main/suite.h"
#include "tests/pictures/sample_pictures.h"

#include <QColorSpace>
#include <QFile>
#include <QTest>
#include <QTestEventLoop>

#include <fcntl.h>
#include <sys/resource.h>

#include <array>
#include <csignal>
#include <vector>

namespace tidemark::picture_decoder_test {

using Result = Expected<DecodedPicture, PictureProblem>;
using std::chrono::milliseconds;

/// PictureDecoder with the real tidemark-pictures, and with a false one.
class TestPictureDecoder : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(QStringLiteral(".*")));
        m_results.clear();
    }

    void eachFormatOpens_data() { test::addFormats(); }
    void eachFormatOpens()
    {
        QFETCH(QByteArray, format);
        PictureDecoder decoder(realHelper(), {});
        QCOMPARE(decoder.helperProcessId(), 0);
        ask(decoder, test::tinyPicture(format));
        QVERIFY(waitForResults(1));
        QVERIFY(m_results[0]);
        QVERIFY(!m_results[0]->image.isNull());
        QCOMPARE(m_results[0]->image.format(), QImage::Format_ARGB32_Premultiplied);
    }

    void largePicturesNeedNoThread_data() { test::addFormats(); }
    void largePicturesNeedNoThread()
    {
        QFETCH(QByteArray, format);
        const QImage image = test::twoColours({3000, 1500}).convertToFormat(QImage::Format_ARGB32);
        const bool isGif = format == "gif";
        QByteArray bytes = isGif ? test::gif(image.size(), 2, image.size()) : test::encoded(image, format);
        if (format == "jpeg") {
            bytes = test::withOrientation(bytes, 6);
        }
        PictureDecoder decoder(realHelper(), {});
        ask(decoder, bytes, {4000, 4000}, isGif ? 1 : 0);
        ask(decoder, bytes, {1100, 1100}, isGif ? 1 : 0);
        QVERIFY(waitForResults(2));
        QVERIFY(m_results[0] && m_results[1]);
        const bool isTurned = format == "jpeg";
        QCOMPARE(m_results[0]->image.size(), isTurned ? QSize(1500, 3000) : QSize(3000, 1500));
        QCOMPARE(m_results[1]->image.size(), isTurned ? QSize(550, 1100) : QSize(1100, 550));
        QCOMPARE(m_results[1]->originalSize, m_results[0]->image.size());
    }

    void allFramesComeTogether_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<int>("frames");
        QTest::newRow("gif") << test::gif({300, 200}, 30, {300, 200}) << 30;
        QTest::newRow("webp") << test::tinyPicture("webp") << 2;
        QTest::newRow("still") << test::tinyPicture("png") << 1;
    }
    void allFramesComeTogether()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(int, frames);
        PictureDecoder decoder(realHelper(), {});
        decoder.decodeFrames(test::fileOf(bytes), {300, 300}, qint64(1) << 21, remember());
        decoder.decodeFrames(test::fileOf(bytes.left(32)), {300, 300}, qint64(1) << 21, remember());
        ask(decoder, bytes);
        QVERIFY(waitForResults(3));
        QVERIFY(m_results[0]);
        QCOMPARE(int(m_results[0]->frames.size()), frames);
        QCOMPARE(m_results[0]->frameCount, frames);
        const PictureFrame last = m_results[0]->frames.back();
        QCOMPARE(last.image.size(), m_results[0]->originalSize);
        QCOMPARE(last.image.format(), QImage::Format_ARGB32_Premultiplied);
        QCOMPARE(last.delay, milliseconds(frames > 1 ? 100 : 0));
        QVERIFY(isProblem(1, PictureProblem::Damaged));
        QVERIFY(m_results[2]);
    }

    void wideColoursBecomeThoseOfTheScreen_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        for (const char* format : {"jpeg", "png"}) {
            QTest::newRow(format) << test::encoded(test::wideColours({1200, 600}), format);
        }
        const QImage translucent = test::wideColours({1200, 600}).convertToFormat(QImage::Format_ARGB32);
        QTest::newRow("with transparency") << test::encoded(translucent, "png");
        QTest::newRow("deep") << test::encoded(
            test::wideColours({1200, 600}).convertToFormat(QImage::Format_RGBX64), "png");
    }
    void wideColoursBecomeThoseOfTheScreen()
    {
        QFETCH(QByteArray, bytes);
        QVERIFY2(bytes.contains("iCCP") || bytes.contains("ICC_PROFILE"), "the sample has a profile");
        PictureDecoder decoder(realHelper(), {});
        ask(decoder, bytes, {1200, 1200});
        ask(decoder, bytes, {100, 100});
        decoder.decodeFrames(test::fileOf(bytes), {1200, 1200}, qint64(1) << 21, remember());
        QVERIFY(waitForResults(3));
        for (const Result& result : m_results) {
            QVERIFY(result);
            QVERIFY(test::showsWideColours(result->image));
        }
    }

    /// A screenshot has no profile, and most photographs say that they are sRGB: their colours stay exact.
    void otherColoursStayExact()
    {
        QImage image(40, 40, QImage::Format_RGB32);
        image.fill(QColor(234, 51, 35));
        PictureDecoder decoder(realHelper(), {});
        ask(decoder, test::encoded(image, "png"));
        image.setColorSpace(QColorSpace(QColorSpace::SRgb));
        ask(decoder, test::encoded(image, "png"));
        QVERIFY(waitForResults(2));
        for (const Result& result : m_results) {
            QVERIFY(result);
            QCOMPARE(result->image.pixelColor(20, 20), QColor(234, 51, 35));
        }
    }

    void p12TheLimitsAreThoseThatAreSaid_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<bool>("isShown");
        const auto png = [](int height) {
            QImage image(10000, height, QImage::Format_Grayscale8);
            image.fill(Qt::gray);
            return test::encoded(image, "png");
        };
        QTest::newRow("a PNG of 90 megapixels") << png(9000) << true;
        QTest::newRow("a PNG of 91 megapixels") << png(9100) << false;
        // Their pixels end early, but they take the memory that the header says.
        const QByteArray jpeg = test::encoded(test::twoColours({64, 64}), "jpeg");
        QTest::newRow("a JPEG of 90 megapixels") << test::jpegOfSize(jpeg, 10000, 9000) << true;
        QTest::newRow("a JPEG of 91 megapixels") << test::jpegOfSize(jpeg, 10000, 9100) << false;
        const QByteArray progressive = test::progressiveJpeg(test::twoColours({64, 64}));
        QTest::newRow("P13, a progressive JPEG of 90 megapixels")
            << test::jpegOfSize(progressive, 10000, 9000) << true;
        QTest::newRow("P13, a progressive JPEG of 91 megapixels")
            << test::jpegOfSize(progressive, 10000, 9100) << false;
        QTest::newRow("30 frames of a megapixel") << test::gif({1000, 1000}, 30, {1000, 1000}) << true;
        QTest::newRow("31 frames of a megapixel") << test::gif({1000, 1000}, 31, {1000, 1000}) << false;
    }
    void p12TheLimitsAreThoseThatAreSaid()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(bool, isShown);
        PictureDecoder decoder(realHelper(), {milliseconds(60000), milliseconds(0)});
        ask(decoder, bytes, {2560, 2560});
        ask(decoder, test::tinyPicture("png"));
        QVERIFY(waitForResults(2));
        if (isShown) {
            QVERIFY2(m_results[0],
                     m_results[0] ? "" : qPrintable(QString::number(int(m_results[0].error()))));
            QVERIFY(!m_results[0]->image.isNull());
        } else {
            QVERIFY(isProblem(0, PictureProblem::TooLarge));
        }
        QVERIFY2(m_results[1], "the next picture is shown");
    }

    void helperIsLockedIn()
    {
        PictureDecoder decoder(realHelper(), {});
        ask(decoder, test::tinyPicture("png"));
        QVERIFY(waitForResults(1));
        const auto process = pid_t(decoder.helperProcessId());
        QFile file(QStringLiteral("/proc/%1/status").arg(process));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray status = file.readAll();
        for (const char* line : {"\nThreads:\t1\n", "\nNoNewPrivs:\t1\n", "\nSeccomp:\t2\n"}) {
            QVERIFY2(status.contains(line), line);
        }
        QCOMPARE(limitOf(process, RLIMIT_NPROC), rlim_t(0));
        QCOMPARE(limitOf(process, RLIMIT_CORE), rlim_t(0));
        QCOMPARE(limitOf(process, RLIMIT_NOFILE), rlim_t(8));
        QCOMPARE(limitOf(process, RLIMIT_FSIZE), rlim_t(4 * maxRasterPixels));
        QVERIFY2(limitOf(process, RLIMIT_CPU) <= 20, "seconds");
#ifndef TIDEMARK_ADDRESS_SANITIZER
        QCOMPARE(limitOf(process, RLIMIT_AS), rlim_t(768) << 20);
#endif
    }

    void p10RefusalsLeaveTheHelperAlive()
    {
        PictureDecoder decoder(realHelper(), {});
        ask(decoder, test::tinyPicture("png"));
        QVERIFY(waitForResults(1));
        const qint64 process = decoder.helperProcessId();
        std::vector<PictureProblem> expected;
        for (const char* format : {"jpeg", "png", "gif", "webp"}) {
            ask(decoder, test::tinyPicture(format).left(32));
            expected.push_back(PictureProblem::Damaged);
        }
        ask(decoder, QByteArray());
        ask(decoder, "<svg xmlns='http://www.w3.org/2000/svg' width='8' height='8'/>");
        ask(decoder, test::pngOfSize(test::tinyPicture("png"), 50000, 50000));
        ask(decoder, test::tinyPicture("gif"), {10, 10}, 2);
        decoder.decode(pipeEnd(), {10, 10}, 0, remember());
        decoder.decode(FileDescriptor(::open("/", O_RDONLY | O_CLOEXEC)), {10, 10}, 0, remember());
        decoder.decode(FileDescriptor(::open("/dev/zero", O_RDONLY | O_CLOEXEC)), {10, 10}, 0, remember());
        for (const auto problem :
             {PictureProblem::NotAPicture, PictureProblem::NotAPicture, PictureProblem::TooLarge,
              PictureProblem::NoSuchFrame, PictureProblem::Unreadable, PictureProblem::Unreadable,
              PictureProblem::NotAPicture}) {
            expected.push_back(problem);
        }
        ask(decoder, test::tinyPicture("png"));
        QVERIFY(waitForResults(expected.size() + 2));
        for (std::size_t i = 0; i < expected.size(); ++i) {
            QVERIFY2(isProblem(i + 1, expected[i]), qPrintable(QString::number(i)));
        }
        QVERIFY(m_results.back());
        QCOMPARE(decoder.helperProcessId(), process);
    }

    void p10DamagedPicturesDoNotStopTheNext_data()
    {
        test::addFormats();
    }
    void p10DamagedPicturesDoNotStopTheNext()
    {
        QFETCH(QByteArray, format);
        const QByteArray whole = test::tinyPicture(format);
        PictureDecoder decoder(realHelper(), {});
        for (qsizetype at = 0; at < whole.size(); ++at) {
            QByteArray changed = whole;
            changed[at] = char(~changed[at]);
            ask(decoder, changed);
            ask(decoder, whole.left(at));
        }
        ask(decoder, whole);
        const auto count = std::size_t(2 * whole.size() + 1);
        QVERIFY(waitForResults(count));
        QVERIFY(m_results.back());
        for (std::size_t i = 0; i < count; ++i) {
            QVERIFY2(m_results[i] || m_results[i].error() <= PictureProblem::Unreadable,
                     qPrintable(QString::number(i)));
        }
    }

    void helperThatHangsIsKilled()
    {
        PictureDecoder decoder(realHelper(), {milliseconds(2000), milliseconds(0)});
        ask(decoder, test::tinyPicture("png"));
        QVERIFY(waitForResults(1));
        QVERIFY(decoder.helperProcessId() > 0);
        ::kill(pid_t(decoder.helperProcessId()), SIGSTOP);
        ask(decoder, test::tinyPicture("jpeg"));
        ask(decoder, test::tinyPicture("webp"));
        QVERIFY(waitForResults(3));
        QVERIFY(isProblem(1, PictureProblem::TookTooLong));
        QVERIFY(m_results[2]);
    }

    void helperThatSpinsIsKilledByTheSystem()
    {
        qputenv(variable, "spin");
        PictureDecoder decoder(falseHelper(),
                               {milliseconds(60000), milliseconds(0), std::chrono::seconds(1)});
        ask(decoder, "anything", {4, 4});
        QVERIFY(waitForResults(1));
        QVERIFY2(isProblem(0, PictureProblem::HelperDied), "it did not take too long by the clock");
    }

    void helperThatDiesIdleIsReplaced()
    {
        PictureDecoder decoder(realHelper(), {milliseconds(60000), milliseconds(0)});
        ask(decoder, test::tinyPicture("png"));
        QVERIFY(waitForResults(1));
        const qint64 first = decoder.helperProcessId();
        QVERIFY(first > 0);
        ::kill(pid_t(first), SIGKILL);
        QTRY_VERIFY_WITH_TIMEOUT(decoder.helperProcessId() != first, timeoutMs);
        ask(decoder, test::tinyPicture("png"));
        QVERIFY(waitForResults(2));
        QVERIFY(m_results[1]);
    }

    void falseAnswersAreRefused_data()
    {
        QTest::addColumn<PictureProblem>("expected");
        for (const char* how :
             {"short memory", "long memory", "unsealed memory", "no memory", "a pipe", "too wide",
              "no pixels", "no frames", "unknown status", "short message", "crash"}) {
            QTest::newRow(how) << PictureProblem::HelperDied;
        }
        QTest::newRow("silent") << PictureProblem::TookTooLong;
        QTest::newRow("no start") << PictureProblem::NoHelper;
    }
    void falseAnswersAreRefused()
    {
        QFETCH(PictureProblem, expected);
        qputenv(variable, QTest::currentDataTag());
        const bool isWaitedFor = expected != PictureProblem::HelperDied;
        PictureDecoder decoder(falseHelper(), {milliseconds(isWaitedFor ? 500 : 60000), milliseconds(0)});
        ask(decoder, "anything", {4, 4});
        QVERIFY(waitForResults(1));
        QVERIFY(isProblem(0, expected));
        qputenv(variable, "honest");
        PictureDecoder other(falseHelper(), {});
        ask(other, "anything", {4, 4});
        QVERIFY(waitForResults(2));
        QVERIFY(m_results[1]);
        QCOMPARE(m_results[1]->image.size(), QSize(4, 4));
    }

    void falseFramesAreRefused_data()
    {
        QTest::addColumn<bool>("isGood");
        QTest::newRow("honest frames") << true;
        QTest::newRow("honest") << false; // no times
        QTest::newRow("too many frames") << false;
    }
    void falseFramesAreRefused()
    {
        QFETCH(bool, isGood);
        qputenv(variable, QTest::currentDataTag());
        PictureDecoder decoder(falseHelper(), {milliseconds(60000), milliseconds(0)});
        decoder.decodeFrames(test::fileOf("anything"), {4, 4}, 3 * 17, remember());
        QVERIFY(waitForResults(1));
        QCOMPARE(bool(m_results[0]), isGood);
        QVERIFY(isGood ? m_results[0]->frames.size() == 3U : isProblem(0, PictureProblem::HelperDied));
    }

    void helperThatDiesEachTimeStartsSeldom()
    {
        qputenv(variable, "crash");
        PictureDecoder decoder(falseHelper(), {milliseconds(60000), milliseconds(300)});
        QElapsedTimer sinceStart;
        sinceStart.start();
        for (int i = 0; i < 3; ++i) {
            ask(decoder, "anything", {4, 4});
        }
        QVERIFY(waitForResults(3));
        QVERIFY2(sinceStart.elapsed() >= 600, "two starts had to wait");
        QVERIFY(isProblem(2, PictureProblem::HelperDied));
    }

    void missingProgramFailsAllThatWait()
    {
        PictureDecoder decoder(QStringLiteral("/nonexistent/tidemark-pictures"), {});
        ask(decoder, "anything");
        ask(decoder, "anything");
        QVERIFY(waitForResults(2));
        QVERIFY(isProblem(0, PictureProblem::NoHelper));
        QVERIFY(isProblem(1, PictureProblem::NoHelper));
    }

    void receiverMayDestroyTheDecoder()
    {
        auto* decoder = new PictureDecoder(realHelper(), {});
        bool isDestroyed = false;
        connect(decoder, &QObject::destroyed, this, [&] { isDestroyed = true; });
        decoder->decode(test::fileOf(test::tinyPicture("png")), {10, 10}, 0,
                        [decoder](const Result&) { delete decoder; });
        QTRY_VERIFY_WITH_TIMEOUT(isDestroyed, timeoutMs);
    }

private:
    static constexpr int timeoutMs = 60000;
    static constexpr const char* variable = "TIDEMARK_FALSE_PICTURES";

    static QString realHelper()
    {
        return QStringLiteral(TIDEMARK_BIN_DIR "/tidemark-pictures");
    }
    static QString falseHelper()
    {
        return QStringLiteral(TIDEMARK_BIN_DIR "/../tests/bin/tidemark-false-pictures");
    }

    static FileDescriptor pipeEnd()
    {
        std::array<int, 2> ends{-1, -1};
        [[maybe_unused]] const int status = ::pipe2(ends.data(), O_CLOEXEC);
        ::close(ends[1]);
        return FileDescriptor(ends[0]);
    }

    static rlim_t limitOf(pid_t process, __rlimit_resource resource)
    {
        rlimit limit{};
        return ::prlimit(process, resource, nullptr, &limit) == 0 ? limit.rlim_cur : RLIM_INFINITY;
    }

    PictureDecoder::Answer remember()
    {
        return [this](const Result& result) {
            m_results.push_back(result);
            if (m_results.size() == m_awaited) {
                m_loop.exitLoop();
            }
        };
    }

    void ask(PictureDecoder& decoder, const QByteArray& bytes, QSize maxSize = {100, 100}, int frame = 0)
    {
        decoder.decode(test::fileOf(bytes), maxSize, frame, remember());
    }

    bool waitForResults(std::size_t count)
    {
        m_awaited = count;
        m_loop.enterLoopMSecs(timeoutMs);
        return m_results.size() == count;
    }

    bool isProblem(std::size_t index, PictureProblem problem)
    {
        return !m_results[index] && m_results[index].error() == problem;
    }

    std::vector<Result> m_results;
    std::size_t m_awaited = 0;
    QTestEventLoop m_loop;
};

TIDEMARK_SUITE(TestPictureDecoder, QCoreApplication)

} // namespace tidemark::picture_decoder_test

#include "test_picture_decoder.moc"
