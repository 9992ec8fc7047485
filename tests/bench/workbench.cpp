#include "tests/bench/workbench.h"

#include <cstdio>
#include <cstdlib>

namespace tidemark::bench {

void giveUp(const char* why)
{
    std::fprintf(stderr, "tidemark-bench: failed: %s\n", why);
    std::exit(1);
}

} // namespace tidemark::bench
