#include "core/sync/engine_context.h"

#include <algorithm>
#include <utility>

namespace tidemark {

RequestKind::RequestKind() = default;
RequestKind::RequestKind(const RequestKind& other) = default;
RequestKind::RequestKind(RequestKind&& other) noexcept = default;
RequestKind& RequestKind::operator=(const RequestKind& other) = default;
RequestKind& RequestKind::operator=(RequestKind&& other) noexcept = default;
RequestKind::~RequestKind() = default;

EngineContext::EngineContext(EngineConfig engineConfig, Snapshot snapshot, const LogReader& reader)
    : config(std::move(engineConfig)), log(reader), device(snapshot.device), random(config.jitterSeed),
      account(std::move(snapshot.account)), outbox(std::move(snapshot.pending)), totals(snapshot.totals)
{
    for (Snapshot::Conversation& one : snapshot.conversations) {
        Tracked tracked;
        tracked.conversation = std::move(one.conversation);
        tracked.held = std::move(one.held);
        const ConversationId id = tracked.conversation.id;
        resum(tracked);
        if (tracked.conversation.feed.snapshot > tracked.conversation.feed.confirmed) {
            unsentSnapshots.insert(id);
        }
        attention[id] = &conversations.emplace(id, std::move(tracked)).first->second;
    }
    for (LocalDot& dot : snapshot.dots) {
        dots.emplace(dot.dot.name, dot);
    }
    for (CursorIntent& intent : snapshot.intents) {
        if (Tracked* tracked = find(intent.conversation)) {
            withIntent.insert(intent.conversation);
            tracked->markSent = intent.mark.has_value();
            tracked->intent = std::move(intent);
        }
    }
}

Tracked* EngineContext::find(ConversationId id)
{
    const auto found = conversations.find(id);
    return found == conversations.end() ? nullptr : &found->second;
}

RequestId EngineContext::send(protocol::ClientFrame frame, RequestKind kind)
{
    const RequestId id(++m_lastRequest);
    Request request{id, std::move(kind), now, now + config.requestTimeout, {}};
    if (std::holds_alternative<request::Hello>(request.kind)
        || std::holds_alternative<request::Sync>(request.kind)) {
        for (const auto& [conversation, tracked] : conversations) {
            request.known.emplace(conversation, knownOf(tracked));
        }
    } else if (const auto* states = std::get_if<request::GetStates>(&request.kind)) {
        for (const ConversationId conversation : states->conversations) {
            if (const Tracked* tracked = find(conversation)) {
                request.known.emplace(conversation, knownOf(*tracked));
            }
        }
    }
    if (const auto* pull = std::get_if<request::Pull>(&request.kind)) {
        if (const Tracked* tracked = find(pull->conversation)) {
            request.known.emplace(pull->conversation, knownOf(*tracked));
        }
    }
    m_requests.emplace(id, std::move(request));
    effects.sends.push_back({id, 0, std::move(frame)});
    return id;
}

void EngineContext::prolong(Request& request) const
{
    request.waitsSince = now;
    request.deadline = now + config.requestTimeout;
}

void EngineContext::sendUnanswered(protocol::ClientFrame frame)
{
    effects.sends.push_back({RequestId(++m_lastRequest), 0, std::move(frame)});
}

KnownAtRequest EngineContext::knownOf(const Tracked& tracked) const
{
    return {tracked.conversation.serverHead, tracked.conversation.version};
}

std::optional<Request> EngineContext::take(RequestId id)
{
    const auto found = m_requests.find(id);
    if (found == m_requests.end()) {
        return std::nullopt;
    }
    std::optional<Request> taken(std::move(found->second));
    m_requests.erase(found);
    return taken;
}

void EngineContext::forgetRequests()
{
    m_requests.clear();
    for (auto& [id, tracked] : conversations) {
        tracked.pull = {};
        tracked.intentRequest = {};
        tracked.stateRequest = {};
    }
}

void EngineContext::finish(CommandId command, std::optional<protocol::ErrorCode> error,
                           ConversationId conversation)
{
    if (command.isValid()) {
        change::CommandDone done{command, error};
        if (conversation.isValid()) {
            done.result = conversation;
        }
        report(std::move(done));
    }
}

void EngineContext::wantState(Tracked& tracked)
{
    tracked.stateWanted = true;
    attention[tracked.conversation.id] = &tracked;
}

void EngineContext::endMembership(Tracked& tracked)
{
    endDemands(tracked, protocol::ErrorCode::NotMember);
    reachLost = true;
}

void EngineContext::endDemands(Tracked& tracked, protocol::ErrorCode error)
{
    for (const RangeDemand& demand : std::exchange(tracked.demands, {})) {
        finish(demand.command, error, tracked.conversation.id);
    }
}

void EngineContext::learn(const std::vector<User>& users)
{
    std::vector<User> fresh;
    for (const User& user : users) {
        std::string& name = m_names[user.id];
        if (name != user.name) {
            name = user.name;
            fresh.push_back(user);
        }
    }
    if (!fresh.empty()) {
        write(write::PutUsers{std::move(fresh)});
    }
}

void EngineContext::wakeAt(Instant at)
{
    effects.wakeUp = effects.wakeUp ? std::min(*effects.wakeUp, at) : at;
}

void EngineContext::touch(Tracked& tracked)
{
    attention[tracked.conversation.id] = &tracked;
    if (!tracked.dirty) {
        tracked.dirty = true;
        m_dirty.push_back(tracked.conversation.id);
    }
}

void EngineContext::flushDirty()
{
    if (m_dirty.empty()) {
        return;
    }
    for (const ConversationId id : std::exchange(m_dirty, {})) {
        if (Tracked* tracked = find(id)) {
            tracked->dirty = false;
            resum(*tracked);
            write(write::PutConversation{tracked->conversation});
            report(change::ConversationChanged{id});
        }
    }
    Totals sum = m_sum;
    sum.exact = m_inexact == 0;
    sum.mutedExact = m_mutedInexact == 0;
    sum.feedExact = m_feedInexact == 0;
    if (sum != totals) {
        totals = sum;
        write(write::PutTotals{sum});
        report(change::TotalsChanged{sum});
    }
}

void EngineContext::reportDots()
{
    change::DotsChanged changed;
    for (const auto& [name, dot] : dots) {
        changed.dots.push_back(dot.dot);
    }
    report(std::move(changed));
}

void EngineContext::resum(Tracked& tracked)
{
    Totals share;
    addToTotals(share, tracked.conversation);
    const Totals before = std::exchange(tracked.share, share);
    m_sum.unread += share.unread - before.unread;
    m_sum.mentions += share.mentions - before.mentions;
    m_sum.conversations += share.conversations - before.conversations;
    m_sum.mutedUnread += share.mutedUnread - before.mutedUnread;
    m_sum.mutedMentions += share.mutedMentions - before.mutedMentions;
    m_sum.mutedConversations += share.mutedConversations - before.mutedConversations;
    m_sum.feed += share.feed - before.feed;
    m_feedInexact += share.feedExact ? 0U : 1U;
    m_feedInexact -= before.feedExact ? 0U : 1U;
    m_inexact += share.exact ? 0U : 1U;
    m_inexact -= before.exact ? 0U : 1U;
    m_mutedInexact += share.mutedExact ? 0U : 1U;
    m_mutedInexact -= before.mutedExact ? 0U : 1U;
    const LocalConversation& conversation = tracked.conversation;
    const std::uint64_t head = conversation.isMember ? conversation.serverHead.value : 0;
    missing -= tracked.missing;
    const std::uint64_t trimmed = std::min(conversation.trimmedThrough.value, head);
    tracked.missing =
        head - trimmed - std::min(tracked.held.size(conversation.trimmedThrough), head - trimmed);
    missing += tracked.missing;
}

void EngineContext::eraseAccountData()
{
    write(write::EraseEverything{});
    for (const auto& [id, tracked] : conversations) {
        report(change::LogDropped{id});
    }
    conversations.clear();
    outbox.clear();
    attention.clear();
    withIntent.clear();
    unsentSnapshots.clear();
    m_names.clear();
    m_dirty.clear();
    m_sum = {};
    m_inexact = 0;
    m_mutedInexact = 0;
    m_feedInexact = 0;
    missing = 0;
    totals = {};
    report(change::TotalsChanged{totals});
    dots.clear();
    reportDots();
}

} // namespace tidemark
