#pragma once

#include <QByteArray>
#include <QString>

namespace tidemark::cluster {

/// A file system of its own in the place of a folder, which can be filled to its last byte. It is seen by
/// this process and by those that it starts, and gone with the object and the last file that is open in it.
class SmallDisk {
public:
    /// This process has mounts of its own from now on; false: it may not.
    [[nodiscard]] static bool enterOwnMounts();

    /// Moves `folder` with all that is in it to such a file system of so many bytes. Fails where it cannot.
    SmallDisk(const QString& folder, qint64 bytes);
    ~SmallDisk();
    SmallDisk(const SmallDisk&) = delete;
    SmallDisk& operator=(const SmallDisk&) = delete;

    /// Nothing more can be written.
    void fill() const;
    void makeRoom() const;

private:
    QByteArray m_place;
    QByteArray m_ballast;
};

} // namespace tidemark::cluster
