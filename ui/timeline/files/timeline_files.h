#pragma once

#include "ui/timeline/files/file_painter.h"

#include <QObject>

namespace tidemark {

class RowStackView;
struct BlobHash;

/// The files of the messages in a timeline: has those near the viewport downloaded and decoded, and repaints
/// what has changed.
class TimelineFiles : public QObject {
    Q_OBJECT
public:
    explicit TimelineFiles(RowStackView& view);

    void setSources(const FileSources& sources);
    /// Prepares the files of the rows on screen, and of those up to one screen away.
    void wantNear();
    /// Whether animated pictures move now: the window is active, and the desktop lets things move.
    [[nodiscard]] bool plays() const;
    /// The whole name of a file, its size, and why it is not there.
    [[nodiscard]] QString tipOf(const TimelineRow& row, int file) const;
    /// The words of a screen reader for a file.
    [[nodiscard]] QString spokenOf(const TimelineRow& row, int file) const;
    /// Whether this device has the bytes.
    [[nodiscard]] bool isHere(const TimelineRow& row, int file) const;

private:
    void repaint(const BlobHash& hash);

    RowStackView& m_view;
    FileSources m_sources;
};

} // namespace tidemark
