#include "core/sync/keepers/read_state_keeper.h"

#include "core/base/overloaded.h"
#include "core/base/require.h"
#include "core/domain/pinned.h"
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
    state.clearedThrough = std::min(state.clearedThrough, state.head);
    state.feedSnapshot = std::min(state.feedSnapshot, state.head);
    return state;
}

/// Whether the pinned messages that neither side has trimmed are the same.
bool arePinnedAlike(const LocalConversation& conversation, const ConversationState& state)
{
    std::vector<Seq> here = conversation.pinned;
    std::vector<Seq> there = state.pinned;
    const Seq trimmed = std::max(conversation.trimmedThrough, state.trimmedThrough);
    dropTrimmed(here, trimmed);
    dropTrimmed(there, trimmed);
    return here == there;
}

bool isAtLeast(Cursor cursor, const CursorIntent& intent)
{
    return intent.readSeq && cursor >= Cursor{intent.epoch, *intent.readSeq};
}

} // namespace

ReadStateKeeper::ReadStateKeeper(EngineContext& context, Parts parts, std::vector<CursorIntent> intents)
    : m_context(context), m_conversations(parts.conversations), m_attention(parts.attention),
      m_pending(parts.pending), m_deliveries(parts.deliveries), m_marks(parts.marks), m_feed(parts.feed),
      m_reactions(parts.reactions), m_drafts(parts.drafts), m_clearing(parts.clearing),
      m_pinOrder(parts.pinOrder), m_hiding(parts.hiding), m_schedules(parts.schedules)
{
    for (CursorIntent& intent : intents) {
        if (m_conversations.find(intent.conversation) != nullptr) {
            const ConversationId id = intent.conversation;
            const bool isMarkSent = intent.mark.has_value();
            m_intents.insert_or_assign(id, Sending{.intent = std::move(intent), .isMarkSent = isMarkSent});
        }
    }
}

ReadStateKeeper::Sending* ReadStateKeeper::find(ConversationId id)
{
    const auto found = m_intents.find(id);
    return found == m_intents.end() ? nullptr : &found->second;
}

bool ReadStateKeeper::adopt(const protocol::States& states, std::size_t index,
                            const std::map<ConversationId, KnownAtRequest>* known)
{
    const ConversationState state = withinItsLog(states.states[index]);
    Tracked* found = m_conversations.find(state.id);
    if (found == nullptr) {
        if (!state.isMember) {
            return true;
        }
        Tracked& fresh = m_conversations.add(state);
        takeFields(fresh, state);
        recount(fresh, state);
        return true;
    }
    Tracked& tracked = *found;
    const LocalConversation& conversation = tracked.conversation();
    if (!conversation.logEpoch.isValid()) {
        // This conversation is known only from the user's own unsent data, so it has no log whose epoch could
        // differ.
        tracked.nameLog(state.logEpoch);
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
        m_attention.wantState(tracked);
        return true;
    }
    const bool serverForgot = isFresh && state.version < asked->second.version;
    // The state is for a head below the counted one, and some entries needed to rebase it are not held.
    const bool isPassed = state.version == conversation.version && state.head < conversation.countedHead
                          && !tracked.held().covers(state.head, conversation.countedHead);
    if ((state.version < conversation.version && !serverForgot) || isPassed) {
        m_conversations.noteHead(tracked, state.head);
        return true;
    }
    checkEqualStamp(tracked, state);
    const Cursor before = conversation.cursor;
    takeFields(tracked, state);
    if (serverForgot && state.isMember && before > state.cursor && before.epoch == state.cursor.epoch
        && !hasIntent(state.id)) {
        // The server lost a read that it had acknowledged: send it again. Send it as private: if it was
        // public, others have its receipt already.
        m_intents[state.id].intent = CursorIntent{
            state.id, state.generation, std::nullopt, before.readSeq, before.epoch, CursorCause::Seen, true};
        putIntent(tracked);
        settleIntent(tracked);
        m_flushAt = m_context.now();
    }
    recount(tracked, state);
    return true;
}

void ReadStateKeeper::takeFields(Tracked& tracked, const ConversationState& state)
{
    m_feed.takeSnapshot(tracked, state);
    m_reactions.takeState(tracked, state);
    if (state.isMember && !tracked.conversation().isMember) {
        m_deliveries.noteArrival(state.id);
    }
    if (state.trimmedThrough > tracked.conversation().trimmedThrough) {
        m_pending.noteUnreachable();
    }
    const Seq clearedBefore = tracked.conversation().clearedThrough;
    const std::vector<Seq> hiddenBefore = tracked.conversation().hidden;
    tracked.adopt(state);
    m_marks.take(state);
    m_reactions.noteAdopted(tracked);
    m_clearing.noteAdopted(tracked, clearedBefore);
    m_pinOrder.noteAdopted(tracked);
    m_hiding.noteAdopted(tracked, hiddenBefore);
    if (!state.isMember) {
        releaseMembership(tracked);
    }
    m_conversations.touch(tracked);
    settleIntent(tracked);
}

