#pragma once

#include <QString>

#include <cstdint>

namespace tidemark {

/// How many colours names and avatars have.
inline constexpr int hueCount = 8;

/// The colour of a user or conversation, 0 … hueCount-1: the same for the same id on every device.
[[nodiscard]] int hueOf(std::uint64_t id);

/// One or two characters for an avatar: the first of the first two words, or the first two of a single word;
/// a name in CJK gives its first two. Upper case. A name without letters gives its first character, an empty
/// one "?".
[[nodiscard]] QString initialsOf(const QString& name);

} // namespace tidemark
