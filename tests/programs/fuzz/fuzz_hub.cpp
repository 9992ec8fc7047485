#include "tests/programs/fuzz/hub_run.h"

/// Arbitrary valid frames in arbitrary order: the hub's invariants hold after each step.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size)
{
    tidemark::fuzz::HubRun({bytes, size}).run();
    return 0;
}
