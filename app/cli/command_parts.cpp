#include "app/cli/command_parts.h"

#include "app/cli/error_text.h"

#include <algorithm>

namespace tidemark::cli {

Result<ConversationSummary> findConversation(BlockingClient& client, ConversationId id)
{
    const QList<ConversationSummary> all = client.conversations();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const ConversationSummary& one) { return one.id == id; });
    if (found == all.end()) {
        return refused(errorText(protocol::ErrorCode::NoSuchConversation));
    }
    return *found;
}

Result<Nothing> load(BlockingClient& client, ConversationId conversation, Seq after, Seq upto)
{
    if (client.isOffline()) {
        return Nothing{};
    }
    const auto done = client.run([&](CommandId command) {
        return input::LoadRange{command, conversation, after, upto};
    });
    return done ? Result<Nothing>(Nothing{}) : Unexpected(done.error());
}

const char* kindName(EntryKind kind)
{
    switch (kind) {
    case EntryKind::Message:
        return "message";
    case EntryKind::Edit:
        return "edit";
    case EntryKind::Recall:
        return "recall";
    case EntryKind::Notice:
        return "notice";
    case EntryKind::Unknown:
        break;
    }
    return "unknown";
}

const char* kindName(ConversationKind kind)
{
    switch (kind) {
    case ConversationKind::Direct:
        return "direct";
    case ConversationKind::Group:
        return "group";
    case ConversationKind::Channel:
        return "channel";
    case ConversationKind::NoticeList:
        return "notices";
    case ConversationKind::Unknown:
        break;
    }
    return "unknown";
}

namespace {

/// Notices have a kind instead of a text of their own.
std::string noticeText(const HistoryEntry& entry)
{
    switch (entry.entry.notice) {
    case NoticeKind::Created:
        return "created " + entry.entry.text;
    case NoticeKind::Joined:
        return "joined";
    case NoticeKind::Left:
        return "left";
    case NoticeKind::Added:
        return "added " + entry.subjectName;
    case NoticeKind::Removed:
        return "removed " + entry.subjectName;
    case NoticeKind::Renamed:
        return "renamed to " + entry.entry.text;
    case NoticeKind::None:
    case NoticeKind::Unknown:
        break;
    }
    return entry.entry.text;
}

} // namespace

JsonLine& addEntry(JsonLine& line, const HistoryEntry& entry)
{
    const Entry& one = entry.entry;
    line.add("seq", one.seq)
        .add("kind", kindName(one.kind))
        .add("from", entry.authorName)
        .add("at", isoTime(one.at))
        .add("text", one.kind == EntryKind::Notice ? noticeText(entry) : one.text)
        .add("edited", one.editedBy.isValid())
        .add("recalled", one.recalledBy.isValid());
    return one.replyTo.isValid() ? line.add("reply_to", one.replyTo) : line.addNull("reply_to");
}

JsonLine& addTime(JsonLine& line, const char* key, UnixMs at)
{
    return at.value == 0 ? line.addNull(key) : line.add(key, isoTime(at));
}

JsonLine readLine(const ConversationSummary& conversation, const Totals& totals)
{
    JsonLine line;
    line.add("conversation", conversation.id)
        .add("epoch", conversation.cursor.epoch)
        .add("read_seq", conversation.cursor.readSeq)
        .add("unread", conversation.counts.unread)
        .add("total", totals.unread);
    return line;
}

} // namespace tidemark::cli
