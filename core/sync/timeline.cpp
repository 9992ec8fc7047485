#include "core/sync/timeline.h"

#include "core/base/require.h"
#include "core/domain/pinned.h"
#include "core/domain/read_state.h"
#include "core/domain/request_caps.h"

#include <algorithm>
#include <iterator>
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

/// Returns how `entry` changes the number of members of a conversation of this kind.
int memberChange(const Entry& entry, ConversationKind kind)
{
    const auto* notice = entry.as<content::Notice>();
    switch (notice == nullptr ? NoticeKind::None : notice->kind) {
    case NoticeKind::Joined:
    case NoticeKind::Added:
        return 1;
    case NoticeKind::Left:
    case NoticeKind::Removed:
        return -1;
    case NoticeKind::AccountDeleted:
        return kind == ConversationKind::Direct ? 0 : -1;
    default:
        return 0;
    }
}

} // namespace

Timeline::Timeline(EngineContext& context, Parts parts)
    : m_context(context), m_conversations(parts.conversations), m_attention(parts.attention),
      m_pending(parts.pending), m_deliveries(parts.deliveries), m_readState(parts.readState),
      m_feed(parts.feed), m_reactions(parts.reactions), m_backfills(context.config.backfill)
{
}

void Timeline::onNotify(const protocol::Notify& notify)
{
    for (const protocol::Head& head : notify.heads) {
        Tracked* tracked = m_conversations.find(head.conversation);
        if (tracked == nullptr) {
            m_unknown.try_emplace(head.conversation);
        } else if (head.logEpoch != tracked->conversation().logEpoch) {
            m_attention.wantState(*tracked);
        } else {
            m_conversations.noteHead(*tracked, head.head);
            m_reactions.noteHead(*tracked, head.reactionHead);
        }
    }
}

void Timeline::onRange(const Request& request, const protocol::Range& range)
{
    const auto* pull = std::get_if<request::Pull>(&request.kind);
    Tracked* tracked = pull != nullptr ? m_conversations.find(pull->conversation) : nullptr;
    if (tracked == nullptr || pull->conversation != range.conversation) {
        return;
    }
    m_attention.endPull(tracked->id(), request.id);
    const LocalConversation& conversation = tracked->conversation();
    // The head is lower than at the time of the request: the server has lost entries (I14).
    const auto known = request.known.find(range.conversation);
    const bool isOtherLog = range.logEpoch != conversation.logEpoch
                            || (known != request.known.end() && range.head < known->second.head);
    if (isOtherLog || range.entries.empty() || !isContiguous(range)) {
        distrust(*tracked);
        return;
    }
    m_context.learn(range.users);
    m_conversations.noteHead(*tracked, range.head);
    // The user may have cleared the history after the request.
    if (const Seq cleared = conversation.clearedThrough; range.entries.front().seq > cleared) {
        store(*tracked, range.entries, {range.entries.front().seq, range.entries.back().seq});
        m_reactions.takeRange(*tracked, range);
    } else if (range.entries.back().seq > cleared) {
        const auto kept = std::ranges::upper_bound(range.entries, cleared, {}, &Entry::seq);
        store(*tracked, {kept, range.entries.end()}, {kept->seq, range.entries.back().seq});
        m_reactions.takeRange(*tracked, range);
    }
    m_pulled += range.entries.size();
    m_attention.settle(tracked->id());
}

void Timeline::distrust(const Tracked& tracked)
{
    m_attention.distrust(tracked, m_context.now() + Milliseconds(1000));
}

