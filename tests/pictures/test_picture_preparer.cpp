#include "core/pictures/picture_decoder.h"
#include "core/pictures/picture_metadata.h"
#include "core/pictures/picture_preparer.h"
#include "tests/main/suite.h"
#include "tests/pictures/sample_pictures.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPainter>
#include <QProcess>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>
#include <QTestEventLoop>

#include <optional>

namespace tidemark::picture_preparer_test {

using As = PicturePreparer::As;
using Result = PicturePreparer::Result;

/// Prepares pictures for sending. exiftool, a program of others, writes the metadata and looks for it.
class TestPicturePreparer : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void p15PicturesTellNothingBesideThePicture_data() { test::addFormats(); }
    void p15PicturesTellNothingBesideThePicture()
    {
        QFETCH(QByteArray, format);
        const QByteArray source = withMetadata(format, sample(format));
        const auto before = tellsBeside(source);
        QVERIFY2(!before.isEmpty(), "the sample has metadata");
        const Result prepared = prepare(source, As::Picture);
        QVERIFY(prepared);
        QCOMPARE(tellsBeside(prepared->bytes), QStringList());
        QVERIFY(!prepared->bytes.contains("after the end"));
        QVERIFY(!prepared->preview.isEmpty());
        QCOMPARE(tellsBeside(prepared->preview), QStringList());
    }

    void animationsKeepTheirFrames()
    {
        const QByteArray source = withMetadata("gif", test::gif({20, 10}, 3));
        const Result prepared = prepare(source, As::Picture);
        QVERIFY(prepared);
        QCOMPARE(prepared->mime, QStringLiteral("image/gif"));
        QCOMPARE(tellsBeside(prepared->bytes), QStringList());
        const auto again = decode(prepared->bytes);
        QVERIFY(again);
        QCOMPARE(again->frameCount, 3);
        QCOMPARE(again->originalSize, QSize(20, 10));
    }

    void p15AnimationsHideNothing_data()
    {
        QTest::addColumn<QByteArray>("source");
        QTest::newRow("webp") << test::webpAnimation(test::twoColours({20, 10}), 3, "HIDDEN PLACE");
        const QByteArray hidden = QByteArrayLiteral("\x0cHIDDEN PLACE");
        QByteArray gif = test::gif({20, 10}, 3);
        // After the sub-block of each frame's control, and before the first frame.
        gif.replace(QByteArrayLiteral("\x0a\0\0\0"), QByteArrayLiteral("\x0a\0\0") + hidden + '\0');
        const qsizetype first = gif.indexOf(QByteArrayLiteral("\x21\xf9"));
        gif.insert(first, QByteArrayLiteral("\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0") + hidden + '\0');
        QTest::newRow("gif") << gif;
    }
    void p15AnimationsHideNothing()
    {
        QFETCH(QByteArray, source);
        QVERIFY(source.contains("HIDDEN PLACE"));
        const Result prepared = prepare(source, As::Picture);
        QVERIFY(prepared);
        QVERIFY(!prepared->bytes.contains("HIDDEN"));
        QCOMPARE(tellsBeside(prepared->bytes), QStringList());
        const auto again = decode(prepared->bytes);
        QVERIFY(again);
        QCOMPARE(again->frameCount, 3);
        QCOMPARE(again->originalSize, QSize(20, 10));
    }

    void p15TurnsUpright()
    {
        const QByteArray turned =
            test::withOrientation(test::encoded(test::twoColours({400, 200}), "jpeg"), 6);
        const Result prepared = prepare(turned, As::Picture);
        QVERIFY(prepared);
        QCOMPARE(prepared->size, QSize(200, 400));
        const auto shown = decode(prepared->bytes);
        QVERIFY(shown);
        QCOMPARE(shown->originalSize, QSize(200, 400));
        QVERIFY(qRed(shown->image.pixel(100, 20)) > 200);
        QVERIFY(qBlue(shown->image.pixel(100, 380)) > 200);
    }

