#pragma once

#include "core/domain/attachment.h"
#include "core/pictures/picture_decoder.h"

#include <QByteArray>
#include <QHash>
#include <QImage>
#include <QObject>
#include <QSize>
#include <QString>

#include <deque>
#include <functional>
#include <optional>

namespace tidemark {

/// The decoded pictures that are on screen, or were a moment ago. Drops those that were not painted for the
/// longest time when they take more than the budget. Decodes one after the other, the last wanted first, and
/// never in this process. Lives on the GUI thread.
class PictureStore : public QObject {
    Q_OBJECT
public:
    /// As PictureDecoder::decode().
    using Decode = std::function<void(FileDescriptor file, QSize maxSize, int frame, PictureDecoder::Answer)>;
    static constexpr qint64 usualBudget = qint64(64) * 1024 * 1024;

    explicit PictureStore(Decode decode, qint64 budget = usualBudget, QObject* parent = nullptr);

    /// The picture, fit for being shown within `size` (device pixels). Until it is decoded in this size,
    /// returns it in another one, or a null picture.
    [[nodiscard]] QImage picture(const BlobHash& hash, QSize size);
    /// Decodes the file at `path`, unless that was done or is under way.
    void want(const BlobHash& hash, const QString& path, QSize size);
    /// The small picture that a message contains, blurred. A null picture until it is decoded.
    [[nodiscard]] QImage preview(const std::string& bytes);
    /// Why the picture cannot be shown; empty if it can, or is not decoded yet.
    [[nodiscard]] std::optional<PictureProblem> problem(const BlobHash& hash) const;
    /// Whether the picture has several frames.
    [[nodiscard]] bool isAnimated(const BlobHash& hash) const;
    /// The bytes of all pictures.
    [[nodiscard]] qint64 bytes() const { return m_bytes + m_reserved; }
    [[nodiscard]] qint64 budget() const { return m_budget; }
    /// Bytes of the budget that others use.
    void setReserved(qint64 bytes);
    /// The size in which a picture is decoded that is shown within `size`.
    [[nodiscard]] QSize roomFor(QSize size) const;

Q_SIGNALS:
    /// A picture or preview was decoded, or could not be.
    void changed();

private:
    struct Raster {
        QSize room; ///< the size that was asked for
        QImage image;
        quint64 lastUse = 0;
    };
    struct Picture {
        QList<Raster> rasters;
        std::optional<PictureProblem> problem;
        QString unreadable; ///< a path where the file was not; it may be elsewhere by now
        bool isAnimated = false;
        int failures = 0; ///< that may pass
    };
    struct Job {
        QByteArray id;
        QSize room;
        std::function<FileDescriptor()> open;
        QString path; ///< empty: a preview
    };

    [[nodiscard]] QImage find(const QByteArray& id, QSize room);
    [[nodiscard]] bool isThere(const QByteArray& id, QSize room) const;
    void add(Job job);
    void advance();
    void take(const Job& job, const Expected<DecodedPicture, PictureProblem>& result);
    void keepBudget();
    /// Forgets after a time that the picture could not be decoded or read.
    void retryLater(const QByteArray& id);

    Decode m_decode;
    qint64 m_budget;
    qint64 m_bytes = 0; ///< of the rasters
    qint64 m_reserved = 0;
    quint64 m_uses = 0;
    QHash<QByteArray, Picture> m_pictures; ///< by hash, previews by their bytes
    std::deque<Job> m_waiting;             ///< the first is the next
    std::optional<Job> m_running;
};

} // namespace tidemark
