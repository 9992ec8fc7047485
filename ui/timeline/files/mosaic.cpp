#include "ui/timeline/files/mosaic.h"

#include "core/domain/request_caps.h"
#include "ui/look/metrics.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tidemark {

namespace {

constexpr int maxInRow = 4;

/// Width divided by height. Very wide and very high pictures are cropped.
double shownRatio(QSize original)
{
    return std::clamp(double(original.width()) / std::max(1, original.height()), 0.66, 1.8);
}

using Rows = QList<int>; ///< how many pictures each row has

struct Album {
    QList<double> ratios;
    int width = 0;

    /// The height at which `count` pictures from `first` on fill a row.
    [[nodiscard]] double rowHeight(int first, int count) const
    {
        const double ratio = std::accumulate(ratios.begin() + first, ratios.begin() + first + count, 0.0);
        return (width - (count - 1) * metrics::mosaicGap) / ratio;
    }

    /// Rates a division into rows; 0 is best. The album should be as high as it is wide, and its rows about
    /// equally high.
    [[nodiscard]] double badness(const Rows& rows) const
    {
        double total = 0;
        double lowest = width;
        double highest = 0;
        int first = 0;
        for (const int count : rows) {
            const double height = rowHeight(first, count);
            total += height;
            lowest = std::min(lowest, height);
            highest = std::max(highest, height);
            first += count;
        }
        const double tooLow = std::max(0.0, width / 5.0 - lowest);
        return std::abs(total - width) + (highest - lowest) + 4 * tooLow;
    }

    void tryRows(Rows& rows, int left, Rows& best) const
    {
        if (left == 0) {
            if (best.isEmpty() || badness(rows) < badness(best)) {
                best = rows;
            }
            return;
        }
        for (int count = 1; count <= std::min(left, maxInRow); ++count) {
            rows.append(count);
            tryRows(rows, left - count, best);
            rows.removeLast();
        }
    }
};

} // namespace

QSize pictureSize(QSize original, QSize room, QSize least)
{
    const QSize fitted = original.width() > room.width() || original.height() > room.height()
                             ? original.scaled(room, Qt::KeepAspectRatio)
                             : original;
    return fitted.expandedTo(least).boundedTo(room);
}

QList<QRect> mosaicOf(const QList<QSize>& originals, int width)
{
    Album album{{}, width};
    for (const QSize& original : originals) {
        album.ratios.append(shownRatio(original));
    }
    Rows best;
    if (originals.size() <= qsizetype(caps::maxAttachments)) {
        Rows rows;
        album.tryRows(rows, static_cast<int>(originals.size()), best);
    } else { // no honest message has so many, and there are too many divisions to try
        for (auto left = static_cast<int>(originals.size()); left > 0; left -= maxInRow) {
            best.append(std::min(left, maxInRow));
        }
    }
    QList<QRect> places;
    int y = 0;
    int first = 0;
    for (const int count : best) {
        const double height = album.rowHeight(first, count);
        double x = 0;
        for (int i = 0; i < count; ++i) {
            const double right = i + 1 == count ? width : x + height * album.ratios[first + i];
            places.append(
                QRect(QPoint(int(std::lround(x)), y),
                      QSize(int(std::lround(right)) - int(std::lround(x)), int(std::lround(height)))));
            x = right + metrics::mosaicGap;
        }
        y += int(std::lround(height)) + metrics::mosaicGap;
        first += count;
    }
    return places;
}

} // namespace tidemark
