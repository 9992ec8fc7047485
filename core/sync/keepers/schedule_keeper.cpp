#include "core/sync/keepers/schedule_keeper.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace tidemark {

using protocol::ErrorCode;
using protocol::ScheduleOutcome;

namespace {

constexpr std::size_t maxSchedulesInFlight = 4;
constexpr Milliseconds leastPauseOfSchedules{1000};

/// Whether the server's message is the result of a change in `intent`.
bool isOwnChange(const ScheduleIntent& intent, const MessageUuid& change)
{
    return change.isValid() && std::ranges::find(intent.changes, change) != intent.changes.end();
}

bool isAlready(const ScheduleIntent& intent, const ScheduledMessage& server)
{
    return intent.isCancelled ? server.state == ScheduledState::Cancelled
                              : server.state == ScheduledState::Waiting && intent.message == server.message
                                    && intent.due == server.due;
}

ErrorCode errorOf(ScheduleOutcome outcome)
{
    switch (outcome) {
    case ScheduleOutcome::AlreadySent:
        return ErrorCode::AlreadySent;
    case ScheduleOutcome::Cancelled:
        return ErrorCode::AlreadyCancelled;
    default:
        return ErrorCode::ScheduleConflict;
    }
}

MessageUuid randomChange(SplitMix64& random)
{
    MessageUuid uuid;
    for (std::size_t place = 0; place < uuid.bytes.size(); place += sizeof(std::uint64_t)) {
        const std::uint64_t part = random.next();
        std::memcpy(uuid.bytes.data() + place, &part, sizeof part);
    }
    return uuid;
}

} // namespace

ScheduleKeeper::ScheduleKeeper(EngineContext& context, TrackedConversations& conversations,
                               std::vector<LocalScheduled> scheduled, std::uint64_t through)
    : m_context(context), m_conversations(conversations), m_through(through), m_head(through)
{
    for (LocalScheduled& one : scheduled) {
        const MessageUuid uuid = one.server.uuid;
        m_items[uuid].local = std::move(one);
    }
}

bool ScheduleKeeper::schedule(const input::Schedule& input)
{
    const Tracked* tracked = m_conversations.find(input.conversation);
    if (tracked == nullptr || !tracked->conversation().isMember) {
        m_context.finish(input.command,
                         tracked == nullptr ? ErrorCode::NoSuchConversation : ErrorCode::NotMember,
                         input.conversation);
        return false;
    }
    if (m_items.contains(input.uuid)) {
        m_context.finish(input.command, ErrorCode::UuidConflict, input.conversation);
        return false;
    }
    ScheduleIntent intent{.message = {input.text, input.isAction, input.replyTo}, .due = input.due};
    add(input.uuid, input.conversation, std::move(intent), input.change, input.command);
    return true;
}

void ScheduleKeeper::add(const MessageUuid& uuid, ConversationId conversation, ScheduleIntent intent,
                         const MessageUuid& change, CommandId command)
{
    Item& item = m_items[uuid];
    item.isSent = false;
    item.local.server.uuid = uuid;
    item.local.server.conversation = conversation;
    begin(item, std::move(intent), change, command);
}

void ScheduleKeeper::change(const input::ChangeScheduled& input)
{
    const auto found = m_items.find(input.uuid);
    if (found == m_items.end()) {
        return m_context.finish(input.command, ErrorCode::NoSuchEntry);
    }
    Item& item = found->second;
    LocalScheduled& local = item.local;
    const ScheduledItem shown = itemOf(local);
    ScheduleIntent intent{.message = shown.message, .due = shown.due};
    if (shown.refused && input.takesRefused) {
        intent = {.message = shown.refused->message, .due = shown.refused->due};
    }
    if (!input.text.empty()) {
        intent.message.text = input.text;
        intent.message.mentions.clear();
    }
    if (input.movesDue) {
        intent.due = input.due;
    }
    if (isOpen(local.server.state)) {
        return begin(item, std::move(intent), input.change, input.command);
    }
    // The message has ended, and another one takes its refused text.
    const ConversationId conversation = local.server.conversation;
    local.refused.reset();
    settle(item);
    add(input.change, conversation, std::move(intent), randomChange(m_context.random()), input.command);
}

