#include "app/lab/scenario/scenario.h"

namespace tidemark::lab {

std::string_view nameOf(Way way)
{
    return allWays.at(static_cast<std::size_t>(way)).name;
}

std::optional<Way> wayNamed(std::string_view name)
{
    for (const NamedWay& one : allWays) {
        if (one.name == name) {
            return one.way;
        }
    }
    return std::nullopt;
}

} // namespace tidemark::lab
