#include "app/cli/commands/commands.h"
#include "app/cli/running/command_parts.h"

#include <algorithm>
#include <string>
#include <vector>

namespace tidemark::cli {

namespace {

const char* causeName(CursorCause cause)
{
    switch (cause) {
    case CursorCause::Seen:
        return "seen";
    case CursorCause::MarkedRead:
        return "marked read";
    case CursorCause::MarkedUnread:
        return "marked unread";
    case CursorCause::Undo:
        return "undo";
    case CursorCause::Joined:
        return "joined";
    case CursorCause::Expired:
        return "expired";
    case CursorCause::Trimmed:
        return "trimmed";
    case CursorCause::Away:
        return "away";
    case CursorCause::Cleared:
        return "cleared";
    case CursorCause::Unknown:
        break;
    }
    return "not known";
}

JsonLine moverJson(const CursorMover& mover)
{
    JsonLine line;
    line.add("cause", causeName(mover.cause));
    switch (mover.by) {
    case CursorMover::By::ThisDevice:
        line.add("by", "this device");
        break;
    case CursorMover::By::OtherDevice:
        line.add("by", mover.deviceName);
        break;
    case CursorMover::By::Server:
        line.add("by", "the server");
        break;
    }
    addTime(line, "at", mover.at);
    return line.add("synced", mover.isSynced);
}

const char* totalReason(TotalPart part)
{
    switch (part) {
    case TotalPart::Left:
        return "not in the total: left";
    case TotalPart::Muted:
        return "not in the total: muted";
    case TotalPart::Archived:
        return "not in the total: archived";
    case TotalPart::Counted:
        break;
    }
    return "in the total";
}

JsonLine cursorJson(Cursor cursor)
{
    return JsonLine().add("epoch", cursor.epoch).add("read_seq", cursor.readSeq);
}

std::vector<Seq> seqsOf(const std::vector<HistoryEntry>& entries)
{
    std::vector<Seq> seqs;
    seqs.reserve(entries.size());
    for (const HistoryEntry& one : entries) {
        seqs.push_back(one.entry.seq);
    }
    return seqs;
}

JsonLine leftOutJson(const Explanation& explanation)
{
    JsonLine line = JsonLine()
                        .add("own", explanation.own)
                        .add("recalled", explanation.recalled)
                        .add("ignored", explanation.ignored)
                        .add("hidden", explanation.hidden)
                        .add("edits_recalls_notices", explanation.notCountable)
                        .add("not_looked_at", explanation.notLookedAt);
    if (explanation.belowFloor) {
        line.add("below_floor", *explanation.belowFloor);
    }
    return line;
}

/// Adds the unread reactions: their number, and which they are, unless the device cannot ask the server.
Result<Nothing> addReacted(JsonLine& line, BlockingClient& client, const ConversationSummary& conversation)
{
    line.add("reactions", conversation.unreadReactions);
    if (client.isOffline()) {
        return Nothing{};
    }
    std::vector<JsonLine> reacted;
    protocol::Reactors page;
    page.hasMore = conversation.unreadReactions > 0;
    while (page.hasMore) {
        const ReactionSeq after = page.reactors.empty() ? ReactionSeq() : page.reactors.back().first;
        const auto done = runPatiently(client, [&](CommandId command) {
            return input::GetReactors{command, conversation.id, {}, after};
        });
        if (!done) {
            return Unexpected(done.error());
        }
        page = done->resultAs<protocol::Reactors>();
        for (const protocol::Reactor& one : page.reactors) {
            const auto user = std::ranges::find(page.users, one.user, &User::id);
            reacted.push_back(JsonLine()
                                  .add("seq", one.seq)
                                  .add("emoji", one.emoji)
                                  .add("user", user == page.users.end() ? std::string() : user->name));
        }
        page.hasMore = page.hasMore && !page.reactors.empty();
    }
    line.add("reacted", reacted);
    return Nothing{};
}

JsonLine toJson(const Explanation& explanation, const std::string& title)
{
    return JsonLine()
        .add("conversation", explanation.conversation)
        .add("title", title)
        .add("unread", explanation.counts.unread)
        .add("mentions", explanation.counts.mentions)
        .add("replies", explanation.counts.replies)
        .add("first_unread", explanation.firstUnread)
        .add("exact", explanation.exact)
        .add("total", totalReason(explanation.total))
        .add("cursor", cursorJson(explanation.cursor))
        .add("confirmed", cursorJson(explanation.confirmed))
        .add("floor", explanation.floor)
        .add("floor_moved", moverJson(explanation.floorMover))
        .add("trimmed_upto", explanation.trimmedThrough)
        .add("moved", moverJson(explanation.mover))
        .add("private", explanation.isPrivate)
        .add("version", explanation.version)
        .add("head_seq", explanation.serverHead)
        .add("counted_head", explanation.countedHead)
        .add("counted", seqsOf(explanation.counted))
        .add("left_out", leftOutJson(explanation));
}

Result<Nothing> explainBadge(BlockingClient& client, const Arguments& arguments)
{
    const auto summary = findConversation(client, arguments.conversation());
    if (!summary) {
        return Unexpected(summary.error());
    }
    const auto [after, through] =
        explainedRange(effectiveRead(summary->floor, summary->cursor.readSeq), summary->head);
    if (after < through) {
        const auto loaded = load(client, summary->id, after, through);
        if (!loaded) {
            return loaded;
        }
    }
    const auto explanation = client.explanation(summary->id);
    if (!explanation) {
        return refused(QStringLiteral("This device does not know this conversation."));
    }
    JsonLine line = toJson(*explanation, summary->title);
    if (const auto added = addReacted(line, client, *summary); !added) {
        return added;
    }
    print(line);
    return Nothing{};
}

} // namespace

const Command whyCommand{
    .name = "why",
    .arguments = {conversationArgument},
    .help =
        "Prints why the badge shows its number: the cursor, what moved it, from which device and\n"
        "when, the seqs that count, and what was left out. \"reactions\" is the number of unread\n"
        "reactions to your messages, which are in no badge; \"reacted\" lists them as\n"
        "{\"seq\",\"emoji\",\"user\"}. Offline there is no \"reacted\", because only the server knows which\n"
        "ones are unread.",
    .run = explainBadge,
};

} // namespace tidemark::cli
