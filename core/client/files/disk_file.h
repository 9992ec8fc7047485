#pragma once

#include <QString>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tidemark {

/// An open file, with the system's error of the first failure. Files that are made are readable by their
/// owner only.
class DiskFile {
public:
    /// Makes a new file. Replaces a file of this name, which only a crash can have left.
    [[nodiscard]] static DiskFile create(const QString& path);
    /// Does not wait for the other end of a pipe.
    [[nodiscard]] static DiskFile openToRead(const QString& path);
    /// Opens the file, and creates it if it does not exist.
    [[nodiscard]] static DiskFile openToWrite(const QString& path);
    ~DiskFile();
    DiskFile(DiskFile&& other) noexcept;
    DiskFile& operator=(DiskFile&& other) noexcept;

    [[nodiscard]] bool isOpen() const { return m_descriptor >= 0; }
    [[nodiscard]] int error() const { return m_error; } ///< errno; 0: none

    struct Stamp {
        bool isRegular = false;
        std::uint64_t size = 0;
        std::int64_t changedSeconds = 0;
        std::int64_t changedNanoseconds = 0;
        friend bool operator==(const Stamp&, const Stamp&) = default;
    };
    [[nodiscard]] Stamp stamp();

    [[nodiscard]] bool seek(std::uint64_t offset);
    /// Replaces `bytes` by the next ones, at most `count`; leaves it empty at the end of the file.
    [[nodiscard]] bool readInto(std::string& bytes, std::size_t count);
    [[nodiscard]] bool append(std::string_view bytes);
    /// Makes this file share the bytes of `other`, if the file system can.
    [[nodiscard]] bool clone(const DiskFile& other) const;
    void cut(std::uint64_t size);
    /// Makes the file durable, but not its name.
    [[nodiscard]] bool flush();

private:
    explicit DiskFile(int descriptor);
    [[nodiscard]] bool fail();

    int m_descriptor = -1;
    int m_error = 0;
};

} // namespace tidemark
