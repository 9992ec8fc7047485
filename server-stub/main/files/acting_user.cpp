#include "server-stub/main/files/acting_user.h"

#include <QFile>
#include <QFileInfo>
#include <QStringList>

#include <grp.h>
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace tidemark::server {
namespace {

/// The folder of the file as named, and of the file behind its links.
QStringList foldersOf(const QString& file)
{
    QStringList folders{QFileInfo(file).absolutePath()};
    if (const QString real = QFileInfo(file).canonicalFilePath(); !real.isEmpty()) {
        folders.append(QFileInfo(real).absolutePath());
    }
    return folders;
}

struct stat statusOf(const QString& folder)
{
    struct stat status {};
    static_cast<void>(::stat(QFile::encodeName(folder).constData(), &status));
    return status;
}

/// Of root's rights, keeps only the right to read all files: a backup may be readable only by root, and a
/// service's folder may be inside one of root's.
void mayReadEverything()
{
    __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
    std::array<__user_cap_data_struct, _LINUX_CAPABILITY_U32S_3> sets{};
    sets.front().permitted = sets.front().effective = 1U << CAP_DAC_READ_SEARCH;
    // If this fails, later reads may fail and then report it.
    static_cast<void>(::syscall(SYS_capset, &header, sets.data()));
}

bool become(uid_t user, gid_t group)
{
    const bool isDone = ::prctl(PR_SET_KEEPCAPS, 1, 0, 0, 0) == 0 && ::setgroups(0, nullptr) == 0
                        && ::setresgid(group, group, group) == 0 && ::setresuid(user, user, user) == 0;
    if (isDone) {
        mayReadEverything();
    }
    return isDone;
}

} // namespace

QString actAsOwnerBeside(const QString& file)
{
    if (::geteuid() != 0) {
        return {};
    }
    for (const QString& folder : foldersOf(file)) {
        const struct stat status = statusOf(folder);
        if (status.st_uid == 0) {
            continue;
        }
        return become(status.st_uid, status.st_gid)
                   ? QString()
                   : QStringLiteral("cannot act as the owner of %1: %2").arg(folder, qt_error_string(errno));
    }
    return {};
}

bool isOutOfRootsHands(const QString& file)
{
    const struct stat status = statusOf(QFileInfo(file).absolutePath());
    const bool isShared = (status.st_mode & (S_IWGRP | S_IWOTH)) != 0 && (status.st_mode & S_ISVTX) == 0;
    return ::geteuid() == 0 && (status.st_uid != 0 || isShared);
}

} // namespace tidemark::server
