#pragma once

#include <QString>

#include <optional>

namespace tidemark {

enum class ThemeChoice : quint8 { System, Light, Dark };

/// Understands "light", "dark" and "system"; empty for other words.
[[nodiscard]] std::optional<ThemeChoice> themeChoiceOf(const QString& word);
[[nodiscard]] QString wordOf(ThemeChoice choice);

} // namespace tidemark
