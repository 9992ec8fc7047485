#pragma once

#include "core/base/file_descriptor.h"

#include <QIODevice>

namespace tidemark {

/// Reads a descriptor, and needs no other system call than pread and lseek.
/// (QFile asks for the file's status by calls that also take paths.)
class DescriptorDevice : public QIODevice {
public:
    /// Opens itself if the descriptor is that of a regular file.
    explicit DescriptorDevice(FileDescriptor file);

    [[nodiscard]] qint64 size() const override { return m_size; }
    [[nodiscard]] bool hasFailed() const { return m_hasFailed; }

protected:
    qint64 readData(char* data, qint64 maxSize) override;
    qint64 writeData(const char* data, qint64 maxSize) override;

private:
    FileDescriptor m_file;
    qint64 m_size = -1;
    bool m_hasFailed = false;
};

} // namespace tidemark
