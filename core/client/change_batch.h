#pragma once

#include "core/sync/effects.h"

#include <map>
#include <optional>
#include <set>
#include <vector>

namespace tidemark {

/// Merges the changes of several steps, so that a burst costs each listener one signal: per subject the
/// newest value or the union. Signals are emitted in the order of the members.
struct ChangeBatch {
    std::optional<ConnectionStatus> connection;
    std::optional<change::AccountChanged> account;
    std::optional<change::AccountDeleted> deleted;
    std::optional<AccountSettings> settings;
    std::optional<Totals> totals;
    std::vector<ConversationId> dropped; ///< reported before `grown`, which came later
    std::vector<change::EntriesAdded> grown;
    std::map<ConversationId, std::set<Seq>> reactions; ///< messages whose reactions have changed
    std::vector<change::ReactionRefused> refusedReactions;
    std::set<ConversationId> conversations; ///< conversations whose row in the list may have changed
    std::set<ConversationId> pending;
    std::vector<change::MessageAcked> acked;
    std::vector<change::MessageFailed> failed;
    std::vector<change::Mismatch> mismatches;
    std::map<ConversationId, change::TypingChanged> typing;
    std::map<ConversationId, Milliseconds> sendCooldowns;
    std::optional<change::Progress> progress;
    std::optional<bool> activeElsewhere;
    std::optional<std::vector<Dot>> dots;
    std::vector<change::CommandDone> commands;
    bool caughtUp = false;
    std::vector<change::ScheduledSent> scheduledSent;
    bool areScheduledChanged = false;
    std::optional<std::vector<Folder>> folders;
    std::optional<std::vector<Invitation>> invitations;
    bool areNamesChanged = false;   ///< accounts were deleted
    bool areIgnoredChanged = false; ///< the users whom the account ignores

    void add(const Change& change);

private:
    void grow(const change::EntriesAdded& added);
    void drop(ConversationId conversation);
};

} // namespace tidemark
