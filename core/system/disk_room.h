#pragma once

#include <cerrno>

namespace tidemark {

/// Whether this error of the system is a lack of room: on the disk, in the user's quota, or under the limit
/// that the system sets to the files of this process.
inline bool isLackOfRoom(int error)
{
    return error == ENOSPC || error == EDQUOT || error == EFBIG;
}

} // namespace tidemark
