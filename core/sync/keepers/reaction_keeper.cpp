#include "core/sync/keepers/reaction_keeper.h"

#include <algorithm>
#include <utility>

namespace tidemark {

namespace {

constexpr std::size_t maxReactionsInFlight = 8;
constexpr std::size_t maxPullsInFlight = 4;
constexpr Milliseconds leastReactionPause{1000};

} // namespace

ReactionKeeper::ReactionKeeper(EngineContext& context, TrackedConversations& conversations,
                               AttentionSet& attention, std::vector<PendingReaction> pending)
    : m_context(context), m_conversations(conversations), m_attention(attention)
{
    for (PendingReaction& one : pending) {
        Key key(one.conversation, one.target, one.emoji);
        m_pending.insert_or_assign(std::move(key), Pending{std::move(one), {}, {}});
    }
    for (const auto& [id, tracked] : conversations.all()) {
        noteUnseen(tracked.conversation());
        noteMissing(tracked.conversation());
    }
}

void ReactionKeeper::react(Tracked& tracked, const input::React& input)
{
    using protocol::ErrorCode;
    const LocalConversation& conversation = tracked.conversation();
    const bool isPossible = conversation.kind != ConversationKind::NoticeList;
    if (!isPossible || !input.target.isValid() || input.target > conversation.serverHead) {
        return m_context.finish(input.command, isPossible ? ErrorCode::NoSuchEntry : ErrorCode::NotAllowed,
                                conversation.id);
    }
    Pending& pending = m_pending[Key(conversation.id, input.target, input.emoji)];
    pending.reaction = {conversation.id, input.target, input.emoji,
                        input.on,        input.uuid,   conversation.logEpoch};
    pending.commands.push_back(input.command);
    m_context.write(write::PutPendingReaction{pending.reaction});
    m_context.report(change::ReactionsChanged{conversation.id, {input.target}});
    if (!m_context.isOnline()) {
        finish(pending, std::nullopt);
    }
}

void ReactionKeeper::see(Tracked& tracked)
{
    ReactionState reactions = tracked.conversation().reactions;
    if (reactions.unread == 0 || reactions.counted <= reactions.seen) {
        return;
    }
    reactions.seen = reactions.counted;
    update(tracked, reactions);
    noteUnseen(tracked.conversation());
}

void ReactionKeeper::lookAt(ConversationId conversation)
{
    m_lookedAt = conversation;
    if (const Tracked* tracked = m_conversations.find(conversation)) {
        noteMissing(tracked->conversation());
    }
}

bool ReactionKeeper::isPushed(const LocalConversation& conversation) const
{
    return sharesMarks(conversation.kind, conversation.memberCount, m_context.limits().receiptMembers);
}

void ReactionKeeper::noteUnseen(const LocalConversation& conversation)
{
    if (conversation.isMember && conversation.reactions.seen > conversation.reactions.confirmed) {
        m_unseen.insert(conversation.id);
    } else {
        m_unseen.erase(conversation.id);
    }
}

void ReactionKeeper::noteMissing(const LocalConversation& conversation)
{
    const ReactionState& reactions = conversation.reactions;
    // In a large conversation the server pushes no changes, so there may be some that are unknown here.
    const bool mayLack = reactions.through < reactions.head || !isPushed(conversation);
    const bool isWanted = isPushed(conversation) || conversation.id == m_lookedAt;
    if (conversation.isMember && conversation.kind != ConversationKind::NoticeList && mayLack && isWanted) {
        m_wanted.insert(conversation.id);
    } else {
        m_wanted.erase(conversation.id);
    }
}

bool ReactionKeeper::update(Tracked& tracked, const ReactionState& reactions)
{
    if (reactions == tracked.conversation().reactions) {
        return false;
    }
    tracked.setReactions(reactions);
    m_conversations.touch(tracked);
    return true;
}

void ReactionKeeper::noteHead(Tracked& tracked, ReactionSeq head)
{
    ReactionState reactions = tracked.conversation().reactions;
    reactions.head = std::max(reactions.head, head);
    if (update(tracked, reactions)) {
        noteMissing(tracked.conversation());
    }
}

void ReactionKeeper::takeState(Tracked& tracked, const ConversationState& state)
{
    const LocalConversation& conversation = tracked.conversation();
    const bool isSameLife =
        conversation.isMember && state.isMember && conversation.generation == state.generation;
    ReactionState reactions = conversation.reactions;
    reactions.head = std::max(reactions.head, state.reactionHead);
    reactions.counted = std::max(reactions.counted, state.reactionHead);
    reactions.confirmed = state.reactionsSeen;
    reactions.seen = isSameLife ? std::max(reactions.seen, state.reactionsSeen) : state.reactionsSeen;
    reactions.unread = state.unreadReactions;
    tracked.setReactions(reactions);
}

void ReactionKeeper::noteAdopted(const Tracked& tracked)
{
    noteUnseen(tracked.conversation());
    noteMissing(tracked.conversation());
}

void ReactionKeeper::noteRead(Tracked& tracked, ReactionSeq head)
{
    ReactionState reactions = tracked.conversation().reactions;
    reactions.head = std::max(reactions.head, head);
    reactions.through = std::min(reactions.through, head);
    if (update(tracked, reactions)) {
        noteMissing(tracked.conversation());
    }
}

void ReactionKeeper::takeRange(Tracked& tracked, const protocol::Range& range)
{
    if (range.reactions.empty() && !tracked.conversation().reactions.head.isValid()) {
        return;
    }
    // The stored reactions of the other messages, if there are any, are out of date.
    std::vector<MessageReactions> messages;
    auto next = range.reactions.begin();
    for (const Entry& entry : range.entries) {
        next = std::find_if(next, range.reactions.end(),
                            [&](const MessageReactions& one) { return one.seq >= entry.seq; });
        if (next != range.reactions.end() && next->seq == entry.seq) {
            messages.push_back(*next);
        } else if (entry.kind() == EntryKind::Message) {
            messages.push_back({entry.seq, {}});
        }
    }
    m_context.write(write::PutReactions{range.conversation, std::move(messages)});
    noteRead(tracked, range.reactionHead);
}

void ReactionKeeper::forgetLog(ConversationId conversation)
{
    for (auto one = m_pending.begin(); one != m_pending.end();) {
        if (one->second.reaction.conversation == conversation) {
            finish(one->second, protocol::ErrorCode::LogEpochChanged);
            m_context.write(write::ErasePendingReaction{conversation, one->second.reaction.target,
                                                        one->second.reaction.emoji});
            one = m_pending.erase(one);
        } else {
            ++one;
        }
    }
}

void ReactionKeeper::store(ConversationId conversation, const std::vector<MessageReactions>& messages)
{
    if (messages.empty()) {
        return;
    }
    m_context.write(write::PutReactions{conversation, messages});
    change::ReactionsChanged changed{conversation, {}};
    for (const MessageReactions& one : messages) {
        changed.messages.push_back(one.seq);
    }
    m_context.report(std::move(changed));
}

void ReactionKeeper::onReactions(const Request& request, const protocol::Reactions& frame)
{
    if (std::holds_alternative<request::PullReactions>(request.kind)) {
        std::erase_if(m_pulls, [&](const auto& one) { return one.second == request.id; });
    }
    Tracked* tracked = m_conversations.find(frame.conversation);
    if (tracked != nullptr && tracked->conversation().logEpoch == frame.logEpoch) {
        store(frame.conversation, frame.messages);
        noteRead(*tracked, frame.head);
        ReactionState reactions = tracked->conversation().reactions;
        if (frame.after <= reactions.through) {
            reactions.through = std::max(reactions.through, frame.through);
        }
        update(*tracked, reactions);
        if (reactions.through < reactions.head) {
            noteMissing(tracked->conversation());
        }
    }
    if (const auto* sent = std::get_if<request::React>(&request.kind)) {
        settle(*sent, std::nullopt);
    }
}

void ReactionKeeper::settle(const request::React& sent, std::optional<protocol::ErrorCode> error)
{
    const auto found = m_pending.find(Key(sent.conversation, sent.target, sent.emoji));
    if (found == m_pending.end()) {
        return;
    }
    found->second.request = {};
    if (found->second.reaction.uuid != sent.uuid) {
        return; // the user has changed their mind meanwhile
    }
    finish(found->second, error);
    m_pending.erase(found);
    m_context.write(write::ErasePendingReaction{sent.conversation, sent.target, sent.emoji});
    m_context.report(change::ReactionsChanged{sent.conversation, {sent.target}});
    if (error) {
        m_context.report(change::ReactionRefused{sent.conversation, sent.target, *error});
    }
}

void ReactionKeeper::finish(Pending& pending, std::optional<protocol::ErrorCode> error)
{
    for (const CommandId command : std::exchange(pending.commands, {})) {
        m_context.finish(command, error, pending.reaction.conversation);
    }
}

void ReactionKeeper::onSeen(const request::SeeReactions& request)
{
    m_seeing.erase(request.conversation);
}

void ReactionKeeper::onError(const Request& request, const protocol::Error& error)
{
    const bool isTransient = protocol::isTransient(error.code);
    if (isTransient) {
        onTimeout(request);
        return pause(error.retryAfter);
    }
    if (const auto* sent = std::get_if<request::React>(&request.kind)) {
        settle(*sent, error.code);
        return;
    }
    if (const auto* pull = std::get_if<request::PullReactions>(&request.kind)) {
        m_pulls.erase(pull->conversation);
        // The conversation is not what it seemed; its state comes with the change that has caused this.
        if (const Tracked* tracked = m_conversations.find(pull->conversation)) {
            m_attention.wantState(*tracked);
        }
        return pause(leastReactionPause);
    }
    if (const auto* seen = std::get_if<request::SeeReactions>(&request.kind)) {
        m_seeing.erase(seen->conversation);
        Tracked* tracked = m_conversations.find(seen->conversation);
        if (tracked != nullptr && tracked->conversation().reactions.seen == seen->through) {
            ReactionState reactions = tracked->conversation().reactions;
            reactions.seen = reactions.confirmed;
            update(*tracked, reactions);
            noteUnseen(tracked->conversation());
        }
    }
}

void ReactionKeeper::onTimeout(const Request& request)
{
    if (const auto* sent = std::get_if<request::React>(&request.kind)) {
        const auto found = m_pending.find(Key(sent->conversation, sent->target, sent->emoji));
        if (found != m_pending.end() && found->second.request == request.id) {
            found->second.request = {};
        }
    } else if (const auto* pull = std::get_if<request::PullReactions>(&request.kind)) {
        m_pulls.erase(pull->conversation);
        m_wanted.insert(pull->conversation);
    } else if (const auto* seen = std::get_if<request::SeeReactions>(&request.kind)) {
        m_seeing.erase(seen->conversation);
    }
}

void ReactionKeeper::pause(Milliseconds retryAfter)
{
    m_notBefore = std::max(m_notBefore, m_context.now() + std::max(retryAfter, leastReactionPause));
}

void ReactionKeeper::onOnline()
{
    m_notBefore = {};
    for (const auto& [id, tracked] : m_conversations.all()) {
        noteMissing(tracked.conversation());
    }
}

void ReactionKeeper::onOffline()
{
    for (auto& [key, pending] : m_pending) {
        pending.request = {};
        finish(pending, std::nullopt); // it is kept, and sent later
    }
    m_seeing.clear();
    m_pulls.clear();
}

void ReactionKeeper::flush()
{
    if (m_notBefore > m_context.now()) {
        if (hasIntents() || !m_wanted.empty()) {
            m_context.wakeAt(m_notBefore);
        }
        return;
    }
    sendReactions();
    sendSeen();
    pull();
}

void ReactionKeeper::sendReactions()
{
    std::size_t inFlight = 0;
    for (const auto& [key, pending] : m_pending) {
        inFlight += pending.request.isValid() ? 1 : 0;
    }
    for (auto& [key, pending] : m_pending) {
        if (inFlight >= maxReactionsInFlight) {
            return;
        }
        if (!pending.request.isValid()) {
            const PendingReaction& one = pending.reaction;
            pending.request = m_context.send(
                protocol::React{one.conversation, one.logEpoch, one.target, one.emoji, one.isOn, one.uuid},
                request::React{one.conversation, one.target, one.emoji, one.uuid});
            ++inFlight;
        }
    }
}

void ReactionKeeper::sendSeen()
{
    for (const ConversationId id : m_unseen) {
        if (!m_seeing.contains(id)) {
            const LocalConversation& conversation = m_conversations.at(id).conversation();
            const ReactionSeq seen = conversation.reactions.seen;
            m_seeing[id] = m_context.send(
                protocol::SeeReactions{id, conversation.logEpoch, conversation.generation, seen},
                request::SeeReactions{id, seen}, m_conversations.knownOf({id}));
        }
    }
}

void ReactionKeeper::pull()
{
    for (auto one = m_wanted.begin(); one != m_wanted.end() && m_pulls.size() < maxPullsInFlight;) {
        const Tracked* tracked = m_conversations.find(*one);
        if (tracked != nullptr && m_pulls.contains(*one)) {
            ++one; // pulled again when this answer is there
            continue;
        }
        if (tracked != nullptr && tracked->conversation().isMember) {
            const LocalConversation& conversation = tracked->conversation();
            m_pulls[*one] = m_context.send(
                protocol::PullReactions{*one, conversation.logEpoch, conversation.reactions.through},
                request::PullReactions{*one});
        }
        one = m_wanted.erase(one);
    }
}

void ReactionKeeper::clear()
{
    m_pending.clear();
    m_unseen.clear();
    m_seeing.clear();
    m_wanted.clear();
    m_pulls.clear();
}

std::uint64_t ReactionKeeper::digest() const
{
    std::vector<ReactionHead> heads;
    for (const auto& [id, tracked] : m_conversations.all()) {
        const LocalConversation& conversation = tracked.conversation();
        if (conversation.isMember && isPushed(conversation)) {
            heads.push_back({id, conversation.logEpoch, conversation.reactions.head});
        }
    }
    return digestOfReactions(heads);
}

} // namespace tidemark
