#include "core/sync/timeline.h"

#include "core/domain/read_state.h"
#include "core/domain/request_caps.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace tidemark {

namespace {

/// Whether the entries fill the range without a gap (I10).
bool isContiguous(const protocol::Range& range)
{
    Seq expected = range.after;
    for (const Entry& entry : range.entries) {
        expected = next(expected);
        if (entry.seq != expected) {
            return false;
        }
    }
    return expected <= range.head;
}

/// Replaces the marks if `isStanding`; otherwise they only rise.
void takeMarks(Tracked& tracked, const protocol::Receipt& receipt, bool isStanding)
{
    const Marks before = isStanding ? Marks() : tracked.receivedMarks;
    tracked.receivedMarks = {std::max(before.seen, receipt.seen),
                             std::max(before.delivered, receipt.delivered)};
}

/// Returns how `entry` changes the number of members.
int memberChange(const Entry& entry)
{
    const auto* notice = entry.as<content::Notice>();
    switch (notice == nullptr ? NoticeKind::None : notice->kind) {
    case NoticeKind::Joined:
    case NoticeKind::Added:
        return 1;
    case NoticeKind::Left:
    case NoticeKind::Removed:
        return -1;
    default:
        return 0;
    }
}

} // namespace

void Timeline::onNotify(const protocol::Notify& notify)
{
    for (const protocol::Head& head : notify.heads) {
        Tracked* tracked = m_context.find(head.conversation);
        if (tracked == nullptr) {
            m_unknown.try_emplace(head.conversation);
        } else if (head.logEpoch != tracked->conversation.logEpoch) {
            m_context.wantState(*tracked);
        } else if (head.head > tracked->conversation.serverHead) {
            tracked->conversation.serverHead = head.head;
            m_context.touch(*tracked);
        }
    }
}

void Timeline::onReceipts(const protocol::Receipts& receipts)
{
    for (const protocol::Receipt& receipt : receipts.receipts) {
        Tracked* tracked = m_context.find(receipt.conversation);
        if (tracked == nullptr || tracked->conversation.logEpoch != receipt.logEpoch) {
            continue;
        }
        takeMarks(*tracked, receipt, receipts.isStanding);
        LocalConversation& conversation = tracked->conversation;
        if (receipt.seen > conversation.seenByOthers || receipt.delivered > conversation.deliveredToOthers) {
            conversation.seenByOthers = std::max(conversation.seenByOthers, receipt.seen);
            conversation.deliveredToOthers = std::max(conversation.deliveredToOthers, receipt.delivered);
            m_context.touch(*tracked);
        }
    }
}

void Timeline::onRange(const Request& request, const protocol::Range& range)
{
    const auto* pull = std::get_if<request::Pull>(&request.kind);
    Tracked* tracked = pull != nullptr ? m_context.find(pull->conversation) : nullptr;
    if (tracked == nullptr || pull->conversation != range.conversation) {
        return;
    }
    if (tracked->pull == request.id) {
        tracked->pull = {};
    }
    LocalConversation& conversation = tracked->conversation;
    // The head is lower than at the time of the request: the server has lost entries (I14).
    const auto known = request.known.find(range.conversation);
    const bool isOtherLog = range.logEpoch != conversation.logEpoch
                            || (known != request.known.end() && range.head < known->second.head);
    if (isOtherLog || range.entries.empty() || !isContiguous(range)) {
        distrust(*tracked);
        return;
    }
    m_context.learn(range.users);
    if (range.head > conversation.serverHead) {
        conversation.serverHead = range.head;
        m_context.touch(*tracked);
    }
    store(*tracked, range.entries, {range.entries.front().seq, range.entries.back().seq});
    m_pulled += range.entries.size();
    finishDemands(*tracked);
}

void Timeline::distrust(Tracked& tracked)
{
    m_context.wantState(tracked);
    tracked.pullNotBefore = m_context.now + Milliseconds(1000);
}

