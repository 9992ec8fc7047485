#pragma once

#include "core/domain/read_state.h"
#include "tests/programs/oracle/oracle.h"

#include <string>

namespace tidemark::oracle {

/// The messages themselves as readable text.
[[nodiscard]] std::string describe(const Truth& truth);
[[nodiscard]] std::string describeReactions(const Truth& truth);
/// Empty if `shown` is the number of unread reactions.
[[nodiscard]] std::string differenceOfReactions(const Truth& truth, std::uint64_t shown);
/// "name is 3, must be 4"; empty if both are equal.
[[nodiscard]] std::string differenceOf(const char* name, std::uint64_t shown, std::uint64_t right);

/// The first number in `counts` that differs from `truth`; empty if none does.
[[nodiscard]] std::string difference(const Truth& truth, const ReadCounts& counts);
/// The first message of `truth`; 0 if there is none.
[[nodiscard]] Seq firstOf(const Truth& truth);
/// The numbers of `truth`.
[[nodiscard]] ReadCounts countsOf(const Truth& truth);

} // namespace tidemark::oracle
