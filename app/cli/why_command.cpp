#include "app/cli/command_parts.h"
#include "app/cli/commands.h"

#include <algorithm>

namespace tidemark::cli {

namespace {

/// Entries that `why` looks at one by one; the rest of a longer unread range is only counted.
constexpr std::uint64_t mostEntries = 10000;

/// How the entries behind the cursor fall into the badge or beside it.
struct Reckoning {
    std::vector<Seq> counted;
    std::uint64_t own = 0;
    std::uint64_t recalled = 0;
    std::uint64_t notCountable = 0; ///< edits, recalls, notices
};

Reckoning reckon(const QList<HistoryEntry>& entries, UserId reader)
{
    Reckoning result;
    for (const HistoryEntry& one : entries) {
        if (!isCountable(one.entry.kind)) {
            ++result.notCountable;
        } else if (one.entry.author == reader) {
            ++result.own;
        } else if (one.entry.recalledBy.isValid()) {
            ++result.recalled;
        } else {
            result.counted.push_back(one.entry.seq);
        }
    }
    return result;
}

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
    case CursorCause::Unknown:
        break;
    }
    return "not known";
}

/// Who made the cursor what it is: this device when the server does not know of it yet.
JsonLine moverJson(const LocalConversation& conversation, const Snapshot& snapshot, const ReadIntent* intent)
{
    JsonLine line;
    if (intent != nullptr) {
        const bool isMark = intent->mark && !intent->readSeq;
        return line.add("cause", causeName(isMark ? intent->mark->cause : intent->cause))
            .add("by", "this device")
            .addNull("at")
            .add("synced", false);
    }
    const CursorMove& move = conversation.moved;
    line.add("cause", causeName(move.cause));
    if (move.device == snapshot.device) {
        line.add("by", "this device");
    } else if (move.device.isValid()) {
        line.add("by", move.deviceName);
    } else {
        line.add("by", "the server");
    }
    if (move.at.value == 0) {
        line.addNull("at");
    } else {
        line.add("at", isoTime(move.at));
    }
    return line.add("synced", true);
}

const char* totalReason(const LocalConversation& conversation)
{
    if (!conversation.isMember) {
        return "not in the total: left";
    }
    if (conversation.settings.muted) {
        return "not in the total: muted";
    }
    return conversation.settings.archived ? "not in the total: archived" : "in the total";
}

JsonLine cursorJson(Cursor cursor)
{
    return JsonLine().add("epoch", cursor.epoch).add("read_seq", cursor.readSeq);
}

JsonLine leftOutJson(const Reckoning& reckoning, std::uint64_t notHeld)
{
    return JsonLine()
        .add("own", reckoning.own)
        .add("recalled", reckoning.recalled)
        .add("edits_recalls_notices", reckoning.notCountable)
        .add("not_looked_at", notHeld);
}

} // namespace

Result<Nothing> explainBadge(BlockingClient& client, const Arguments& arguments)
{
    const auto summary = findConversation(client, arguments.conversation());
    if (!summary) {
        return Unexpected(summary.error());
    }
    const Seq from = std::max(effectiveRead(summary->floor, summary->cursor.readSeq),
                              Seq(summary->head.value - std::min(summary->head.value, mostEntries)));
    if (from < summary->head) {
        const auto loaded = load(client, summary->id, from, summary->head);
        if (!loaded) {
            return loaded;
        }
    }
    const Snapshot snapshot = client.state().snapshot;
    const auto found = std::find_if(snapshot.conversations.begin(), snapshot.conversations.end(),
                                    [&](const auto& one) { return one.conversation.id == summary->id; });
    if (found == snapshot.conversations.end() || !snapshot.account) {
        return refused(QStringLiteral("Nothing is known of this conversation."));
    }
    const LocalConversation& conversation = found->conversation;
    const auto intent =
        std::find_if(snapshot.intents.begin(), snapshot.intents.end(),
                     [&](const ReadIntent& one) { return one.conversation == conversation.id; });
    const auto entries =
        client.history(conversation.id, from, next(conversation.countedHead), int(mostEntries));
    const Reckoning reckoning = reckon(entries, snapshot.account->user.id);
    const std::uint64_t range = conversation.countedHead.value
                                - std::min(conversation.countedHead, effectiveRead(conversation)).value;
    print(
        JsonLine()
            .add("conversation", conversation.id)
            .add("title", summary->title)
            .add("unread", conversation.counts.unread)
            .add("mentions", conversation.counts.mentions)
            .add("exact", conversation.exact)
            .add("total", totalReason(conversation))
            .add("cursor", cursorJson(conversation.cursor))
            .add("confirmed", cursorJson(conversation.confirmed))
            .add("floor", conversation.floor)
            .add("moved",
                 moverJson(conversation, snapshot, intent == snapshot.intents.end() ? nullptr : &*intent))
            .add("private", readsPrivately(snapshot.account->settings, conversation.settings))
            .add("version", conversation.version)
            .add("head_seq", conversation.serverHead)
            .add("counted_head", conversation.countedHead)
            .add("counted", reckoning.counted)
            .add("left_out", leftOutJson(reckoning, range - std::min<std::uint64_t>(range, entries.size()))));
    return Nothing{};
}

} // namespace tidemark::cli
