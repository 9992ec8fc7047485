#include "core/pictures/received_raster.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <cstring>
#include <memory>

namespace tidemark {
namespace {

constexpr qint64 bytesPerPixel = 4;
constexpr int neededSeals = F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE;

/// Memory of a memfd.
class Mapping {
public:
    Mapping(void* begin, std::size_t length) : m_begin(begin), m_length(length) {}
    Mapping(const Mapping&) = delete;
    Mapping& operator=(const Mapping&) = delete;
    ~Mapping() { ::munmap(m_begin, m_length); }

    [[nodiscard]] const uchar* begin() const { return static_cast<const uchar*>(m_begin); }

private:
    void* m_begin;
    std::size_t m_length;
};

using SharedMapping = std::shared_ptr<const Mapping>;

/// Null unless the memory is sealed and has exactly `length` bytes.
SharedMapping map(const FileDescriptor& memory, qint64 length)
{
    const int seals = ::fcntl(memory.number(), F_GET_SEALS);
    struct stat status {};
    if (seals < 0 || (seals & neededSeals) != neededSeals || ::fstat(memory.number(), &status) != 0
        || status.st_size != length) {
        return {};
    }
    // Kernels before 6.7 refuse to share memory that is sealed against writing.
    // All of it is painted soon, so its pages are mapped at once instead of one after the other.
    void* const begin =
        ::mmap(nullptr, std::size_t(length), PROT_READ, MAP_PRIVATE | MAP_POPULATE, memory.number(), 0);
    return begin == MAP_FAILED ? SharedMapping()
                               : std::make_shared<const Mapping>(begin, std::size_t(length));
}

void release(void* info)
{
    const std::unique_ptr<SharedMapping> share(static_cast<SharedMapping*>(info));
}

QImage imageAt(const SharedMapping& mapping, qint64 offset, QSize size)
{
    auto share = std::make_unique<SharedMapping>(mapping);
    return {mapping->begin() + offset,           size.width(), size.height(),  size.width() * bytesPerPixel,
            QImage::Format_ARGB32_Premultiplied, release,      share.release()};
}

} // namespace

QImage mapRaster(const FileDescriptor& memory, QSize size)
{
    const SharedMapping mapping =
        size.isEmpty() ? SharedMapping() : map(memory, bytesPerPixel * size.width() * size.height());
    return mapping ? imageAt(mapping, 0, size) : QImage();
}

ReceivedRasters mapRasters(const FileDescriptor& memory, QSize size, std::size_t count)
{
    const qint64 each = bytesPerPixel * size.width() * size.height();
    const auto images = qint64(count) * each;
    const qint64 numbers = qint64(count) * qint64(sizeof(std::uint32_t));
    const SharedMapping mapping =
        size.isEmpty() || count == 0 ? SharedMapping() : map(memory, images + numbers);
    ReceivedRasters received;
    if (!mapping) {
        return received;
    }
    for (std::size_t i = 0; i < count; ++i) {
        received.images.push_back(imageAt(mapping, qint64(i) * each, size));
    }
    received.numbers.resize(count);
    std::memcpy(received.numbers.data(), mapping->begin() + images, std::size_t(numbers));
    return received;
}

} // namespace tidemark
