// The main function of the test programs without Qt: `test_FOLDER [SUITE] [doctest's arguments]...` runs the
// cases of test_SUITE.cpp, or of all files.
#include "tests/main/case_filter.h"

#include <doctest/doctest.h>

int main(int argc, char** argv)
{
    std::vector<std::string> arguments(argv + 1, argv + argc);
    std::string suite;
    if (!arguments.empty() && arguments.front().rfind('-', 0) != 0) {
        suite = arguments.front();
        arguments.erase(arguments.begin());
    }
    return tidemark::test::runCasesOfFile(
        suite, arguments, [](int count, char** values) { return doctest::Context(count, values).run(); });
}
