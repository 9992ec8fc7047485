#include "tests/programs/load/machines/process.h"

#include "tests/programs/load/base/failure.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <sstream>

namespace tidemark::load {

void endWith(pid_t parent)
{
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) {
        ::_exit(1);
    }
}

pid_t startProgram(const std::vector<std::string>& command, int output)
{
    std::vector<char*> arguments;
    arguments.reserve(command.size() + 1);
    for (const std::string& argument : command) {
        arguments.push_back(const_cast<char*>(argument.c_str()));
    }
    arguments.push_back(nullptr);
    const pid_t parent = ::getpid();
    const pid_t child = ::fork();
    require(child >= 0, "starting a program");
    if (child == 0) {
        endWith(parent);
        ::dup2(output, STDOUT_FILENO);
        ::execvp(arguments.front(), arguments.data());
        std::perror(arguments.front());
        ::_exit(1);
    }
    return child;
}

namespace {

/// The size in bytes that follows `name` in a file about the process.
std::size_t sizeIn(pid_t process, const std::string& file, const std::string& name)
{
    constexpr std::size_t kibibyte = 1024;
    std::ifstream words("/proc/" + std::to_string(process) + '/' + file);
    std::string word;
    while (words >> word) {
        if (word == name) {
            std::size_t size = 0;
            words >> size;
            return size * kibibyte;
        }
    }
    throw Failure("the server's memory cannot be read");
}

} // namespace

std::size_t memoryOf(pid_t process)
{
    return sizeIn(process, "smaps_rollup", "Pss:");
}

std::size_t peakMemoryOf(pid_t process)
{
    return sizeIn(process, "status", "VmHWM:");
}

void resetPeakMemoryOf(pid_t process)
{
    constexpr int peak = 5;
    std::ofstream("/proc/" + std::to_string(process) + "/clear_refs") << peak;
}

double processorSecondsOf(pid_t process)
{
    std::ifstream file("/proc/" + std::to_string(process) + "/stat");
    std::string text;
    std::getline(file, text);
    // The name in parentheses may contain spaces. User and system time are the 12th and 13th field after
    // it.
    std::istringstream fields(text.substr(text.rfind(')') + 1));
    std::string skipped;
    for (int i = 0; i < 11; ++i) {
        fields >> skipped;
    }
    double user = 0;
    double system = 0;
    fields >> user >> system;
    return (user + system) / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

std::size_t allowManyFiles()
{
    rlimit limit{};
    require(::getrlimit(RLIMIT_NOFILE, &limit) == 0, "reading the limit of open files");
    limit.rlim_cur = limit.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &limit);
    return limit.rlim_cur;
}

} // namespace tidemark::load
