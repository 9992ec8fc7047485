#include "tests/programs/bench/harness/workbench.h"
#include "tests/support/wire_sizes.h"

#include <cstdio>

namespace tidemark::bench::wire_bench {

Measurements measure(const Workbench& bench)
{
    constexpr double leastSaved = 43;
    Measurements measured;
    for (const test::WireSizeRow& row : test::measureWireSizes(bench.talk)) {
        const auto frames = static_cast<double>(row.frames);
        const double saved = 100 * row.saved();
        char aim[64] = {};
        std::snprintf(aim, sizeof aim, ">= 43 %% saved: %.1f %%", saved);
        measured.push_back({"wire: frame of " + std::to_string(row.messagesPerFrame) + " messages, mean",
                            "bytes", static_cast<double>(row.wireBytes) / frames,
                            static_cast<double>(row.jsonBytes) / frames, "compact JSON", aim,
                            saved >= leastSaved});
    }
    return measured;
}

} // namespace tidemark::bench::wire_bench
