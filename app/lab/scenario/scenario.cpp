#include "app/lab/scenario/scenario.h"

#include <algorithm>

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

std::vector<std::string> conversationsOf(const Scenario& scenario, const std::string& person)
{
    std::vector<std::string> names;
    for (const ConversationOf& one : scenario.conversations) {
        if (std::ranges::find(one.members, person) != one.members.end()) {
            names.push_back(one.name);
        }
    }
    return names;
}

} // namespace tidemark::lab