void Timeline::store(Tracked& tracked, const std::vector<Entry>& entries, SeqRange range)
{
    require(!entries.empty() && entries.front().seq == range.first && entries.back().seq == range.last,
            "the entries fill their range");
    const LocalConversation& conversation = tracked.conversation();
    const bool joinsOn =
        range.first <= next(conversation.countedHead) && range.last > conversation.countedHead;
    write::PutEntries put{conversation.id, entries};
    for (Entry& entry : put.entries) {
        keepWithinCaps(entry.content);
        hideContent(entry, conversation.hidden);
    }
    m_context.write(std::move(put));
    advanceCounts(tracked, entries, range);
    tracked.hold(range);
    m_context.write(write::PutHeld{conversation.id, tracked.held()});
    const auto newest = std::find_if(entries.rbegin(), entries.rend(),
                                     [](const Entry& entry) { return !isChange(entry.kind()); });
    if (newest != entries.rend()) {
        tracked.noteActivity(newest->at);
    }
    m_pending.dropArrived(conversation.id, entries);
    if (std::any_of(entries.begin(), entries.end(),
                    [&](const Entry& entry) { return entry.author != m_context.self(); })) {
        m_deliveries.noteArrival(conversation.id);
    }

    change::EntriesAdded added{conversation.id, range.first, range.last, {}, joinsOn && m_context.isOnline()};
    for (const Entry& entry : entries) {
        if (isChange(entry.kind())) {
            added.marked.push_back(targetOf(entry));
        }
    }
    m_context.report(std::move(added));
    m_conversations.touch(tracked);
}

void Timeline::advanceCounts(Tracked& tracked, const std::vector<Entry>& fresh, SeqRange range)
{
    const LocalConversation& conversation = tracked.conversation();
    const Seq counted = conversation.countedHead;
    RangeSet held = tracked.held();
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
            tracked.changeMemberCount(memberChange(entry, conversation.kind));
        }
    }
    tracked.changePinned(pinChangesIn(conversation, fresh, range, joined));
    m_readState.advance(tracked, delta, joined);
}

std::vector<PinChange> Timeline::pinChangesIn(const LocalConversation& conversation,
                                              const std::vector<Entry>& fresh, SeqRange range,
                                              Seq joined) const
{
    const Seq counted = conversation.countedHead;
    std::vector<PinChange> changes;
    const auto addCommitted = [&](Seq after, Seq through) {
        if (after < through) {
            std::ranges::copy(m_context.log.pinChanges(conversation.id, after, through),
                              std::back_inserter(changes));
        }
    };
    addCommitted(counted, std::min(previous(range.first), joined));
    for (const Entry& entry : fresh) {
        const auto change = pinChangeIn(entry.content);
        if (change && entry.seq > counted && entry.seq <= joined) {
            changes.push_back(*change);
        }
    }
    addCommitted(std::max(counted, range.last), joined);
    return changes;
}

CountDelta Timeline::deltaAbove(Seq read, const LocalConversation& conversation,
                                const std::vector<Entry>& fresh, SeqRange range, Seq joined) const
{
    const Seq counted = conversation.countedHead;
    const Viewer viewer = m_context.viewerOf(conversation);
    const auto committed = [&](Seq after, Seq through) {
        return after < through ? m_context.log.contributions(conversation.id, viewer, after, through, read)
                               : CountDelta{};
    };
    CountDelta delta = committed(counted, std::min(previous(range.first), joined));
    for (const Entry& entry : fresh) {
        if (entry.seq > counted && entry.seq <= joined) {
            delta += contribution(entry, viewer, read);
        }
    }
    delta += committed(std::max(counted, range.last), joined);
    return delta;
}

void Timeline::addOwn(Tracked& tracked, const Entry& entry)
{
    store(tracked, {entry}, {entry.seq, entry.seq});
}

void Timeline::onPullFailed(const Request& request, const protocol::Error* error)
{
    const auto* pull = std::get_if<request::Pull>(&request.kind);
    Tracked* tracked = pull != nullptr ? m_conversations.find(pull->conversation) : nullptr;
    if (tracked == nullptr) {
        return;
    }
    m_attention.endPull(tracked->id(), request.id);
    if (error == nullptr) {
        return;
    }
    if (protocol::isTransient(error->code)) {
        m_pullNotBefore = m_context.now() + std::max(error->retryAfter, Milliseconds(50));
        return;
    }
    m_attention.endDemands(tracked->id(), error->code);
    m_attention.giveUpOlder(tracked->id());
    distrust(*tracked);
}