void Timeline::store(Tracked& tracked, const std::vector<Entry>& entries, SeqRange range)
{
    LocalConversation& conversation = tracked.conversation;
    const bool joinsOn =
        range.first <= next(conversation.countedHead) && range.last > conversation.countedHead;
    m_context.write(write::PutEntries{conversation.id, entries});
    advanceCounts(tracked, entries, range);
    tracked.held.add(range);
    m_context.write(write::PutHeld{conversation.id, tracked.held});
    const auto newest = std::find_if(entries.rbegin(), entries.rend(),
                                     [](const Entry& entry) { return !isChange(entry.kind()); });
    if (newest != entries.rend()) {
        conversation.lastActivity = std::max(conversation.lastActivity, newest->at);
    }
    dropArrivedPending(tracked, entries);
    if (std::any_of(entries.begin(), entries.end(),
                    [&](const Entry& entry) { return entry.author != m_context.self(); })) {
        m_context.arrived.insert(conversation.id);
    }

    change::EntriesAdded added{conversation.id, range.first, range.last, {}, joinsOn && m_context.online};
    for (const Entry& entry : entries) {
        if (isChange(entry.kind())) {
            added.marked.push_back(targetOf(entry));
        }
    }
    m_context.report(std::move(added));
    m_context.touch(tracked);
}

void Timeline::advanceCounts(Tracked& tracked, const std::vector<Entry>& fresh, SeqRange range)
{
    LocalConversation& conversation = tracked.conversation;
    const Seq counted = conversation.countedHead;
    RangeSet held = tracked.held;
    held.add(range);
    const Seq joined = held.contiguousEnd(counted);
    // A conversation without membership has no counts; joining again brings a state.
    if (joined == counted || !conversation.isMember) {
        return;
    }
    if (conversation.kind == ConversationKind::Channel) {
        m_feed.advance(tracked,
                       deltaAbove(effectiveSnapshot(conversation), conversation, fresh, range, joined));
    }
    const CountDelta delta = deltaAbove(effectiveRead(conversation), conversation, fresh, range, joined);
    for (const Entry& entry : fresh) {
        if (entry.seq > counted && entry.seq <= joined) {
            // Keeps the member count at the counted head until the next state replaces it.
            const std::int64_t members = std::int64_t{conversation.memberCount} + memberChange(entry);
            conversation.memberCount = static_cast<std::uint32_t>(std::max<std::int64_t>(members, 0));
        }
    }
    m_readState.advance(tracked, delta, joined);
}

CountDelta Timeline::deltaAbove(Seq read, const LocalConversation& conversation,
                                const std::vector<Entry>& fresh, SeqRange range, Seq joined) const
{
    const Seq counted = conversation.countedHead;
    const auto committed = [&](Seq after, Seq through) {
        return after < through
                   ? m_context.log.contributions(conversation.id, m_context.self(), after, through, read)
                   : CountDelta{};
    };
    CountDelta delta = committed(counted, std::min(previous(range.first), joined));
    for (const Entry& entry : fresh) {
        if (entry.seq > counted && entry.seq <= joined) {
            delta += contribution(entry, m_context.self(), read);
        }
    }
    delta += committed(std::max(counted, range.last), joined);
    return delta;
}

void Timeline::dropArrivedPending(const Tracked& tracked, const std::vector<Entry>& entries)
{
    for (const Entry& entry : entries) {
        if (m_context.outbox.empty()) {
            return;
        }
        const PendingMessage* message =
            entry.author == m_context.self() ? m_context.outbox.find(entry.uuid) : nullptr;
        if (message == nullptr || message->conversation != tracked.conversation.id) {
            continue;
        }
        if (message->state != PendingMessage::State::Acked) {
            m_context.report(change::MessageAcked{message->conversation, message->uuid, entry.seq});
        }
        m_context.write(write::ErasePending{entry.uuid});
        m_context.report(change::PendingChanged{message->conversation, entry.uuid});
        m_context.outbox.erase(entry.uuid);
    }
}

void Timeline::addOwn(Tracked& tracked, const Entry& entry)
{
    store(tracked, {entry}, {entry.seq, entry.seq});
}