    void largePicturesGetSmaller()
    {
        const Result prepared = prepare(test::encoded(test::twoColours({5120, 1280}), "jpeg"), As::Picture);
        QVERIFY(prepared);
        QCOMPARE(prepared->size, QSize(2560, 640));
        QCOMPARE(decode(prepared->bytes)->originalSize, QSize(2560, 640));
    }

    void avatarsAreTheSmallSquareInTheMiddle()
    {
        QImage wide(2000, 1000, QImage::Format_RGB32);
        wide.fill(Qt::red);
        QPainter(&wide).fillRect(500, 0, 1000, 1000, Qt::blue);
        const Result prepared = prepare(withMetadata("jpeg", test::encoded(wide, "jpeg")), As::Avatar);
        QVERIFY(prepared);
        QCOMPARE(prepared->size, QSize(512, 512));
        QCOMPARE(tellsBeside(prepared->bytes), QStringList());
        const QImage shown = decode(prepared->bytes)->image;
        for (const QPoint at : {QPoint(4, 4), QPoint(507, 507), QPoint(256, 256)}) {
            QVERIFY(qBlue(shown.pixel(at)) > 200 && qRed(shown.pixel(at)) < 60);
        }
        const Result small = prepare(test::encoded(test::twoColours({40, 90}), "png"), As::Avatar);
        QCOMPARE(small->size, QSize(40, 40));
        QVERIFY2(!prepare(test::gif({20, 10}, 3), As::Avatar)->mime.contains(QStringLiteral("gif")),
                 "an animation gives its first frame");
        QCOMPARE(prepare("plain text that is long enough", As::Avatar).error().problem,
                 PictureProblem::NotAPicture);
    }

    void avatarsFitWhateverTheyShow()
    {
        QImage noise(700, 700, QImage::Format_ARGB32);
        QRandomGenerator random(1);
        for (int row = 0; row < noise.height(); ++row) {
            for (int column = 0; column < noise.width(); ++column) {
                noise.setPixel(column, row, random.generate());
            }
        }
        const Result prepared = prepare(test::encoded(noise, "png"), As::Avatar);
        QVERIFY(prepared);
        QVERIFY(!prepared->bytes.isEmpty() && prepared->bytes.size() <= PicturePreparer::maxAvatarBytes);
        QCOMPARE(prepared->size.width(), prepared->size.height());
    }

    void drawingsStaySharp()
    {
        const Result prepared = prepare(test::encoded(test::twoColours({300, 300}), "png"), As::Picture);
        QVERIFY(prepared);
        QCOMPARE(prepared->mime, QStringLiteral("image/png"));
    }

    void transparentPicturesStayTransparent()
    {
        QImage image(64, 64, QImage::Format_ARGB32);
        image.fill(QColor(255, 0, 0, 100));
        const Result prepared = prepare(test::encoded(image, "png"), As::Picture);
        QVERIFY(prepared);
        QCOMPARE(prepared->mime, QStringLiteral("image/png"));
        QVERIFY(qAlpha(decode(prepared->bytes)->image.pixel(10, 10)) < 128);
    }

    void photographsBecomeJpeg()
    {
        QImage noise(300, 300, QImage::Format_RGB32);
        QRandomGenerator random(1);
        for (int row = 0; row < noise.height(); ++row) {
            for (int column = 0; column < noise.width(); ++column) {
                noise.setPixel(column, row, random.generate());
            }
        }
        noise.setText(QStringLiteral("Author"), QStringLiteral("nobody"));
        noise.setDotsPerMeterX(1234);
        const Result prepared = prepareImage(noise);
        QVERIFY(prepared);
        QCOMPARE(prepared->mime, QStringLiteral("image/jpeg"));
        QCOMPARE(tellsBeside(prepared->bytes), QStringList());
        QVERIFY2(prepared->preview.size() <= PicturePreparer::maxPreviewBytes, "noise compresses worst");
        QVERIFY(!prepared->preview.isEmpty());
    }

    void wideColoursAreSentAsSrgb()
    {
        const Result prepared = prepare(test::encoded(test::wideColours({600, 400}), "jpeg"), As::Picture);
        QVERIFY(prepared);
        QCOMPARE(tellsBeside(prepared->bytes), QStringList());
        QVERIFY2(!prepared->bytes.contains("ICC_PROFILE") && !prepared->bytes.contains("iCCP"),
                 "receivers take a picture without a profile for sRGB");
        QVERIFY(test::showsWideColours(decode(prepared->bytes)->image));
        QVERIFY(test::showsWideColours(prepared->image));
    }

