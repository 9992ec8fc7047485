#pragma once

#include <sys/types.h>

#include <cstddef>
#include <string>
#include <vector>

namespace tidemark::load {

/// Starts a program whose standard output goes to `output`. It is killed when this program ends.
[[nodiscard]] pid_t startProgram(const std::vector<std::string>& command, int output);
/// What ends a child that fork() made when this program ends; in the child, first of all.
void endWith(pid_t parent);
/// Proportional set size in bytes: what the process would give back.
[[nodiscard]] std::size_t memoryOf(pid_t process);
[[nodiscard]] double processorSecondsOf(pid_t process);
/// As many descriptors as the system allows; how many.
std::size_t allowManyFiles();

} // namespace tidemark::load
