#pragma once

#include "core/base/expected.h"
#include "core/base/file_descriptor.h"
#include "core/pictures/picture_messages.h"

#include <QElapsedTimer>
#include <QImage>
#include <QObject>
#include <QSize>
#include <QString>
#include <QTimer>

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <vector>

namespace tidemark {

class PictureHelper;

/// One frame of an animation.
struct PictureFrame {
    QImage image;
    std::chrono::milliseconds delay; ///< how long it is shown
};

struct DecodedPicture {
    QImage image;       ///< premultiplied ARGB32, not larger than asked for, upright
    QSize originalSize; ///< upright
    int frameCount;     ///< 1 if the picture is not animated
    std::chrono::milliseconds delay;
    std::vector<PictureFrame> frames = {}; ///< of decodeFrames(), all of the size of `image`, the first one
};

/// Decodes pictures in a process that can do no harm, tidemark-pictures, one after the other. Starts the
/// process when it is first needed, kills it when a picture takes too long, and starts another one for the
/// next picture. The answers of the process are checked like any other input.
class PictureDecoder : public QObject {
    Q_OBJECT
public:
    struct Limits {
        std::chrono::milliseconds picture{5000}; ///< for one picture, and for the start of the process
        std::chrono::milliseconds restart{1000}; ///< between two starts
        /// The processor time for one picture. The system kills the helper then, even if this program hangs.
        std::chrono::seconds processor{10};
    };
    using Result = Expected<DecodedPicture, PictureProblem>;
    using Answer = std::function<void(const Result&)>;

    /// `program` is the file of tidemark-pictures.
    PictureDecoder(QString program, Limits limits, QObject* parent = nullptr);
    ~PictureDecoder() override;

    /// The file of the tidemark-pictures that belongs to this program: in the same folder when both were just
    /// built, in libexec when they are installed.
    [[nodiscard]] static QString installedProgram();

    /// Decodes frame `frame` (0 for all that is not animated) to at most `maxSize`, which may have
    /// `maxRasterPixels` at most. A smaller picture keeps its size. `answer` is called once, from the event
    /// loop, unless this object is destroyed before.
    void decode(FileDescriptor file, QSize maxSize, int frame, Answer answer);
    /// Decodes all frames, made smaller if they would have more than `maxPixels` together, which are
    /// `maxRasterPixels` at most. `frameCount` is that of the frames that could be decoded.
    void decodeFrames(FileDescriptor file, QSize maxSize, qint64 maxPixels, Answer answer);

    /// 0 if there is none.
    [[nodiscard]] qint64 helperProcessId() const;

private:
    struct Job {
        FileDescriptor file;
        QSize maxSize;
        std::uint32_t frame; ///< or allFrames
        qint64 maxPixels;    ///< of allFrames
        Answer answer;
    };

    void add(Job job);
    void advance();
    void startHelper();
    void takeAnswer(const PictureAnswer& answer, const FileDescriptor& raster);
    void takeEnd();
    void failAll();
    void finish(const Result& result);
    [[nodiscard]] static std::optional<Result> readAnswer(const Job& job, const PictureAnswer& answer,
                                                          const FileDescriptor& raster);

    QString m_program;
    Limits m_limits;
    QElapsedTimer m_sinceStart;
    QTimer m_next;                     ///< calls advance()
    QTimer m_timeout;                  ///< kills the helper
    PictureHelper* m_helper = nullptr; ///< a child of this object
    bool m_isReady = false;
    bool m_hasTimedOut = false;
    bool m_isDecoding = false; ///< the first job has been sent
    std::deque<Job> m_jobs;
};

} // namespace tidemark
