#include "core/client/change_batch.h"

#include "core/base/overloaded.h"

#include <algorithm>

namespace tidemark {

namespace {

/// Whether both have the same conversation and kind and together form one range.
bool joins(const change::EntriesAdded& a, const change::EntriesAdded& b)
{
    return a.conversation == b.conversation && a.live == b.live && a.first <= next(b.last)
           && b.first <= next(a.last);
}

} // namespace

void ChangeBatch::add(const Change& change)
{
    std::visit(
        Overloaded{
            [this](const change::ConversationChanged& one) { conversations.insert(one.conversation); },
            [this](const change::EntriesAdded& one) { grow(one); },
            [this](const change::ReactionsChanged& one) {
                reactions[one.conversation].insert(one.messages.begin(), one.messages.end());
            },
            [this](const change::ReactionRefused& one) { refusedReactions.push_back(one); },
            [this](const change::LogDropped& one) { drop(one.conversation); },
            [this](const change::PendingChanged& one) {
                pending.insert(one.conversation);
                conversations.insert(one.conversation);
            },
            [this](const change::MessageAcked& one) { acked.push_back(one); },
            [this](const change::MessageFailed& one) { failed.push_back(one); },
            [this](const change::TotalsChanged& one) { totals = one.totals; },
            [this](const change::ConnectionChanged& one) { connection = one.status; },
            [this](const change::CaughtUp&) { caughtUp = true; },
            [this](const change::Progress& one) { progress = one; },
            [this](const change::AccountChanged& one) { account = one; },
            [this](const change::AccountDeleted& one) { deleted = one; },
            [this](const change::AccountSettingsChanged& one) { settings = one.settings; },
            [this](const change::Mismatch& one) { mismatches.push_back(one); },
            [this](const change::TypingChanged& one) { typing.insert_or_assign(one.conversation, one); },
            [this](const change::SendCooldown& one) { sendCooldowns[one.conversation] = one.time; },
            [this](const change::ActiveElsewhere& one) { activeElsewhere = one.active; },
            [this](const change::DotsChanged& one) { dots = one.dots; },
            [this](const change::NamesChanged&) { areNamesChanged = true; },
            [this](const change::IgnoredChanged&) { areIgnoredChanged = true; },
            [this](const change::ScheduledChanged&) { areScheduledChanged = true; },
            [this](const change::ScheduledSent& one) { scheduledSent.push_back(one); },
            [this](const change::FoldersChanged& one) { folders = one.folders; },
            [this](const change::InvitationsChanged& one) { invitations = one.invitations; },
            [](const change::AvatarsChanged&) {}, // AvatarFiles reports them with their files
            [this](const change::CommandDone& one) { commands.push_back(one); },
        },
        change);
}

void ChangeBatch::grow(const change::EntriesAdded& added)
{
    conversations.insert(added.conversation);
    const auto neighbour = std::find_if(grown.begin(), grown.end(),
                                        [&](const change::EntriesAdded& one) { return joins(one, added); });
    if (neighbour == grown.end()) {
        grown.push_back(added);
        return;
    }
    neighbour->first = std::min(neighbour->first, added.first);
    neighbour->last = std::max(neighbour->last, added.last);
    neighbour->marked.insert(neighbour->marked.end(), added.marked.begin(), added.marked.end());
}

void ChangeBatch::drop(ConversationId conversation)
{
    conversations.insert(conversation);
    std::erase_if(grown, [&](const change::EntriesAdded& one) { return one.conversation == conversation; });
    if (std::find(dropped.begin(), dropped.end(), conversation) == dropped.end()) {
        dropped.push_back(conversation);
    }
}

} // namespace tidemark