void Timeline::onPullFailed(const Request& request, const protocol::Error* error)
{
    const auto* pull = std::get_if<request::Pull>(&request.kind);
    Tracked* tracked = pull != nullptr ? m_context.find(pull->conversation) : nullptr;
    if (tracked == nullptr) {
        return;
    }
    if (tracked->pull == request.id) {
        tracked->pull = {};
    }
    if (error == nullptr) {
        return;
    }
    if (protocol::isTransient(error->code)) {
        m_pullNotBefore = m_context.now + std::max(error->retryAfter, Milliseconds(50));
        return;
    }
    m_context.endDemands(*tracked, error->code);
    tracked->olderWanted.reset();
    distrust(*tracked);
}

void Timeline::onStates(const Request& request, const protocol::States& states)
{
    const auto* asked = std::get_if<request::GetStates>(&request.kind);
    if (asked == nullptr) {
        return;
    }
    for (const ConversationState& state : states.states) {
        Tracked* tracked = m_context.find(state.id);
        if (tracked != nullptr && tracked->stateRequest == request.id) {
            tracked->stateRequest = {};
        }
    }
    if (states.remaining > 0) {
        return;
    }
    std::erase_if(m_unknown, [&](const auto& one) { return one.second == request.id; });
    for (const ConversationId id : asked->conversations) {
        Tracked* tracked = m_context.find(id);
        if (tracked != nullptr && tracked->stateRequest == request.id) {
            // The server says that the user is not a member.
            tracked->stateRequest = {};
            tracked->conversation.isMember = false;
            tracked->conversation.counts = {};
            tracked->conversation.exact = true;
            tracked->conversation.feed = {};
            m_context.unsentSnapshots.erase(id);
            m_context.endMembership(*tracked);
            m_context.touch(*tracked);
        }
    }
}

void Timeline::onStatesFailed(const Request& request, Milliseconds retryAfter)
{
    const auto* asked = std::get_if<request::GetStates>(&request.kind);
    if (asked == nullptr) {
        return;
    }
    m_statesNotBefore = m_context.now + std::max(retryAfter, Milliseconds(200));
    for (auto& [id, asking] : m_unknown) {
        asking = asking == request.id ? RequestId() : asking;
    }
    for (const ConversationId id : asked->conversations) {
        Tracked* tracked = m_context.find(id);
        if (tracked != nullptr && tracked->stateRequest == request.id) {
            tracked->stateRequest = {};
            m_context.wantState(*tracked);
        }
    }
}

void Timeline::setBackfill(bool backfills)
{
    m_backfills = backfills;
    m_isProgressNews = m_context.online;
    for (auto& [id, tracked] : m_context.conversations) {
        m_context.attention[id] = &tracked;
    }
}

void Timeline::wantOlder(ConversationId conversation, Seq before)
{
    Tracked* tracked = m_context.find(conversation);
    if (tracked != nullptr && previous(before) > tracked->conversation.trimmedThrough
        && !tracked->held.contains(previous(before))) {
        tracked->olderWanted = before;
        m_context.attention[conversation] = tracked;
    }
}

void Timeline::wantRange(CommandId command, ConversationId conversation, Seq after, Seq through)
{
    Tracked* tracked = m_context.find(conversation);
    if (tracked == nullptr) {
        m_context.finish(command, protocol::ErrorCode::NoSuchConversation, conversation);
        return;
    }
    const Seq head = tracked->conversation.serverHead;
    m_context.attention[conversation] = tracked;
    tracked->demands.push_back({command, after, through.isValid() ? std::min(through, head) : head});
    finishDemands(*tracked);
    if (!tracked->conversation.isMember) {
        m_context.endDemands(*tracked, protocol::ErrorCode::NotMember);
    } else if (!m_context.online) {
        m_context.endDemands(*tracked, protocol::ErrorCode::Unavailable);
    }
}