void ScheduleKeeper::cancel(const input::CancelScheduled& input)
{
    const auto found = m_items.find(input.uuid);
    if (found == m_items.end()) {
        return m_context.finish(input.command, ErrorCode::NoSuchEntry);
    }
    Item& item = found->second;
    LocalScheduled& local = item.local;
    const bool isUnknownToServer = !item.isSent && local.server.version == 0;
    const bool isOnlyRefused = !local.intent && !isAtServer(local);
    if (!input.onlyRefused && !isUnknownToServer && !isOnlyRefused) {
        return begin(item, {.isCancelled = true}, input.change, input.command);
    }
    // The server has nothing to cancel.
    local.refused.reset();
    if (!input.onlyRefused) {
        local.intent.reset();
    }
    m_context.finish(input.command, std::nullopt, local.server.conversation);
    finish(item, std::nullopt);
    settle(item);
}

void ScheduleKeeper::begin(Item& item, ScheduleIntent intent, const MessageUuid& change, CommandId command)
{
    LocalScheduled& local = item.local;
    if (local.intent) {
        intent.base = local.intent->base;
        intent.changes = std::move(local.intent->changes);
        if (intent.changes.size() >= maxScheduleChanges) {
            intent.changes.erase(intent.changes.begin());
        }
    } else {
        intent.base = local.server.version;
    }
    intent.changes.push_back(change);
    local.intent = std::move(intent);
    local.refused.reset();
    const ConversationId conversation = local.server.conversation;
    if (m_context.isOnline() && m_isSupported) {
        if (command.isValid()) {
            item.commands.push_back(command);
        }
    } else {
        m_context.finish(command, std::nullopt, conversation); // it is kept, and sent later
    }
    settle(item);
}

void ScheduleKeeper::settle(Item& item)
{
    const LocalScheduled& local = item.local;
    const MessageUuid uuid = local.server.uuid;
    const bool isKept = local.intent || local.refused || isAtServer(local);
    m_context.report(change::ScheduledChanged{local.server.conversation});
    if (isKept) {
        m_context.write(write::PutScheduled{local});
    } else {
        m_context.write(write::EraseScheduled{uuid});
        m_items.erase(uuid);
    }
}

void ScheduleKeeper::take(const ScheduledMessage& taken)
{
    if (taken.version == 0 || !taken.uuid.isValid()) {
        return;
    }
    const auto found = m_items.find(taken.uuid);
    if (found == m_items.end()) {
        // All that is open in a version through this one is in the list: this answer comes late.
        if (isOpen(taken.state) && taken.version > m_through) {
            Item& item = m_items[taken.uuid];
            item.local.server = taken;
            settle(item);
        }
        return;
    }
    Item& item = found->second;
    LocalScheduled& local = item.local;
    if (taken.version <= local.server.version) {
        return;
    }
    local.server = taken;
    if (local.intent && isOwnChange(*local.intent, taken.change)) {
        local.intent->base = taken.version;
        if (taken.change == local.intent->changes.back()) {
            local.intent.reset();
            finish(item, std::nullopt);
        }
    }
    if (taken.state == ScheduledState::Sent && !local.intent) {
        m_context.report(change::ScheduledSent{taken.conversation, taken.uuid, taken.seq});
    }
    settle(item);
}

void ScheduleKeeper::dropEnded(const protocol::ScheduledMessages& page)
{
    std::vector<MessageUuid> ended;
    for (const auto& [uuid, item] : m_items) {
        // The answer to a change that is unsent tells what has become of its message.
        const bool isKnown = isAtServer(item.local) && item.local.server.version <= page.through;
        if (isKnown && !item.local.intent
            && std::ranges::find(page.messages, uuid, &ScheduledMessage::uuid) == page.messages.end()) {
            ended.push_back(uuid);
        }
    }
    for (const MessageUuid& uuid : ended) {
        Item& item = m_items.at(uuid);
        item.local.server.state = ScheduledState::Cancelled;
        settle(item);
    }
}

void ScheduleKeeper::refuse(Item& item, ErrorCode error)
{
    LocalScheduled& local = item.local;
    if (!local.intent->isCancelled) {
        local.refused = RefusedSchedule{local.intent->message, local.intent->due, error};
    }
    local.intent.reset();
}

