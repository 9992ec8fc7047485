#include "server-stub/hub/requests/scheduling.h"

#include "core/domain/request_caps.h"
#include "server-stub/hub/contract/payload_hash.h"
#include "server-stub/hub/contract/request_cost.h"
#include "server-stub/hub/contract/text_rules.h"
#include "server-stub/hub/state/floors.h"

#include <algorithm>
#include <utility>

namespace tidemark::server {

using protocol::ErrorCode;
using protocol::ScheduleOutcome;

namespace {

/// A page ends after the message with which its texts reach this size.
constexpr std::size_t scheduledBytesInPage = std::size_t{256} * 1024;
constexpr std::int64_t dayMs = 24 * 3600 * std::int64_t{1000};

/// The register of a message that has ended needs no text.
ScheduledMessage ended(ScheduledMessage scheduled, ScheduledState state, Seq seq = {})
{
    scheduled.message = {};
    scheduled.state = state;
    scheduled.failure = {};
    scheduled.seq = seq;
    return scheduled;
}

ScheduledMessage requested(const protocol::Schedule& request, std::uint64_t version)
{
    return {.uuid = request.uuid,
            .conversation = request.conversation,
            .message = request.message,
            .due = request.due,
            .version = version,
            .change = request.change};
}

} // namespace

Answer Scheduling::set(const Caller& caller, const protocol::Schedule& request)
{
    if (!request.uuid.isValid() || !request.change.isValid()) {
        return refusal(ErrorCode::Malformed, "the scheduled message has no UUID");
    }
    const auto before = m_context.store().schedules().find(caller.user, request.uuid);
    if (auto answer = before ? settled(caller, request, *before) : inLog(caller, request)) {
        return *std::move(answer);
    }
    ScheduledMessage scheduled = requested(request, before ? before->scheduled.version : 0);
    if (!(before && request.isCancelled)) {
        if (const auto error = refusalOf(caller, request, !before)) {
            return Unexpected(*error);
        }
    }
    if (request.isCancelled) {
        // Also of a message that the server does not have, because a late request may still bring it.
        scheduled.due = before ? before->scheduled.due : UnixMs{};
        scheduled = ended(std::move(scheduled), ScheduledState::Cancelled);
    } else if (request.due <= m_context.wall()) {
        const auto seq = deliver(caller.user, scheduled);
        if (!seq) {
            return Unexpected(seq.error());
        }
        scheduled.due = m_context.wall();
        scheduled = ended(std::move(scheduled), ScheduledState::Sent, *seq);
    }
    return answerWith(caller, change(caller.user, caller.target, std::move(scheduled)),
                      ScheduleOutcome::Done);
}

std::optional<Answer> Scheduling::settled(const Caller& caller, const protocol::Schedule& request,
                                          const ScheduledRecord& before)
{
    const ScheduledMessage& present = before.scheduled;
    if (present.conversation != request.conversation) {
        return refusal(ErrorCode::UuidConflict);
    }
    if (present.change == request.change) {
        return answerWith(caller, present, ScheduleOutcome::Done);
    }
    if (present.state == ScheduledState::Sent) {
        const bool isSame = !request.isCancelled && isInLogAs(caller.user, requested(request, 0));
        return answerWith(caller, present, isSame ? ScheduleOutcome::Done : ScheduleOutcome::AlreadySent);
    }
    if (present.state == ScheduledState::Cancelled) {
        return answerWith(caller, present,
                          request.isCancelled ? ScheduleOutcome::Done : ScheduleOutcome::Cancelled);
    }
    if (present.version != request.baseVersion) {
        return answerWith(caller, present, ScheduleOutcome::Conflict);
    }
    return std::nullopt;
}

std::optional<Answer> Scheduling::inLog(const Caller& caller, const protocol::Schedule& request)
{
    const auto sent = m_context.store().log().sent(request.conversation, caller.user, request.uuid);
    if (!sent) {
        return std::nullopt;
    }
    const bool isSame = !request.isCancelled && isInLogAs(caller.user, requested(request, 0));
    return answerWith(caller, ended(requested(request, 0), ScheduledState::Sent, sent->seq),
                      isSame ? ScheduleOutcome::Done : ScheduleOutcome::AlreadySent);
}

bool Scheduling::isInLogAs(UserId user, const ScheduledMessage& scheduled)
{
    const auto sent = m_context.store().log().sent(scheduled.conversation, user, scheduled.uuid);
    return sent && sent->payloadHash == payloadHash(scheduled.message);
}

std::optional<protocol::Error> Scheduling::refusalOf(const Caller& caller, const protocol::Schedule& request,
                                                     bool isNew)
{
    const auto refused = [](ErrorCode code) { return protocol::Error{code, Milliseconds(0), {}}; };
    const auto member = m_context.membership(request.conversation, caller.user);
    if (!member) {
        return member.error();
    }
    const ConversationRecord& conversation = member->conversation;
    if (conversation.kind == ConversationKind::NoticeList
        || !mayPost(conversation.kind, roleIn(conversation, member->member))) {
        return refused(ErrorCode::NotAllowed);
    }
    if (request.isCancelled) {
        return std::nullopt;
    }
    if (!request.message.attachments.empty()) {
        return refused(ErrorCode::AttachmentInvalid);
    }
    if (auto error = refusalOfText(request.message.text, m_context.config().limits.maxTextBytes)) {
        return error;
    }
    if (request.due.value > m_context.wall().value + caps::maxScheduledDays * dayMs) {
        return refused(ErrorCode::DueTooFar);
    }
    if (isNew && m_context.store().schedules().countOfOpen(caller.user) >= caps::maxScheduled) {
        return refused(ErrorCode::TooManyScheduled);
    }
    return std::nullopt;
}

Expected<Seq, protocol::Error> Scheduling::deliver(UserId user, const ScheduledMessage& scheduled)
{
    const auto account = m_context.store().accounts().find(user);
    if (!account || account->disabled || account->deleted) {
        return refusal(ErrorCode::AccountDisabled);
    }
    const protocol::Send send{.conversation = scheduled.conversation,
                              .uuid = scheduled.uuid,
                              .after = {},
                              .content = scheduled.message};
    // They go at the author's pace, so that nobody can store up a flood.
    const std::uint32_t cost = costOf(send, m_context.config().limits);
    if (const Milliseconds wait = m_context.limiter().take(user, Operation::Send, cost, m_context.now());
        wait > Milliseconds(0)) {
        return Unexpected(protocol::Error{ErrorCode::TooFast, wait, {}});
    }
    // No session is the sender: the author's devices are told of the entry like all others.
    const Answer answer = m_sending.send({{}, {}, user}, send);
    if (!answer) {
        return Unexpected(answer.error());
    }
    return std::get<protocol::SendAck>(*answer).seq;
}

void Scheduling::sendDue(UserId user, const MessageUuid& uuid)
{
    auto record = m_context.store().schedules().find(user, uuid);
    if (!record || record->scheduled.state != ScheduledState::Waiting
        || record->scheduled.due > m_context.wall()) {
        return;
    }
    ScheduledMessage& scheduled = record->scheduled;
    const auto seq = deliver(user, scheduled);
    if (seq) {
        scheduled = ended(std::move(scheduled), ScheduledState::Sent, *seq);
    } else if (protocol::isTransient(seq.error().code)) {
        // The author's pace, or that of a large group: its turn comes later.
        scheduled.due = UnixMs{m_context.wall().value + std::max(seq.error().retryAfter, retryDelay).count()};
    } else {
        scheduled.state = ScheduledState::Failed;
        scheduled.failure = seq.error().code;
    }
    change(user, std::nullopt, std::move(scheduled));
}

void Scheduling::noteDue(UnixMs at)
{
    m_nextDue = std::min(m_nextDue, at);
}

ScheduledMessage Scheduling::change(UserId user, std::optional<Target> by, ScheduledMessage scheduled)
{
    ScheduleStore& schedules = m_context.store().schedules();
    const std::uint64_t before = std::exchange(scheduled.version, schedules.head(user) + 1);
    schedules.put({user, scheduled}, before);
    const bool isWaiting = scheduled.state == ScheduledState::Waiting;
    if (isWaiting) {
        noteDue(scheduled.due);
    }
    m_context.addHint(hint::ScheduledChanged{user, isWaiting ? scheduled.due : never});
    m_context.chargePush(user);
    std::vector<Target> others = m_context.sessions().listenersOf(user);
    if (by) {
        std::erase(others, *by);
    }
    pushHead(std::move(others), scheduled.version);
    return scheduled;
}

Answer Scheduling::answerWith(const Caller& caller, ScheduledMessage scheduled, ScheduleOutcome outcome)
{
    m_context.charge(caller.user, Operation::Other, costOfBytes(scheduled.message.text.size()));
    return protocol::ServerFrame(protocol::ScheduleResult{std::move(scheduled), outcome});
}

Answer Scheduling::get(const Caller& caller, const protocol::GetScheduled& request)
{
    const std::uint32_t maxLimit = protocol::GetScheduled::maxMessages;
    const std::uint32_t limit = request.limit == 0 ? maxLimit : std::min(request.limit, maxLimit);
    ScheduleStore& schedules = m_context.store().schedules();
    const std::uint64_t head = schedules.head(caller.user);
    protocol::ScheduledMessages answer{request.after, request.after, head, {}};
    if (request.after < head) {
        std::vector<ScheduledRecord> changed = schedules.changes(caller.user, request.after, limit);
        std::size_t bytes = 0;
        std::size_t taken = 0;
        while (taken < changed.size() && bytes < scheduledBytesInPage) {
            ScheduledMessage& scheduled = changed[taken++].scheduled;
            bytes += scheduled.message.text.size();
            answer.through = scheduled.version;
            answer.messages.push_back(std::move(scheduled));
        }
        if (taken == changed.size() && taken < limit) {
            answer.through = head; // what ended before is left out
        }
        m_context.charge(caller.user, Operation::Other, costOfBytes(bytes));
    }
    return protocol::ServerFrame(std::move(answer));
}

void Scheduling::compare(Target target, UserId user, std::optional<std::uint64_t> through)
{
    const std::uint64_t head = through ? m_context.store().schedules().head(user) : 0;
    if (through && *through != head) {
        pushHead({target}, head);
    }
}

void Scheduling::changedElsewhere(const hint::ScheduledChanged& changed)
{
    noteDue(changed.due);
    std::vector<Target> targets = m_context.sessions().listenersOf(changed.user);
    if (!targets.empty()) {
        pushHead(std::move(targets), m_context.store().schedules().head(changed.user));
    }
}

void Scheduling::pushHead(std::vector<Target> targets, std::uint64_t head)
{
    if (!targets.empty()) {
        m_context.turn().add(Push{std::move(targets), protocol::ScheduledMessages{.head = head}});
    }
}

} // namespace tidemark::server
