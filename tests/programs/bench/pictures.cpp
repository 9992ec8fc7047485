#include "app/pictures/decoding.h"
#include "core/base/random.h"
#include "core/pictures/picture_decoder.h"
#include "core/pictures/picture_source.h"
#include "tests/programs/bench/harness/event_wait.h"
#include "tests/programs/bench/harness/statistics.h"
#include "tests/programs/bench/harness/workbench.h"

#include <QDir>
#include <QFile>
#include <QImage>
#include <QPainter>
#include <QThreadPool>

#include <algorithm>
#include <cmath>

namespace tidemark::bench::pictures_bench {
namespace {

/// Twelve megapixels that compress like a photograph: soft shapes and a little noise.
QImage photograph()
{
    constexpr QSize size{4000, 3000};
    constexpr double waveLength = 90;
    QImage image(size, QImage::Format_RGB32);
    SplitMix64 random(1);
    for (int y = 0; y < size.height(); ++y) {
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
        for (int x = 0; x < size.width(); ++x) {
            const int noise = int(random.below(16));
            const int shape =
                int(100 + 60 * std::sin(x / waveLength) + 60 * std::sin((x + 2 * y) / waveLength));
            line[x] = qRgb(shape + noise, x * 200 / size.width() + noise, y * 200 / size.height() + noise);
        }
    }
    return image;
}

/// Paints as a window does, into the memory that is shown.
void paint(QImage& screen, const QImage& picture)
{
    QPainter(&screen).drawImage(0, 0, picture);
}

/// Milliseconds from the file until it is painted, when the helper decodes it.
double throughHelper(PictureDecoder& decoder, const QString& path, QSize size, QImage& screen)
{
    QEventLoop loop;
    bool isPainted = false;
    const Stopwatch watch;
    decoder.decode(openPicture(path), size, 0, [&](const PictureDecoder::Result& result) {
        require(result.has_value(), "decoding a picture");
        paint(screen, result->image);
        isPainted = true;
        loop.quit();
    });
    loop.exec();
    require(isPainted, "painting a picture");
    return watch.milliseconds();
}

/// The same with the same decoder in this process.
double inProcess(const QString& path, QSize size, QImage& screen)
{
    const Stopwatch watch;
    QFile file(path);
    require(file.open(QIODevice::ReadOnly), "opening a picture");
    const auto decoded = decodePicture(file, size, 0);
    require(decoded.has_value(), "decoding a picture in this process");
    paint(screen, decoded->image.convertToFormat(QImage::Format_ARGB32_Premultiplied));
    return watch.milliseconds();
}

Measurement measureSize(PictureDecoder& decoder, const QString& path, const std::string& name, QSize size)
{
    const int runs = sized(40, 2);
    constexpr double maxRatio = 1.2;
    QImage screen(size, QImage::Format_RGB32);
    screen.fill(Qt::black);
    std::vector<double> ours;
    std::vector<double> bare;
    // The first run starts the helper and has the file in memory for both.
    for (int run = 0; run <= runs; ++run) {
        const double helper = throughHelper(decoder, path, size, screen);
        const double here = inProcess(path, size, screen);
        if (run > 0) {
            ours.push_back(helper);
            bare.push_back(here);
        }
    }
    return {"picture of 12 megapixels painted in " + name,
            "ms",
            median(ours),
            median(bare),
            "the same decoder in process, with one thread",
            "<= 1.2 x",
            median(ours) <= maxRatio * median(bare)};
}

} // namespace

Measurements measure(const Workbench& bench)
{
    const QString path = QDir(bench.scratch).filePath(QStringLiteral("photograph.jpg"));
    // The helper may start no threads, with which Qt would make pictures smaller.
    QThreadPool::globalInstance()->setMaxThreadCount(1);
    require(photograph().save(path, "JPEG", 90), "writing a picture");
    PictureDecoder decoder(PictureDecoder::installedProgram(), {});
    return {
        measureSize(decoder, path, "a message, 480 x 360", {480, 360}),
        measureSize(decoder, path, "a viewer, 1920 x 1440", {1920, 1440}),
        measureSize(decoder, path, "a viewer, 2560 x 1920", {2560, 1920}),
    };
}

} // namespace tidemark::bench::pictures_bench
