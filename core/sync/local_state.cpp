#include "core/sync/local_state.h"

#include "core/domain/hidden.h"

#include <algorithm>
#include <utility>

namespace tidemark {

std::vector<Seq> unsentHidden(const LocalConversation& conversation)
{
    if (conversation.hidden == conversation.confirmedHidden) {
        return {};
    }
    return above(missingIn(conversation.confirmedHidden, conversation.hidden), conversation.trimmedThrough);
}

std::vector<Seq> shownPinned(std::vector<Seq> pinned, Seq counted, Seq clearedThrough,
                             const std::vector<PendingMessage>& pending)
{
    for (const PendingMessage& message : pending) {
        const bool isCounted = message.state == PendingMessage::State::Acked && message.seq <= counted;
        const auto change = pinChangeIn(message.content);
        if (change && !isCounted && message.state != PendingMessage::State::Failed) {
            apply(pinned, *change);
        }
    }
    dropTrimmed(pinned, clearedThrough);
    return pinned;
}

std::optional<SeqRange> obtainable(std::optional<SeqRange> gap, const LocalConversation& conversation)
{
    if (!gap || gap->last <= conversation.trimmedThrough) {
        return std::nullopt;
    }
    return SeqRange{std::max(gap->first, next(conversation.trimmedThrough)), gap->last};
}

std::vector<UserId> ignoredIn(const LocalIgnores& ignores)
{
    std::vector<UserId> ignored;
    for (const LocalIgnore& one : ignores.users) {
        if (levelOf(one) != IgnoreLevel::None) {
            ignored.push_back(one.user);
        }
    }
    return ignored;
}

bool hasUnsentChanges(const LocalIgnores& ignores)
{
    return std::ranges::any_of(ignores.users, [](const LocalIgnore& one) { return one.pending.has_value(); });
}

std::vector<Folder> shownFolders(const LocalFolders& folders)
{
    std::vector<Folder> shown = folders.folders;
    for (const FolderChange& change : folders.pending) {
        applyFolderChange(shown, change);
    }
    return shown;
}

std::vector<Invitation> shownInvitations(const LocalInvitations& invitations,
                                         const std::vector<UserId>& ignored)
{
    std::vector<Invitation> shown;
    std::ranges::copy_if(invitations.invitations, std::back_inserter(shown), [&](const Invitation& one) {
        return !std::ranges::binary_search(ignored, one.inviter.id);
    });
    return shown;
}

void addToTotals(Totals& totals, const LocalConversation& conversation)
{
    const auto [kind, isMember] = std::pair(conversation.kind, conversation.isMember);
    if (countsInFeed(kind, isMember, conversation.settings)) {
        totals.feed += conversation.feed.unread;
        totals.feedExact = totals.feedExact && conversation.feed.exact;
    } else if (countsInTotal(kind, isMember, conversation.settings)) {
        totals.unread += conversation.counts.unread;
        totals.mentions += conversation.counts.mentions;
        totals.conversations += conversation.counts.unread > 0 ? 1 : 0;
        totals.exact = totals.exact && conversation.exact;
    } else if (countsAsMuted(kind, isMember, conversation.settings)) {
        totals.mutedUnread += conversation.counts.unread;
        totals.mutedMentions += conversation.counts.mentions;
        totals.mutedConversations += conversation.counts.unread > 0 ? 1 : 0;
        totals.mutedExact = totals.mutedExact && conversation.exact;
    }
}

Totals totalsOf(const std::vector<LocalConversation>& conversations)
{
    Totals totals;
    for (const LocalConversation& conversation : conversations) {
        addToTotals(totals, conversation);
    }
    return totals;
}

ScheduledItem itemOf(const LocalScheduled& scheduled)
{
    using State = ScheduledItem::State;
    const ScheduledMessage& server = scheduled.server;
    ScheduledItem item{.uuid = server.uuid,
                       .conversation = server.conversation,
                       .message = server.message,
                       .due = server.due,
                       .version = server.version,
                       .state = server.state == ScheduledState::Failed ? State::Failed : State::Waiting,
                       .error = server.failure};
    if (scheduled.intent && scheduled.intent->isCancelled) {
        item.state = State::Cancelling;
    } else if (scheduled.intent) {
        item.message = scheduled.intent->message;
        item.due = scheduled.intent->due;
        item.state = State::Unsent;
    } else if (isAtServer(scheduled)) {
        item.refused = scheduled.refused;
    } else if (scheduled.refused) {
        item.message = scheduled.refused->message;
        item.due = scheduled.refused->due;
        item.state = State::Refused;
        item.error = scheduled.refused->error;
    }
    return item;
}

} // namespace tidemark
