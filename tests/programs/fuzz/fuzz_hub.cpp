#include "tests/programs/fuzz/hub_run.h"

/// Sends arbitrary valid frames in arbitrary order. The hub's invariants must hold after each step.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size)
{
    tidemark::fuzz::HubRun({bytes, size}).run();
    return 0;
}
