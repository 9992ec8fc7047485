#include "core/client/explanation.h"

#include <algorithm>

namespace tidemark {

namespace {

TotalPart totalPartOf(const LocalConversation& conversation)
{
    if (!conversation.isMember) {
        return TotalPart::Left;
    }
    if (conversation.settings.muted) {
        return TotalPart::Muted;
    }
    return conversation.settings.archived ? TotalPart::Archived : TotalPart::Counted;
}

/// This device, when the server does not know of it yet.
CursorMover moverOf(const LocalConversation& conversation, const Snapshot& snapshot)
{
    const auto intent =
        std::find_if(snapshot.intents.begin(), snapshot.intents.end(),
                     [&](const ReadIntent& one) { return one.conversation == conversation.id; });
    if (intent != snapshot.intents.end()) {
        const bool isMark = intent->mark && !intent->readSeq;
        return {isMark ? intent->mark->cause : intent->cause, CursorMover::By::ThisDevice, {}, {}, false};
    }
    const CursorMove& move = conversation.moved;
    CursorMover mover{move.cause, CursorMover::By::Server, {}, move.at, true};
    if (move.device.isValid()) {
        const bool isHere = move.device == snapshot.device;
        mover.by = isHere ? CursorMover::By::ThisDevice : CursorMover::By::OtherDevice;
        mover.deviceName = isHere ? std::string() : move.deviceName;
    }
    return mover;
}

/// How the entries behind the cursor fall into the badge or beside it.
void reckon(Explanation& explanation, const QList<HistoryEntry>& entries, UserId reader)
{
    for (const HistoryEntry& one : entries) {
        if (!isCountable(one.entry.kind)) {
            ++explanation.notCountable;
        } else if (one.entry.author == reader) {
            ++explanation.own;
        } else if (one.entry.recalledBy.isValid()) {
            ++explanation.recalled;
        } else {
            explanation.counted.push_back(one);
        }
    }
}

} // namespace

ExplainedRange explainedRange(Seq read, Seq head)
{
    return {std::max(read, Seq(head.value - std::min(head.value, mostExplainedEntries))), head};
}

std::optional<Explanation> explain(const Snapshot& snapshot, ConversationId conversation,
                                   const QList<HistoryEntry>& entries)
{
    const auto found = std::find_if(snapshot.conversations.begin(), snapshot.conversations.end(),
                                    [&](const auto& one) { return one.conversation.id == conversation; });
    if (found == snapshot.conversations.end() || !snapshot.account) {
        return std::nullopt;
    }
    const LocalConversation& local = found->conversation;
    Explanation result;
    result.conversation = conversation;
    result.title = local.title;
    result.counts = local.counts;
    result.exact = local.exact;
    result.total = totalPartOf(local);
    result.cursor = local.cursor;
    result.confirmed = local.confirmed;
    result.floor = local.floor;
    result.mover = moverOf(local, snapshot);
    result.isPrivate = readsPrivately(snapshot.account->settings, local.settings);
    result.version = local.version;
    result.serverHead = local.serverHead;
    result.countedHead = local.countedHead;
    reckon(result, entries, snapshot.account->user.id);
    const std::uint64_t range =
        local.countedHead.value - std::min(local.countedHead, effectiveRead(local)).value;
    result.notLookedAt = range - std::min<std::uint64_t>(range, static_cast<std::uint64_t>(entries.size()));
    return result;
}

} // namespace tidemark
