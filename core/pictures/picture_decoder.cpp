#include "core/pictures/picture_decoder.h"

#include "core/pictures/picture_helper.h"
#include "core/pictures/received_raster.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QPointer>

#include <algorithm>
#include <utility>

namespace tidemark {
namespace {

/// No accepted picture has a longer side.
constexpr std::uint32_t maxSide = 1U << 27;
constexpr std::uint32_t maxFrames = 1U << 27;
constexpr std::uint32_t maxDelayMs = 1U << 30;

bool isPlausible(const PictureAnswer& answer, QSize maxSize)
{
    const auto isSide = [](std::uint32_t side) { return side >= 1 && side <= maxSide; };
    return isSide(answer.width) && isSide(answer.height) && isSide(answer.originalWidth)
           && isSide(answer.originalHeight) && int(answer.width) <= maxSize.width()
           && int(answer.height) <= maxSize.height() && answer.frameCount >= 1
           && answer.frameCount <= maxFrames && answer.delayMs <= maxDelayMs;
}

DecodedPicture pictureOf(const PictureAnswer& answer, QImage image)
{
    return {std::move(image),
            {int(answer.originalWidth), int(answer.originalHeight)},
            int(answer.frameCount),
            std::chrono::milliseconds(answer.delayMs)};
}

/// Empty if the answer is one that no honest helper gives.
std::optional<DecodedPicture> readPicture(const PictureAnswer& answer, const FileDescriptor& raster)
{
    QImage image = mapRaster(raster, {int(answer.width), int(answer.height)});
    return image.isNull() ? std::nullopt : std::optional(pictureOf(answer, std::move(image)));
}

std::optional<DecodedPicture> readFrames(const PictureAnswer& answer, const FileDescriptor& raster,
                                         qint64 maxPixels)
{
    const qint64 pixels = qint64(answer.width) * answer.height;
    if (answer.frameCount > maxFramesTogether || pixels > maxPixels / answer.frameCount) {
        return std::nullopt;
    }
    auto received = mapRasters(raster, {int(answer.width), int(answer.height)}, answer.frameCount);
    if (received.images.empty()) {
        return std::nullopt;
    }
    DecodedPicture picture = pictureOf(answer, received.images.front());
    for (std::size_t i = 0; i < received.images.size(); ++i) {
        const std::uint32_t delay = std::min(received.numbers[i], maxDelayMs);
        picture.frames.push_back({std::move(received.images[i]), std::chrono::milliseconds(delay)});
    }
    return picture;
}

} // namespace

/// The answer as a result; nothing if no honest helper gives it.
std::optional<PictureDecoder::Result> PictureDecoder::readAnswer(const Job& job, const PictureAnswer& answer,
                                                                 const FileDescriptor& raster)
{
    if (answer.status == PictureAnswer::done && isPlausible(answer, job.maxSize)) {
        auto picture =
            job.frame == allFrames ? readFrames(answer, raster, job.maxPixels) : readPicture(answer, raster);
        if (picture) {
            return std::move(*picture);
        }
    }
    if (answer.status >= std::uint32_t(PictureProblem::NotAPicture)
        && answer.status <= std::uint32_t(PictureProblem::Unreadable)) {
        return Unexpected(PictureProblem(answer.status));
    }
    return std::nullopt;
}

PictureDecoder::PictureDecoder(QString program, Limits limits, QObject* parent)
    : QObject(parent), m_program(std::move(program)), m_limits(limits)
{
    m_next.setSingleShot(true);
    m_timeout.setSingleShot(true);
    connect(&m_next, &QTimer::timeout, this, &PictureDecoder::advance);
    connect(&m_timeout, &QTimer::timeout, this, [this] {
        m_hasTimedOut = true;
        m_helper->kill();
    });
}

PictureDecoder::~PictureDecoder() = default;

QString PictureDecoder::installedProgram()
{
    const QString folder = QCoreApplication::applicationDirPath();
    const QString beside = folder + QStringLiteral("/tidemark-pictures");
    return QFileInfo::exists(beside) ? beside
                                     : folder + QStringLiteral("/../libexec/tidemark/tidemark-pictures");
}

void PictureDecoder::decode(FileDescriptor file, QSize maxSize, int frame, Answer answer)
{
    Q_ASSERT(!maxSize.isEmpty() && qint64(maxSize.width()) * maxSize.height() <= maxRasterPixels);
    Q_ASSERT(frame >= 0);
    add({std::move(file), maxSize, std::uint32_t(frame), 0, std::move(answer)});
}

void PictureDecoder::decodeFrames(FileDescriptor file, QSize maxSize, qint64 maxPixels, Answer answer)
{
    Q_ASSERT(!maxSize.isEmpty() && qint64(maxSize.width()) * maxSize.height() <= maxRasterPixels);
    Q_ASSERT(maxPixels >= 0 && maxPixels <= maxRasterPixels);
    add({std::move(file), maxSize, allFrames, maxPixels, std::move(answer)});
}

void PictureDecoder::add(Job job)
{
    m_jobs.push_back(std::move(job));
    if (!m_next.isActive()) {
        m_next.start(0);
    }
}

qint64 PictureDecoder::helperProcessId() const
{
    return m_helper ? m_helper->processId() : 0;
}

void PictureDecoder::advance()
{
    if (m_isDecoding || m_jobs.empty()) {
        return;
    }
    if (!m_helper) {
        startHelper();
        return;
    }
    if (!m_isReady) {
        return;
    }
    const Job& job = m_jobs.front();
    const PictureRequest request{std::uint32_t(job.maxSize.width()), std::uint32_t(job.maxSize.height()),
                                 job.frame, std::uint32_t(job.maxPixels)};
    if (!m_helper->send(request, job.file)) {
        m_helper->kill(); // the job waits for the next helper
        return;
    }
    m_isDecoding = true;
    m_timeout.start(m_limits.picture);
}

void PictureDecoder::startHelper()
{
    const auto since = std::chrono::milliseconds(m_sinceStart.isValid() ? m_sinceStart.elapsed() : 0);
    if (m_sinceStart.isValid() && since < m_limits.restart) {
        m_next.start(m_limits.restart - since);
        return;
    }
    m_sinceStart.start();
    m_isReady = false;
    m_hasTimedOut = false;
    m_timeout.start(m_limits.picture);
    m_helper = new PictureHelper(
        m_program, m_limits.processor,
        {[this](const PictureAnswer& answer, const FileDescriptor& raster) { takeAnswer(answer, raster); },
         [this] { takeEnd(); }},
        this);
}

void PictureDecoder::takeAnswer(const PictureAnswer& answer, const FileDescriptor& raster)
{
    if (!m_isReady && answer.status == PictureAnswer::ready) {
        m_isReady = true;
        m_timeout.stop();
        advance();
        return;
    }
    const auto result = m_isDecoding ? readAnswer(m_jobs.front(), answer, raster) : std::nullopt;
    if (!result) {
        m_helper->kill();
        return;
    }
    m_timeout.stop();
    finish(*result);
}

void PictureDecoder::takeEnd()
{
    m_timeout.stop();
    m_helper->deleteLater();
    m_helper = nullptr;
    if (m_isDecoding) {
        finish(Unexpected(m_hasTimedOut ? PictureProblem::TookTooLong : PictureProblem::HelperDied));
    } else if (!m_isReady) {
        failAll();
    } else {
        m_next.start(0);
    }
}

/// Fails all jobs that wait now. The receivers may begin new ones, or destroy this object.
void PictureDecoder::failAll()
{
    const QPointer<PictureDecoder> self(this);
    for (std::size_t left = m_jobs.size(); self && left > 0; --left) {
        finish(Unexpected(PictureProblem::NoHelper));
    }
}

void PictureDecoder::finish(const Result& result)
{
    const Job job = std::move(m_jobs.front());
    m_jobs.pop_front();
    m_isDecoding = false;
    m_next.start(0);
    // The last statement, because the receiver may destroy this object.
    job.answer(result);
}

} // namespace tidemark
