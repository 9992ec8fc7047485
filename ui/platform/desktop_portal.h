#pragma once

#include <QLatin1StringView>

/// The desktop's services for all programs on the session bus. Source: XDG Desktop Portal.
namespace tidemark::portal {

inline constexpr QLatin1StringView service("org.freedesktop.portal.Desktop");
inline constexpr QLatin1StringView path("/org/freedesktop/portal/desktop");

} // namespace tidemark::portal
