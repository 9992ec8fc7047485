#include "server-stub/hub/requests/catching_up.h"

#include "server-stub/hub/contract/counts.h"
#include "server-stub/hub/contract/request_cost.h"

#include <algorithm>
#include <map>
#include <set>
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
    LongAnswer answer{LongAnswer::To::Hello, caller, {}};
    answer.caller.user = session.user;
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
        answer.wanted = differing(session.user, caller.target, rows, hello.held);
        m_devices.compared(caller.target, answer.wanted.empty());
    }
    protocol::Welcome welcome;
    welcome.protocolVersion = protocol::commonVersion(hello.protocolVersion).value_or(protocol::version);
    const auto account = m_context.store().accounts().find(session.user);
    welcome.user = {session.user, account ? account->name : std::string()};
    welcome.settings = account ? m_context.settingsOf(*account) : AccountSettings();
    welcome.serverName = m_context.config().serverName;
    welcome.limits = m_context.config().limits;
    welcome.serverTime = m_context.wall();
    welcome.statesToCome = static_cast<std::uint32_t>(answer.wanted.size());
    welcome.nextToken = std::move(nextToken);
    welcome.ignored = m_ignoring.unlike(session.user, hello.ignoresVersion);
    if (session.isListener()) {
        welcome.folders = m_folders.unlike(session.user, hello.foldersVersion);
        welcome.invitations = m_invitations.unlike(session.user, caller.target, hello.invitationsVersion);
    }
    if (session.isListener() && hello.drafts) {
        welcome.drafts = m_context.store().drafts().head(session.user);
    }
    if (session.isListener() && hello.scheduled) {
        welcome.scheduled = m_context.store().schedules().head(session.user);
    }
    m_context.turn().reply(caller, std::move(welcome));
    if (session.isListener()) {
        // A receipt changes no version of a state, so the marks could be outdated: send them.
        sendMarks(caller.target, marksIn(rows));
        m_reactions.compare(caller, hello.reactions, rows);
        begin(std::move(answer));
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
    LongAnswer answer{LongAnswer::To::Sync, caller, differing(caller.user, std::nullopt, rows, sync.held)};
    m_devices.compared(caller.target, answer.wanted.empty());
    m_context.count(&HubStats::mismatches, answer.wanted.empty() ? 0 : 1);
    begin(std::move(answer));
}

void CatchingUp::states(const Caller& caller, const protocol::GetStates& request)
{
    LongAnswer answer{LongAnswer::To::GetStates, caller, {}};
    for (const ConversationId id : std::set(request.conversations.begin(), request.conversations.end())) {
        answer.wanted.push_back({id, {}});
    }
    begin(std::move(answer));
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
    m_reactions.compare(caller, heartbeat.reactions, rows);
    m_drafts.compare(caller.target, caller.user, heartbeat.drafts);
    m_scheduling.compare(caller.target, caller.user, heartbeat.scheduled);
    const bool agrees = digestOf(held) == heartbeat.digest;
    m_devices.compared(caller.target, agrees);
    if (m_context.config().retention.movesFloors()) {
        // Raise the floors that are due: an idle device gets them by a push.
        static_cast<void>(m_context.totalsOf(caller.user));
    }
    return protocol::ServerFrame(protocol::HeartbeatAck{agrees, {}});
}

std::deque<LongAnswer::Wanted> CatchingUp::differing(UserId user, std::optional<Target> answered,
                                                     std::vector<MemberRecord>& rows,
                                                     const std::vector<HeldState>& held)
{
    std::map<ConversationId, const HeldState*> unmatched;
    for (const HeldState& one : held) {
        unmatched[one.id] = &one;
    }
    std::deque<LongAnswer::Wanted> wanted;
    for (MemberRecord& row : rows) {
        const auto found = unmatched.find(row.conversation);
        const HeldState* one = found == unmatched.end() ? nullptr : found->second;
        const auto conversation = m_context.store().conversations().find(row.conversation);
        if (conversation) {
            m_context.settle(*conversation, row, answered);
        }
        if (conversation && differs(one, *conversation, row)) {
            wanted.push_back({row.conversation, row});
        }
        if (one != nullptr) {
            unmatched.erase(found);
        }
    }
    const std::uint32_t cost = costOfOwnStates(wanted.size());
    if (m_context.isShared) {
        m_context.charge(user, Operation::Other, cost);
    } else {
        // The steps of the answer are paid for as they go on (see AnswerGoesOn), so do not report this
        // charge.
        m_context.limiter().charge(user, Operation::Other, cost, m_context.now());
    }
    // The device holds conversations that the server does not know: the server may have lost data (I14).
    std::size_t left = maxUnknownSent;
    for (const auto& [conversation, one] : unmatched) {
        if (left-- == 0) {
            break;
        }
        wanted.push_back({conversation, {}});
    }
    return wanted;
}

void CatchingUp::begin(LongAnswer answer)
{
    const ConnectionId connection = answer.caller.target.connection;
    m_context.longAnswers().begin(std::move(answer));
    goOn(connection);
}

void CatchingUp::goOn(ConnectionId connection)
{
    LongAnswer* answer = m_context.longAnswers().find(connection);
    const Caller caller = answer->caller;
    std::size_t left = m_context.config().statesPerStep;
    if (answer->to == LongAnswer::To::Hello) {
        m_context.turn().touch(connection);
    }
    do {
        std::vector<ConversationState> states;
        const std::size_t size = std::min({statesInFrame, left, answer->wanted.size()});
        for (std::size_t i = 0; i < size; ++i) {
            if (auto state = stateFor(*answer, answer->wanted.front())) {
                states.push_back(*std::move(state));
            }
            answer->wanted.pop_front();
        }
        left -= size;
        protocol::States frame = m_context.states(std::move(states));
        frame.remaining = static_cast<std::uint32_t>(answer->wanted.size());
        m_context.turn().reply(caller, std::move(frame));
    } while (!answer->wanted.empty() && left > 0);
    if (answer->wanted.empty()) {
        m_context.longAnswers().forget(caller.target);
    } else {
        m_context.turn().goesOn(connection);
    }
}

std::optional<ConversationState> CatchingUp::stateFor(const LongAnswer& answer, LongAnswer::Wanted& wanted)
{
    using To = LongAnswer::To;
    const auto conversation = m_context.store().conversations().find(wanted.conversation);
    if (!wanted.row) {
        wanted.row = m_context.store().members().find(wanted.conversation, answer.caller.user);
    }
    if (!conversation || !wanted.row) {
        return answer.to == To::GetStates ? std::nullopt
                                          : std::optional(m_context.state(wanted.conversation, UserId()));
    }
    m_context.settle(*conversation, *wanted.row,
                     answer.to == To::Hello ? std::optional(answer.caller.target) : std::nullopt);
    if (m_context.isShared && answer.to == To::GetStates) {
        m_context.sentVersions().note(answer.caller.user, wanted.conversation, wanted.row->version);
    }
    return stateOf(m_context.store(), *conversation, *wanted.row);
}

} // namespace tidemark::server
