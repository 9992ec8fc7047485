#include "core/pictures/picture_metadata.h"

#include "core/pictures/picture_format.h"
#include "core/pictures/picture_source.h"

#include <QByteArrayView>
#include <QtEndian>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace tidemark {
namespace {

/// Reads a file from its beginning; never beyond its end.
class ByteReader {
public:
    explicit ByteReader(QByteArrayView bytes) : m_bytes(bytes) {}

    [[nodiscard]] bool hasFailed() const { return m_hasFailed; }
    [[nodiscard]] bool isAtEnd() const { return m_at == m_bytes.size(); }

    /// Empty after a failure.
    QByteArrayView take(qsizetype count)
    {
        if (m_hasFailed || count < 0 || count > m_bytes.size() - m_at) {
            m_hasFailed = true;
            return {};
        }
        m_at += count;
        return m_bytes.sliced(m_at - count, count);
    }
    std::uint8_t takeByte()
    {
        const QByteArrayView byte = take(1);
        return byte.isEmpty() ? 0 : std::uint8_t(byte[0]);
    }
    std::uint32_t takeUint32()
    {
        const QByteArrayView bytes = take(4);
        return bytes.isEmpty() ? 0 : qFromLittleEndian<quint32>(bytes.data());
    }

private:
    QByteArrayView m_bytes;
    qsizetype m_at = 0;
    bool m_hasFailed = false;
};

/// Whether the first directory of `tiff` refers to one with a place.
bool hasPlaceDirectory(QByteArrayView tiff)
{
    constexpr qsizetype entryBytes = 12;
    constexpr quint16 placeTag = 0x8825;
    const bool isLittle = tiff.startsWith(QByteArrayView("II*\0", 4));
    if (!isLittle && !tiff.startsWith(QByteArrayView("MM\0*", 4))) {
        return false;
    }
    const auto uint16At = [tiff, isLittle](qsizetype at) -> std::optional<quint16> {
        if (at < 0 || at > tiff.size() - 2) {
            return std::nullopt;
        }
        const char* place = tiff.data() + at;
        return isLittle ? qFromLittleEndian<quint16>(place) : qFromBigEndian<quint16>(place);
    };
    if (tiff.size() < 8) {
        return false;
    }
    const char* offset = tiff.data() + 4;
    const qsizetype directory =
        isLittle ? qFromLittleEndian<quint32>(offset) : qFromBigEndian<quint32>(offset);
    const int entries = uint16At(directory).value_or(0);
    for (int entry = 0; entry < entries; ++entry) {
        const auto tag = uint16At(directory + 2 + entry * entryBytes);
        if (!tag) {
            return false;
        }
        if (*tag == placeTag) {
            return true;
        }
    }
    return false;
}

// ---- GIF

/// Copies sub-blocks up to and including the empty one that ends them.
void copySubBlocks(ByteReader& reader, QByteArray& copy)
{
    for (std::uint8_t size = reader.takeByte(); !reader.hasFailed(); size = reader.takeByte()) {
        copy.append(char(size));
        copy.append(reader.take(size));
        if (size == 0) {
            return;
        }
    }
}

/// Takes all sub-blocks and returns the first one.
QByteArrayView takeSubBlocks(ByteReader& reader)
{
    const QByteArrayView first = reader.take(reader.takeByte());
    for (bool isEnd = first.isEmpty(); !isEnd && !reader.hasFailed();) {
        isEnd = reader.take(reader.takeByte()).isEmpty();
    }
    return first;
}

/// The size of the colour table that `flags` announce.
qsizetype colourTableBytes(std::uint8_t flags)
{
    constexpr std::uint8_t hasTable = 0x80;
    return (flags & hasTable) != 0 ? 3 * (qsizetype(2) << (flags & 7U)) : 0;
}

/// A copy of a GIF that contains only the parts that showing it needs.
class GifCopy {
public:
    [[nodiscard]] const QByteArray& bytes() const { return m_bytes; }
    void append(QByteArrayView bytes) { m_bytes.append(bytes); }
    void takeExtension(ByteReader& reader);
    void takeFrame(ByteReader& reader);

private:
    QByteArray m_bytes;
    QByteArray m_control; ///< how to show the next frame
    bool m_repeats = false;
};

/// Keeps two kinds of extension, each of which has one sub-block of a fixed length.
void GifCopy::takeExtension(ByteReader& reader)
{
    constexpr std::uint8_t graphicControl = 0xf9;
    constexpr std::uint8_t application = 0xff;
    constexpr qsizetype controlBytes = 4;
    constexpr qsizetype repetitionBytes = 3;
    const QByteArrayView applicationName("NETSCAPE2.0");
    const std::uint8_t label = reader.takeByte();
    QByteArrayView name;
    if (label == application) {
        name = reader.take(reader.takeByte());
    }
    const QByteArrayView block = takeSubBlocks(reader);
    if (label == graphicControl && block.size() == controlBytes) {
        m_control = QByteArray("\x21\xf9\x04", 3).append(block).append('\0');
    } else if (name == applicationName && block.size() == repetitionBytes && !m_repeats) {
        m_repeats = true;
        m_bytes.append(QByteArrayView("\x21\xff\x0b", 3)).append(applicationName);
        m_bytes.append(char(repetitionBytes)).append(block).append('\0');
    }
}

void GifCopy::takeFrame(ByteReader& reader)
{
    constexpr qsizetype headerBytes = 9;
    const QByteArrayView header = reader.take(headerBytes);
    m_bytes.append(std::exchange(m_control, {})).append('\x2c').append(header);
    m_bytes.append(reader.take(header.isEmpty() ? -1 : colourTableBytes(std::uint8_t(header[8]))));
    m_bytes.append(char(reader.takeByte())); // bits of a code
    copySubBlocks(reader, m_bytes);
}

QByteArray gifWithoutMetadata(const QByteArray& bytes)
{
    constexpr qsizetype headerBytes = 13;
    ByteReader reader(bytes);
    GifCopy copy;
    const QByteArrayView header = reader.take(headerBytes);
    copy.append(header);
    copy.append(reader.take(header.isEmpty() ? -1 : colourTableBytes(std::uint8_t(header[10]))));
    while (!reader.hasFailed()) {
        switch (reader.takeByte()) {
        case 0x21:
            copy.takeExtension(reader);
            break;
        case 0x2c:
            copy.takeFrame(reader);
            break;
        case 0x3b:
            return reader.hasFailed() ? QByteArray() : QByteArray(copy.bytes()).append('\x3b');
        default:
            return {};
        }
    }
    return {};
}

// ---- WebP

struct Chunk {
    QByteArrayView name;
    QByteArrayView content;
};

/// Empty after a failure.
Chunk takeChunk(ByteReader& reader)
{
    Chunk chunk{reader.take(4), {}};
    const qsizetype size = reader.takeUint32();
    chunk.content = reader.take(size);
    static_cast<void>(reader.take(size & 1));
    return reader.hasFailed() ? Chunk() : chunk;
}

void appendChunk(QByteArray& copy, QByteArrayView name, QByteArrayView content)
{
    copy.append(name).append(4, '\0');
    qToLittleEndian(quint32(content.size()), copy.data() + copy.size() - 4);
    copy.append(content).append(content.size() & 1, '\0');
}

/// A frame of an animation with its picture alone; empty if it is damaged.
QByteArray frameWithoutMetadata(QByteArrayView frame)
{
    constexpr qsizetype headerBytes = 16;
    ByteReader reader(frame);
    QByteArray copy = reader.take(headerBytes).toByteArray();
    while (!reader.hasFailed() && !reader.isAtEnd()) {
        const Chunk chunk = takeChunk(reader);
        for (const char* needed : {"ALPH", "VP8 ", "VP8L"}) {
            if (chunk.name == QByteArrayView(needed)) {
                appendChunk(copy, chunk.name, chunk.content);
            }
        }
    }
    return reader.hasFailed() ? QByteArray() : copy;
}

/// The part of a chunk that showing the picture needs; may be empty.
QByteArray withoutMetadata(const Chunk& chunk)
{
    constexpr qsizetype headerBytes = 10;
    constexpr qsizetype animationBytes = 6;
    /// Alpha and animation; without profile, EXIF and XMP.
    constexpr std::uint8_t keptFlags = 0x12;
    if (chunk.name == QByteArrayView("VP8X") && !chunk.content.isEmpty()) {
        QByteArray header = chunk.content.first(std::min(chunk.content.size(), headerBytes)).toByteArray();
        header[0] = char(std::uint8_t(header[0]) & keptFlags);
        return header;
    }
    if (chunk.name == QByteArrayView("ANIM")) {
        return chunk.content.first(std::min(chunk.content.size(), animationBytes)).toByteArray();
    }
    return chunk.name == QByteArrayView("ANMF") ? frameWithoutMetadata(chunk.content) : QByteArray();
}

QByteArray webpWithoutMetadata(const QByteArray& bytes)
{
    constexpr qsizetype headerBytes = 12;
    constexpr qsizetype maxLength = (qsizetype(1) << 32) - headerBytes;
    ByteReader file(bytes);
    static_cast<void>(file.take(4));
    const qsizetype length = file.takeUint32();
    ByteReader reader(file.take(length));
    static_cast<void>(reader.take(4));
    QByteArray copy;
    while (!reader.hasFailed() && !reader.isAtEnd()) {
        const Chunk chunk = takeChunk(reader);
        const QByteArray needed = withoutMetadata(chunk);
        if (!needed.isEmpty()) {
            appendChunk(copy, chunk.name, needed);
        } else if (chunk.name == QByteArrayView("ANMF")) {
            return {};
        }
    }
    if (file.hasFailed() || reader.hasFailed() || copy.isEmpty() || copy.size() > maxLength) {
        return {};
    }
    QByteArray header("RIFF\0\0\0\0WEBP", headerBytes);
    qToLittleEndian(quint32(copy.size() + 4), header.data() + 4);
    return header + copy;
}

/// Whether the file consists of boxes as in ISO 14496-12: HEIC, AVIF, CR3, MP4 and QuickTime.
bool isIsoMedia(const QByteArray& beginning)
{
    const QByteArray kind = beginning.mid(4, 4);
    return kind == "ftyp" || kind == "moov" || kind == "mdat" || kind == "wide";
}

/// Whether a part of a film has one of the texts in which telephones write a place.
bool tellsPlaceOfFilm(const QByteArray& part)
{
    return part.contains("\xa9xyz") || part.contains("location.ISO6709");
}

/// Whether the file is a picture or film of a camera that is never decoded here: also TIFF and what cameras
/// derive from it.
bool isOtherCameraFormat(const QByteArray& beginning)
{
    constexpr std::array marks{QByteArrayView("II*\0", 4),        QByteArrayView("MM\0*", 4),
                               QByteArrayView("IIU\0", 4),        QByteArrayView("IIRO"),
                               QByteArrayView("FUJIFILMCCD-RAW"), QByteArrayView("\0\0\0\x0cJXL ", 8)};
    return isIsoMedia(beginning) || std::any_of(marks.begin(), marks.end(), [&](QByteArrayView mark) {
               return beginning.startsWith(mark);
           });
}

} // namespace

