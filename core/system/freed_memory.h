#pragma once

#include <malloc.h>

namespace tidemark {

/// Keeps freed memory in the process; call it before the first thread starts. Parts of files, a quarter of a
/// megabyte each, come and go all the time. By default the C library returns the memory of each to the
/// system, which then clears it again for the next one: uploads take four times as long.
inline void keepFreedMemory()
{
    ::mallopt(M_MMAP_THRESHOLD, 8 * 1024 * 1024);
    ::mallopt(M_TRIM_THRESHOLD, 32 * 1024 * 1024);
    ::mallopt(M_TOP_PAD, 4 * 1024 * 1024);
}

} // namespace tidemark
