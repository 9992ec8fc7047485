#pragma once

#include <QString>

#include <cstdint>

namespace tidemark {

/// Returns, for the user, why the server would refuse the title; empty if it would accept it. `maxBytes`
/// counts UTF-8 bytes.
[[nodiscard]] QString titleProblem(const QString& title, std::uint32_t maxBytes);

} // namespace tidemark
