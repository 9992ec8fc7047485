#pragma once

#include <sys/types.h>

#include <cstddef>
#include <string>
#include <vector>

namespace tidemark::load {

/// Starts a program that writes its standard output to `output`. It is killed when this program ends.
[[nodiscard]] pid_t startProgram(const std::vector<std::string>& command, int output);
/// Call this first in a child that fork() made. The child then ends when this program ends.
void endWith(pid_t parent);
/// The proportional set size in bytes: the memory that the process would free.
[[nodiscard]] std::size_t memoryOf(pid_t process);
/// The greatest resident set size in bytes since the start of the process or the last resetPeakMemoryOf().
[[nodiscard]] std::size_t peakMemoryOf(pid_t process);
/// Lets peakMemoryOf() begin with the present size.
void resetPeakMemoryOf(pid_t process);
[[nodiscard]] double processorSecondsOf(pid_t process);
/// Raises the limit of descriptors as far as the system allows, and returns it.
std::size_t allowManyFiles();

} // namespace tidemark::load
