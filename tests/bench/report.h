#pragma once

#include "tests/bench/measurement.h"

#include <QString>

namespace tidemark::bench {

/// The measurements as a table for people.
[[nodiscard]] std::string tableOf(const Measurements& measured);
/// Writes them as a JSON array of objects. False: the file cannot be written.
[[nodiscard]] bool writeJson(const QString& path, const Measurements& measured);

} // namespace tidemark::bench
