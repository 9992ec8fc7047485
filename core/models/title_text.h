#pragma once

#include <QString>

#include <cstdint>

namespace tidemark {

/// Why the server would refuse a title of at most `maxBytes` in UTF-8, in words; empty when it would not.
[[nodiscard]] QString titleProblem(const QString& title, std::uint32_t maxBytes);

} // namespace tidemark
