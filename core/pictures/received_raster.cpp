#include "core/pictures/received_raster.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <memory>

namespace tidemark {
namespace {

constexpr qint64 bytesPerPixel = 4;
constexpr int neededSeals = F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE;

struct Mapping {
    void* begin;
    std::size_t length;
};

void unmap(void* info)
{
    const std::unique_ptr<Mapping> mapping(static_cast<Mapping*>(info));
    ::munmap(mapping->begin, mapping->length);
}

} // namespace

QImage mapRaster(const FileDescriptor& memory, QSize size)
{
    const int seals = ::fcntl(memory.number(), F_GET_SEALS);
    struct stat status {};
    const qint64 length = bytesPerPixel * size.width() * size.height();
    if (size.isEmpty() || seals < 0 || (seals & neededSeals) != neededSeals
        || ::fstat(memory.number(), &status) != 0 || status.st_size != length) {
        return {};
    }
    // Kernels before 6.7 refuse to share memory that is sealed against writing.
    void* const begin = ::mmap(nullptr, std::size_t(length), PROT_READ, MAP_PRIVATE, memory.number(), 0);
    if (begin == MAP_FAILED) {
        return {};
    }
    auto mapping = std::make_unique<Mapping>(Mapping{begin, std::size_t(length)});
    return {static_cast<const uchar*>(begin),    size.width(), size.height(),    size.width() * bytesPerPixel,
            QImage::Format_ARGB32_Premultiplied, unmap,        mapping.release()};
}

} // namespace tidemark
