#pragma once

#include <string>
#include <vector>

namespace tidemark::test {

/// Runs the doctest cases of the file `test_SUITE.cpp` and of the headers; an empty name means all cases.
/// `arguments` are doctest's own. Returns the exit status, which is not 0 when there was no case to run.
[[nodiscard]] int runCasesOfFile(const std::string& suite, const std::vector<std::string>& arguments,
                                 int (*run)(int argc, char** argv));

} // namespace tidemark::test
