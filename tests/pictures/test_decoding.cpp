#include "app/pictures/codecs.h"
#include "app/pictures/decoding.h"
#include "app/pictures/sealed_raster.h"
#include "core/pictures/received_raster.h"
#include "tests/main/suite.h"
#include "tests/pictures/sample_pictures.h"

#include <QBuffer>
#include <QTest>

namespace tidemark::decoding_test {

using test::encoded;
using test::twoColours;

/// The function that tidemark-pictures runs in its sandbox, in this process.
class TestDecoding : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { discardMessages(); }

    void eachFormatOpens_data() { test::addFormats(); }
    void eachFormatOpens()
    {
        QFETCH(QByteArray, format);
        const auto decoded = decode(test::tinyPicture(format));
        QVERIFY(decoded);
        QVERIFY(!decoded->image.isNull());
        QCOMPARE(decoded->originalSize, decoded->image.size());
    }

    void largePicturesAreMadeSmaller_data() { test::addFormats(); }
    void largePicturesAreMadeSmaller()
    {
        QFETCH(QByteArray, format);
        if (format == "gif") {
            QCOMPARE(decode(test::gif({1000, 400}, 1, {1000, 400}), {100, 100})->image.size(),
                     QSize(100, 40));
            return;
        }
        const auto decoded = decode(encoded(twoColours({1000, 400}), format), {100, 100});
        QVERIFY(decoded);
        QCOMPARE(decoded->image.size(), QSize(100, 40));
        QCOMPARE(decoded->originalSize, QSize(1000, 400));
        QVERIFY(isRed(decoded->image.pixelColor(20, 20)));
        QVERIFY(isBlue(decoded->image.pixelColor(80, 20)));
    }

    void thinPicturesKeepOnePixel()
    {
        QCOMPARE(decode(encoded(twoColours({5000, 2}), "png"), {100, 100})->image.size(), QSize(100, 1));
        QCOMPARE(decode(encoded(twoColours({2, 5000}), "png"), {100, 100})->image.size(), QSize(1, 100));
    }

    void picturesAreTurnedUpright()
    {
        const QByteArray jpeg = test::withOrientation(encoded(twoColours({64, 32}), "jpeg"), 6);
        const auto whole = decode(jpeg, {100, 100});
        QVERIFY(whole);
        QCOMPARE(whole->image.size(), QSize(32, 64));
        QVERIFY(isRed(whole->image.pixelColor(16, 8)));
        QVERIFY(isBlue(whole->image.pixelColor(16, 56)));
        const auto small = decode(jpeg, {100, 16});
        QCOMPARE(small->image.size(), QSize(8, 16));
        QCOMPARE(small->originalSize, QSize(32, 64));
        QVERIFY(isRed(small->image.pixelColor(4, 2)));
    }

    void animationsHaveFrames_data()
    {
        QTest::addColumn<QByteArray>("format");
        QTest::newRow("gif") << QByteArray("gif");
        QTest::newRow("webp") << QByteArray("webp");
    }
    void animationsHaveFrames()
    {
        QFETCH(QByteArray, format);
        const QByteArray bytes = test::tinyPicture(format);
        const auto second = decode(bytes, {100, 100}, 1);
        QVERIFY(second);
        QCOMPARE(second->frameCount, 2);
        QCOMPARE(second->delayMs, 100);
        QCOMPARE(second->image.pixelColor(0, 0), QColor(Qt::white));
        QVERIFY(problem(bytes, 2) == PictureProblem::NoSuchFrame);
        if (format == "gif") {
            QCOMPARE(decode(bytes)->image.pixelColor(0, 0), QColor(Qt::black));
        }
    }