bool tellsPlace(const QByteArray& beginning)
{
    if (hasPlaceDirectory(beginning)) {
        return true;
    }
    for (const QByteArrayView mark :
         {QByteArrayView("Exif\0\0", 6), QByteArrayView("eXIf"), QByteArrayView("EXIF")}) {
        // A chunk of WebP has its length between the name and the content.
        const qsizetype between = mark == QByteArrayView("EXIF") ? 4 : 0;
        for (qsizetype at = beginning.indexOf(mark); at >= 0; at = beginning.indexOf(mark, at + 1)) {
            const QByteArrayView rest = QByteArrayView(beginning).sliced(at + mark.size());
            if (rest.size() > between && hasPlaceDirectory(rest.sliced(between))) {
                return true;
            }
        }
    }
    return beginning.contains("GPSLatitude");
}

PlaceHint placeHintOf(const FileDescriptor& file)
{
    constexpr qint64 enough = qint64(1) << 20;
    const QByteArray beginning = readBytes(file, 0, enough);
    const bool isPicture = !pictureFormat(beginning).isEmpty();
    if (!isPicture && !isOtherCameraFormat(beginning)) {
        return PlaceHint::None;
    }
    const bool mayBeFilm = isIsoMedia(beginning);
    const auto tells = [mayBeFilm](const QByteArray& part) {
        return tellsPlace(part) || (mayBeFilm && tellsPlaceOfFilm(part));
    };
    const qint64 end = std::max(qint64(0), sizeOf(file) - enough);
    if (tells(beginning) || (end > 0 && tells(readBytes(file, end, enough)))) {
        return PlaceHint::Found;
    }
    return isPicture ? PlaceHint::None : PlaceHint::Possible;
}

QByteArray animationWithoutMetadata(const QByteArray& bytes, const QByteArray& format)
{
    if (format == "gif") {
        return gifWithoutMetadata(bytes);
    }
    return format == "webp" ? webpWithoutMetadata(bytes) : QByteArray();
}

} // namespace tidemark
