#include "core/sync/read_state_keeper.h"

#include "core/base/overloaded.h"
#include "core/domain/request_caps.h"

#include <algorithm>
#include <utility>

namespace tidemark {

namespace {

/// Clamps to the head: a cursor or floor beyond the log would mark future entries as read (I6).
ConversationState withinItsLog(ConversationState state)
{
    state.cursor.readSeq = std::min(state.cursor.readSeq, state.head);
    state.floor = std::min(state.floor, state.head);
    state.trimmedThrough = std::min(state.trimmedThrough, state.head);
    state.feedSnapshot = std::min(state.feedSnapshot, state.head);
    return state;
}

bool isAtLeast(Cursor cursor, const CursorIntent& intent)
{
    return intent.readSeq && cursor >= Cursor{intent.epoch, *intent.readSeq};
}

} // namespace

bool ReadStateKeeper::adopt(const protocol::States& states, std::size_t index,
                            const std::map<ConversationId, KnownAtRequest>* known)
{
    const ConversationState state = withinItsLog(states.states[index]);
    Tracked* found = m_context.find(state.id);
    if (found == nullptr) {
        if (!state.isMember) {
            return true;
        }
        Tracked tracked;
        tracked.conversation.id = state.id;
        found = &m_context.conversations.emplace(state.id, std::move(tracked)).first->second;
        found->conversation.logEpoch = state.logEpoch;
        found->conversation.serverHead = state.head;
        takeFields(*found, state);
        recount(*found, state);
        return true;
    }
    Tracked& tracked = *found;
    LocalConversation& conversation = tracked.conversation;
    if (!conversation.logEpoch.isValid()) {
        // This conversation is known only from the user's own unsent data, so it has no log whose epoch could
        // differ.
        conversation.logEpoch = state.logEpoch;
    }
    const auto asked =
        known != nullptr ? known->find(state.id) : std::map<ConversationId, KnownAtRequest>::const_iterator();
    const bool isFresh = known != nullptr && asked != known->end();
    const bool otherLog = state.logEpoch != conversation.logEpoch;
    // A former member gets the head at leaving; a lower head is not data loss.
    if (isFresh && (otherLog || (state.isMember && state.head < asked->second.head))) {
        reincarnate(tracked, state);
        return false;
    }
    // A push, or an answer requested before this conversation was known, may be stale: only a fresh answer
    // can show data loss.
    if (otherLog) {
        m_context.wantState(tracked);
        return true;
    }
    const bool serverForgot = isFresh && state.version < asked->second.version;
    // The state is for a head below the counted one, and some entries needed to rebase it are not held.
    const bool isPassed = state.version == conversation.version && state.head < conversation.countedHead
                          && !tracked.held.covers(state.head, conversation.countedHead);
    if ((state.version < conversation.version && !serverForgot) || isPassed) {
        if (state.head > conversation.serverHead) {
            conversation.serverHead = state.head;
            m_context.touch(tracked);
        }
        return true;
    }
    checkEqualStamp(tracked, state);
    const Cursor before = conversation.cursor;
    takeFields(tracked, state);
    if (serverForgot && state.isMember && before > state.cursor && before.epoch == state.cursor.epoch
        && !tracked.intent) {
        // The server lost a read that it had acknowledged: send it again. Send it as private: if it was
        // public, others have its receipt already.
        tracked.intent = CursorIntent{state.id,     state.generation,  std::nullopt, before.readSeq,
                                      before.epoch, CursorCause::Seen, true};
        putIntent(tracked);
        settleIntent(tracked);
        m_flushAt = m_context.now;
    }
    recount(tracked, state);
    return true;
}

void ReadStateKeeper::takeFields(Tracked& tracked, const ConversationState& state)
{
    LocalConversation& conversation = tracked.conversation;
    m_feed.takeSnapshot(tracked, state);
    conversation.kind = state.kind;
    conversation.role = state.role;
    conversation.title = state.title;
    conversation.peer = state.peer;
    conversation.memberCount = state.memberCount;
    if (state.isMember && !conversation.isMember) {
        m_context.arrived.insert(conversation.id);
    }
    conversation.isMember = state.isMember;
    conversation.generation = state.generation;
    conversation.settings = state.settings;
    conversation.serverHead = std::max(conversation.serverHead, state.head);
    conversation.lastActivity = std::max(conversation.lastActivity, state.lastActivity);
    conversation.floor = state.floor;
    conversation.floorMoved = state.floorMoved;
    m_context.reachLost |= state.trimmedThrough > conversation.trimmedThrough;
    conversation.trimmedThrough = std::max(conversation.trimmedThrough, state.trimmedThrough);
    conversation.confirmed = state.cursor;
    conversation.moved = state.moved;
    conversation.version = state.version;
    tracked.receivedMarks = {state.seenByOthers, state.deliveredToOthers};
    conversation.seenByOthers = std::max(conversation.seenByOthers, state.seenByOthers);
    conversation.deliveredToOthers = std::max(conversation.deliveredToOthers, state.deliveredToOthers);
    if (!conversation.isMember) {
        m_context.endMembership(tracked);
    }
    m_context.touch(tracked);
    settleIntent(tracked);
}

void ReadStateKeeper::settleIntent(Tracked& tracked)
{
    LocalConversation& conversation = tracked.conversation;
    conversation.cursor = conversation.confirmed;
    if (!tracked.intent) {
        return;
    }
    CursorIntent& intent = *tracked.intent;
    if (intent.generation != conversation.generation || !conversation.isMember) {
        eraseIntent(tracked);
        return;
    }
    if (intent.mark) {
        conversation.cursor = {conversation.confirmed.epoch + 1, previous(intent.mark->from)};
        if (intent.readSeq) {
            conversation.cursor.readSeq = std::max(conversation.cursor.readSeq, *intent.readSeq);
        }
        return;
    }
    // The server's cursor covers the read, or has a newer epoch because another device marked something as
    // unread.
    if (!intent.readSeq || isAtLeast(conversation.confirmed, intent)) {
        eraseIntent(tracked);
        return;
    }
    intent.epoch = conversation.confirmed.epoch;
    conversation.cursor.readSeq = *intent.readSeq;
}

void ReadStateKeeper::resettle(Tracked& tracked)
{
    const Seq before = effectiveRead(tracked.conversation);
    settleIntent(tracked);
    moveCounts(tracked, before, effectiveRead(tracked.conversation));
    m_context.touch(tracked);
}

void ReadStateKeeper::recount(Tracked& tracked, const ConversationState& state)
{
    LocalConversation& conversation = tracked.conversation;
    const Seq serverRead = effectiveRead(state.floor, state.cursor.readSeq);
    conversation.counts = state.counts;
    conversation.firstUnread = state.firstUnread;
    conversation.exact = true;
    conversation.countedHead = state.head;
    if (conversation.isMember) {
        const Seq joined = tracked.held.contiguousEnd(state.head);
        if (joined > state.head) {
            advance(tracked,
                    m_context.log.contributions(conversation.id, m_context.self(), state.head, joined,
                                                serverRead),
                    joined);
        }
        moveCounts(tracked, serverRead, effectiveRead(conversation));
    }
    m_feed.recount(tracked, state);
    m_context.touch(tracked);
}

void ReadStateKeeper::moveCounts(Tracked& tracked, Seq from, Seq to)
{
    if (from != to) {
        const LocalConversation& conversation = tracked.conversation;
        setBadge(tracked,
                 movedBadge(m_context, tracked, {conversation.counts, conversation.exact}, from, to));
    }
}

void ReadStateKeeper::setBadge(Tracked& tracked, const MovedBadge& moved)
{
    LocalConversation& conversation = tracked.conversation;
    if (moved.isUncertain) {
        reportUncertainty(conversation);
    }
    conversation.counts = moved.badge.counts;
    conversation.exact = moved.badge.exact;
    m_context.touch(tracked);
}

void ReadStateKeeper::checkEqualStamp(const Tracked& tracked, const ConversationState& state)
{
    const LocalConversation& conversation = tracked.conversation;
    const bool equalStamp = state.version == conversation.version && state.head == conversation.countedHead
                            && !tracked.intent && conversation.exact
                            && state.generation == conversation.generation
                            && state.isMember == conversation.isMember;
    const FeedShare& feed = conversation.feed;
    const bool isFeedSure = feed.exact && feed.snapshot == feed.confirmed;
    // The server keeps the snapshot of an unfollowed channel; this device does not.
    const bool isSameFeed =
        !state.isMember
        || (state.feedSnapshot == feed.confirmed && (!isFeedSure || state.feedUnread == feed.unread));
    const bool isSame = state.counts == conversation.counts && state.cursor == conversation.confirmed
                        && state.floor == conversation.floor && isSameFeed;
    if (equalStamp && !isSame) {
        m_context.report(change::Mismatch{state.id, "equal stamps, unread here "
                                                        + std::to_string(conversation.counts.unread)
                                                        + ", server " + std::to_string(state.counts.unread)});
    }
}

void ReadStateKeeper::reincarnate(Tracked& tracked, const ConversationState& state)
{
    m_context.write(write::DropLog{state.id});
    tracked.held.clear();
    m_context.endDemands(tracked, protocol::ErrorCode::LogEpochChanged);
    tracked.olderWanted.reset();
    tracked.pull = {};
    tracked.pullNotBefore = {};
    eraseIntent(tracked);
    LocalConversation& conversation = tracked.conversation;
    conversation.logEpoch = state.logEpoch;
    conversation.serverHead = state.head;
    conversation.countedHead = {};
    conversation.trimmedThrough = {};
    conversation.lastActivity = {};
    conversation.seenByOthers = {};
    conversation.deliveredToOthers = {};
    tracked.deliveredReported = {};
    conversation.feed = {};
    takeFields(tracked, state);
    recount(tracked, state);
    // Send again the messages that the lost log had; their uuids make this harmless if they were not lost.
    for (const MessageUuid uuid : m_context.outbox.withState(PendingMessage::State::Acked)) {
        PendingMessage& message = *m_context.outbox.find(uuid);
        if (message.conversation == state.id) {
            m_context.outbox.setState(message, PendingMessage::State::Queued);
            message.seq = {};
            m_context.write(write::PutPending{message});
            m_context.report(change::PendingChanged{state.id, uuid});
        }
    }
    m_context.report(change::LogDropped{state.id});
}

void ReadStateKeeper::advance(Tracked& tracked, CountDelta delta, Seq head)
{
    LocalConversation& conversation = tracked.conversation;
    setBadge(tracked, advancedBadge({conversation.counts, conversation.exact}, delta));
    conversation.countedHead = head;
}

void ReadStateKeeper::reportUncertainty(const LocalConversation& conversation)
{
    m_context.report(change::Mismatch{conversation.id, "the log recalls more than the "
                                                           + std::to_string(conversation.counts.unread)
                                                           + " unread messages"});
}

void ReadStateKeeper::markRead(Tracked& tracked, Seq through, CursorCause cause)
{
    LocalConversation& conversation = tracked.conversation;
    const Seq target =
        std::min(through.isValid() ? through : conversation.serverHead, conversation.serverHead);
    if (!conversation.isMember || target <= effectiveRead(conversation)) {
        return;
    }
    const Seq from = effectiveRead(conversation);
    if (!tracked.intent) {
        tracked.intent = CursorIntent{conversation.id, conversation.generation, std::nullopt, std::nullopt,
                                      conversation.confirmed.epoch};
    }
    tracked.intent->cause = cause;
    tracked.intent->isPrivate =
        m_context.account && readsPrivately(m_context.account->settings, conversation.settings);
    tracked.intent->readSeq = target;
    conversation.cursor.readSeq = target;
    moveCounts(tracked, from, target);
    putIntent(tracked);
    // If nothing is left unread, other devices should clear their badge at once. Otherwise the user is still
    // reading.
    const Instant due =
        conversation.counts.unread == 0 ? m_context.now : m_context.now + m_context.config.readDebounce;
    m_flushAt = m_flushAt ? std::min(*m_flushAt, due) : due;
}

bool ReadStateKeeper::markUnread(Tracked& tracked, const CursorIntent::Mark& mark)
{
    LocalConversation& conversation = tracked.conversation;
    if (!conversation.isMember || !mark.from.isValid() || mark.from > conversation.serverHead) {
        return false;
    }
    tracked.intent = CursorIntent{conversation.id, conversation.generation, mark, std::nullopt,
                                  conversation.confirmed.epoch};
    tracked.intentRequest = {};
    tracked.markSent = false;
    putIntent(tracked);
    resettle(tracked);
    m_flushAt = m_context.now;
    return true;
}

void ReadStateKeeper::onOnline()
{
    m_flushAt = hasIntents() ? std::optional(m_context.now) : std::nullopt;
}

void ReadStateKeeper::putIntent(Tracked& tracked)
{
    m_context.withIntent.insert(tracked.conversation.id);
    m_context.write(write::PutIntent{*tracked.intent});
    m_context.touch(tracked);
}

void ReadStateKeeper::eraseIntent(Tracked& tracked)
{
    if (tracked.intent) {
        tracked.intent.reset();
        tracked.intentRequest = {};
        tracked.intentAlone = false;
        m_context.withIntent.erase(tracked.conversation.id);
        m_context.write(write::EraseIntent{tracked.conversation.id});
    }
}

bool ReadStateKeeper::hasIntents() const
{
    return !m_context.withIntent.empty();
}

void ReadStateKeeper::flush()
{
    if (!m_flushAt) {
        return;
    }
    if (*m_flushAt > m_context.now) {
        m_context.wakeAt(*m_flushAt);
        return;
    }
    m_flushAt.reset();
    std::vector<protocol::ReadIntent> batch;
    const auto sendBatch = [&] {
        if (batch.empty()) {
            return;
        }
        const RequestId id = m_context.send(protocol::Read{batch}, request::Read{batch});
        for (const protocol::ReadIntent& one : batch) {
            m_context.find(one.conversation)->intentRequest = id;
        }
        batch.clear();
    };
    for (const ConversationId id : m_context.withIntent) {
        Tracked& tracked = *m_context.find(id);
        if (tracked.intentRequest.isValid()) {
            continue;
        }
        const CursorIntent& intent = *tracked.intent;
        if (intent.mark) {
            sendMark(tracked);
            continue;
        }
        if (tracked.intentAlone) {
            sendBatch();
        }
        batch.push_back(
            {id, intent.generation, {intent.epoch, *intent.readSeq}, intent.cause, intent.isPrivate});
        if (tracked.intentAlone || batch.size() == caps::maxReadIntents) {
            sendBatch();
        }
    }
    sendBatch();
}

void ReadStateKeeper::sendMark(Tracked& tracked)
{
    CursorIntent& intent = *tracked.intent;
    // The server cannot know the mark before it is sent, so other devices' marks come before it.
    if (!std::exchange(tracked.markSent, true) && intent.epoch != tracked.conversation.confirmed.epoch) {
        intent.epoch = tracked.conversation.confirmed.epoch;
        putIntent(tracked);
    }
    tracked.intentRequest =
        m_context.send(protocol::MarkUnread{intent.conversation, intent.generation, intent.mark->from,
                                            intent.mark->uuid, intent.mark->cause},
                       request::Mark{intent.conversation, intent.mark->uuid});
}

void ReadStateKeeper::release(const Request& request)
{
    const auto clear = [&](ConversationId id) {
        Tracked* tracked = m_context.find(id);
        if (tracked != nullptr && tracked->intentRequest == request.id) {
            tracked->intentRequest = {};
        }
    };
    std::visit(Overloaded{[&](const request::Read& read) {
                              for (const protocol::ReadIntent& one : read.intents) {
                                  clear(one.conversation);
                              }
                          },
                          [&](const request::Mark& mark) { clear(mark.conversation); }, [](const auto&) {}},
               request.kind);
}

void ReadStateKeeper::onIntentAnswered(const Request& request)
{
    release(request);
    if (const auto* mark = std::get_if<request::Mark>(&request.kind)) {
        Tracked* tracked = m_context.find(mark->conversation);
        if (tracked != nullptr && tracked->intent && tracked->intent->mark
            && tracked->intent->mark->uuid == mark->uuid) {
            settleMark(*tracked);
        }
    } else if (const auto* read = std::get_if<request::Read>(&request.kind)) {
        for (const protocol::ReadIntent& one : read->intents) {
            Tracked* tracked = m_context.find(one.conversation);
            // The server has answered exactly this intent: its cursor is final.
            if (tracked != nullptr && tracked->intent && !tracked->intent->mark
                && tracked->intent->readSeq == one.cursor.readSeq) {
                eraseIntent(*tracked);
                resettle(*tracked);
                wantStateWhereRefused(*tracked, one);
            }
        }
    }
    if (hasIntents() && !m_flushAt) {
        m_flushAt = m_context.now;
    }
}

/// The answer to a batch does not name refused intents: their conversations have a missing or unchanged state
/// in it.
void ReadStateKeeper::wantStateWhereRefused(Tracked& tracked, const protocol::ReadIntent& intent)
{
    if (tracked.conversation.isMember && tracked.conversation.confirmed < intent.cursor) {
        m_context.wantState(tracked);
    }
}

void ReadStateKeeper::settleMark(Tracked& tracked)
{
    CursorIntent& intent = *tracked.intent;
    // A read after the mark belongs to the epoch that the mark created. If another device's mark came in
    // between, that epoch is unknown; dropping the read errs towards unread (I6).
    const std::uint32_t made = intent.epoch + 1;
    if (tracked.conversation.confirmed.epoch != made) {
        intent.readSeq.reset();
    }
    intent.mark.reset();
    intent.epoch = made;
    if (intent.readSeq) {
        putIntent(tracked);
    }
    resettle(tracked);
}

void ReadStateKeeper::onIntentError(const Request& request, const protocol::Error& error)
{
    release(request);
    m_flushAt = m_context.now
                + (protocol::isTransient(error.code) ? std::max(error.retryAfter, Milliseconds(50))
                                                     : Milliseconds(0));
    if (protocol::isTransient(error.code)) {
        return;
    }
    std::vector<ConversationId> refused;
    if (const auto* mark = std::get_if<request::Mark>(&request.kind)) {
        refused.push_back(mark->conversation);
    } else if (const auto* read = std::get_if<request::Read>(&request.kind)) {
        for (const protocol::ReadIntent& one : read->intents) {
            if (Tracked* tracked = m_context.find(one.conversation);
                tracked != nullptr && read->intents.size() > 1) {
                tracked->intentAlone = true;
            } else {
                refused.push_back(one.conversation);
            }
        }
    }
    for (const ConversationId id : refused) {
        if (Tracked* tracked = m_context.find(id)) {
            eraseIntent(*tracked);
            resettle(*tracked);
            m_context.wantState(*tracked);
        }
    }
}

void ReadStateKeeper::onIntentTimeout(const Request& request)
{
    release(request);
    m_flushAt = m_context.now;
}

} // namespace tidemark
