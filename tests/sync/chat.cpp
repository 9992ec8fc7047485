#include "tests/sync/chat.h"

#include "core/base/overloaded.h"
#include "core/domain/hidden.h"

#include <algorithm>
#include <cstring>
#include <map>

namespace tidemark::test {

MessageUuid uuidOf(std::uint64_t number)
{
    MessageUuid uuid;
    std::memcpy(uuid.bytes.data(), &number, sizeof number);
    uuid.bytes.back() = 1;
    return uuid;
}

Chat::Chat(std::uint64_t conversation) : id(conversation), epoch(1000 + conversation) {}

Entry& Chat::append(UserId author, EntryContent content)
{
    Entry entry;
    entry.seq = next(head());
    entry.author = author;
    entry.at = UnixMs{1000 * static_cast<std::int64_t>(entry.seq.value)};
    entry.content = std::move(content);
    return m_log.emplace_back(std::move(entry));
}

Seq Chat::says(UserId author, const std::string& text, bool mentionsMe, MessageUuid uuid)
{
    content::Message message{text};
    if (mentionsMe) {
        message.mentions.push_back(me.id);
    }
    Entry& entry = append(author, std::move(message));
    entry.uuid = uuid;
    return entry.seq;
}

Seq Chat::notes(NoticeKind notice, UserId who)
{
    append(who, content::Notice{notice});
    return head();
}

Seq Chat::pins(UserId who, Seq target)
{
    append(who, content::Notice{.kind = NoticeKind::Pinned, .target = target});
    return head();
}

Seq Chat::unpins(UserId who, Seq target)
{
    append(who, content::Notice{.kind = NoticeKind::Unpinned, .target = target});
    return head();
}

std::vector<Seq> Chat::pinnedAt(Seq head) const
{
    // A message is pinned if no later entry about it says otherwise.
    std::map<Seq, bool> last;
    for (const Entry& entry : m_log) {
        const auto* notice = entry.as<content::Notice>();
        const Seq target = fieldsOf(entry.content).target;
        if (entry.seq <= head && target > std::max(trimmedThrough, clearedThrough)) {
            if (notice != nullptr || entry.kind() == EntryKind::Recall) {
                last[target] = notice != nullptr && notice->kind == NoticeKind::Pinned;
            }
        }
    }
    std::vector<Seq> pinned;
    for (const auto& [seq, isPinned] : last) {
        if (isPinned && isMember) {
            pinned.push_back(seq);
        }
    }
    return pinned;
}

void Chat::talks(UserId author, std::uint64_t count)
{
    for (std::uint64_t i = 0; i < count; ++i) {
        says(author);
    }
}

Seq Chat::recalls(Seq target)
{
    const Entry before = m_log.at(target.value - 1);
    const Seq seq = append(before.author, content::Recall{target, before.author, mentions(before, me.id),
                                                          repliesTo(before, me.id)})
                        .seq;
    auto& message = std::get<content::Message>(m_log.at(target.value - 1).content);
    message.recalledBy = seq;
    message.text.clear();
    return seq;
}

Seq Chat::edits(Seq target, const std::string& text)
{
    const Seq seq = append(m_log.at(target.value - 1).author, content::Edit{target, text}).seq;
    auto& message = std::get<content::Message>(m_log.at(target.value - 1).content);
    message.editedBy = seq;
    message.text = text;
    return seq;
}

void Chat::reads(Seq through)
{
    cursor.readSeq = through;
    ++version;
}

void Chat::marksUnread(Seq from)
{
    cursor = {cursor.epoch + 1, previous(from)};
    ++version;
}

void Chat::setsFloor(Seq seq)
{
    floor = std::max(floor, seq);
    ++version;
}

void Chat::trims(Seq seq)
{
    trimmedThrough = seq;
    if (seq > floor) {
        floorMoved = {CursorCause::Trimmed, {}, {}, UnixMs{77}};
        setsFloor(seq);
    }
}

void Chat::changes(ConversationSettings wanted)
{
    settings = wanted;
    ++version;
}

void Chat::hides(const std::vector<Seq>& seqs)
{
    hidden = united(hidden, seqs);
    ++version;
}

void Chat::leaves()
{
    isMember = false;
    ++version;
}

void Chat::rejoins()
{
    isMember = true;
    generation = Generation(generation.value + 1);
    floor = head();
    feedSnapshot = {};
    ++version;
}

void Chat::opensFeed(Seq through)
{
    feedSnapshot = std::max(feedSnapshot, through);
    ++version;
}

void Chat::losesLogAfter(Seq head, LogEpoch newEpoch)
{
    m_log.resize(head.value);
    for (Entry& entry : m_log) {
        if (auto* message = entry.as<content::Message>()) {
            message->recalledBy = message->recalledBy > head ? Seq() : message->recalledBy;
            message->editedBy = message->editedBy > head ? Seq() : message->editedBy;
        }
    }
    cursor.readSeq = std::min(cursor.readSeq, head);
    feedSnapshot = std::min(feedSnapshot, head);
    epoch = newEpoch;
}

bool Chat::isUnread(const Entry& entry, Seq read, Seq head) const
{
    const bool isRecalled = tidemark::isRecalled(entry) && fieldsOf(entry.content).recalledBy <= head;
    return isMember && entry.seq > effectiveRead(floor, read) && entry.seq <= head
           && entry.kind() == EntryKind::Message && Viewer(me.id, ignored).counts(entry.author) && !isRecalled
           && !std::ranges::binary_search(hidden, entry.seq);
}

ReadCounts Chat::countsAbove(Seq read, Seq head) const
{
    ReadCounts counts;
    for (const Entry& entry : m_log) {
        if (isUnread(entry, read, head)) {
            ++counts.unread;
            counts.mentions += mentions(entry, me.id) ? 1 : 0;
            counts.replies += repliesTo(entry, me.id) ? 1 : 0;
        }
    }
    return counts;
}

Seq Chat::firstUnreadAt(Seq head) const
{
    const auto first = std::ranges::find_if(
        m_log, [&](const Entry& entry) { return isUnread(entry, cursor.readSeq, head); });
    return first == m_log.end() ? Seq() : first->seq;
}

ConversationState Chat::stateAt(Seq head) const
{
    ConversationState state;
    state.id = id;
    state.title = "chat " + std::to_string(id.value);
    state.memberCount = memberCount;
    state.logEpoch = epoch;
    state.head = head;
    for (const Entry& entry : m_log) {
        state.lastActivity = isChange(entry.kind()) ? state.lastActivity : entry.at;
    }
    state.isMember = isMember;
    state.generation = generation;
    state.floor = floor;
    state.floorMoved = floorMoved;
    state.trimmedThrough = std::max(std::min(trimmedThrough, floor), clearedThrough);
    state.clearedThrough = clearedThrough;
    state.cursor = cursor;
    state.version = version;
    state.counts = countsAt(head);
    state.firstUnread = firstUnreadAt(head);
    state.settings = settings;
    state.kind = kind;
    if (kind == ConversationKind::Channel) {
        state.feedSnapshot = feedSnapshot;
        state.feedUnread = countsAbove(feedSnapshot, head).unread;
    }
    state.seenByOthers = seenByOthers;
    state.reactionHead = reactionHead;
    state.reactionsSeen = reactionsSeen;
    state.unreadReactions = unreadReactions;
    state.ignoresVersion = ignoresVersion;
    state.pinned = pinnedAt(head);
    state.hidden = above(hidden, state.trimmedThrough);
    return state;
}

protocol::Range Chat::range(Seq after, Seq through) const
{
    protocol::Range range;
    range.conversation = id;
    range.logEpoch = epoch;
    range.after = after;
    range.head = head();
    range.reactionHead = reactionHead;
    for (const Entry& entry : m_log) {
        if (entry.seq > after && entry.seq <= through) {
            range.entries.push_back(entry);
        }
    }
    return range;
}

protocol::Range Chat::answer(const protocol::Pull& pull) const
{
    const Seq through = pull.through.isValid() ? std::min(pull.through, head()) : head();
    const Seq after = std::max(pull.after, trimmedThrough);
    if (through <= after) {
        return range(std::max(through, after), through);
    }
    const std::uint64_t size = std::min<std::uint64_t>(through.value - after.value, pull.limit);
    return pull.from == protocol::PullFrom::End ? range(Seq(through.value - size), through)
                                                : range(after, Seq(after.value + size));
}

protocol::SendAck Chat::accepts(const protocol::Send& send)
{
    const auto known =
        std::find_if(m_log.begin(), m_log.end(), [&](const Entry& entry) { return entry.uuid == send.uuid; });
    if (known != m_log.end()) {
        return {id, epoch, send.uuid, known->seq, known->at, true};
    }
    std::visit(Overloaded{
                   [&](const content::Message& text) { says(me.id, text.text); },
                   [&](const content::Edit& edit) { edits(edit.target, edit.text); },
                   [&](const content::Recall& recall) { recalls(recall.target); },
                   [&](const content::Notice& pin) { append(me.id, pin); },
               },
               send.content);
    m_log.back().uuid = send.uuid;
    return {id, epoch, send.uuid, m_log.back().seq, m_log.back().at, false};
}

protocol::States Chat::accepts(const protocol::ReadIntent& intent)
{
    if (intent.cursor > cursor && intent.cursor.epoch <= cursor.epoch) {
        reads(intent.cursor.readSeq);
    }
    return states();
}

protocol::States Chat::accepts(const protocol::FeedSnapshot& snapshot)
{
    const bool isOfThisLog = snapshot.logEpoch == epoch && snapshot.generation == generation;
    if (isOfThisLog && snapshot.head <= head() && snapshot.head > feedSnapshot) {
        opensFeed(snapshot.head);
    }
    return states();
}

protocol::States Chat::accepts(const protocol::MarkUnread& mark)
{
    if (m_marks.insert(mark.uuid).second) {
        marksUnread(mark.from);
    }
    return states();
}

} // namespace tidemark::test