    void longPicturesHaveAPreview()
    {
        const Result prepared = prepareImage(test::twoColours({5000, 1}));
        QVERIFY(prepared);
        QCOMPARE(prepared->size, QSize(2560, 1));
        QVERIFY(decode(prepared->preview));
    }

    void filesStayAsTheyAre_data() { test::addFormats(); }
    void filesStayAsTheyAre()
    {
        QFETCH(QByteArray, format);
        const Result prepared = prepare(withMetadata(format, sample(format)), As::File);
        QVERIFY(prepared);
        QVERIFY(prepared->bytes.isEmpty());
        QCOMPARE(prepared->mime, QStringLiteral("image/") + QString::fromLatin1(format));
        QCOMPARE(prepared->size, QSize(60, 30));
    }

    void p15PlacesAreFound_data() { test::addFormats(); }
    void p15PlacesAreFound()
    {
        QFETCH(QByteArray, format);
        QVERIFY(prepare(withMetadata(format, sample(format)), As::File)->place == PlaceHint::Found);
        QVERIFY(prepare(sample(format), As::File)->place == PlaceHint::None);
    }

    /// The user is told of the place also in a file that goes as it is because it cannot be decoded.
    void p15PlacesAreFoundInWhatIsNotDecoded_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<PictureProblem>("problem");
        QTest::addColumn<PlaceHint>("place");
        const QByteArray jpeg = test::encoded(test::twoColours({64, 64}), "jpeg");
        const auto huge = [](const QByteArray& one) { return test::jpegOfSize(one, 10000, 9100); };
        const auto tooLarge = PictureProblem::TooLarge;
        const auto notAPicture = PictureProblem::NotAPicture;
        QTest::newRow("a JPEG of 91 megapixels")
            << huge(withMetadata("jpeg", jpeg)) << tooLarge << PlaceHint::Found;
        QTest::newRow("a JPEG of 91 megapixels without a place") << huge(jpeg) << tooLarge << PlaceHint::None;
        // One directory with one entry, which refers to a place or gives the width.
        const auto tiff = [](const QByteArray& tag) {
            return QByteArray("II*\0\x08\0\0\0\x01\0", 10) + tag + QByteArray(14, '\0');
        };
        const QByteArray plain = tiff(QByteArray("\0\x01", 2));
        const QByteArray placed = tiff("\x25\x88");
        QTest::newRow("a TIFF") << plain << notAPicture << PlaceHint::Possible;
        QTest::newRow("a TIFF with a place") << placed << notAPicture << PlaceHint::Found;
        const auto boxes = [](const QByteArray& brand, const QByteArray& content) {
            return QByteArray("\0\0\0\x18"
                              "ftyp",
                              8)
                   + brand + QByteArray(12, '\0') + content;
        };
        const QByteArray exif = QByteArrayLiteral("Exif\0\0");
        QTest::newRow("a HEIC") << boxes("heic", exif + plain) << notAPicture << PlaceHint::Possible;
        QTest::newRow("a HEIC with a place")
            << boxes("heic", exif + placed) << notAPicture << PlaceHint::Found;
        QTest::newRow("a film") << boxes("isom", "pixels") << notAPicture << PlaceHint::Possible;
        QTest::newRow("a film with a place far behind")
            << boxes("isom", QByteArray(3 << 20, 'x') + "\xa9xyz+48.1+011.5/") << notAPicture
            << PlaceHint::Found;
        QTest::newRow("a film of another telephone")
            << boxes("qt  ", "com.apple.quicktime.location.ISO6709") << notAPicture << PlaceHint::Found;
        QTest::newRow("a text about it") << QByteArray("com.apple.quicktime.location.ISO6709 GPSLatitude")
                                         << notAPicture << PlaceHint::None;
    }
    void p15PlacesAreFoundInWhatIsNotDecoded()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(PictureProblem, problem);
        QFETCH(PlaceHint, place);
        for (const As as : {As::File, As::Picture}) {
            const Result prepared = prepare(bytes, as);
            QVERIFY(!prepared);
            QCOMPARE(prepared.error().problem, problem);
            QCOMPARE(prepared.error().place, place);
        }
    }

    void placesAreFoundByTheDirectoryAlone_data()
    {
        QTest::addColumn<QByteArray>("order");
        QTest::newRow("little") << QByteArray("II");
        QTest::newRow("big") << QByteArray("MM");
    }
    void placesAreFoundByTheDirectoryAlone()
    {
        QFETCH(QByteArray, order);
        const QByteArray jpeg = test::encoded(test::twoColours({60, 30}), "jpeg");
        const QByteArray placed =
            exiftool(jpeg, {QStringLiteral("-ExifByteOrder=") + QString::fromLatin1(order),
                            QStringLiteral("-EXIF:GPSLatitude=48.1")});
        QVERIFY(placed.contains("Exif") && !placed.contains("GPSLatitude"));
        QVERIFY(tellsPlace(placed));
        const QByteArray described = exiftool(jpeg, {QStringLiteral("-EXIF:Make=A camera")});
        QVERIFY(described.contains("A camera"));
        QVERIFY(!tellsPlace(described));
    }

    void damagedMetadataIsHarmless_data() { test::addFormats(); }
    void damagedMetadataIsHarmless()
    {
        QFETCH(QByteArray, format);
        const QByteArray whole =
            withMetadata(format, format == "gif" ? test::gif({20, 10}, 3) : sample(format));
        QRandomGenerator random(1);
        for (qsizetype length = 0; length < qMin(whole.size(), qsizetype(3000)); ++length) {
            QByteArray changed = whole.left(length);
            static_cast<void>(tellsPlace(changed));
            static_cast<void>(animationWithoutMetadata(changed, format));
            changed = whole;
            changed[length] = char(random.generate());
            static_cast<void>(tellsPlace(changed));
            static_cast<void>(animationWithoutMetadata(changed, format));
        }
        QVERIFY(animationWithoutMetadata(whole.left(whole.size() / 2), format).isEmpty());
    }

    void otherFilesAreNoPictures()
    {
        QCOMPARE(prepare("plain text that is long enough", As::File).error().problem,
                 PictureProblem::NotAPicture);
        QCOMPARE(prepareImage(QImage()).error().problem, PictureProblem::NotAPicture);
        std::optional<Result> result;
        PictureDecoder decoder(helper(), {});
        PicturePreparer preparer(decoder);
        preparer.prepare(QStringLiteral("/nonexistent/file"), As::File, remember(result));
        QVERIFY(wait(result));
        QCOMPARE(result->error().problem, PictureProblem::Unreadable);
    }

    void answersEndWithTheObject()
    {
        PictureDecoder decoder(helper(), {});
        bool isAnswered = false;
        {
            PicturePreparer preparer(decoder);
            const auto note = [&isAnswered](const Result&) { isAnswered = true; };
            preparer.prepare(test::fileOf(sample("jpeg")), As::Picture, note);
            preparer.prepare(test::twoColours({2000, 2000}), note);
        }
        QVERIFY(decode(sample("png"))); // takes longer than both
        QVERIFY(!isAnswered);
    }

