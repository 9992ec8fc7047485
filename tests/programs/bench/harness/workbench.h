#pragma once

#include "tests/programs/bench/harness/measurement.h"
#include "tests/programs/bench/harness/require.h"
#include "tests/support/logged_messages.h"

#include <QString>

#include <string>
#include <vector>

namespace tidemark::bench {

/// All benchmarks share this.
struct Workbench {
    QString program; ///< this program, which starts itself as a child
    QString scratch; ///< empty folder of this run, on the disk of the build
    QString cache;   ///< kept from run to run
    bool hasCorpus = false;
    std::vector<test::LoggedMessage> talk; ///< real messages if the corpus is there, or else bundled ones
};

/// With this environment variable a process, and all that it starts, measure with small sizes.
inline constexpr const char* briefVariable = "TIDEMARK_BENCH_BRIEF";
/// Whether the variable is set.
[[nodiscard]] bool isBrief();
/// The size of a measurement: `full`, or `brief` if the program only shows that it works.
template <typename Size>
[[nodiscard]] Size sized(Size full, Size brief)
{
    return isBrief() ? brief : full;
}

using Benchmark = Measurements (*)(const Workbench&);

/// The row of a measurement that this machine cannot make.
[[nodiscard]] Measurements skipped(const std::string& name, const std::string& why);

// Each measurement runs in a process of its own and takes at most some tens of seconds. A failure ends the
// process with a message.
namespace wire_bench {
[[nodiscard]] Measurements measure(const Workbench& bench);
}
namespace ingest_bench {
[[nodiscard]] Measurements measure(const Workbench& bench);
}
namespace sends_bench {
[[nodiscard]] Measurements measure(const Workbench& bench);
}
namespace fan_out_bench {
[[nodiscard]] Measurements measure(const Workbench& bench);
}
namespace send_to_shown_bench {
[[nodiscard]] Measurements measure(const Workbench& bench);
}
namespace opening_bench {
[[nodiscard]] Measurements measure(const Workbench& bench);
}
namespace cursor_moves_bench {
[[nodiscard]] Measurements measure(const Workbench& bench);
}
namespace unread_queries_bench {
[[nodiscard]] Measurements measure(const Workbench& bench);
}
namespace notices_bench {
[[nodiscard]] Measurements measure(const Workbench& bench);
}
namespace feed_bench {
[[nodiscard]] Measurements measure(const Workbench& bench);
}
namespace read_to_cleared_bench {
[[nodiscard]] Measurements measure(const Workbench& bench);
}
namespace resume_bench {
[[nodiscard]] Measurements measure(const Workbench& bench);
}
namespace manners_bench {
[[nodiscard]] Measurements measure(const Workbench& bench);
}
namespace one_group_bench {
[[nodiscard]] Measurements measure(const Workbench& bench);
}
namespace hints_bench {
[[nodiscard]] Measurements measure(const Workbench& bench);
}
namespace pictures_bench {
[[nodiscard]] Measurements measure(const Workbench& bench);
}
namespace window_bench {
[[nodiscard]] Measurements measure(const Workbench& bench);
}

} // namespace tidemark::bench
