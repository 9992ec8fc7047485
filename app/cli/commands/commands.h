#pragma once

#include "app/cli/parsing/command.h"
#include "app/cli/running/blocking_client.h"

#include <QString>

namespace tidemark::cli {

// Each command is defined in the source that contains its function.
extern const Command registerCommand;
extern const Command conversationsCommand;
extern const Command unreadCommand;
extern const Command totalsCommand;
extern const Command statusCommand;
extern const Command createGroupCommand;
extern const Command directCommand;
extern const Command joinCommand;
extern const Command leaveCommand;
extern const Command removeCommand;
extern const Command banCommand;
extern const Command unbanCommand;
extern const Command roleCommand;
extern const Command passwordCommand;
extern const Command createChannelCommand;
extern const Command channelsCommand;
extern const Command followCommand;
extern const Command unfollowCommand;
extern const Command feedCommand;
extern const Command sendCommand;
extern const Command aboutMeCommand;
extern const Command historyCommand;
extern const Command readCommand;
extern const Command markUnreadCommand;
extern const Command markAllReadCommand;
extern const Command editCommand;
extern const Command recallCommand;
extern const Command membersCommand;
extern const Command readByCommand;
extern const Command receiptsCommand;
extern const Command quietCommand;
extern const Command readingCommand;
extern const Command muteCommand;
extern const Command unmuteCommand;
extern const Command devicesCommand;
extern const Command dotsCommand;
extern const Command watchCommand;
extern const Command syncCommand;
extern const Command importCommand;
extern const Command exportCommand;
extern const Command auditCommand;
extern const Command whyCommand;

/// Returns all commands, in the order of the help.
[[nodiscard]] const std::vector<const Command*>& allCommands();
/// Returns null if the command does not exist.
[[nodiscard]] const Command* findCommand(const QString& name);

} // namespace tidemark::cli
