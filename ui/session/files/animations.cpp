#include "ui/session/files/animations.h"

#include "core/pictures/picture_source.h"
#include "ui/session/files/picture_store.h"

#include <QPointer>

#include <algorithm>
#include <utility>

namespace tidemark {

namespace {

using namespace std::chrono_literals;

constexpr qint64 pixelBytes = 4;
/// With fewer pixels for all frames together a picture stands still.
constexpr qint64 leastPixels = 16384;
/// A picture that was painted less long ago is taken to be on screen.
constexpr std::chrono::milliseconds onScreen = 10s;

/// Files that say no time, or one too short to see, are played as browsers do it.
std::chrono::milliseconds visibleDelay(std::chrono::milliseconds delay)
{
    return delay < 20ms ? 100ms : delay;
}

qint64 bytesOf(const std::vector<PictureFrame>& frames)
{
    return frames.empty() ? 0 : qint64(frames.size()) * frames.front().image.sizeInBytes();
}

} // namespace

Animations::Animations(Decode decode, PictureStore& pictures, Clock clock, QObject* parent)
    : QObject(parent), m_decode(std::move(decode)), m_pictures(pictures), m_clock(std::move(clock))
{
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &Animations::announce);
    connect(&pictures, &PictureStore::changed, this, &Animations::dropUnshown);
}

void Animations::setOn(bool on)
{
    if (on == m_isOn) {
        return;
    }
    m_isOn = on;
    m_timer.stop();
    m_waiting.clear();
    const auto before = std::exchange(m_all, {});
    report();
    for (const auto& [hash, animation] : before) {
        Q_EMIT due(hash);
    }
}

QImage Animations::frame(const BlobHash& hash, const QString& path, QSize size, bool plays)
{
    if (!m_isOn) {
        return {};
    }
    if (plays && !path.isEmpty() && (m_pictures.isAnimated(hash) || hasFrames(hash))) {
        want(hash, path, size);
    }
    const auto found = m_all.find(hash);
    if (found == m_all.end() || found->second.frames.empty()) {
        return {};
    }
    Animation& animation = found->second;
    const Milliseconds now = m_clock();
    animation.lastShown = now;
    if (plays && now >= animation.dueAt) {
        const bool isFirst = animation.dueAt == Milliseconds(0);
        animation.index = isFirst ? animation.index : (animation.index + 1) % animation.frames.size();
        animation.dueAt = now + visibleDelay(animation.frames[animation.index].delay);
    }
    if (plays) {
        animation.isScheduled = true;
        schedule();
    }
    return animation.frames[animation.index].image;
}

bool Animations::hasFrames(const BlobHash& hash) const
{
    const auto found = m_all.find(hash);
    return found != m_all.end() && !found->second.frames.empty();
}

qint64 Animations::bytes() const
{
    qint64 sum = 0;
    for (const auto& [hash, animation] : m_all) {
        sum += bytesOf(animation.frames);
    }
    return sum;
}

// ---- playing

/// Begins to wait for the first frame that is due.
void Animations::schedule()
{
    const Animation* next = nullptr;
    for (const auto& [hash, animation] : m_all) {
        if (animation.isScheduled && (next == nullptr || animation.dueAt < next->dueAt)) {
            next = &animation;
        }
    }
    if (next == nullptr) {
        m_timer.stop();
    } else {
        m_timer.start(std::max(next->dueAt - m_clock(), Milliseconds(0)));
    }
}

/// Announces the pictures whose next frame is due. A picture that is not painted then is scheduled no more.
void Animations::announce()
{
    const Milliseconds now = m_clock();
    std::vector<BlobHash> announced;
    for (auto& [hash, animation] : m_all) {
        if (animation.isScheduled && animation.dueAt <= now) {
            animation.isScheduled = false;
            announced.push_back(hash);
        }
    }
    schedule();
    for (const BlobHash& hash : announced) {
        Q_EMIT due(hash);
    }
}

// ---- decoding

void Animations::want(const BlobHash& hash, const QString& path, QSize size)
{
    const QSize room = m_pictures.roomFor(size);
    const auto known = m_all.find(hash);
    if (known != m_all.end()
        && (known->second.frames.empty() || known->second.isBest
            || known->second.room.width() >= room.width())) {
        return;
    }
    if (m_isDecoding) {
        m_waiting.insert(hash);
        return;
    }
    const qint64 pixels = pixelsFor(hash);
    FileDescriptor file = pixels < leastPixels ? FileDescriptor() : openPicture(path);
    if (!file.isOpen()) {
        return;
    }
    m_isDecoding = true;
    const QPointer<Animations> self(this);
    m_decode(std::move(file), room, pixels, [self, hash, room](const PictureDecoder::Result& result) {
        if (self) {
            self->take(hash, room, result);
        }
    });
}

/// The pixels that the other animations on screen leave of the budget.
qint64 Animations::pixelsFor(const BlobHash& hash) const
{
    qint64 left = m_pictures.budget() / 2;
    for (const auto& [other, animation] : m_all) {
        const bool isShown = m_clock() - animation.lastShown < onScreen;
        left -= other != hash && isShown ? bytesOf(animation.frames) : 0;
    }
    return std::clamp<qint64>(left / pixelBytes, 0, maxRasterPixels);
}

void Animations::take(const BlobHash& hash, QSize room, const PictureDecoder::Result& result)
{
    m_isDecoding = false;
    const auto waiting = std::exchange(m_waiting, {});
    if (m_isOn) {
        Animation& animation = m_all[hash];
        if (result && result->frames.size() > 1) {
            const QSize original = result->originalSize;
            const QSize fitted =
                original.boundedTo(room) == original ? original : original.scaled(room, Qt::KeepAspectRatio);
            animation.isBest = fitted == original || result->image.width() < fitted.width();
            animation.frames = result->frames;
            animation.room = room;
            animation.index = animation.index % animation.frames.size();
            animation.lastShown = m_clock();
        }
        keepWithin(m_pictures.budget() / 2, hash);
        report();
    }
    Q_EMIT due(hash);
    for (const BlobHash& other : waiting) {
        Q_EMIT due(other);
    }
}

/// Drops those that were not shown for longest. Those that could not be decoded are remembered.
void Animations::keepWithin(qint64 bytes, const BlobHash& kept)
{
    while (this->bytes() > bytes) {
        auto oldest = m_all.end();
        for (auto one = m_all.begin(); one != m_all.end(); ++one) {
            const bool isCandidate = one->first != kept && !one->second.frames.empty();
            if (isCandidate && (oldest == m_all.end() || one->second.lastShown < oldest->second.lastShown)) {
                oldest = one;
            }
        }
        if (oldest == m_all.end()) {
            return;
        }
        m_all.erase(oldest);
    }
}

/// Leaves the room to pictures that are shown.
void Animations::dropUnshown()
{
    const Milliseconds now = m_clock();
    const auto dropped = std::erase_if(m_all, [now](const auto& one) {
        return !one.second.frames.empty() && now - one.second.lastShown >= onScreen;
    });
    if (dropped > 0) {
        report();
    }
}

void Animations::report()
{
    m_pictures.setReserved(bytes());
}

} // namespace tidemark
