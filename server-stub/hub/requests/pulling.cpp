#include "server-stub/hub/requests/pulling.h"

#include "core/base/require.h"
#include "server-stub/hub/contract/request_cost.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace tidemark::server {

using protocol::ErrorCode;
using protocol::PullFrom;

namespace {

/// Upper estimate of an entry's size in a frame without its text, in bytes.
constexpr std::size_t entryOverhead = 128;

std::size_t weightOf(const Entry& entry)
{
    return entryOverhead + bytesIn(entry.content);
}

std::size_t weightOf(const MessageReactions& message)
{
    constexpr std::size_t overhead = 12;
    std::size_t bytes = overhead;
    for (const ReactionCount& count : message.counts) {
        bytes += overhead + count.emoji.size();
    }
    return bytes;
}

/// The entry of the page that the request is about.
Seq wantedOf(const protocol::Pull& pull, const std::vector<Entry>& entries)
{
    switch (pull.from) {
    case PullFrom::Start:
        return entries.front().seq;
    case PullFrom::End:
        return entries.back().seq;
    case PullFrom::Around:
        break;
    }
    return std::clamp(pull.around, entries.front().seq, entries.back().seq);
}

/// Reduces the entry to what `reader` may see.
void makeOwn(Entry& entry, UserId reader)
{
    if (entry.author != reader) {
        entry.uuid = {};
    }
    if (auto* recall = entry.as<content::Recall>()) {
        *recall = {recall->target, recall->targetAuthor, mentions(*recall, reader),
                   recall->replyToAuthor == reader};
    }
}

} // namespace

Answer Pulling::pull(const Caller& caller, const protocol::Pull& pull)
{
    const auto found = m_context.membership(pull.conversation, caller.user);
    if (!found) {
        return Unexpected(found.error());
    }
    const ConversationRecord& conversation = found->conversation;
    if (pull.logEpoch != conversation.logEpoch) {
        return refusal(ErrorCode::LogEpochChanged);
    }
    Page page = pageOf(pull, conversation, goneFor(conversation, found->member));
    std::vector<MessageReactions> reactions = reactionsTo(page, pull, conversation, caller.user);
    std::size_t bytes = 0;
    Seq last = page.after;
    for (Entry& entry : page.entries) {
        require(entry.seq == next(std::exchange(last, entry.seq)), "a page has no gap");
        makeOwn(entry, caller.user);
        bytes += weightOf(entry);
    }
    require(last <= conversation.head, "no entry is beyond the head");
    m_context.charge(caller.user, Operation::Pull, costOfBytes(bytes));
    std::vector<User> users = namesIn(page.entries);
    m_context.count(&HubStats::pulls);
    m_context.count(&HubStats::entriesPulled, page.entries.size());
    return protocol::ServerFrame(protocol::Range{pull.conversation, conversation.logEpoch, page.after,
                                                 std::move(page.entries), conversation.head, std::move(users),
                                                 std::move(reactions), conversation.reactionHead});
}

std::vector<MessageReactions> Pulling::reactionsTo(Page& page, const protocol::Pull& pull,
                                                   const ConversationRecord& conversation, UserId reader)
{
    std::vector<Entry>& entries = page.entries;
    if (entries.empty() || !conversation.reactionHead.isValid()) {
        return {};
    }
    std::vector<MessageReactions> reactions =
        m_context.store().reactions().summaries(conversation.id, page.after, entries.back().seq, reader);
    std::size_t bytes = 0;
    for (const MessageReactions& one : reactions) {
        bytes += weightOf(one);
    }
    m_context.chargeRead(reader, reactionsIn(reactions));
    const Seq wanted = wantedOf(pull, entries);
    const std::size_t budget = m_context.config().limits.maxFrameBytes / 4;
    while (bytes > budget && entries.size() > 1) {
        const bool dropsFront =
            wanted.value - entries.front().seq.value > entries.back().seq.value - wanted.value;
        const auto dropped = dropsFront ? entries.begin() : std::prev(entries.end());
        const auto same = std::ranges::find(reactions, dropped->seq, &MessageReactions::seq);
        if (same != reactions.end()) {
            bytes -= weightOf(*same);
            reactions.erase(same);
        }
        page.after = dropsFront ? dropped->seq : page.after;
        entries.erase(dropped);
    }
    return reactions;
}

