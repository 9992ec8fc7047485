#pragma once

#include <QLatin1StringView>

namespace tidemark {

/// What the desktop knows the program by: the name of its desktop entry, without ".desktop", and of its icon.
inline constexpr QLatin1StringView desktopId("io.github.tidemark_chat.Tidemark");

} // namespace tidemark
