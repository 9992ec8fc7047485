#include "tests/programs/load/base/failure.h"

namespace tidemark::bench {

void giveUp(const char* why)
{
    throw load::Failure(why);
}

} // namespace tidemark::bench
