#include "ui/platform/theme_choice.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

/// Indexed by ThemeChoice.
constexpr std::array<QLatin1StringView, 3> choiceWords{"system"_L1, "light"_L1, "dark"_L1};

} // namespace

std::optional<ThemeChoice> themeChoiceOf(const QString& word)
{
    const auto found = std::find(choiceWords.begin(), choiceWords.end(), word);
    return found == choiceWords.end() ? std::nullopt
                                      : std::optional(static_cast<ThemeChoice>(found - choiceWords.begin()));
}

QString wordOf(ThemeChoice choice)
{
    return choiceWords.at(static_cast<std::size_t>(choice));
}

} // namespace tidemark
