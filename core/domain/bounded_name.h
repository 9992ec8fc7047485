#pragma once

#include <string>
#include <string_view>

namespace tidemark {

/// Returns the name of a device or program as it is stored and shown: at most caps::maxDeviceNameBytes bytes,
/// whole code points, no control characters, no white space at either end. Empty if `name` is not UTF-8.
/// Idempotent.
[[nodiscard]] std::string boundedName(std::string_view name);

} // namespace tidemark
