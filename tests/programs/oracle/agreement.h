#pragma once

#include "core/domain/read_state.h"
#include "tests/programs/oracle/oracle.h"

#include <string>

namespace tidemark::oracle {

/// For people: the messages themselves.
[[nodiscard]] std::string describe(const Truth& truth);
/// "name is 3, must be 4"; empty when they are equal.
[[nodiscard]] std::string differenceOf(const char* name, std::uint64_t shown, std::uint64_t right);

/// Where `counts` says something else than `truth`; empty: nowhere.
[[nodiscard]] std::string difference(const Truth& truth, const ReadCounts& counts);
/// The first message of `truth`; 0 none.
[[nodiscard]] Seq firstOf(const Truth& truth);
/// The numbers of `truth`.
[[nodiscard]] ReadCounts countsOf(const Truth& truth);

} // namespace tidemark::oracle
