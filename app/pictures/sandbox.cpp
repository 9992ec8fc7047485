#include "app/pictures/sandbox.h"

#include "core/pictures/picture_messages.h"

#include <fcntl.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <filesystem>
#include <initializer_list>
#include <iterator>
#include <memory>

namespace tidemark {
namespace {

#ifdef TIDEMARK_ADDRESS_SANITIZER
constexpr bool hasAddressSanitizer = true;
#else
constexpr bool hasAddressSanitizer = false;
#endif

constexpr rlim_t addressSpace = rlim_t(768) << 20;
constexpr rlim_t rasterBytes = maxRasterPixels * 4;
/// The socket, the file, the raster, and some to spare.
constexpr rlim_t maxDescriptors = 8;

bool limit(__rlimit_resource resource, rlim_t value)
{
    const rlimit both{value, value};
    return ::setrlimit(resource, &both) == 0;
}

/// RLIMIT_FSIZE counts for memfds too. RLIMIT_CPU is set by the starter, for each picture.
const char* setLimits()
{
    // The sanitizer reserves terabytes of addresses.
    if (!hasAddressSanitizer && !limit(RLIMIT_AS, addressSpace)) {
        return "RLIMIT_AS";
    }
    if (!limit(RLIMIT_NPROC, 0)) {
        return "RLIMIT_NPROC";
    }
    if (!limit(RLIMIT_FSIZE, rasterBytes)) {
        return "RLIMIT_FSIZE";
    }
    if (!limit(RLIMIT_CORE, 0)) {
        return "RLIMIT_CORE";
    }
    if (!limit(RLIMIT_NOFILE, maxDescriptors)) {
        return "RLIMIT_NOFILE";
    }
    return nullptr;
}

const char* giveUpRights()
{
    if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) {
        return "PR_SET_PDEATHSIG";
    }
    if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
        return "PR_SET_NO_NEW_PRIVS";
    }
    if (::prctl(PR_SET_DUMPABLE, 0) != 0) {
        return "PR_SET_DUMPABLE";
    }
    return nullptr;
}

bool closeOtherDescriptors(int socket)
{
    const auto number = unsigned(socket);
    return (socket == 0 || ::close_range(0, number - 1, 0) == 0) && ::close_range(number + 1, ~0U, 0) == 0;
}

bool isSingleThreaded()
{
    const std::filesystem::directory_iterator threads("/proc/self/task");
    return std::distance(begin(threads), end(threads)) == 1;
}

using Filter = std::unique_ptr<void, void (*)(scmp_filter_ctx)>;

bool allow(const Filter& filter, int call, std::initializer_list<scmp_arg_cmp> arguments = {})
{
    return ::seccomp_rule_add_array(filter.get(), SCMP_ACT_ALLOW, call, unsigned(arguments.size()),
                                    arguments.begin())
           == 0;
}

/// pwrite64 writes the raster: of the files that the process gets, those with a name are open for reading
/// alone.
bool allowCalls(const Filter& filter)
{
    constexpr std::array calls{
        SCMP_SYS(lseek),        SCMP_SYS(pread64),  SCMP_SYS(close),      SCMP_SYS(munmap),
        SCMP_SYS(mremap),       SCMP_SYS(brk),      SCMP_SYS(madvise),    SCMP_SYS(futex),
        SCMP_SYS(memfd_create), SCMP_SYS(pwrite64), SCMP_SYS(getrandom),  SCMP_SYS(clock_gettime),
        SCMP_SYS(rt_sigreturn), SCMP_SYS(exit),     SCMP_SYS(exit_group),
    };
    return std::all_of(calls.begin(), calls.end(), [&](int call) { return allow(filter, call); });
}

bool allowCallsWithArguments(const Filter& filter, int socket)
{
    const scmp_arg_cmp toSocket{0, SCMP_CMP_EQ, scmp_datum_t(socket), 0};
    const scmp_arg_cmp withoutExecution{2, SCMP_CMP_MASKED_EQ, PROT_EXEC, 0};
    const scmp_arg_cmp addsSeals{1, SCMP_CMP_EQ, F_ADD_SEALS, 0};
    // The sanitizer looks for the stack whenever a function is called that does not return.
    const bool hasSanitizersCall = !hasAddressSanitizer || allow(filter, SCMP_SYS(sigaltstack));
    return hasSanitizersCall && allow(filter, SCMP_SYS(recvmsg), {toSocket})
           && allow(filter, SCMP_SYS(sendmsg), {toSocket})
           && allow(filter, SCMP_SYS(mmap), {withoutExecution})
           && allow(filter, SCMP_SYS(mprotect), {withoutExecution})
           && allow(filter, SCMP_SYS(fcntl), {addsSeals});
}

} // namespace

const char* enterSandbox(int socket)
{
    if (!isSingleThreaded()) {
        return "a single thread";
    }
    const Filter filter(::seccomp_init(SCMP_ACT_KILL_PROCESS), ::seccomp_release);
    if (!filter || ::seccomp_attr_set(filter.get(), SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS) != 0
        || !allowCalls(filter) || !allowCallsWithArguments(filter, socket)) {
        return "a filter of system calls";
    }
    if (const char* refused = giveUpRights()) {
        return refused;
    }
    if (const char* refused = setLimits()) {
        return refused;
    }
    if (!closeOtherDescriptors(socket)) {
        return "close_range";
    }
    return ::seccomp_load(filter.get()) == 0 ? nullptr : "seccomp";
}

} // namespace tidemark
