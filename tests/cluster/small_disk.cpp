#include "tests/cluster/small_disk.h"

#include "tests/programs/load/base/failure.h"

#include <QDir>
#include <QFile>
#include <QProcess>

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>

namespace tidemark::cluster {

using load::require;

bool SmallDisk::enterOwnMounts()
{
    return ::unshare(CLONE_NEWNS) == 0 && ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
}

SmallDisk::SmallDisk(const QString& folder, qint64 bytes)
    : m_place(QFile::encodeName(folder)),
      m_ballast(QFile::encodeName(QDir(folder).filePath(QStringLiteral("ballast"))))
{
    struct stat owner {};
    require(::stat(m_place.constData(), &owner) == 0, "looking at a folder");
    const QString old = folder + QStringLiteral(".old");
    require(QDir().rename(folder, old) && QDir().mkdir(folder), "putting a folder aside");
    const QByteArray options = QStringLiteral("size=%1,uid=%2,gid=%3,mode=700")
                                   .arg(bytes)
                                   .arg(owner.st_uid)
                                   .arg(owner.st_gid)
                                   .toUtf8();
    require(::mount("tmpfs", m_place.constData(), "tmpfs", 0, options.constData()) == 0, "mounting");
    require(
        QProcess::execute(QStringLiteral("cp"), {QStringLiteral("-a"), old + QStringLiteral("/."), folder})
            == 0,
        "copying");
}

SmallDisk::~SmallDisk()
{
    ::umount2(m_place.constData(), MNT_DETACH);
}

void SmallDisk::fill() const
{
    const int file = ::open(m_ballast.constData(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    const std::array<char, 4096> page{};
    while (::write(file, page.data(), page.size()) > 0) {
    }
    ::close(file);
}

void SmallDisk::makeRoom() const
{
    ::unlink(m_ballast.constData());
}

} // namespace tidemark::cluster
