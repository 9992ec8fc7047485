#include "app/cli/commands/commands.h"

#include <algorithm>

namespace tidemark::cli {

const std::vector<const Command*>& allCommands()
{
    static const std::vector<const Command*> all{
        &registerCommand,    &conversationsCommand, &unreadCommand,        &totalsCommand,
        &statusCommand,      &createGroupCommand,   &directCommand,        &joinCommand,
        &leaveCommand,       &removeCommand,        &banCommand,           &unbanCommand,
        &roleCommand,        &passwordCommand,      &createChannelCommand, &channelsCommand,
        &followCommand,      &unfollowCommand,      &feedCommand,          &sendCommand,
        &aboutMeCommand,     &historyCommand,       &readCommand,          &markUnreadCommand,
        &markAllReadCommand, &editCommand,          &recallCommand,        &membersCommand,
        &readByCommand,      &receiptsCommand,      &quietCommand,         &readingCommand,
        &muteCommand,        &unmuteCommand,        &devicesCommand,       &dotsCommand,
        &watchCommand,       &syncCommand,          &importCommand,        &exportCommand,
        &auditCommand,       &whyCommand,
    };
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