void ScheduleKeeper::onResult(const Request& request, const protocol::ScheduleResult& result)
{
    const auto* sent = std::get_if<request::Schedule>(&request.kind);
    if (sent == nullptr || sent->uuid != result.message.uuid) {
        return onTimeout(request);
    }
    if (const auto found = m_items.find(sent->uuid); found != m_items.end()) {
        found->second.request = {};
    }
    take(result.message);
    noteVersion(result.message.version);
    const auto found = m_items.find(sent->uuid);
    if (found == m_items.end() || !found->second.local.intent) {
        return;
    }
    Item& item = found->second;
    ScheduleIntent& intent = *item.local.intent;
    const bool isLast = sent->change == intent.changes.back();
    if (result.outcome == ScheduleOutcome::Done && !isLast) {
        intent.base = item.local.server.version;
    } else if (result.outcome == ScheduleOutcome::Conflict && isOwnChange(intent, result.message.change)) {
        intent.base = result.message.version; // the answer to an earlier change was lost
    } else if (result.outcome == ScheduleOutcome::Done || isAlready(intent, result.message)) {
        item.local.intent.reset();
        finish(item, std::nullopt);
    } else {
        const ErrorCode error = errorOf(result.outcome);
        item.local.server.state = result.message.state;
        refuse(item, error);
        finish(item, error);
    }
    settle(item);
}

void ScheduleKeeper::onAnswer(const protocol::ScheduledMessages& frame)
{
    m_isPulling = false;
    const std::uint64_t before = m_through;
    onMessages(frame);
    if (m_through == before && isBehind()) {
        pause(leastPauseOfSchedules); // the answer brought nothing
    }
}

void ScheduleKeeper::onMessages(const protocol::ScheduledMessages& frame)
{
    noteHead(frame.head);
    if (frame.after == 0) {
        dropEnded(frame);
    }
    for (const ScheduledMessage& one : frame.messages) {
        take(one);
    }
    if (frame.after <= m_through && frame.through > m_through) {
        m_through = frame.through;
        storeProgress();
    }
}

void ScheduleKeeper::onError(const Request& request, const protocol::Error& error)
{
    onTimeout(request);
    if (protocol::isTransient(error.code)) {
        return pause(error.retryAfter);
    }
    if (error.code == ErrorCode::Unsupported) {
        m_isSupported = false;
        for (auto& [uuid, item] : m_items) {
            finish(item, std::nullopt); // it is kept for a server that supports it
        }
        return;
    }
    const auto* sent = std::get_if<request::Schedule>(&request.kind);
    if (sent == nullptr) {
        return pause(leastPauseOfSchedules);
    }
    const auto found = m_items.find(sent->uuid);
    if (found == m_items.end() || !found->second.local.intent
        || found->second.local.intent->changes.back() != sent->change) {
        return; // the user has changed it since
    }
    Item& item = found->second;
    refuse(item, error.code);
    finish(item, error.code);
    settle(item);
}

void ScheduleKeeper::onTimeout(const Request& request)
{
    const auto* sent = std::get_if<request::Schedule>(&request.kind);
    if (sent == nullptr) {
        m_isPulling = false;
        return;
    }
    const auto found = m_items.find(sent->uuid);
    if (found != m_items.end() && found->second.request == request.id) {
        found->second.request = {};
    }
}

void ScheduleKeeper::pause(Milliseconds retryAfter)
{
    m_notBefore = std::max(m_notBefore, m_context.now() + std::max(retryAfter, leastPauseOfSchedules));
}

void ScheduleKeeper::onOnline()
{
    m_notBefore = {};
    m_isSupported = true;
}

void ScheduleKeeper::onOffline()
{
    for (auto& [uuid, item] : m_items) {
        item.request = {};
        finish(item, std::nullopt); // it is kept, and sent later
    }
    m_isPulling = false;
}

void ScheduleKeeper::noteVersion(std::uint64_t version)
{
    if (version == m_through + 1) {
        m_through = version;
        storeProgress();
    }
    m_head = std::max(m_head, version);
}

