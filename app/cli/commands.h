#pragma once

#include "app/cli/arguments.h"
#include "app/cli/blocking_client.h"

/// The commands of tidemark-cli. Each prints its results, and returns when the server has acknowledged.
namespace tidemark::cli {

// These need a profile that is signed in and has caught up; with --offline it is used as it is.
[[nodiscard]] Result<Nothing> listConversations(BlockingClient& client, const Arguments& arguments);
[[nodiscard]] Result<Nothing> listUnread(BlockingClient& client, const Arguments& arguments);
[[nodiscard]] Result<Nothing> listAboutMe(BlockingClient& client, const Arguments& arguments);
[[nodiscard]] Result<Nothing> createGroup(BlockingClient& client, const Arguments& arguments);
[[nodiscard]] Result<Nothing> openDirect(BlockingClient& client, const Arguments& arguments);
[[nodiscard]] Result<Nothing> join(BlockingClient& client, const Arguments& arguments);
[[nodiscard]] Result<Nothing> leave(BlockingClient& client, const Arguments& arguments);
[[nodiscard]] Result<Nothing> removeMember(BlockingClient& client, const Arguments& arguments);
[[nodiscard]] Result<Nothing> banMember(BlockingClient& client, const Arguments& arguments);
[[nodiscard]] Result<Nothing> unbanMember(BlockingClient& client, const Arguments& arguments);
[[nodiscard]] Result<Nothing> giveRole(BlockingClient& client, const Arguments& arguments);
[[nodiscard]] Result<Nothing> changePassword(BlockingClient& client, const Arguments& arguments);
[[nodiscard]] Result<Nothing> createChannel(BlockingClient& client, const Arguments& arguments);
[[nodiscard]] Result<Nothing> findChannels(BlockingClient& client, const Arguments& arguments);
[[nodiscard]] Result<Nothing> follow(BlockingClient& client, const Arguments& arguments);
[[nodiscard]] Result<Nothing> unfollow(BlockingClient& client, const Arguments& arguments);
[[nodiscard]] Result<Nothing> showFeed(BlockingClient& client, const Arguments& arguments);
[[nodiscard]] Result<Nothing> send(BlockingClient& client, const Arguments& arguments);
[[nodiscard]] Result<Nothing> editMessage(BlockingClient& client, const Arguments& arguments);
[[nodiscard]] Result<Nothing> recallMessage(BlockingClient& client, const Arguments& arguments);
[[nodiscard]] Result<Nothing> showHistory(BlockingClient& client, const Arguments& arguments);
[[nodiscard]] Result<Nothing> listMembers(BlockingClient& client, const Arguments& arguments);
[[nodiscard]] Result<Nothing> showReaders(BlockingClient& client, const Arguments& arguments);
[[nodiscard]] Result<Nothing> receipts(BlockingClient& client, const Arguments& arguments);
[[nodiscard]] Result<Nothing> reading(BlockingClient& client, const Arguments& arguments);
[[nodiscard]] Result<Nothing> quiet(BlockingClient& client, const Arguments& arguments);
[[nodiscard]] Result<Nothing> mute(BlockingClient& client, const Arguments& arguments);
[[nodiscard]] Result<Nothing> unmute(BlockingClient& client, const Arguments& arguments);
[[nodiscard]] Result<Nothing> listDevices(BlockingClient& client, const Arguments& arguments);
[[nodiscard]] Result<Nothing> listDots(BlockingClient& client, const Arguments& arguments);
[[nodiscard]] Result<Nothing> markRead(BlockingClient& client, const Arguments& arguments);
[[nodiscard]] Result<Nothing> markUnread(BlockingClient& client, const Arguments& arguments);
[[nodiscard]] Result<Nothing> markAllRead(BlockingClient& client, const Arguments& arguments);
[[nodiscard]] Result<Nothing> watch(BlockingClient& client, const Arguments& arguments);
[[nodiscard]] Result<Nothing> synchronise(BlockingClient& client, const Arguments& arguments);
[[nodiscard]] Result<Nothing> showStatus(BlockingClient& client, const Arguments& arguments);
[[nodiscard]] Result<Nothing> audit(BlockingClient& client, const Arguments& arguments);
[[nodiscard]] Result<Nothing> explainBadge(BlockingClient& client, const Arguments& arguments);
[[nodiscard]] Result<Nothing> exportConversation(BlockingClient& client, const Arguments& arguments);
[[nodiscard]] Result<Nothing> importLog(BlockingClient& client, const Arguments& arguments);

// These need only an open profile.
[[nodiscard]] Result<Nothing> showTotals(BlockingClient& client, const Arguments& arguments);
[[nodiscard]] Result<Nothing> registerAccount(BlockingClient& client, const Arguments& arguments);

/// Runs the command that `arguments` name, prints an error if it fails, and returns the exit status.
[[nodiscard]] ExitStatus runCommand(const Arguments& arguments);

} // namespace tidemark::cli