void ReadStateKeeper::endMembership(Tracked& tracked)
{
    tracked.endMembership();
    m_feed.forget(tracked);
    m_pinOrder.noteAdopted(tracked);
    m_reactions.noteAdopted(tracked);
    releaseMembership(tracked);
    m_conversations.touch(tracked);
}

void ReadStateKeeper::releaseMembership(const Tracked& tracked)
{
    m_attention.endDemands(tracked.id(), protocol::ErrorCode::NotMember);
    m_pending.noteUnreachable();
}

void ReadStateKeeper::settleIntent(Tracked& tracked)
{
    const LocalConversation& conversation = tracked.conversation();
    Cursor cursor = conversation.confirmed;
    if (Sending* sending = find(tracked.id())) {
        CursorIntent& intent = sending->intent;
        const bool isOfOtherMembership =
            intent.generation != conversation.generation || !conversation.isMember;
        // The server's cursor covers the read, or has a newer epoch because another device marked something
        // as unread.
        const bool isDone = !intent.mark && (!intent.readSeq || isAtLeast(conversation.confirmed, intent));
        if (isOfOtherMembership || isDone) {
            eraseIntent(tracked.id());
        } else if (intent.mark) {
            cursor = {conversation.confirmed.epoch + 1, previous(intent.mark->from)};
            cursor.readSeq = std::max(cursor.readSeq, intent.readSeq.value_or(Seq()));
        } else {
            intent.epoch = conversation.confirmed.epoch;
            cursor.readSeq = *intent.readSeq;
        }
    }
    tracked.setCursor(cursor);
}

void ReadStateKeeper::resettle(Tracked& tracked)
{
    const Seq before = effectiveRead(tracked.conversation());
    settleIntent(tracked);
    moveCounts(tracked, before, effectiveRead(tracked.conversation()));
    m_conversations.touch(tracked);
}

void ReadStateKeeper::recount(Tracked& tracked, const ConversationState& state)
{
    const LocalConversation& conversation = tracked.conversation();
    const Seq serverRead = effectiveRead(state.floor, state.cursor.readSeq);
    tracked.setCounts(state);
    const Seq counted = std::max(state.head, conversation.clearedThrough); // nothing that is cleared counts
    tracked.countThrough(counted);
    const Seq joined = tracked.held().contiguousEnd(counted);
    if (conversation.isMember && !m_context.isCountedAlike(conversation, state)) {
        tracked.forgetFirstUnread();
        // A lower bound, unless all unread entries are held: the next state says more.
        tracked.countThrough(joined);
        recount(tracked);
        if (!conversation.exact && state.ignoresVersion > m_context.ignoresVersion()) {
            tracked.setCounts(ReadCounts(), false); // the newer set may have more users
        }
    } else if (conversation.isMember) {
        if (joined > counted) {
            advance(tracked,
                    m_context.log.contributions(conversation.id, m_context.viewerOf(conversation), counted,
                                                joined, serverRead),
                    joined);
        }
        moveCounts(tracked, serverRead, effectiveRead(conversation));
    }
    if (conversation.isMember && conversation.countedHead > state.head) {
        tracked.changePinned(m_context.log.pinChanges(conversation.id, state.head, conversation.countedHead));
    }
    m_feed.recount(tracked, state);
    m_conversations.touch(tracked);
}

void ReadStateKeeper::recount(Tracked& tracked)
{
    setBadge(tracked, {countedBadge(m_context, tracked, effectiveRead(tracked.conversation()))});
}

void ReadStateKeeper::moveCounts(Tracked& tracked, Seq from, Seq to)
{
    if (from != to) {
        const LocalConversation& conversation = tracked.conversation();
        setBadge(tracked,
                 movedBadge(m_context, tracked, {conversation.counts, conversation.exact}, from, to));
    }
}

void ReadStateKeeper::setBadge(Tracked& tracked, const MovedBadge& moved)
{
    const LocalConversation& conversation = tracked.conversation();
    if (moved.isUncertain) {
        reportUncertainty(conversation);
    }
    tracked.setCounts(moved.badge.counts, moved.badge.exact);
    m_conversations.touch(tracked);
}

