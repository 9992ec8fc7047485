#pragma once

#include <QLatin1StringView>

namespace tidemark {

/// The program's id on the desktop: the name of its icon, and of its desktop entry without ".desktop".
inline constexpr QLatin1StringView desktopId("io.github.tidemark_chat.Tidemark");

} // namespace tidemark
