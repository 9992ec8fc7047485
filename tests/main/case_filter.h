#pragma once

#include <functional>
#include <string>
#include <vector>

namespace tidemark::test {

/// Runs the doctest cases of the file `test_SUITE.cpp` and of the headers; an empty name means all cases.
/// `arguments` are doctest's own; `run` gets them together with those that choose the cases. Returns the
/// exit status, which is not 0 if there was no case to run, or if a case asserted nothing.
[[nodiscard]] int runCasesOfFile(const std::string& suite, const std::vector<std::string>& arguments,
                                 const std::function<int(int argc, char** argv)>& run);

} // namespace tidemark::test
