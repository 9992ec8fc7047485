#pragma once

namespace tidemark::bench {

/// Memory of this process with shared pages divided among those that share them, MiB.
[[nodiscard]] double proportionalMiB();

/// How often the threads of this process have gone to sleep so far: as often as they were woken.
[[nodiscard]] double sleepsSoFar();

/// Processor time of this process so far, ms.
[[nodiscard]] double processorMs();

/// Of the steady clock, which all processes of the machine share, ms.
[[nodiscard]] double steadyMs();

} // namespace tidemark::bench
