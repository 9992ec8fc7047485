#pragma once

#include "core/domain/ids.h"

#include <vector>

/// The messages of one conversation that a user has hidden from themselves (adr/0033): ascending seqs, each
/// once.
namespace tidemark {

/// Returns the seqs of both sets.
[[nodiscard]] std::vector<Seq> united(const std::vector<Seq>& one, const std::vector<Seq>& other);
/// Returns the seqs of `all` that are not in `known`.
[[nodiscard]] std::vector<Seq> missingIn(const std::vector<Seq>& known, const std::vector<Seq>& all);
/// Returns the seqs above `after`.
[[nodiscard]] std::vector<Seq> above(const std::vector<Seq>& seqs, Seq after);

} // namespace tidemark