void Timeline::finishDemands(Tracked& tracked)
{
    std::erase_if(tracked.demands, [&](const RangeDemand& demand) {
        const bool isHeld =
            tracked.held.covers(std::max(demand.after, tracked.conversation.trimmedThrough), demand.through);
        if (isHeld) {
            m_context.finish(demand.command, std::nullopt, tracked.conversation.id);
        }
        return isHeld;
    });
    if (!tracked.olderWanted) {
        return;
    }
    const Seq wanted = previous(*tracked.olderWanted);
    const bool isTrimmed = wanted <= tracked.conversation.trimmedThrough;
    if (isTrimmed || tracked.held.contains(wanted)) {
        tracked.olderWanted.reset();
    }
    if (isTrimmed) {
        // These entries will never arrive. The view stops waiting and shows the start of the conversation.
        m_context.report(change::EntriesAdded{tracked.conversation.id, Seq(1), wanted, {}});
    }
}

std::optional<protocol::Pull> Timeline::nextPull(const Tracked& tracked) const
{
    const LocalConversation& conversation = tracked.conversation;
    const Seq head = conversation.serverHead;
    if (!conversation.isMember || !head.isValid() || tracked.pull.isValid() || tracked.stateWanted
        || tracked.stateRequest.isValid()) {
        return std::nullopt;
    }
    protocol::Pull pull;
    pull.conversation = conversation.id;
    pull.logEpoch = conversation.logEpoch;
    const Seq top = std::max(tracked.held.top(), conversation.trimmedThrough);
    if (top < head) {
        const std::uint64_t missing = head.value - top.value;
        const bool isLookedAt = conversation.id == m_lookedAt;
        const std::uint64_t reach =
            isLookedAt ? m_context.config.newestPageEntries : m_context.config.largeGapEntries;
        const bool newestFirst = !tracked.held.contains(top) || missing > reach;
        pull.after = top;
        pull.from = newestFirst ? protocol::PullFrom::End : protocol::PullFrom::Start;
        pull.limit = newestFirst ? m_context.config.newestPageEntries : m_context.config.pageEntries;
        return pull;
    }
    const auto pullGap = [&](SeqRange gap) {
        pull.after = previous(gap.first);
        pull.through = gap.last;
        pull.from = protocol::PullFrom::End;
        pull.limit = m_context.config.pageEntries;
        return pull;
    };
    if (tracked.olderWanted) {
        if (const auto gap =
                obtainable(tracked.held.newestGap(previous(*tracked.olderWanted)), conversation)) {
            return pullGap(*gap);
        }
    }
    for (const RangeDemand& demand : tracked.demands) {
        const auto gap = obtainable(tracked.held.newestGap(demand.through), conversation);
        if (gap && gap->last > demand.after) {
            return pullGap({std::max(gap->first, next(demand.after)), gap->last});
        }
    }
    if (m_backfills) {
        if (const auto gap = obtainable(tracked.held.newestGap(head), conversation)) {
            return pullGap(*gap);
        }
    }
    return std::nullopt;
}

bool Timeline::wantsState(const Tracked& tracked)
{
    const LocalConversation& conversation = tracked.conversation;
    if (tracked.stateWanted) {
        return true;
    }
    // Entries beyond the counted head do not extend it contiguously, or a count is a lower bound that nothing
    // in flight will make exact.
    const bool jumped = conversation.countedHead < tracked.held.top()
                        && !tracked.held.contains(next(conversation.countedHead));
    const FeedShare& feed = conversation.feed;
    const bool unsure =
        (!conversation.exact && !tracked.intent) || (!feed.exact && feed.snapshot == feed.confirmed);
    return conversation.isMember && (jumped || unsure);
}

void Timeline::requestStates()
{
    // Skip conversations whose state arrived in another way while an answer was lost.
    std::erase_if(m_unknown, [&](const auto& one) {
        return !one.second.isValid() && m_context.find(one.first) != nullptr;
    });
    std::vector<ConversationId> wanted;
    for (const auto& [id, asking] : m_unknown) {
        if (!asking.isValid()) {
            wanted.push_back(id);
        }
    }
    for (const auto& [id, tracked] : m_context.attention) {
        if (wantsState(*tracked) && !tracked->stateRequest.isValid()) {
            wanted.push_back(id);
        }
    }
    for (auto first = wanted.begin(); first != wanted.end();) {
        const auto size = std::min<std::ptrdiff_t>(caps::maxStatesAsked, wanted.end() - first);
        askForStates({first, first + size});
        first += size;
    }
}

