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

CursorMover moverOf(const CursorMove& move, const Snapshot& snapshot)
{
    CursorMover mover{move.cause, CursorMover::By::Server, {}, move.at, true};
    if (move.device.isValid()) {
        const bool isHere = move.device == snapshot.device;
        mover.by = isHere ? CursorMover::By::ThisDevice : CursorMover::By::OtherDevice;
        mover.deviceName = isHere ? std::string() : move.deviceName;
    }
    return mover;
}

/// Returns this device if the server does not know the move yet.
CursorMover cursorMoverOf(const LocalConversation& conversation, const Snapshot& snapshot)
{
    const auto intent =
        std::find_if(snapshot.intents.begin(), snapshot.intents.end(),
                     [&](const CursorIntent& one) { return one.conversation == conversation.id; });
    if (intent != snapshot.intents.end()) {
        const bool isMark = intent->mark && !intent->readSeq;
        return {isMark ? intent->mark->cause : intent->cause, CursorMover::By::ThisDevice, {}, {}, false};
    }
    return moverOf(conversation.moved, snapshot);
}

bool countsFor(const Entry& entry, const Viewer& viewer)
{
    return isCountable(entry.kind()) && viewer.counts(entry.author) && !isRecalled(entry);
}

/// Counts the messages that would count without the floor; empty if they are not all held.
std::optional<std::uint64_t> countBelowFloor(const LocalConversation& conversation,
                                             const QList<HistoryEntry>& entries, const Viewer& viewer)
{
    const Seq floor = conversation.floor;
    const Seq read = std::min(conversation.cursor.readSeq, floor);
    const auto isBelow = [&](const HistoryEntry& one) {
        return one.entry.seq > read && one.entry.seq <= floor;
    };
    const auto held = std::count_if(entries.begin(), entries.end(), isBelow);
    if (static_cast<std::uint64_t>(held) < floor.value - read.value) {
        return std::nullopt;
    }
    return static_cast<std::uint64_t>(
        std::count_if(entries.begin(), entries.end(),
                      [&](const HistoryEntry& one) { return isBelow(one) && countsFor(one.entry, viewer); }));
}

/// Sorts the entries above R into those that count and the reasons why others do not.
void reckon(Explanation& explanation, const QList<HistoryEntry>& entries, const Viewer& viewer)
{
    for (const HistoryEntry& one : entries) {
        if (one.entry.seq <= effectiveRead(explanation.floor, explanation.cursor.readSeq)) {
            continue;
        }
        if (!isCountable(one.entry.kind())) {
            ++explanation.notCountable;
        } else if (one.entry.author == viewer.self) {
            ++explanation.own;
        } else if (isHidden(one.entry)) {
            ++explanation.hidden;
        } else if (isRecalled(one.entry)) {
            ++explanation.recalled;
        } else if (viewer.ignores(one.entry.author)) {
            ++explanation.ignored;
        } else {
            explanation.counted.push_back(one);
        }
    }
}

} // namespace

ExplainedRange explainedRange(Seq read, Seq head)
{
    return {std::max(read, Seq(head.value - std::min(head.value, maxExplainedEntries))), head};
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
    result.floorMover = moverOf(local.floorMoved, snapshot);
    result.trimmedThrough = local.trimmedThrough;
    result.mover = cursorMoverOf(local, snapshot);
    result.isPrivate = readsPrivately(snapshot.account->settings, local.settings);
    result.version = local.version;
    result.serverHead = local.serverHead;
    result.countedHead = local.countedHead;
    const Viewer viewer(snapshot.account->user.id, ignoredIn(snapshot.ignores));
    reckon(result, entries, viewer);
    result.belowFloor = countBelowFloor(local, entries, viewer);
    const std::uint64_t range =
        local.countedHead.value - std::min(local.countedHead, effectiveRead(local)).value;
    const std::uint64_t lookedAt = result.hidden + result.counted.size() + result.own + result.recalled
                                   + result.ignored + result.notCountable;
    result.notLookedAt = range - std::min(range, lookedAt);
    return result;
}

} // namespace tidemark
