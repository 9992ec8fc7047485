#pragma once

#include "app/cli/parsing/command.h"
#include "app/cli/running/blocking_client.h"

#include <QString>

namespace tidemark::cli {

/// All commands, in the order of the help. Each is defined in the source that contains its function.
#define TIDEMARK_COMMANDS                                                                                    \
    registerCommand, conversationsCommand, unreadCommand, totalsCommand, statusCommand, createGroupCommand,  \
        directCommand, addCommand, joinCommand, leaveCommand, clearCommand, removeCommand, banCommand,       \
        unbanCommand, roleCommand, passwordCommand, deleteAccountCommand, createChannelCommand,              \
        channelsCommand, followCommand, unfollowCommand, feedCommand, sendCommand, draftCommand,             \
        scheduleCommand, scheduledCommand, rescheduleCommand, unscheduleCommand, sendNowCommand,             \
        remindCommand, aboutMeCommand, historyCommand, attachmentsCommand, fetchCommand, readCommand,        \
        markUnreadCommand, markAllReadCommand, editCommand, recallCommand, hideCommand, reactCommand,        \
        reactionsCommand, seeReactionsCommand, pinCommand, unpinCommand, pinnedCommand, forwardCommand,      \
        forwardingCommand, membersCommand, readByCommand, receiptsCommand, ignoreCommand, unignoreCommand,   \
        ignoredCommand, blockCommand, unblockCommand, invitationsCommand, acceptCommand, refuseCommand,      \
        whoMayAddCommand, foldersCommand, folderCommand, pinConversationCommand, pinnedConversationsCommand, \
        avatarCommand, quietCommand, readingCommand, muteCommand, unmuteCommand, devicesCommand,             \
        dotsCommand, watchCommand, syncCommand, importCommand, exportCommand, auditCommand, whyCommand

extern const Command TIDEMARK_COMMANDS;

/// Returns all commands, in the order of the help.
[[nodiscard]] const std::vector<const Command*>& allCommands();
/// Returns null if the command does not exist.
[[nodiscard]] const Command* findCommand(const QString& name);

} // namespace tidemark::cli