void Timeline::askForStates(const std::vector<ConversationId>& wanted)
{
    const RequestId request = m_context.send(protocol::GetStates{wanted}, request::GetStates{wanted});
    for (const ConversationId id : wanted) {
        if (Tracked* tracked = m_context.find(id)) {
            tracked->stateRequest = request;
            tracked->stateWanted = false;
        } else {
            m_unknown[id] = request;
        }
    }
}

void Timeline::requestPulls()
{
    std::uint32_t inFlight = 0;
    struct Candidate {
        bool lookedAt;
        bool missesNewest;
        std::int64_t activity;
        ConversationId id;
        [[nodiscard]] auto rank() const { return std::tuple(lookedAt, missesNewest, activity, id); }
    };
    std::vector<Candidate> candidates;
    for (const auto& [id, place] : m_context.attention) {
        const Tracked& tracked = *place;
        inFlight += tracked.pull.isValid() ? 1U : 0U;
        if (nextPull(tracked)) {
            if (tracked.pullNotBefore > m_context.now) {
                m_context.wakeAt(tracked.pullNotBefore);
                continue;
            }
            const bool missesNewest = tracked.held.top() < tracked.conversation.serverHead
                                      || tracked.olderWanted || !tracked.demands.empty();
            candidates.push_back(
                {id == m_lookedAt, missesNewest, tracked.conversation.lastActivity.value, id});
        }
    }
    const std::uint32_t room =
        m_context.config.maxPullsInFlight - std::min(inFlight, m_context.config.maxPullsInFlight);
    // The conversation on screen does not wait for background pulls.
    const std::size_t take = std::min<std::size_t>(candidates.size(), std::max(room, 1U));
    std::partial_sort(candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(take),
                      candidates.end(),
                      [](const Candidate& a, const Candidate& b) { return a.rank() > b.rank(); });
    for (std::size_t i = 0; i < take; ++i) {
        if (room == 0 && !candidates[i].lookedAt) {
            break;
        }
        Tracked& tracked = *m_context.find(candidates[i].id);
        tracked.pull = m_context.send(*nextPull(tracked), request::Pull{candidates[i].id});
    }
}

void Timeline::flush()
{
    for (const auto& [id, tracked] : m_context.attention) {
        finishDemands(*tracked);
    }
    std::erase_if(m_context.attention, [&](const auto& one) { return !isWanting(*one.second); });
    if (m_statesNotBefore > m_context.now) {
        m_context.wakeAt(m_statesNotBefore);
    } else {
        requestStates();
    }
    if (m_pullNotBefore > m_context.now) {
        m_context.wakeAt(m_pullNotBefore);
        return;
    }
    requestPulls();
}

void Timeline::reportProgress()
{
    if (!std::exchange(m_isProgressNews, false) && m_pulled == m_reportedPulled) {
        return;
    }
    m_reportedPulled = m_pulled;
    m_context.report(change::Progress{m_pulled, m_backfills ? m_context.missing : 0});
}

void Timeline::onOnline()
{
    m_pulled = 0;
    m_reportedPulled = 0;
    m_pullNotBefore = {};
    m_statesNotBefore = {};
}

void Timeline::onOffline()
{
    for (auto& [id, tracked] : m_context.conversations) {
        m_context.endDemands(tracked, protocol::ErrorCode::Unavailable);
        tracked.pullNotBefore = {};
    }
    m_unknown.clear();
}

bool Timeline::isWanting(const Tracked& tracked) const
{
    return tracked.pull.isValid() || tracked.stateRequest.isValid() || wantsState(tracked)
           || nextPull(tracked).has_value();
}

bool Timeline::wantsAnything() const
{
    return !m_unknown.empty()
           || std::any_of(m_context.attention.begin(), m_context.attention.end(),
                          [&](const auto& one) { return isWanting(*one.second); });
}

} // namespace tidemark
