#pragma once

#include "core/domain/file_state.h"
#include "ui/look/theme.h"
#include "ui/timeline/timeline_layout.h"

class QPainter;
class QPainterPath;

namespace tidemark {

class Animations;
class MessageFiles;
class PictureStore;

/// The parts of the session from which a timeline paints files. Without them it paints only what messages
/// say.
struct FileSources {
    MessageFiles* files = nullptr;
    PictureStore* pictures = nullptr;
    Animations* animations = nullptr;
    bool plays = false; ///< whether animated pictures move now
};

/// The radius of each corner of a bubble.
struct CornerRadii {
    double topLeft = 0;
    double topRight = 0;
    double bottomRight = 0;
    double bottomLeft = 0;
};

/// A rectangle with a radius for each corner.
[[nodiscard]] QPainterPath roundedPath(const QRectF& rect, const CornerRadii& radii);

/// Paints the files of one message.
class FilePainter {
public:
    FilePainter(QPainter& painter, const Theme& theme, const TimelineFonts& fonts,
                const FileSources& sources);

    /// `radii` are those of the bubble; pictures in its corners get them, too.
    void paint(const TimelineRow& row, const TimelineLayout& layout, const CornerRadii& radii);
    /// Has the pictures of a message decoded before they are painted. `scale` is that of the screen.
    static void prepare(const TimelineRow& row, const TimelineLayout& layout, const FileSources& sources,
                        double scale);
    /// Fills `rect` with a small picture of `file`.
    void paintThumbnail(const Attachment& file, const QRect& rect, double radius);

private:
    void paintContent(const Attachment& file, const QString& path, const QRect& rect,
                      const QPainterPath& outline, bool isWhole);
    void paintState(const FileState& state, const Attachment& file, const TimelineLayout::File& place);
    void paintProblem(const Attachment& file, const QRect& rect, const QString& why);
    void paintTile(const Attachment& file, const FileState& state, const TimelineLayout::File& place);
    [[nodiscard]] bool moves(const Attachment& file) const;
    void paintPillOver(const QRect& picture, const QString& all);
    bool paintReasonIn(const QRect& room, const QString& why);

    QPainter& m_painter;
    const Theme& m_theme;
    const TimelineFonts& m_fonts;
    FileSources m_sources;
};

/// Whether the pictures of a message are shown whole, or cropped to fit with the others.
[[nodiscard]] bool showsWhole(const TimelineLayout& layout);

} // namespace tidemark
