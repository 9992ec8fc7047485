#include "ui/session/files/picture_store.h"

#include "core/pictures/picture_source.h"

#include <QPointer>
#include <QTimer>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <utility>

namespace tidemark {

namespace {

constexpr std::size_t maxWaiting = 64;
constexpr QSize previewRoom(48, 48);
constexpr int bytesPerPixel = 4;
constexpr int blurredSide = 120; ///< pixels of the longer side of a blurred preview
/// The pause after a failure that may pass.
constexpr std::chrono::seconds retryDelay{3};
constexpr int maxFailures = 3;

/// Whether the next attempt may succeed, because the failure says little about the picture.
bool isPassing(PictureProblem problem)
{
    return problem == PictureProblem::HelperDied || problem == PictureProblem::TookTooLong
           || problem == PictureProblem::NoHelper;
}

/// Ids of files and those of previews differ, because a preview may contain anything.

QByteArray idOf(const BlobHash& hash)
{
    return 'f'
           + QByteArray(reinterpret_cast<const char*>(hash.bytes.data()),
                        static_cast<qsizetype>(hash.bytes.size()));
}

/// Replaces each of the pixels of a line, `step` apart in memory, by the average of it and its neighbours. A
/// pixel beyond an end counts as the one at that end.
void blurLine(QRgb* line, int length, qsizetype step)
{
    constexpr int reach = 3;
    constexpr int count = 2 * reach + 1;
    std::array<QRgb, blurredSide> source{};
    for (int i = 0; i < length; ++i) {
        source[static_cast<std::size_t>(i)] = line[i * step];
    }
    const auto pixelAt = [&](int place) {
        return source[static_cast<std::size_t>(std::clamp(place, 0, length - 1))];
    };
    int red = 0;
    int green = 0;
    int blue = 0;
    const auto add = [&](QRgb pixel, int sign) {
        red += sign * qRed(pixel);
        green += sign * qGreen(pixel);
        blue += sign * qBlue(pixel);
    };
    for (int offset = -reach; offset <= reach; ++offset) {
        add(pixelAt(offset), 1);
    }
    for (int i = 0; i < length; ++i) {
        line[i * step] = qRgb(red / count, green / count, blue / count);
        add(pixelAt(i - reach), -1);
        add(pixelAt(i + reach + 1), 1);
    }
}

/// A small picture so that it can be shown large without visible pixels.
QImage blurred(const QImage& preview)
{
    QImage image = preview.convertToFormat(QImage::Format_RGB32)
                       .scaled(blurredSide, blurredSide, Qt::KeepAspectRatio, Qt::SmoothTransformation);
    auto* pixels = reinterpret_cast<QRgb*>(image.bits());
    const qsizetype lineStep = image.bytesPerLine() / bytesPerPixel;
    for (int pass = 0; pass < 2; ++pass) {
        for (int y = 0; y < image.height(); ++y) {
            blurLine(pixels + y * lineStep, image.width(), 1);
        }
        for (int x = 0; x < image.width(); ++x) {
            blurLine(pixels + x, image.height(), lineStep);
        }
    }
    return image;
}

} // namespace

PictureStore::PictureStore(Decode decode, qint64 budget, QObject* parent)
    : QObject(parent), m_decode(std::move(decode)), m_budget(budget)
{
}

QImage PictureStore::picture(const BlobHash& hash, QSize size)
{
    return find(idOf(hash), roomFor(size));
}

void PictureStore::want(const BlobHash& hash, const QString& path, QSize size)
{
    const QByteArray id = idOf(hash);
    const auto known = m_pictures.constFind(id);
    if (known == m_pictures.constEnd() || known->unreadable != path) {
        add({id, roomFor(size), [path] { return openPicture(path); }, path});
    }
}

QImage PictureStore::preview(const std::string& bytes)
{
    if (bytes.empty()) {
        return {};
    }
    const QByteArray content(bytes.data(), static_cast<qsizetype>(bytes.size()));
    const QByteArray id = 'p' + content;
    const QImage found = find(id, previewRoom);
    if (found.isNull()) {
        add({id, previewRoom, [content] { return pictureInMemory(content); }, {}});
    }
    return found;
}

std::optional<PictureProblem> PictureStore::problem(const BlobHash& hash) const
{
    const auto found = m_pictures.constFind(idOf(hash));
    return found == m_pictures.constEnd() ? std::nullopt : found->problem;
}

bool PictureStore::isAnimated(const BlobHash& hash) const
{
    const auto found = m_pictures.constFind(idOf(hash));
    return found != m_pictures.constEnd() && found->isAnimated;
}

void PictureStore::setReserved(qint64 bytes)
{
    m_reserved = bytes;
    keepBudget();
}

/// Rounds up, so that a window that is resized does not decode everything again for each pixel.
QSize PictureStore::roomFor(QSize size) const
{
    constexpr int step = 128;
    const int longer = std::max({size.width(), size.height(), 1});
    const int rounded = (longer + step - 1) / step * step;
    const QSize room = (QSizeF(size) * rounded / longer).toSize().expandedTo({1, 1});
    const qint64 maxPixels = std::min<qint64>(maxRasterPixels, m_budget / bytesPerPixel / 2);
    const double share = double(maxPixels) / (double(room.width()) * room.height());
    return share >= 1 ? room : (QSizeF(room) * std::sqrt(share) * 0.99).toSize().expandedTo({1, 1});
}

/// The raster of that size, or else the smallest larger one, or else the largest.
QImage PictureStore::find(const QByteArray& id, QSize room)
{
    const auto picture = m_pictures.find(id);
    if (picture == m_pictures.end() || picture->rasters.isEmpty()) {
        return {};
    }
    const auto isBetter = [room](const Raster& a, const Raster& b) {
        const bool aCovers = a.room.width() >= room.width();
        const bool bCovers = b.room.width() >= room.width();
        return aCovers != bCovers ? aCovers : (a.room.width() < b.room.width()) == aCovers;
    };
    const auto best = std::min_element(picture->rasters.begin(), picture->rasters.end(), isBetter);
    best->lastUse = ++m_uses;
    return best->image;
}

bool PictureStore::isThere(const QByteArray& id, QSize room) const
{
    const auto picture = m_pictures.constFind(id);
    if (picture == m_pictures.constEnd()) {
        return false;
    }
    return picture->problem
           || std::any_of(picture->rasters.begin(), picture->rasters.end(),
                          [room](const Raster& raster) { return raster.room == room; });
}

void PictureStore::add(Job job)
{
    const auto isSame = [&job](const Job& other) { return other.id == job.id && other.room == job.room; };
    if (isThere(job.id, job.room) || (m_running && isSame(*m_running))) {
        return;
    }
    std::erase_if(m_waiting, isSame);
    m_waiting.push_front(std::move(job));
    if (m_waiting.size() > maxWaiting) {
        m_waiting.pop_back();
    }
    advance();
}

void PictureStore::advance()
{
    if (m_running || m_waiting.empty()) {
        return;
    }
    m_running = std::move(m_waiting.front());
    m_waiting.pop_front();
    const QPointer<PictureStore> self(this);
    m_decode(m_running->open(), m_running->room, 0,
             [self](const Expected<DecodedPicture, PictureProblem>& result) {
                 if (self) {
                     const Job job = *std::exchange(self->m_running, std::nullopt);
                     self->take(job, result);
                     self->advance();
                 }
             });
}

void PictureStore::take(const Job& job, const Expected<DecodedPicture, PictureProblem>& result)
{
    Picture& picture = m_pictures[job.id];
    if (result) {
        QImage image = job.path.isEmpty() ? blurred(result->image) : result->image;
        m_bytes += image.sizeInBytes();
        picture.rasters.append({job.room, std::move(image), ++m_uses});
        picture.isAnimated = result->frameCount > 1;
        keepBudget();
    } else if (result.error() == PictureProblem::Unreadable && !job.path.isEmpty()) {
        picture.unreadable = job.path;
        retryLater(job.id);
    } else {
        picture.problem = result.error();
        if (isPassing(result.error()) && ++picture.failures < maxFailures) {
            retryLater(job.id);
        }
    }
    Q_EMIT changed();
}

void PictureStore::retryLater(const QByteArray& id)
{
    QTimer::singleShot(retryDelay, this, [this, id] {
        if (const auto picture = m_pictures.find(id); picture != m_pictures.end()) {
            picture->problem.reset();
            picture->unreadable.clear();
            Q_EMIT changed();
        }
    });
}

void PictureStore::keepBudget()
{
    while (bytes() > m_budget) {
        Picture* oldest = nullptr;
        qsizetype place = 0;
        for (Picture& picture : m_pictures) {
            for (qsizetype i = 0; i < picture.rasters.size(); ++i) {
                if (oldest == nullptr || picture.rasters[i].lastUse < oldest->rasters[place].lastUse) {
                    oldest = &picture;
                    place = i;
                }
            }
        }
        if (oldest == nullptr) {
            return;
        }
        m_bytes -= oldest->rasters[place].image.sizeInBytes();
        oldest->rasters.removeAt(place);
    }
    erase_if(m_pictures, [](const auto& one) {
        const Picture& picture = one.value();
        return picture.rasters.isEmpty() && !picture.problem && picture.unreadable.isEmpty();
    });
}

} // namespace tidemark
