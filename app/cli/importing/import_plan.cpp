#include "app/cli/importing/import_plan.h"

#include "app/cli/importing/import_identity.h"
#include "app/cli/running/error_text.h"
#include "core/base/overloaded.h"

#include <algorithm>
#include <utility>

namespace tidemark::cli {

using protocol::ErrorCode;

namespace {

constexpr int maxNames = 10;
/// The import gives up after more rounds than this that fail, not transiently, without an acknowledgement.
constexpr int maxBarrenRounds = 2 * maxNames;

} // namespace

ImportPlan::ImportPlan(ImportSettings settings, ImportMark mark, ImportQueue::NextLine nextLine)
    : m_settings(std::move(settings)), m_mark(std::move(mark)),
      m_queue(std::move(nextLine), m_mark.line, m_settings.speed), m_window(m_settings.window),
      m_jitter(m_settings.jitterSeed)
{
    m_authors.setLimit(m_settings.maxSessions);
}

ImportMark ImportPlan::mark() const
{
    ImportMark mark = m_mark;
    mark.line = m_queue.acknowledgedThrough();
    return mark;
}

// ---- the connection

void ImportPlan::connected()
{
    m_connected = true;
    introduce();
}

void ImportPlan::disconnected()
{
    m_connected = false;
    m_isFull = false;
    m_sends.clear();
    m_pendingRequests.clear();
    m_onTheirWay = 0;
    m_authors.signOutAll();
    m_nextRound.reset();
    m_queue.giveBack();
}

void ImportPlan::introduce()
{
    m_introduced = false;
    m_confirmedRooms = 0;
    protocol::Hello hello;
    hello.token = m_settings.callerToken;
    hello.device = m_settings.callerDevice;
    hello.clientName = "tidemark-cli import";
    hello.silent = true;
    sendRequest(0, {Kind::CallerHello, {}, {}, 0}, hello);
    for (const std::string& room : m_settings.rooms) {
        // Authors join at their first line and may reply to earlier messages, so the history must be open to
        // them.
        sendRequest(0, {Kind::Group, room, {}, 0},
                    protocol::CreateGroup{groupUuidOf(room), roomTitle(room), {}, true});
    }
}

void ImportPlan::sendRequest(std::uint32_t session, PendingRequest pending, protocol::ClientFrame frame)
{
    const RequestId request(++m_lastRequest);
    m_pendingRequests.emplace(request, std::move(pending));
    m_sends.push_back({request, session, std::move(frame)});
}

// ---- sending

std::vector<protocol::ClientEnvelope> ImportPlan::takeSends(Instant now)
{
    m_wakeUp.reset();
    if (m_connected && m_state == State::Running) {
        if (!m_nextRound) {
            sendDue(now);
        } else if (m_pendingRequests.empty() && *m_nextRound <= now) {
            startNextRound();
            sendDue(now);
        } else if (m_pendingRequests.empty()) {
            m_wakeUp = m_nextRound;
        }
    }
    return std::exchange(m_sends, {});
}

void ImportPlan::sendDue(Instant now)
{
    if (!m_introduced || m_confirmedRooms < m_settings.rooms.size()) {
        return;
    }
    while (m_onTheirWay < m_window) {
        const ImportMessage* message = m_queue.next();
        if (message == nullptr) {
            break;
        }
        const Instant due = m_queue.dueAt(*message, now);
        if (due > now) {
            m_wakeUp = due;
            break;
        }
        m_isFull = m_authors.isFull() && m_authors.author(message->line.from).session == 0;
        if (m_isFull) {
            break;
        }
        send(*message);
        m_queue.take();
    }
    if (m_queue.isFinished()) {
        m_state = State::Done;
    }
}

void ImportPlan::send(const ImportMessage& message)
{
    const ImportLine& line = message.line;
    const ConversationId conversation = m_mark.rooms.at(line.room).conversation;
    ImportAuthor& author = m_authors.author(line.from);
    if (author.session == 0) {
        signIn(author, line);
    }
    if (author.joined.insert(line.room).second) {
        sendRequest(author.session, {Kind::Join, line.room, line.from, line.number},
                    protocol::Join{conversation});
    }
    ++m_onTheirWay;
    sendRequest(author.session, {Kind::Send, line.room, line.from, line.number},
                protocol::Send{conversation, message.uuid, message.after,
                               content::Message{line.text, line.isAction}});
}

void ImportPlan::signIn(ImportAuthor& author, const ImportLine& line)
{
    const AuthorIdentity identity = authorIdentity(m_settings.secret, line.from);
    m_authors.signIn(author);
    if (!author.isRegistered) {
        protocol::Register account;
        account.name = accountName(author.isPlain ? plainName(line.from) : line.from,
                                   m_queue.firstRoomOf(line.from), author.nameAttempt);
        account.token = identity.token;
        account.device = identity.device;
        account.deviceName = "import";
        sendRequest(author.session, {Kind::Register, line.room, line.from, line.number}, account);
    }
    protocol::Hello hello;
    hello.token = identity.token;
    hello.device = identity.device;
    hello.deviceName = "import";
    hello.silent = true;
    sendRequest(author.session, {Kind::Hello, line.room, line.from, line.number}, hello);
}

void ImportPlan::startNextRound()
{
    m_barrenRounds = std::exchange(m_hadProgress, false) ? 0 : m_barrenRounds;
    m_nextRound.reset();
    m_queue.giveBack();
    if (!m_introduced || m_confirmedRooms < m_settings.rooms.size()) {
        introduce();
    }
}

// ---- answers

void ImportPlan::receive(const protocol::ServerEnvelope& envelope, Instant now)
{
    const auto asked = m_pendingRequests.extract(envelope.request);
    if (asked.empty() || m_state != State::Running) {
        return;
    }
    const PendingRequest& pending = asked.mapped();
    m_onTheirWay -= pending.kind == Kind::Send ? 1 : 0;
    std::visit(
        Overloaded{
            [&](const protocol::Authenticated&) { m_authors.author(pending.author).isRegistered = true; },
            [&](const protocol::Welcome& welcome) { onWelcome(pending, welcome); },
            [&](const protocol::States& states) { onStates(pending, states); },
            [&](const protocol::SendAck& ack) { onAck(pending, ack); },
            [&](const protocol::Error& error) { onError(pending, error, now); },
            [&](const auto&) { fail("The server gave an unexpected answer.", {}); },
        },
        envelope.frame);
}

void ImportPlan::onWelcome(const PendingRequest& pending, const protocol::Welcome& welcome)
{
    if (pending.kind == Kind::CallerHello) {
        m_introduced = true;
        // The caller uses one of the allowed sessions.
        const std::uint32_t allowed = std::max(welcome.limits.maxSessionsPerConnection, 2U) - 1;
        m_authors.setLimit(std::min(m_settings.maxSessions, allowed));
    }
}

void ImportPlan::onStates(const PendingRequest& pending, const protocol::States& states)
{
    if (pending.kind != Kind::Group || states.states.empty()) {
        return;
    }
    const ConversationState& state = states.states.front();
    const auto known = m_mark.rooms.find(pending.room);
    if (known == m_mark.rooms.end() && m_mark.line == 0) {
        m_mark.rooms[pending.room] = {state.id, state.logEpoch, Seq()};
    } else if (known == m_mark.rooms.end() || known->second.conversation != state.id
               || known->second.logEpoch != state.logEpoch || state.head < known->second.head) {
        m_state = State::StartOver;
    }
    ++m_confirmedRooms;
}

void ImportPlan::onAck(const PendingRequest& pending, const protocol::SendAck& ack)
{
    ImportMark::Room& room = m_mark.rooms.at(pending.room);
    room.head = std::max(room.head, ack.seq);
    m_sent += ack.duplicate ? 0 : 1;
    m_queue.acknowledge(pending.line);
    m_window = std::min(m_window + 1, m_settings.window);
    m_hadProgress = true;
    m_backoff.reset();
    // The answer just received may complete the import.
    if (m_queue.next() == nullptr && m_queue.isFinished()) {
        m_state = State::Done;
    }
}

void ImportPlan::onError(const PendingRequest& pending, const protocol::Error& error, Instant now)
{
    const bool passes = protocol::isTransient(error.code);
    switch (pending.kind) {
    case Kind::CallerHello:
        passes ? tryAgain(error, now) : fail("The sign-in was refused.", error);
        return;
    case Kind::Group:
        passes || !m_introduced ? tryAgain(error, now)
                                : fail("The room " + pending.room + " was refused.", error);
        return;
    case Kind::Register:
        onRegisterError(pending, error, now);
        return;
    case Kind::Hello:
        m_authors.author(pending.author).isRegistered &= passes;
        ImportAuthors::signOut(m_authors.author(pending.author));
        tryAgain(error, now);
        return;
    case Kind::Join:
        ImportAuthors::signOut(m_authors.author(pending.author));
        passes || error.code == ErrorCode::NotSignedIn
            ? tryAgain(error, now)
            : fail(pending.author + " cannot join " + pending.room + ".", error);
        return;
    case Kind::Send:
        onSendError(pending, error, now);
        return;
    }
}

void ImportPlan::onRegisterError(const PendingRequest& pending, const protocol::Error& error, Instant now)
{
    ImportAuthor& author = m_authors.author(pending.author);
    ImportAuthors::signOut(author);
    if (error.code == ErrorCode::NameTaken && author.nameAttempt + 1 < maxNames) {
        ++author.nameAttempt;
    } else if (error.code == ErrorCode::NameInvalid && !author.isPlain) {
        author.isPlain = true;
        author.nameAttempt = 0;
    } else if (!protocol::isTransient(error.code)) {
        fail("Cannot create an account for " + pending.author + ".", error);
        return;
    }
    tryAgain(error, now);
}

void ImportPlan::onSendError(const PendingRequest& pending, const protocol::Error& error, Instant now)
{
    if (error.code == ErrorCode::TooFast) {
        m_window = std::max(m_window / 2, 1U);
    }
    if (error.code == ErrorCode::PredecessorMissing) {
        // The server answers in order. So it has either refused the room's earlier messages, or acknowledged
        // them once and lost them since.
        const ImportMessage* message = m_queue.find(pending.line);
        if (message != nullptr && m_queue.isFirstOfItsRoom(*message)) {
            m_state = State::StartOver;
            return;
        }
    } else if (error.code == ErrorCode::NotSignedIn || error.code == ErrorCode::NotMember) {
        ImportAuthors::signOut(m_authors.author(pending.author));
    } else if (!protocol::isTransient(error.code)) {
        fail("Line " + std::to_string(pending.line) + " was refused.", error);
        return;
    }
    tryAgain(error, now);
}

/// After the first refusal the plan sends nothing more in this round. The round ends with its last answer.
void ImportPlan::tryAgain(const protocol::Error& error, Instant now)
{
    const bool isFirst = !m_nextRound;
    Milliseconds delay = error.retryAfter;
    if (isFirst && delay.count() == 0 && protocol::isTransient(error.code)) {
        delay = m_backoff.next(m_jitter);
    }
    m_nextRound = std::max(m_nextRound.value_or(now), now + delay);
    if (isFirst && !protocol::isTransient(error.code) && ++m_barrenRounds > maxBarrenRounds) {
        fail("The server keeps refusing line " + std::to_string(m_queue.acknowledgedThrough() + 1) + ".",
             error);
    }
}

void ImportPlan::fail(const std::string& what, const protocol::Error& error)
{
    m_state = State::Failed;
    m_failure = what + " " + errorText(error.code).toStdString();
}

} // namespace tidemark::cli
