#pragma once

#include "core/domain/attachment.h"
#include "core/pictures/picture_decoder.h"

#include <QImage>
#include <QObject>
#include <QSize>
#include <QString>
#include <QTimer>

#include <chrono>
#include <functional>
#include <map>
#include <set>
#include <vector>

namespace tidemark {

class PictureStore;

/// Plays the animated pictures that views paint. Painting a frame has the next one announced; no timer runs
/// for a picture that is not painted any more. The frames take at most half of the budget of PictureStore.
/// Lives on the GUI thread.
class Animations : public QObject {
    Q_OBJECT
public:
    /// As PictureDecoder::decodeFrames().
    using Decode =
        std::function<void(FileDescriptor file, QSize maxSize, qint64 maxPixels, PictureDecoder::Answer)>;
    using Clock = std::function<std::chrono::milliseconds()>;

    /// `pictures` must live longer.
    Animations(Decode decode, PictureStore& pictures, Clock clock, QObject* parent = nullptr);

    /// Off: all pictures stand still, and the frames are dropped.
    void setOn(bool on);
    /// The frame to paint within `size` (device pixels). A null picture if the file is not animated, or its
    /// frames are not decoded yet. If `plays` is false, the picture stands still where it is.
    [[nodiscard]] QImage frame(const BlobHash& hash, const QString& path, QSize size, bool plays);
    /// Whether frame() gives a picture for this file.
    [[nodiscard]] bool hasFrames(const BlobHash& hash) const;
    [[nodiscard]] qint64 bytes() const;
    [[nodiscard]] bool isWaiting() const { return m_timer.isActive(); }

Q_SIGNALS:
    /// Paint the picture anew where it is visible: its next frame is due, or its frames are there.
    void due(const tidemark::BlobHash& hash);

private:
    using Milliseconds = std::chrono::milliseconds;
    struct Animation {
        std::vector<PictureFrame> frames; ///< empty: could not be decoded
        QSize room;                       ///< the size that was asked for
        bool isBest = false;              ///< more room would give no larger frames
        bool isScheduled = false;         ///< was painted since it was last announced
        std::size_t index = 0;
        Milliseconds dueAt{0}; ///< of the next frame
        Milliseconds lastShown{0};
    };

    void want(const BlobHash& hash, const QString& path, QSize size);
    [[nodiscard]] qint64 pixelsFor(const BlobHash& hash) const;
    void take(const BlobHash& hash, QSize room, const PictureDecoder::Result& result);
    void announce();
    void schedule();
    void keepWithin(qint64 bytes, const BlobHash& kept);
    void dropUnshown();
    void report();

    Decode m_decode;
    PictureStore& m_pictures;
    Clock m_clock;
    bool m_isOn = true;
    bool m_isDecoding = false;
    QTimer m_timer;
    std::map<BlobHash, Animation> m_all;
    std::set<BlobHash> m_waiting; ///< painted while another one was decoded
};

} // namespace tidemark
