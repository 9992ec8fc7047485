#include "server-stub/hub/catching_up.h"

#include "server-stub/hub/counts.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace tidemark::server {

namespace {

HeldState heldOf(const ConversationRecord& conversation, const MemberRecord& row)
{
    return {conversation.id, conversation.logEpoch, conversation.head, row.cursor, row.version};
}

/// Whether a device that holds `held` (null: nothing) lacks what the row says.
bool differs(const HeldState* held, const ConversationRecord& conversation, const MemberRecord& row)
{
    if (row.isMember) {
        return held == nullptr || digestOf({*held}) != digestOf({heldOf(conversation, row)});
    }
    // The log of a conversation that was left moves on, which is no longer this device's business.
    return held != nullptr && (held->version != row.version || held->logEpoch != conversation.logEpoch);
}

} // namespace

void CatchingUp::welcome(const Caller& caller, const Session& session, const std::vector<HeldState>& held,
                         std::string nextToken)
{
    std::vector<MemberRecord> rows;
    std::vector<ConversationState> states;
    if (!session.silent) {
        rows = m_context.store().memberships(session.user);
        watchAll(caller.target, session.totalsOnly ? m_context.totalsWatchers : m_context.watchers, rows);
        noteTold(rows);
    }
    if (session.totalsOnly) {
        m_context.turn.totalsAsked.insert(session.user);
    }
    if (session.isListener()) {
        m_delivering.held(rows, held);
        states = differing(caller.target, rows, held);
        m_devices.compared(caller.target, states.empty());
    }
    protocol::Welcome welcome;
    const auto account = m_context.store().account(session.user);
    welcome.user = {session.user, account ? account->name : std::string()};
    welcome.settings = account ? account->settings : AccountSettings();
    welcome.serverName = m_context.config.serverName;
    welcome.limits = m_context.config.limits;
    welcome.serverTime = m_context.wall;
    welcome.statesToCome = static_cast<std::uint32_t>(states.size());
    welcome.nextToken = std::move(nextToken);
    m_context.turn.reply(caller, std::move(welcome));
    if (session.isListener()) {
        tellReceipts(caller.target, rows);
        sendStates(caller, std::move(states));
    }
}

void CatchingUp::watchAll(Target target, WatchLists& lists, const std::vector<MemberRecord>& rows)
{
    for (const MemberRecord& row : rows) {
        if (row.isMember && lists.watch(target, row.conversation)) {
            m_context.turn.touched.insert(target.connection);
        }
    }
}

void CatchingUp::noteTold(const std::vector<MemberRecord>& rows)
{
    if (!m_context.isShared) {
        return;
    }
    for (const MemberRecord& row : rows) {
        m_context.toldVersions.note(row.user, row.conversation, row.version);
        if (const auto conversation = m_context.store().conversation(row.conversation)) {
            m_context.heads.begin({row.conversation, conversation->logEpoch, conversation->head});
        }
    }
}

void CatchingUp::tellReceipts(Target target, const std::vector<MemberRecord>& rows)
{
    // A receipt that was pushed while the device was away is in no version of the state.
    protocol::Receipts receipts;
    for (const MemberRecord& row : rows) {
        const auto conversation =
            row.isMember ? m_context.store().conversation(row.conversation) : std::nullopt;
        if (!conversation || conversation->kind == ConversationKind::NoticeList) {
            continue;
        }
        const Seq seen = m_context.store().seenByOthers(row.conversation, row.user);
        const Seq delivered =
            deliveredToOthers(m_context.store().furthestDelivered(row.conversation), row.user);
        if (seen.isValid() || delivered.isValid()) {
            receipts.receipts.push_back({row.conversation, conversation->logEpoch, seen, delivered});
        }
    }
    if (!receipts.receipts.empty()) {
        m_context.turn.effects.emplace_back(Push{{target}, std::move(receipts)});
    }
}

void CatchingUp::sync(const Caller& caller, const protocol::Sync& sync)
{
    std::vector<MemberRecord> rows = m_context.store().memberships(caller.user);
    // One that another server has let the user into, and of which no hint was heard.
    watchAll(caller.target, m_context.watchers, rows);
    m_delivering.held(rows, sync.held);
    // By a push first: a version that the answer shows would look as if a push had been missed.
    std::vector<ConversationState> states = differing(std::nullopt, rows, sync.held);
    m_devices.compared(caller.target, states.empty());
    m_context.stats.disagreements += states.empty() ? 0 : 1;
    sendStates(caller, std::move(states));
}

void CatchingUp::states(const Caller& caller, const protocol::GetStates& question)
{
    std::vector<ConversationState> states;
    for (const ConversationId conversation :
         std::set(question.conversations.begin(), question.conversations.end())) {
        states.push_back(m_context.state(conversation, caller.user));
    }
    sendStates(caller, std::move(states));
}

Answer CatchingUp::heartbeat(const Caller& caller, const protocol::Heartbeat& heartbeat)
{
    if (m_context.sessions.find(caller.target)->totalsOnly) {
        return protocol::ServerFrame(protocol::HeartbeatAck{true, m_context.totalsOf(caller.user)});
    }
    std::vector<HeldState> held;
    for (const MemberRecord& row : m_context.store().memberships(caller.user)) {
        const auto conversation =
            row.isMember ? m_context.store().conversation(row.conversation) : std::nullopt;
        if (conversation) {
            held.push_back(heldOf(*conversation, row));
        }
    }
    const bool agrees = digestOf(held) == heartbeat.digest;
    m_devices.compared(caller.target, agrees);
    if (m_context.config.retention.movesFloors()) {
        // Who only sits there is told by a push of the floors that have risen meanwhile.
        static_cast<void>(m_context.totalsOf(caller.user));
    }
    return protocol::ServerFrame(protocol::HeartbeatAck{agrees, {}});
}

std::vector<ConversationState> CatchingUp::differing(std::optional<Target> told,
                                                     std::vector<MemberRecord>& rows,
                                                     const std::vector<HeldState>& held)
{
    std::map<ConversationId, const HeldState*> unmatched;
    for (const HeldState& one : held) {
        unmatched[one.id] = &one;
    }
    std::vector<ConversationState> states;
    for (MemberRecord& row : rows) {
        const auto found = unmatched.find(row.conversation);
        const HeldState* one = found == unmatched.end() ? nullptr : found->second;
        const auto conversation = m_context.store().conversation(row.conversation);
        if (conversation) {
            m_context.settle(*conversation, row, told);
        }
        if (conversation && differs(one, *conversation, row)) {
            states.push_back(stateOf(m_context.store(), *conversation, row));
        }
        if (one != nullptr) {
            unmatched.erase(found);
        }
    }
    // What the device holds and the server knows nothing of: it may have lost data (I14).
    for (const auto& [conversation, one] : unmatched) {
        states.push_back(m_context.state(conversation, UserId()));
    }
    return states;
}

void CatchingUp::sendStates(const Caller& caller, std::vector<ConversationState> states)
{
    std::size_t sent = 0;
    do {
        const std::size_t size = std::min(statesInFrame, states.size() - sent);
        const auto first = std::make_move_iterator(states.begin() + static_cast<std::ptrdiff_t>(sent));
        protocol::States frame = m_context.states({first, first + static_cast<std::ptrdiff_t>(size)});
        sent += size;
        frame.remaining = static_cast<std::uint32_t>(states.size() - sent);
        m_context.turn.reply(caller, std::move(frame));
    } while (sent < states.size());
}

} // namespace tidemark::server