void ScheduleKeeper::noteHead(std::uint64_t head)
{
    if (head < m_through) {
        // The server has lost versions: it gets the messages again that it should still send.
        m_through = 0;
        storeProgress();
        for (auto& [uuid, item] : m_items) {
            beginAgain(item);
        }
    }
    m_head = head;
}

void ScheduleKeeper::beginAgain(Item& item)
{
    LocalScheduled& local = item.local;
    if (isAtServer(local) && local.server.state == ScheduledState::Waiting && !local.intent) {
        local.intent = ScheduleIntent{.message = local.server.message, .due = local.server.due};
    }
    if (isAtServer(local) && local.server.state == ScheduledState::Failed && !local.intent) {
        local.refused = RefusedSchedule{local.server.message, local.server.due, local.server.failure};
    }
    local.server.version = 0;
    local.server.state = ScheduledState::Waiting;
    if (local.intent) {
        local.intent->base = 0;
        local.intent->changes = {randomChange(m_context.random())};
    }
    if (local.intent || local.refused) {
        m_context.write(write::PutScheduled{local});
        m_context.report(change::ScheduledChanged{local.server.conversation});
    }
}

void ScheduleKeeper::forgetServer(ConversationId conversation)
{
    if (m_items.empty() && m_through == 0) {
        return;
    }
    m_through = 0;
    storeProgress();
    m_mustPull = true;
    for (auto& [uuid, item] : m_items) {
        if (item.local.server.conversation == conversation) {
            beginAgain(item);
        }
    }
}

void ScheduleKeeper::storeProgress()
{
    m_context.write(write::PutScheduledProgress{m_through});
}

void ScheduleKeeper::finish(Item& item, std::optional<ErrorCode> error)
{
    for (const CommandId command : std::exchange(item.commands, {})) {
        m_context.finish(command, error, item.local.server.conversation);
    }
}

bool ScheduleKeeper::hasIntents() const
{
    return m_isSupported && std::any_of(m_items.begin(), m_items.end(), [](const auto& one) {
               return one.second.local.intent.has_value();
           });
}

const LocalScheduled* ScheduleKeeper::find(const MessageUuid& uuid) const
{
    const auto found = m_items.find(uuid);
    return found == m_items.end() ? nullptr : &found->second.local;
}

std::vector<LocalScheduled> ScheduleKeeper::all() const
{
    std::vector<LocalScheduled> all;
    all.reserve(m_items.size());
    for (const auto& [uuid, item] : m_items) {
        all.push_back(item.local);
    }
    return all;
}

void ScheduleKeeper::flush()
{
    if (m_notBefore > m_context.now()) {
        if (hasIntents() || isBehind()) {
            m_context.wakeAt(m_notBefore);
        }
        return;
    }
    if (m_isSupported) {
        sendIntents();
        pull();
    }
}

void ScheduleKeeper::sendIntents()
{
    auto inFlight = static_cast<std::size_t>(std::count_if(
        m_items.begin(), m_items.end(), [](const auto& one) { return one.second.request.isValid(); }));
    for (auto& [uuid, item] : m_items) {
        if (item.request.isValid() || !item.local.intent) {
            continue;
        }
        if (inFlight >= maxSchedulesInFlight) {
            return;
        }
        const ScheduleIntent& intent = *item.local.intent;
        const MessageUuid& change = intent.changes.back();
        item.request = m_context.send(protocol::Schedule{.conversation = item.local.server.conversation,
                                                         .uuid = uuid,
                                                         .baseVersion = intent.base,
                                                         .change = change,
                                                         .due = intent.due,
                                                         .message = intent.message,
                                                         .isCancelled = intent.isCancelled},
                                      request::Schedule{uuid, change});
        item.isSent = true;
        ++inFlight;
    }
}

void ScheduleKeeper::pull()
{
    if (isBehind() && !m_isPulling) {
        m_context.send(protocol::GetScheduled{m_through}, request::GetScheduled{});
        m_isPulling = true;
        m_mustPull = false;
    }
}

void ScheduleKeeper::clear()
{
    m_items.clear();
    m_through = 0;
    m_head = 0;
    m_isPulling = false;
}

} // namespace tidemark
