// `tidemark-picture-breaker CALL`: enters the sandbox of tidemark-pictures and makes the system call. Exit
// status 0: it came back; 1: the sandbox was refused; 2: wrong use; 3: there was no memory for the call.
#include "app/pictures/codecs.h"
#include "app/pictures/sandbox.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>

namespace {

struct NamedCall {
    std::string_view name;
    long number;
    std::array<long, 6> arguments;
};

constexpr long mebibyte = long(1) << 20;

constexpr NamedCall allocation(std::string_view name, long bytes)
{
    return {name, SYS_mmap, {0, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1}};
}

constexpr auto calls = std::to_array<NamedCall>({
    {"getrandom", SYS_getrandom, {}},
#ifdef SYS_open
    {"open", SYS_open, {}},
    {"fork", SYS_fork, {}},
    {"vfork", SYS_vfork, {}},
    {"stat", SYS_stat, {}},
#endif
    {"openat", SYS_openat, {}},
    {"openat2", SYS_openat2, {}},
    {"socket", SYS_socket, {}},
    {"connect", SYS_connect, {}},
    {"bind", SYS_bind, {}},
    {"execve", SYS_execve, {}},
    {"execveat", SYS_execveat, {}},
    {"clone", SYS_clone, {}},
    {"clone3", SYS_clone3, {}},
    {"ptrace", SYS_ptrace, {}},
    {"kill", SYS_kill, {}},
    {"tgkill", SYS_tgkill, {}},
    {"pidfd_open", SYS_pidfd_open, {}},
    {"process_vm_readv", SYS_process_vm_readv, {}},
    {"read", SYS_read, {}},
    {"write", SYS_write, {STDERR_FILENO}},
    {"ftruncate", SYS_ftruncate, {}},
    {"statx", SYS_statx, {}},
    {"readlinkat", SYS_readlinkat, {}},
    {"unlinkat", SYS_unlinkat, {}},
    {"dup", SYS_dup, {}},
    {"ioctl", SYS_ioctl, {}},
    {"prlimit64", SYS_prlimit64, {}},
    {"prctl", SYS_prctl, {}},
    {"seccomp", SYS_seccomp, {}},
    {"io_uring_setup", SYS_io_uring_setup, {}},
    {"sendmsg-elsewhere", SYS_sendmsg, {STDERR_FILENO}},
    {"recvmsg-elsewhere", SYS_recvmsg, {STDERR_FILENO}},
    {"fcntl-duplicate", SYS_fcntl, {0, F_DUPFD}},
    allocation("allocate-256-mebibytes", 256 * mebibyte),
    allocation("allocate-a-gibibyte", 1024 * mebibyte),
    {"mmap-executable", SYS_mmap, {0, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1}},
    {"mprotect-executable", SYS_mprotect, {0, 4096, PROT_READ | PROT_EXEC}},
});

} // namespace

int main(int argc, char** argv)
{
    const std::string_view name = argc == 2 ? argv[1] : "";
    const auto* const call =
        std::find_if(calls.begin(), calls.end(), [&](const NamedCall& one) { return one.name == name; });
    if (call == calls.end()) {
        return 2;
    }
    tidemark::discardMessages();
    if (tidemark::loadCodecs(argc, argv) != nullptr || tidemark::enterSandbox(STDIN_FILENO) != nullptr) {
        return 1;
    }
    const auto& [a, b, c, d, e, f] = call->arguments;
    const bool lacksMemory = ::syscall(call->number, a, b, c, d, e, f) == -1 && errno == ENOMEM;
    ::_exit(lacksMemory ? 3 : 0);
}
