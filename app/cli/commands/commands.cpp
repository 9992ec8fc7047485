#include "app/cli/commands/commands.h"

#include <algorithm>

namespace tidemark::cli {

namespace {

std::vector<const Command*> listOf(const auto&... commands)
{
    return {&commands...};
}

} // namespace

const std::vector<const Command*>& allCommands()
{
    static const std::vector<const Command*> all = listOf(TIDEMARK_COMMANDS);
    return all;
}

const Command* findCommand(const QString& name)
{
    const auto& all = allCommands();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const Command* one) { return name == QLatin1String(one->name); });
    return found == all.end() ? nullptr : *found;
}

} // namespace tidemark::cli
