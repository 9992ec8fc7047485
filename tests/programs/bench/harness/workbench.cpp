#include "tests/programs/bench/harness/workbench.h"

#include <cstdio>
#include <cstdlib>

namespace tidemark::bench {

void giveUp(const char* why)
{
    std::fprintf(stderr, "tidemark-bench: failed: %s\n", why);
    std::exit(1);
}

bool isBrief()
{
    return std::getenv(briefVariable) != nullptr;
}

Measurements skipped(const std::string& name, const std::string& why)
{
    Measurement row;
    row.name = name;
    row.skipped = why;
    return {row};
}

} // namespace tidemark::bench
