#pragma once

#include "app/lab/running/run.h"

#include <QByteArray>

#include <string>
#include <vector>

namespace tidemark::lab {

/// A report for people: for each way whether all numbers were right, and every one that was not.
[[nodiscard]] std::string reportOf(const Scenario& scenario, const std::vector<Outcome>& outcomes);
/// The same as one JSON object, with all numbers.
[[nodiscard]] QByteArray jsonOf(const Scenario& scenario, const std::vector<Outcome>& outcomes);

} // namespace tidemark::lab