    void allFramesComeTogether_data() { animationsHaveFrames_data(); }
    void allFramesComeTogether()
    {
        QFETCH(QByteArray, format);
        const auto decoded = decodeAll(test::tinyPicture(format));
        QVERIFY(decoded);
        QCOMPARE(decoded->images.size(), 2U);
        QCOMPARE(decoded->delaysMs, (std::vector<int>{100, 100}));
        QCOMPARE(decoded->images[1].pixelColor(0, 0), QColor(Qt::white));
        if (format == "gif") {
            QCOMPARE(decoded->images[0].pixelColor(0, 0), QColor(Qt::black));
        }
    }

    void framesShareTheirRoom()
    {
        const QByteArray bytes = test::gif({80, 40}, 20, {80, 40});
        const auto whole = decodeAll(bytes);
        QVERIFY(whole);
        QCOMPARE(whole->images.size(), 20U);
        QCOMPARE(whole->images[19].size(), QSize(80, 40));
        const auto smaller = decodeAll(bytes, 20 * (40 * 20 + 1));
        QCOMPARE(smaller->images.size(), 20U);
        QCOMPARE(smaller->images[19].size(), QSize(40, 20));
        QCOMPARE(smaller->originalSize, QSize(80, 40));
        QVERIFY(!decodeAll(bytes, 20));
        QVERIFY(decodeAll(test::gif({1, 1}, 5000)).error() == PictureProblem::TooLarge);
        QVERIFY(decodeAll(test::gif({1000, 1000}, 31)).error() == PictureProblem::TooLarge);
    }

    void framesBeforeADamagedOneAreKept()
    {
        const QByteArray bytes = test::gif({8, 8}, 10, {8, 8});
        const auto decoded = decodeAll(bytes.left(bytes.size() / 2));
        QVERIFY(decoded);
        QVERIFY(!decoded->images.empty() && decoded->images.size() < 10);
        QVERIFY(decodeAll(bytes.left(32)).error() == PictureProblem::Damaged);
        for (qsizetype length = 0; length < bytes.size(); ++length) {
            QByteArray changed = bytes;
            changed[length] = char(~changed[length]);
            static_cast<void>(decodeAll(changed));
        }
    }

