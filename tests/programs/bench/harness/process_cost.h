#pragma once

namespace tidemark::bench {

/// The memory of this process in MiB. Shared pages are divided among the processes that share them.
[[nodiscard]] double proportionalMiB();

/// The number of times that the threads of this process have gone to sleep so far, which equals their
/// wake-ups.
[[nodiscard]] double sleepsSoFar();

/// Processor time of this process so far, ms.
[[nodiscard]] double processorMs();

/// The steady clock, which all processes of the machine share, ms.
[[nodiscard]] double steadyMs();

} // namespace tidemark::bench