void ReadStateKeeper::checkEqualStamp(const Tracked& tracked, const ConversationState& state)
{
    const LocalConversation& conversation = tracked.conversation();
    const bool equalStamp = state.version == conversation.version && state.head == conversation.countedHead
                            && m_context.isCountedAlike(conversation, state) && !hasIntent(state.id)
                            && conversation.exact && !hasUnsentClear(conversation)
                            && state.generation == conversation.generation
                            && state.isMember == conversation.isMember;
    const FeedShare& feed = conversation.feed;
    const bool isFeedSure = feed.exact && feed.snapshot == feed.confirmed;
    // The server keeps the snapshot of an unfollowed channel; this device does not.
    const bool isSameFeed =
        !state.isMember
        || (state.feedSnapshot == feed.confirmed && (!isFeedSure || state.feedUnread == feed.unread));
    const bool isSameReactions = state.ignoresVersion != conversation.ignoresVersion
                                 || (state.unreadReactions == conversation.reactions.unread
                                     && state.reactionsSeen == conversation.reactions.confirmed);
    const bool isSame = state.counts == conversation.counts && state.cursor == conversation.confirmed
                        && state.floor == conversation.floor && isSameFeed && isSameReactions;
    if (equalStamp && !isSame) {
        m_context.report(change::Mismatch{state.id, "equal stamps, unread here "
                                                        + std::to_string(conversation.counts.unread)
                                                        + ", server " + std::to_string(state.counts.unread)});
    }
    if (equalStamp && !arePinnedAlike(conversation, state)) {
        m_context.report(change::Mismatch{state.id, "equal stamps, pinned here "
                                                        + std::to_string(conversation.pinned.size())
                                                        + ", server " + std::to_string(state.pinned.size())});
    }
}

void ReadStateKeeper::reincarnate(Tracked& tracked, const ConversationState& state)
{
    m_context.write(write::DropLog{state.id});
    m_attention.forgetLog(state.id);
    eraseIntent(state.id);
    tracked.beginLog(state);
    m_deliveries.forgetLog(state.id);
    m_reactions.forgetLog(state.id);
    m_drafts.forgetServer(state.id);
    m_clearing.forgetLog(state.id);
    m_hiding.forgetLog(state.id);
    m_schedules.forgetServer(state.id);
    m_feed.forget(tracked);
    takeFields(tracked, state);
    recount(tracked, state);
    m_pending.resendAcked(state.id);
    m_pending.dropPins(state.id);
    m_context.report(change::LogDropped{state.id});
}

void ReadStateKeeper::advance(Tracked& tracked, CountDelta delta, Seq head)
{
    const LocalConversation& conversation = tracked.conversation();
    setBadge(tracked, advancedBadge({conversation.counts, conversation.exact}, delta));
    tracked.countThrough(head);
}

void ReadStateKeeper::reportUncertainty(const LocalConversation& conversation)
{
    m_context.report(change::Mismatch{conversation.id, "the log recalls more than the "
                                                           + std::to_string(conversation.counts.unread)
                                                           + " unread messages"});
}

void ReadStateKeeper::markRead(Tracked& tracked, Seq through, CursorCause cause)
{
    const LocalConversation& conversation = tracked.conversation();
    const Seq target =
        std::min(through.isValid() ? through : conversation.serverHead, conversation.serverHead);
    if (!conversation.isMember || target <= effectiveRead(conversation)) {
        return;
    }
    const Seq from = effectiveRead(conversation);
    const auto [place, isNew] = m_intents.try_emplace(conversation.id);
    CursorIntent& intent = place->second.intent;
    if (isNew) {
        intent = CursorIntent{conversation.id, conversation.generation, std::nullopt, std::nullopt,
                              conversation.confirmed.epoch};
    }
    intent.cause = cause;
    intent.isPrivate =
        m_context.account() && readsPrivately(m_context.account()->settings, conversation.settings);
    intent.readSeq = target;
    tracked.setCursor({conversation.cursor.epoch, target});
    moveCounts(tracked, from, target);
    putIntent(tracked);
    // If nothing is left unread, other devices should clear their badge at once. Otherwise the user is still
    // reading.
    const Instant due =
        conversation.counts.unread == 0 ? m_context.now() : m_context.now() + m_context.config.readDebounce;
    m_flushAt = m_flushAt ? std::min(*m_flushAt, due) : due;
}

bool ReadStateKeeper::markUnread(Tracked& tracked, const CursorIntent::Mark& mark)
{
    const LocalConversation& conversation = tracked.conversation();
    if (!conversation.isMember || !mark.from.isValid() || mark.from > conversation.serverHead) {
        return false;
    }
    Sending& sending = m_intents[conversation.id];
    sending.intent = CursorIntent{conversation.id, conversation.generation, mark, std::nullopt,
                                  conversation.confirmed.epoch};
    sending.request = {};
    sending.isMarkSent = false;
    putIntent(tracked);
    resettle(tracked);
    m_flushAt = m_context.now();
    return true;
}