    void otherFormatsAreRefused_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        const QImage image = twoColours({8, 8});
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("text") << QByteArray("hello");
        QTest::newRow("svg") << QByteArray("<svg xmlns='http://www.w3.org/2000/svg' width='8' height='8'/>");
        QTest::newRow("svg with a declaration") << QByteArray("<?xml version='1.0'?><svg/>");
        for (const char* format : {"bmp", "ico", "ppm", "tiff", "xbm", "xpm"}) {
            QTest::newRow(format) << encoded(image, format);
        }
        QTest::newRow("other RIFF") << QByteArray("RIFF\x04\0\0\0WAVE", 12);
    }
    void otherFormatsAreRefused()
    {
        QFETCH(QByteArray, bytes);
        QVERIFY(problem(bytes) == PictureProblem::NotAPicture);
    }

    void p10DamagedFilesAreNoDanger_data() { test::addFormats(); }
    void p10DamagedFilesAreNoDanger()
    {
        QFETCH(QByteArray, format);
        const QByteArray whole = test::tinyPicture(format);
        QVERIFY(problem(whole.left(32)) == PictureProblem::Damaged);
        for (qsizetype length = 0; length < whole.size(); ++length) {
            static_cast<void>(decode(whole.left(length)));
            QByteArray changed = whole;
            changed[length] = char(~changed[length]);
            static_cast<void>(decode(changed));
        }
        QVERIFY(decode(whole));
    }

    void p12BombsAreRefused_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        const QImage image = twoColours({64, 64});
        QTest::newRow("png") << test::pngOfSize(test::tinyPicture("png"), 50000, 50000);
        QTest::newRow("jpeg") << test::jpegOfSize(encoded(image, "jpeg"), 50000, 50000);
        QTest::newRow("jpeg, a little too large") << test::jpegOfSize(encoded(image, "jpeg"), 10000, 9001);
        QTest::newRow("gif") << test::gif({50000, 50000}, 1, {50000, 50000});
        QTest::newRow("P11, gif of many frames") << test::gif({1000, 1000}, 31);
        QTest::newRow("P11, long gif") << test::gif({300, 300}, 20000);
        QTest::newRow("webp") << test::tinyPicture("webp").replace(24, 6,
                                                                   QByteArrayLiteral("\xff\x3f\0\xff\x3f\0"));
        QTest::newRow("P13, progressive jpeg")
            << test::jpegOfSize(test::progressiveJpeg(image), 10000, 10000);
    }
    void p12BombsAreRefused()
    {
        QFETCH(QByteArray, bytes);
        QVERIFY(problem(bytes) == PictureProblem::TooLarge);
    }

    void p12HeadersThatLieAreNoDanger()
    {
        const auto decoded = decode(test::gif({1, 1}, 2, {50000, 50000}), {100, 100}, 1);
        QVERIFY(!decoded || decoded->image.size() == QSize(1, 1));
        const QByteArray png = test::pngOfSize(encoded(twoColours({500, 500}), "png"), 1, 1);
        QVERIFY(!decode(png) || decode(png)->image.size() == QSize(1, 1));
        const QByteArray jpeg = test::jpegOfSize(encoded(twoColours({500, 500}), "jpeg"), 1, 1);
        QVERIFY(!decode(jpeg) || decode(jpeg)->image.size() == QSize(1, 1));
        QVERIFY(decode(test::gif({1000, 1000}, 29), {100, 100}, 28));
    }

    void rastersAreSealed()
    {
        QImage image = twoColours({700, 500}).convertToFormat(QImage::Format_Indexed8);
        const FileDescriptor raster = sealedRaster(image);
        const QImage mapped = mapRaster(raster, image.size());
        QCOMPARE(mapped, image.convertToFormat(QImage::Format_ARGB32_Premultiplied));
        QVERIFY(mapRaster(raster, {500, 701}).isNull());
        QVERIFY(mapRaster(test::fileOf(QByteArray(4, 'x')), {1, 1}).isNull());
        const QImage other = twoColours({700, 500});
        const FileDescriptor both = sealedRasters({image, other}, {7, 8});
        const ReceivedRasters received = mapRasters(both, image.size(), 2);
        QCOMPARE(received.images.size(), 2U);
        QCOMPARE(received.images[1], other.convertToFormat(QImage::Format_ARGB32_Premultiplied));
        QCOMPARE(received.numbers, (std::vector<std::uint32_t>{7, 8}));
        QVERIFY(mapRasters(both, image.size(), 1).images.empty());
        QVERIFY(mapRasters(both, image.size(), 3).images.empty());
    }

private:
    static Expected<Decoded, PictureProblem> decode(QByteArray bytes, QSize maxSize = {100, 100},
                                                    int frame = 0)
    {
        QBuffer file(&bytes);
        file.open(QIODevice::ReadOnly);
        return decodePicture(file, maxSize, frame);
    }

    static Expected<DecodedFrames, PictureProblem> decodeAll(QByteArray bytes,
                                                             qint64 maxPixels = maxRasterPixels)
    {
        QBuffer file(&bytes);
        file.open(QIODevice::ReadOnly);
        return decodeFrames(file, {100, 100}, maxPixels);
    }

    static std::optional<PictureProblem> problem(const QByteArray& bytes, int frame = 0)
    {
        const auto decoded = decode(bytes, {100, 100}, frame);
        return decoded ? std::nullopt : std::optional(decoded.error());
    }

    static bool isRed(QColor colour) { return colour.red() > 200 && colour.blue() < 60; }
    static bool isBlue(QColor colour) { return colour.blue() > 200 && colour.red() < 60; }
};

TIDEMARK_SUITE(TestDecoding, test::NoApplication)

} // namespace tidemark::decoding_test

#include "test_decoding.moc"