private:
    static constexpr int timeoutMs = 60000;

    static QString helper() { return QStringLiteral(TIDEMARK_BIN_DIR "/tidemark-pictures"); }

    static QByteArray sample(const QByteArray& format)
    {
        const QSize size(60, 30);
        return format == "gif" ? test::gif(size, 1, size) : test::encoded(test::twoColours(size), format);
    }

    /// Runs exiftool with `arguments` over a copy of `bytes`. Empty if it fails.
    static QByteArray exiftool(const QByteArray& bytes, const QStringList& arguments)
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("picture"));
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) {
            return {};
        }
        file.close();
        QProcess process;
        process.start(QStringLiteral("exiftool"), arguments + QStringList{path});
        if (!process.waitForFinished(timeoutMs) || process.exitCode() != 0) {
            qWarning("exiftool: %s", process.readAllStandardError().constData());
            return {};
        }
        if (arguments.contains(QStringLiteral("-json"))) {
            return process.readAllStandardOutput();
        }
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    /// `picture` with a place, a camera and a comment, and with bytes after its end.
    static QByteArray withMetadata(const QByteArray& format, const QByteArray& picture)
    {
        QStringList tags{QStringLiteral("-XMP:GPSLatitude=48.1"), QStringLiteral("-XMP:Creator=somebody")};
        if (format == "gif") {
            tags << QStringLiteral("-Comment=taken at home");
        } else {
            tags << QStringLiteral("-EXIF:GPSLatitude=48.1") << QStringLiteral("-EXIF:GPSLatitudeRef=N")
                 << QStringLiteral("-EXIF:Make=A camera") << QStringLiteral("-EXIF:SerialNumber=4711");
        }
        return exiftool(picture, tags) + "after the end";
    }

    /// The metadata that exiftool finds in `bytes` and that are not needed to show the picture.
    static QStringList tellsBeside(const QByteArray& bytes)
    {
        static const QStringList needed{QStringLiteral("File"),     QStringLiteral("JFIF"),
                                        QStringLiteral("PNG"),      QStringLiteral("GIF"),
                                        QStringLiteral("RIFF"),     QStringLiteral("ExifTool"),
                                        QStringLiteral("Composite")};
        static const QStringList neverNeeded{QStringLiteral("Comment"), QStringLiteral("Author"),
                                             QStringLiteral("Software"), QStringLiteral("Warning"),
                                             QStringLiteral("GPSPosition")};
        const QByteArray json = exiftool(
            bytes, {QStringLiteral("-json"), QStringLiteral("-groupNames"), QStringLiteral("-unknown")});
        const QJsonObject tags = QJsonDocument::fromJson(json).array().at(0).toObject();
        QStringList found;
        for (const QString& tag : tags.keys()) {
            const QString group = tag.section(QLatin1Char(':'), 0, 0);
            const QString name = tag.section(QLatin1Char(':'), 1);
            if ((!group.isEmpty() && tag.contains(QLatin1Char(':')) && !needed.contains(group))
                || neverNeeded.contains(name)) {
                found << tag;
            }
        }
        return json.isEmpty() ? QStringList{QStringLiteral("exiftool failed")} : found;
    }

    PicturePreparer::Answer remember(std::optional<Result>& result)
    {
        return [this, &result](const Result& answer) {
            result = answer;
            m_loop.exitLoop();
        };
    }

    template <typename Answer>
    bool wait(const std::optional<Answer>& answer)
    {
        if (!answer) {
            m_loop.enterLoopMSecs(timeoutMs);
        }
        return answer.has_value();
    }

    Result prepare(const QByteArray& bytes, As as)
    {
        PictureDecoder decoder(helper(), {});
        PicturePreparer preparer(decoder);
        std::optional<Result> result;
        preparer.prepare(test::fileOf(bytes), as, remember(result));
        return wait(result) ? *result : Unexpected(UnpreparedPicture{PictureProblem::TookTooLong});
    }

    Result prepareImage(const QImage& image)
    {
        PictureDecoder decoder(helper(), {});
        PicturePreparer preparer(decoder);
        std::optional<Result> result;
        preparer.prepare(image, remember(result));
        return wait(result) ? *result : Unexpected(UnpreparedPicture{PictureProblem::TookTooLong});
    }

    Expected<DecodedPicture, PictureProblem> decode(const QByteArray& bytes)
    {
        PictureDecoder decoder(helper(), {});
        std::optional<Expected<DecodedPicture, PictureProblem>> result;
        decoder.decode(test::fileOf(bytes), {3000, 3000}, 0, [&](const auto& answer) {
            result = answer;
            m_loop.exitLoop();
        });
        return wait(result) ? *result : Unexpected(PictureProblem::TookTooLong);
    }

    QTestEventLoop m_loop;
};

TIDEMARK_SUITE(TestPicturePreparer, QCoreApplication)

} // namespace tidemark::picture_preparer_test

#include "test_picture_preparer.moc"