void Timeline::onStates(const Request& request, const protocol::States& states)
{
    const auto* asked = std::get_if<request::GetStates>(&request.kind);
    if (asked == nullptr) {
        return;
    }
    for (const ConversationState& state : states.states) {
        static_cast<void>(m_attention.endStateRequest(state.id, request.id));
    }
    if (states.remaining > 0) {
        return;
    }
    std::erase_if(m_unknown, [&](const auto& one) { return one.second == request.id; });
    for (const ConversationId id : asked->conversations) {
        Tracked* tracked = m_conversations.find(id);
        if (tracked != nullptr && m_attention.endStateRequest(id, request.id)) {
            m_readState.endMembership(*tracked); // the server says that the user is not a member
        }
    }
}

void Timeline::onStatesFailed(const Request& request, Milliseconds retryAfter)
{
    const auto* asked = std::get_if<request::GetStates>(&request.kind);
    if (asked == nullptr) {
        return;
    }
    m_statesNotBefore = m_context.now() + std::max(retryAfter, Milliseconds(200));
    for (auto& [id, asking] : m_unknown) {
        asking = asking == request.id ? RequestId() : asking;
    }
    for (const ConversationId id : asked->conversations) {
        Tracked* tracked = m_conversations.find(id);
        if (tracked != nullptr && m_attention.endStateRequest(id, request.id)) {
            m_attention.wantState(*tracked);
        }
    }
}

void Timeline::setBackfill(bool backfills)
{
    m_backfills = backfills;
    m_isProgressNews = m_context.isOnline();
    for (const auto& [id, tracked] : m_conversations.all()) {
        m_attention.add(tracked);
    }
}

void Timeline::wantOlder(ConversationId conversation, Seq before)
{
    Tracked* tracked = m_conversations.find(conversation);
    if (tracked != nullptr && previous(before) > tracked->conversation().trimmedThrough
        && !tracked->held().contains(previous(before))) {
        m_attention.wantOlder(*tracked, before);
    }
}

void Timeline::wantRange(CommandId command, ConversationId conversation, Seq after, Seq through)
{
    Tracked* tracked = m_conversations.find(conversation);
    if (tracked == nullptr) {
        m_context.finish(command, protocol::ErrorCode::NoSuchConversation, conversation);
        return;
    }
    const Seq head = tracked->conversation().serverHead;
    m_attention.wantRange(*tracked, {command, after, through.isValid() ? std::min(through, head) : head});
    if (!tracked->conversation().isMember) {
        m_attention.endDemands(conversation, protocol::ErrorCode::NotMember);
    } else if (!m_context.isOnline()) {
        m_attention.endDemands(conversation, protocol::ErrorCode::Unavailable);
    }
}

