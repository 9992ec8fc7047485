#include "ui/timeline/files/file_layout.h"

#include "core/models/words/file_text.h"
#include "ui/look/metrics.h"
#include "ui/timeline/files/mosaic.h"

#include <QFontMetrics>

#include <algorithm>
#include <limits>

namespace tidemark {

namespace {

constexpr int besideButton = metrics::fileButton + 10; ///< where the words of a tile begin
constexpr int detailCharacters = 22; ///< for words about a transfer, which must not change the width

QSize sizeOf(const Attachment& file)
{
    constexpr quint32 maxSide = std::numeric_limits<int>::max();
    return {int(std::min(file.width, maxSide)), int(std::min(file.height, maxSide))};
}

QRect buttonIn(const QRect& picture)
{
    const int side = std::min({metrics::fileButton, picture.width() - 8, picture.height() - 8});
    QRect button(0, 0, side, side);
    button.moveCenter(picture.center());
    return button;
}

QList<QRect> picturePlaces(const QList<QSize>& pictures, int room, int least)
{
    const int width = std::min(room, metrics::pictureMaximum);
    if (pictures.size() > 1) {
        return mosaicOf(pictures, width);
    }
    const QSize size = pictureSize(pictures.first(), {width, metrics::pictureMaximum},
                                   {std::max(least, metrics::pictureMinimum), metrics::pictureMinimum});
    return {QRect(QPoint(0, 0), size)};
}

int tileHeight(const QFont& name, const QFont& details)
{
    return std::max(metrics::fileButton, QFontMetrics(name).height() + QFontMetrics(details).height() + 2);
}

/// The indices of those files that are pictures, or of those that are not.
QList<int> indicesOf(const QList<Attachment>& files, bool pictures)
{
    QList<int> indices;
    for (int i = 0; i < files.size(); ++i) {
        if (isPicture(files[i]) == pictures) {
            indices.append(i);
        }
    }
    return indices;
}

class BlockMaker {
public:
    BlockMaker(const QList<Attachment>& files, const TimelineFonts& fonts, const FileRoom& room)
        : m_files(files), m_fonts(fonts), m_room(room)
    {
    }

    FileBlock result()
    {
        addPictures();
        for (const int index : indicesOf(m_files, false)) {
            addTile(index);
        }
        return std::move(m_block);
    }

private:
    void addPictures()
    {
        const QList<int> indices = indicesOf(m_files, true);
        if (indices.isEmpty()) {
            return;
        }
        QList<QSize> sizes;
        for (const int index : indices) {
            sizes.append(sizeOf(m_files[index]));
        }
        const QList<QRect> places = picturePlaces(sizes, m_room.bubble, m_room.least);
        for (int i = 0; i < indices.size(); ++i) {
            m_block.files.append({indices[i], places[i], buttonIn(places[i]), {}, {}, true});
        }
        m_block.height = places.last().bottom() + 1;
        m_block.pictureWidth = places.last().right() + 1;
    }

    void addTile(int index)
    {
        if (!m_block.files.isEmpty()) {
            m_block.height += metrics::fileGap;
        }
        const QFontMetrics nameMetrics(m_fonts.name);
        const QFontMetrics detailMetrics(m_fonts.quote);
        const int height = tileHeight(m_fonts.name, m_fonts.quote);
        const int x = metrics::bubblePaddingX;
        const int words = m_block.height + (height - nameMetrics.height() - detailMetrics.height()) / 2;
        const int inner = m_room.bubble - 2 * metrics::bubblePaddingX;
        const int name = nameMetrics.horizontalAdvance(fileNameText(m_files[index])) + 2;
        const int details = detailMetrics.averageCharWidth() * detailCharacters + m_room.belowDetails;
        m_block.tileWidth =
            std::max(m_block.tileWidth, std::min(inner, besideButton + std::max(name, details)));
        TimelineLayout::File file;
        file.index = index;
        file.rect = QRect(x, m_block.height, 0, height);
        file.button = QRect(x, m_block.height + (height - metrics::fileButton) / 2, metrics::fileButton,
                            metrics::fileButton);
        file.name = QRect(x + besideButton, words, 0, nameMetrics.height());
        file.details = QRect(x + besideButton, words + nameMetrics.height(), 0, detailMetrics.height());
        m_block.files.append(file);
        m_block.height += height;
        m_block.endsInTile = true;
    }

    const QList<Attachment>& m_files;
    const TimelineFonts& m_fonts;
    FileRoom m_room;
    FileBlock m_block;
};

} // namespace

FileBlock fileBlockOf(const QList<Attachment>& files, const TimelineFonts& fonts, const FileRoom& room)
{
    return BlockMaker(files, fonts, room).result();
}

void widenTiles(FileBlock& block, int bubbleWidth)
{
    const int inner = bubbleWidth - 2 * metrics::bubblePaddingX;
    for (TimelineLayout::File& file : block.files) {
        if (!file.isPicture) {
            file.rect.setWidth(inner);
            file.name.setWidth(inner - besideButton);
            file.details.setWidth(inner - besideButton);
        }
    }
}

int estimatedFilesHeight(const QList<Attachment>& files, const QFont& font, int bubbleRoom)
{
    return files.isEmpty() ? 0 : fileBlockOf(files, TimelineFonts(font), {bubbleRoom, 0, 0}).height;
}

} // namespace tidemark
