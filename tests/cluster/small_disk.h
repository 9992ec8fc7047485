#pragma once

#include <QByteArray>
#include <QString>

namespace tidemark::cluster {

/// A file system in the place of a folder, which can be filled to its last byte. This process and the
/// processes that it starts see it. It ends with the object and the last open file in it.
class SmallDisk {
public:
    /// Gives this process mounts of its own. False if it may not have them.
    [[nodiscard]] static bool enterOwnMounts();

    /// Moves `folder` with its contents to such a file system of `bytes` bytes. Fails if that is
    /// impossible.
    SmallDisk(const QString& folder, qint64 bytes);
    ~SmallDisk();
    SmallDisk(const SmallDisk&) = delete;
    SmallDisk& operator=(const SmallDisk&) = delete;

    /// Fills the file system to its last byte.
    void fill() const;
    void makeRoom() const;

private:
    QByteArray m_place;
    QByteArray m_ballast;
};

} // namespace tidemark::cluster