std::optional<protocol::Pull> Timeline::nextPull(const LogNeeds& needs) const
{
    const Tracked& tracked = *needs.tracked;
    const LocalConversation& conversation = tracked.conversation();
    const Seq head = conversation.serverHead;
    if (!conversation.isMember || !head.isValid() || needs.pull.isValid() || needs.isStateWanted
        || needs.stateRequest.isValid()) {
        return std::nullopt;
    }
    protocol::Pull pull;
    pull.conversation = conversation.id;
    pull.logEpoch = conversation.logEpoch;
    const Seq top = std::max(tracked.held().top(), conversation.trimmedThrough);
    if (top < head) {
        const std::uint64_t missing = head.value - top.value;
        const bool isLookedAt = conversation.id == m_lookedAt;
        const std::uint64_t reach =
            isLookedAt ? m_context.config.newestPageEntries : m_context.config.largeGapEntries;
        const bool newestFirst = !tracked.held().contains(top) || missing > reach;
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
    if (needs.olderWanted) {
        if (const auto gap =
                obtainable(tracked.held().newestGap(previous(*needs.olderWanted)), conversation)) {
            return pullGap(*gap);
        }
    }
    for (const RangeDemand& demand : needs.demands) {
        const auto gap = obtainable(tracked.held().newestGap(demand.through), conversation);
        if (gap && gap->last > demand.after) {
            return pullGap({std::max(gap->first, next(demand.after)), gap->last});
        }
    }
    if (m_backfills) {
        if (const auto gap = obtainable(tracked.held().newestGap(head), conversation)) {
            return pullGap(*gap);
        }
    }
    return std::nullopt;
}

bool Timeline::wantsState(const LogNeeds& needs) const
{
    if (needs.isStateWanted) {
        return true;
    }
    const Tracked& tracked = *needs.tracked;
    const LocalConversation& conversation = tracked.conversation();
    // Entries beyond the counted head do not extend it contiguously, or a count is a lower bound that nothing
    // in flight will make exact.
    const bool jumped = conversation.countedHead < tracked.held().top()
                        && !tracked.held().contains(next(conversation.countedHead));
    const FeedShare& feed = conversation.feed;
    // Only the server can count reactions under the present set of ignored users.
    const bool isOfOldSet = conversation.ignoresVersion != m_context.ignoresVersion()
                            && conversation.reactions.head > conversation.reactions.confirmed;
    // Numbers that the server has counted without the user's latest changes would not help.
    const bool unsure =
        !m_context.hasUnsentIgnores()
        && ((!conversation.exact && !m_readState.hasIntent(conversation.id) && !hasUnsentClear(conversation))
            || (!feed.exact && feed.snapshot == feed.confirmed) || isOfOldSet);
    return conversation.isMember && (jumped || unsure);
}

void Timeline::requestStates()
{
    // Skip conversations whose state arrived in another way while an answer was lost.
    std::erase_if(m_unknown, [&](const auto& one) {
        return !one.second.isValid() && m_conversations.find(one.first) != nullptr;
    });
    std::vector<ConversationId> wanted;
    for (const auto& [id, asking] : m_unknown) {
        if (!asking.isValid()) {
            wanted.push_back(id);
        }
    }
    for (const auto& [id, needs] : m_attention.all()) {
        if (wantsState(needs) && !needs.stateRequest.isValid()) {
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
    const RequestId request = m_context.send(protocol::GetStates{wanted}, request::GetStates{wanted},
                                             m_conversations.knownOf(wanted));
    for (const ConversationId id : wanted) {
        if (const Tracked* tracked = m_conversations.find(id)) {
            m_attention.noteStateRequest(*tracked, request);
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
    for (const auto& [id, needs] : m_attention.all()) {
        const Tracked& tracked = *needs.tracked;
        inFlight += needs.pull.isValid() ? 1U : 0U;
        if (nextPull(needs)) {
            if (needs.pullNotBefore > m_context.now()) {
                m_context.wakeAt(needs.pullNotBefore);
                continue;
            }
            const bool missesNewest = tracked.held().top() < tracked.conversation().serverHead
                                      || needs.olderWanted || !needs.demands.empty();
            candidates.push_back(
                {id == m_lookedAt, missesNewest, tracked.conversation().lastActivity.value, id});
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
        const ConversationId id = candidates[i].id;
        const LogNeeds& needs = m_attention.all().at(id);
        m_attention.notePull(*needs.tracked,
                             m_context.send(*nextPull(needs), request::Pull{id},
                                            {{id, TrackedConversations::knownOf(*needs.tracked)}}));
    }
}

void Timeline::flush()
{
    m_attention.settleAll();
    m_attention.dropUnless([this](const LogNeeds& needs) { return isWanting(needs); });
    if (m_statesNotBefore > m_context.now()) {
        m_context.wakeAt(m_statesNotBefore);
    } else {
        requestStates();
    }
    if (m_pullNotBefore > m_context.now()) {
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
    m_context.report(change::Progress{m_pulled, m_backfills ? m_conversations.missing() : 0});
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
    m_attention.onOffline();
    m_unknown.clear();
}

bool Timeline::isWanting(const LogNeeds& needs) const
{
    return needs.pull.isValid() || needs.stateRequest.isValid() || wantsState(needs)
           || nextPull(needs).has_value();
}

bool Timeline::wantsAnything() const
{
    return !m_unknown.empty()
           || std::any_of(m_attention.all().begin(), m_attention.all().end(),
                          [&](const auto& one) { return isWanting(one.second); });
}

} // namespace tidemark