Answer Pulling::users(const protocol::GetUsers& request)
{
    const std::set<UserId> ids(request.ids.begin(), request.ids.end());
    return protocol::ServerFrame(
        protocol::Users{m_context.store().accounts().users({ids.begin(), ids.end()})});
}

Pulling::Page Pulling::pageOf(protocol::Pull pull, const ConversationRecord& conversation, Seq gone)
{
    const Seq head = conversation.head;
    // Trimmed and hidden entries do not exist for the reader: the page begins after them, or is empty.
    pull.after = std::max(pull.after, gone);
    const std::uint32_t maxLimit = m_context.config().limits.maxPullEntries;
    const std::uint32_t limit = pull.limit == 0 ? maxLimit : std::min(pull.limit, maxLimit);
    const Seq through = pull.through.isValid() ? std::min(pull.through, head) : head;
    if (pull.after >= through) {
        return {std::min(pull.after, head), {}};
    }
    if (pull.from == PullFrom::Around) {
        return pageAround(pull, through, limit, head);
    }
    const std::uint64_t span = std::min<std::uint64_t>(limit, through.value - pull.after.value);
    const bool isFromEnd = pull.from == PullFrom::End;
    const Seq after = isFromEnd ? Seq(through.value - span) : pull.after;
    std::size_t budget = m_context.config().limits.maxFrameBytes / 2;
    return read({pull.conversation, after, Seq(after.value + span), head, isFromEnd}, budget);
}

Pulling::Page Pulling::pageAround(const protocol::Pull& pull, Seq through, std::uint32_t limit, Seq head)
{
    const std::uint64_t span = std::min<std::uint64_t>(limit, through.value - pull.after.value);
    const std::uint64_t half = limit / 2;
    const std::uint64_t wanted = pull.around.value > half ? pull.around.value - half - 1 : 0;
    const Seq after(std::clamp(wanted, pull.after.value, through.value - span));
    const Seq end(after.value + span);
    const Seq middle = std::clamp(pull.around, next(after), end);
    // The requested entry is always included, with as much before it as after it.
    std::size_t budget = m_context.config().limits.maxFrameBytes / 4;
    Page page = read({pull.conversation, after, middle, head, true}, budget);
    budget += m_context.config().limits.maxFrameBytes / 4;
    if (middle < end) {
        std::vector<Entry> later = read({pull.conversation, middle, end, head}, budget).entries;
        std::move(later.begin(), later.end(), std::back_inserter(page.entries));
    }
    return page;
}

Pulling::Page Pulling::read(BlockCache::Range range, std::size_t& budget)
{
    range.maxTextBytes = std::max<std::size_t>(budget, 1);
    Page page{range.after, m_context.blocks().entries(m_context.store(), range)};
    std::vector<Entry>& entries = page.entries;
    const auto fitting = [&budget, first = true](const Entry& entry) mutable {
        const std::size_t weight = weightOf(entry);
        const bool fits = std::exchange(first, false) || weight <= budget;
        budget -= std::min(weight, budget);
        return fits;
    };
    if (range.fromEnd) {
        const auto tooMuch = std::find_if_not(entries.rbegin(), entries.rend(), fitting);
        entries.erase(entries.begin(), tooMuch.base());
        page.after = entries.empty() ? page.after : previous(entries.front().seq);
    } else {
        entries.erase(std::find_if_not(entries.begin(), entries.end(), fitting), entries.end());
    }
    return page;
}

std::vector<User> Pulling::namesIn(const std::vector<Entry>& entries)
{
    std::set<UserId> named;
    for (const Entry& entry : entries) {
        named.insert(entry.author);
        if (const auto* message = entry.as<content::Message>()) {
            named.insert(message->replyToAuthor);
            named.insert(message->forwarded.from);
            named.insert(message->mentions.begin(), message->mentions.end());
        } else if (const auto* notice = entry.as<content::Notice>()) {
            named.insert(notice->subject);
        }
    }
    named.erase(UserId());
    return named.empty() ? std::vector<User>()
                         : m_context.store().accounts().users({named.begin(), named.end()});
}

} // namespace tidemark::server