void ReadStateKeeper::onOnline()
{
    m_flushAt = hasIntents() ? std::optional(m_context.now()) : std::nullopt;
}

void ReadStateKeeper::onOffline()
{
    for (auto& [id, sending] : m_intents) {
        sending.request = {};
    }
}

void ReadStateKeeper::putIntent(Tracked& tracked)
{
    const CursorIntent& intent = m_intents.at(tracked.id()).intent;
    require(intent.conversation == tracked.id() && (intent.mark || intent.readSeq),
            "an intent moves the cursor of its conversation");
    m_context.write(write::PutIntent{intent});
    m_conversations.touch(tracked);
}

void ReadStateKeeper::eraseIntent(ConversationId id)
{
    if (m_intents.erase(id) > 0) {
        m_context.write(write::EraseIntent{id});
    }
}

void ReadStateKeeper::flush()
{
    if (!m_flushAt) {
        return;
    }
    if (*m_flushAt > m_context.now()) {
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
            m_intents.at(one.conversation).request = id;
        }
        batch.clear();
    };
    for (auto& [id, sending] : m_intents) {
        if (sending.request.isValid()) {
            continue;
        }
        const CursorIntent& intent = sending.intent;
        if (intent.mark) {
            sendMark(m_conversations.at(id), sending);
            continue;
        }
        if (sending.isAlone) {
            sendBatch();
        }
        batch.push_back(
            {id, intent.generation, {intent.epoch, *intent.readSeq}, intent.cause, intent.isPrivate});
        if (sending.isAlone || batch.size() == caps::maxReadIntents) {
            sendBatch();
        }
    }
    sendBatch();
}

void ReadStateKeeper::sendMark(Tracked& tracked, Sending& sending)
{
    CursorIntent& intent = sending.intent;
    // The server cannot know the mark before it is sent, so other devices' marks come before it.
    if (!std::exchange(sending.isMarkSent, true) && intent.epoch != tracked.conversation().confirmed.epoch) {
        intent.epoch = tracked.conversation().confirmed.epoch;
        putIntent(tracked);
    }
    sending.request =
        m_context.send(protocol::MarkUnread{intent.conversation, intent.generation, intent.mark->from,
                                            intent.mark->uuid, intent.mark->cause},
                       request::Mark{intent.conversation, intent.mark->uuid});
}

void ReadStateKeeper::release(const Request& request)
{
    const auto clear = [&](ConversationId id) {
        Sending* sending = find(id);
        if (sending != nullptr && sending->request == request.id) {
            sending->request = {};
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
        Sending* sending = find(mark->conversation);
        if (sending != nullptr && sending->intent.mark && sending->intent.mark->uuid == mark->uuid) {
            settleMark(m_conversations.at(mark->conversation), *sending);
        }
    } else if (const auto* read = std::get_if<request::Read>(&request.kind)) {
        for (const protocol::ReadIntent& one : read->intents) {
            const Sending* sending = find(one.conversation);
            // The server has answered exactly this intent: its cursor is final.
            if (sending != nullptr && !sending->intent.mark
                && sending->intent.readSeq == one.cursor.readSeq) {
                Tracked& tracked = m_conversations.at(one.conversation);
                eraseIntent(one.conversation);
                resettle(tracked);
                wantStateWhereRefused(tracked, one);
            }
        }
    }
    if (hasIntents() && !m_flushAt) {
        m_flushAt = m_context.now();
    }
}

/// The answer to a batch does not name refused intents: their conversations have a missing or unchanged state
/// in it.
void ReadStateKeeper::wantStateWhereRefused(Tracked& tracked, const protocol::ReadIntent& intent)
{
    if (tracked.conversation().isMember && tracked.conversation().confirmed < intent.cursor) {
        m_attention.wantState(tracked);
    }
}

void ReadStateKeeper::settleMark(Tracked& tracked, Sending& sending)
{
    CursorIntent& intent = sending.intent;
    // A read after the mark belongs to the epoch that the mark created. If another device's mark came in
    // between, that epoch is unknown; dropping the read errs towards unread (I6).
    const std::uint32_t made = intent.epoch + 1;
    if (tracked.conversation().confirmed.epoch != made) {
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
    m_flushAt = m_context.now()
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
            if (read->intents.size() == 1) {
                refused.push_back(one.conversation);
            } else if (Sending* sending = find(one.conversation)) {
                sending->isAlone = true;
            }
        }
    }
    for (const ConversationId id : refused) {
        if (Tracked* tracked = m_conversations.find(id)) {
            eraseIntent(id);
            resettle(*tracked);
            m_attention.wantState(*tracked);
        }
    }
}

void ReadStateKeeper::onIntentTimeout(const Request& request)
{
    release(request);
    m_flushAt = m_context.now();
}

} // namespace tidemark
