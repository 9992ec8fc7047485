#pragma once

#include <QString>

#include <cstdint>

namespace tidemark {

/// Number of colours for names and avatars.
inline constexpr int hueCount = 8;

/// Returns the colour index of a user or conversation, 0 … hueCount-1: the same for the same id on every
/// device.
[[nodiscard]] int hueOf(std::uint64_t id);

/// Returns one or two upper-case characters for an avatar: the first of the first two words, or the first two
/// of a single word or of a CJK name. A name without letters gives its first character, an empty name "?".
[[nodiscard]] QString initialsOf(const QString& name);

} // namespace tidemark
