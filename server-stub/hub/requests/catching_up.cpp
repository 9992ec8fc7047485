#include "server-stub/hub/requests/catching_up.h"

#include "server-stub/hub/contract/counts.h"
#include "server-stub/hub/contract/request_cost.h"

#include <algorithm>
#include <map>
#include <utility>

namespace tidemark::server {

namespace {

/// Rows that a Hello reads for each membership besides the member's own: the log, the others' read mark and
/// their delivered mark.
constexpr std::size_t rowsOfWelcome = 3;

/// Maximum number of unknown conversations in one answer: conversations that the device holds and the server
/// does not know. The device drops these now, and the next ones after its next heartbeat.
constexpr std::size_t maxUnknownSent = 1000;

HeldState heldOf(const ConversationRecord& conversation, const MemberRecord& row)
{
    return {conversation.id, conversation.logEpoch, conversation.head, row.cursor, row.version};
}

/// Whether a device that holds `held` (null: nothing) needs the state of this row.
bool differs(const HeldState* held, const ConversationRecord& conversation, const MemberRecord& row)
{
    if (row.isMember) {
        return held == nullptr || digestOf({*held}) != digestOf({heldOf(conversation, row)});
    }
    // New entries do not concern a user who has left, so compare only version and epoch.
    return held != nullptr && (held->version != row.version || held->logEpoch != conversation.logEpoch);
}

} // namespace

void CatchingUp::welcome(const Caller& caller, const Session& session, const protocol::Hello& hello,
                         std::string nextToken)
{
    std::vector<MemberRecord> rows;
    std::vector<ConversationState> states;
    if (!session.silent) {
        rows = m_context.store().members().ofUser(session.user);
        m_context.chargeRead(session.user, rowsOfWelcome * rows.size());
        watchAll(caller.target, session.totalsOnly, rows);
        noteSent(rows);
    }
    if (session.totalsOnly) {
        m_context.turn().askTotals(session.user);
    }
    if (session.isListener()) {
        m_delivering.held(rows, hello.held);
        states = differing(session.user, caller.target, rows, hello.held);
        m_devices.compared(caller.target, states.empty());
    }
    protocol::Welcome welcome;
    welcome.protocolVersion = protocol::commonVersion(hello.protocolVersion).value_or(protocol::version);
    const auto account = m_context.store().accounts().find(session.user);
    welcome.user = {session.user, account ? account->name : std::string()};
    welcome.settings = account ? account->settings : AccountSettings();
    welcome.serverName = m_context.config().serverName;
    welcome.limits = m_context.config().limits;
    welcome.serverTime = m_context.wall();
    welcome.statesToCome = static_cast<std::uint32_t>(states.size());
    welcome.nextToken = std::move(nextToken);
    m_context.turn().reply(caller, std::move(welcome));
    if (session.isListener()) {
        // A receipt changes no version of a state, so the marks could be outdated: send them.
        sendMarks(caller.target, marksIn(rows));
        sendStates(caller, std::move(states));
    }
}

void CatchingUp::watchAll(Target target, bool totalsOnly, const std::vector<MemberRecord>& rows)
{
    for (const MemberRecord& row : rows) {
        if (row.isMember) {
            m_context.watch(target, totalsOnly, row.conversation);
        }
    }
}

void CatchingUp::noteSent(const std::vector<MemberRecord>& rows)
{
    if (!m_context.isShared) {
        return;
    }
    for (const MemberRecord& row : rows) {
        m_context.sentVersions().note(row.user, row.conversation, row.version);
        if (const auto conversation = m_context.store().conversations().find(row.conversation)) {
            m_context.heads().begin({row.conversation, conversation->logEpoch, conversation->head});
        }
    }
}

std::vector<ConversationMarks> CatchingUp::marksIn(const std::vector<MemberRecord>& rows)
{
    std::vector<ConversationMarks> all;
    for (const MemberRecord& row : rows) {
        const auto conversation =
            row.isMember ? m_context.store().conversations().find(row.conversation) : std::nullopt;
        if (conversation && conversation->kind != ConversationKind::NoticeList) {
            const Marks marks = m_context.marksOf(row);
            if (marks != Marks()) {
                all.push_back({conversation->id, conversation->logEpoch, marks});
            }
        }
    }
    return all;
}

void CatchingUp::sendMarks(Target target, const std::vector<ConversationMarks>& all)
{
    protocol::Receipts receipts{{}, true};
    const auto push = [&] { m_context.turn().add(Push{{target}, std::exchange(receipts, {{}, true})}); };
    for (const ConversationMarks& one : all) {
        receipts.receipts.push_back({one.id, one.logEpoch, one.marks.seen, one.marks.delivered});
        if (receipts.receipts.size() == receiptsInFrame) {
            push();
        }
    }
    if (!receipts.receipts.empty()) {
        push();
    }
}

void CatchingUp::sync(const Caller& caller, const protocol::Sync& sync)
{
    std::vector<MemberRecord> rows = m_context.store().members().ofUser(caller.user);
    m_context.chargeRead(caller.user, rows.size());
    // The user may have joined conversations through another server, and its hint was lost.
    watchAll(caller.target, false, rows);
    m_delivering.held(rows, sync.held);
    // Push the floors that rise here to this session too: if only the answer showed their new versions, the
    // device would conclude that it had missed a push.
    std::vector<ConversationState> states = differing(caller.user, std::nullopt, rows, sync.held);
    m_devices.compared(caller.target, states.empty());
    m_context.count(&HubStats::mismatches, states.empty() ? 0 : 1);
    sendStates(caller, std::move(states));
}

void CatchingUp::states(const Caller& caller, const protocol::GetStates& request)
{
    sendStates(caller,
               m_context.statesOf({request.conversations.begin(), request.conversations.end()}, caller.user));
}

Answer CatchingUp::heartbeat(const Caller& caller, const protocol::Heartbeat& heartbeat)
{
    if (m_context.sessions().find(caller.target)->totalsOnly) {
        protocol::HeartbeatAck ack{true, m_context.totalsOf(caller.user)};
        m_context.chargeRead(caller.user, m_context.totals().sizeOf(caller.user));
        return protocol::ServerFrame(std::move(ack));
    }
    std::vector<HeldState> held;
    std::vector<ConversationMarks> marks;
    const std::vector<MemberRecord> rows = m_context.store().members().ofUser(caller.user);
    m_context.chargeRead(caller.user, rows.size());
    for (const MemberRecord& row : rows) {
        const auto conversation =
            row.isMember ? m_context.store().conversations().find(row.conversation) : std::nullopt;
        if (conversation) {
            held.push_back(heldOf(*conversation, row));
        }
        if (conversation && heartbeat.marks && m_context.sharesReceipts(*conversation)) {
            marks.push_back({conversation->id, conversation->logEpoch, m_context.marksOf(row)});
        }
    }
    if (heartbeat.marks && *heartbeat.marks != digestOfMarks(marks)
        && m_context.sessions().find(caller.target)->isListener()) {
        // Include marks that are 0 now: the device may hold greater ones.
        sendMarks(caller.target, marks);
    }
    const bool agrees = digestOf(held) == heartbeat.digest;
    m_devices.compared(caller.target, agrees);
    if (m_context.config().retention.movesFloors()) {
        // Raise the floors that are due: an idle device gets them by a push.
        static_cast<void>(m_context.totalsOf(caller.user));
    }
    return protocol::ServerFrame(protocol::HeartbeatAck{agrees, {}});
}

std::vector<ConversationState> CatchingUp::differing(UserId user, std::optional<Target> answered,
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
        const auto conversation = m_context.store().conversations().find(row.conversation);
        if (conversation) {
            m_context.settle(*conversation, row, answered);
        }
        if (conversation && differs(one, *conversation, row)) {
            states.push_back(stateOf(m_context.store(), *conversation, row));
        }
        if (one != nullptr) {
            unmatched.erase(found);
        }
    }
    m_context.charge(user, Operation::Other, costOfOwnStates(states.size()));
    // The device holds conversations that the server does not know: the server may have lost data (I14).
    std::size_t left = maxUnknownSent;
    for (const auto& [conversation, one] : unmatched) {
        if (left-- == 0) {
            break;
        }
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
        m_context.turn().reply(caller, std::move(frame));
    } while (sent < states.size());
}

} // namespace tidemark::server
