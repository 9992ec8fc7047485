#include "app/pictures/descriptor_device.h"

#include <cerrno>
#include <utility>

namespace tidemark {

DescriptorDevice::DescriptorDevice(FileDescriptor file)
    : m_file(std::move(file)), m_size(::lseek(m_file.number(), 0, SEEK_END))
{
    if (m_size >= 0) {
        // Unbuffered, so that pos() is the place in the file.
        open(QIODevice::ReadOnly | QIODevice::Unbuffered);
    }
}

qint64 DescriptorDevice::readData(char* data, qint64 maxSize)
{
    ssize_t count = 0;
    do {
        count = ::pread(m_file.number(), data, std::size_t(maxSize), pos());
    } while (count < 0 && errno == EINTR);
    m_hasFailed = m_hasFailed || count < 0;
    return count;
}

qint64 DescriptorDevice::writeData(const char* /*data*/, qint64 /*maxSize*/)
{
    return -1;
}

} // namespace tidemark
