// This library is loaded before the system's library (LD_PRELOAD) into a program under test. It makes disk
// and clock as bad as fault_settings.h says. SQLite writes its files with pwrite64 alone, and the files of
// messages are written with write.
#include "tests/e2e/preload/fault_settings.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <string_view>

using tidemark::test::FaultSettings;
using tidemark::test::FileCall;

namespace {

template <typename Function>
Function realOf(const char* name)
{
    return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

FaultSettings* mapSettings()
{
    const char* path = std::getenv(tidemark::test::faultFileVariable);
    const int file = path == nullptr ? -1 : open(path, O_RDWR | O_CLOEXEC);
    if (file < 0) {
        return nullptr;
    }
    void* mapped = mmap(nullptr, sizeof(FaultSettings), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    return mapped == MAP_FAILED ? nullptr : static_cast<FaultSettings*>(mapped);
}

/// Null if there are no faults.
FaultSettings* settings()
{
    static FaultSettings* const mapped = mapSettings();
    return mapped;
}

std::int64_t wallShiftMs()
{
    FaultSettings* faults = settings();
    const std::int64_t shift = faults == nullptr ? 0 : faults->wallShiftMs.load();
    if (shift != 0) {
        ++faults->shiftedClocks;
    }
    return shift;
}

void waitForSlowDisk()
{
    FaultSettings* faults = settings();
    const std::int64_t delay = faults == nullptr ? 0 : faults->syncDelayMs.load();
    if (delay > 0) {
        ++faults->slowSyncs;
        const timespec time{delay / 1000, delay % 1000 * 1000000};
        nanosleep(&time, nullptr);
    }
}

/// The errno of a write at this moment; 0 if the write is to be done.
int writeError()
{
    FaultSettings* faults = settings();
    const auto error = faults == nullptr ? 0 : static_cast<int>(faults->writeError.load());
    if (error != 0) {
        ++faults->failedWrites;
    }
    return error;
}

bool isOfMessages(std::string_view path)
{
    for (const char* part : {".files", "/files", "/outgoing"}) {
        if (path.find(part) != std::string_view::npos) {
            return true;
        }
    }
    return false;
}

/// Whether this call fails now. Sets errno if so.
bool isFull(FileCall call, std::string_view path)
{
    FaultSettings* faults = settings();
    if (faults == nullptr || faults->fullFileCall.load() != call || !isOfMessages(path)) {
        return false;
    }
    ++faults->fullFileCalls;
    errno = ENOSPC;
    return true;
}

bool isFull(FileCall call, int file)
{
    FaultSettings* faults = settings();
    if (faults == nullptr || faults->fullFileCall.load() != call) {
        return false;
    }
    std::array<char, 64> link{};
    std::array<char, 4096> path{};
    std::snprintf(link.data(), link.size(), "/proc/self/fd/%d", file);
    const ssize_t length = readlink(link.data(), path.data(), path.size());
    return length > 0 && isFull(call, std::string_view(path.data(), static_cast<std::size_t>(length)));
}

FileCall flushOf(int file)
{
    struct stat status {};
    return fstat(file, &status) == 0 && S_ISDIR(status.st_mode) ? FileCall::FlushFolder : FileCall::Flush;
}

constexpr std::int64_t nanosecondsOfMs = 1000000;
constexpr std::int64_t nanosecondsOfSecond = 1000 * nanosecondsOfMs;

} // namespace

extern "C" {

int clock_gettime(clockid_t clock, timespec* time) noexcept
{
    static const auto real = realOf<int (*)(clockid_t, timespec*)>("clock_gettime");
    const int result = real(clock, time);
    const std::int64_t shift = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE ? wallShiftMs() : 0;
    if (result == 0 && shift != 0) {
        const std::int64_t all = time->tv_sec * nanosecondsOfSecond + time->tv_nsec + shift * nanosecondsOfMs;
        time->tv_sec = all / nanosecondsOfSecond;
        time->tv_nsec = all % nanosecondsOfSecond;
    }
    return result;
}

int gettimeofday(timeval* __restrict time, void* __restrict zone) noexcept
{
    static const auto real = realOf<int (*)(timeval*, void*)>("gettimeofday");
    const int result = real(time, zone);
    time->tv_sec += result == 0 ? wallShiftMs() / 1000 : 0;
    return result;
}

time_t time(time_t* place) noexcept
{
    static const auto real = realOf<time_t (*)(time_t*)>("time");
    const time_t now = real(nullptr) + wallShiftMs() / 1000;
    if (place != nullptr) {
        *place = now;
    }
    return now;
}

int fsync(int file)
{
    static const auto real = realOf<int (*)(int)>("fsync");
    waitForSlowDisk();
    return isFull(flushOf(file), file) ? -1 : real(file);
}

int fdatasync(int file)
{
    static const auto real = realOf<int (*)(int)>("fdatasync");
    waitForSlowDisk();
    return isFull(flushOf(file), file) ? -1 : real(file);
}

ssize_t write(int file, const void* bytes, size_t size)
{
    static const auto real = realOf<ssize_t (*)(int, const void*, size_t)>("write");
    return isFull(FileCall::Write, file) ? -1 : real(file, bytes, size);
}

int link(const char* from, const char* to) noexcept
{
    static const auto real = realOf<int (*)(const char*, const char*)>("link");
    return isFull(FileCall::Link, to) ? -1 : real(from, to);
}

int rename(const char* from, const char* to) noexcept
{
    static const auto real = realOf<int (*)(const char*, const char*)>("rename");
    return isFull(FileCall::Rename, to) ? -1 : real(from, to);
}

int mkdir(const char* path, mode_t mode) noexcept
{
    static const auto real = realOf<int (*)(const char*, mode_t)>("mkdir");
    return isFull(FileCall::MakeFolder, path) ? -1 : real(path, mode);
}

ssize_t pwrite64(int file, const void* bytes, size_t size, off64_t place)
{
    static const auto real = realOf<ssize_t (*)(int, const void*, size_t, off64_t)>("pwrite64");
    if (const int error = writeError(); error != 0) {
        errno = error;
        return -1;
    }
    return real(file, bytes, size, place);
}

} // extern "C"
