#include "core/sync/keepers/draft_register.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace tidemark {

namespace {

constexpr std::size_t maxDraftsInFlight = 4;
constexpr Milliseconds leastPauseOfDrafts{1000};
/// A change is sent when none has come for this long. The window stores keys after half a second without
/// another one, so the user has not typed for two seconds.
constexpr Milliseconds draftRest{1500};

MessageUuid randomUuid(SplitMix64& random)
{
    MessageUuid uuid;
    for (std::size_t place = 0; place < uuid.bytes.size(); place += sizeof(std::uint64_t)) {
        const std::uint64_t part = random.next();
        std::memcpy(uuid.bytes.data() + place, &part, sizeof part);
    }
    return uuid;
}

/// Whether the server's draft is one of the latest changes by this device.
bool isOwn(const LocalDraft& draft)
{
    return std::ranges::find(draft.own, draft.server.uuid) != draft.own.end();
}

bool isSame(const LocalDraft& local, const Draft& other)
{
    return local.text == other.text && local.replyTo == other.replyTo;
}

/// Whether the only other text is the server's: the user has cleared a version before it.
bool hasNothingToKeep(const LocalDraft& draft)
{
    return draft.text.empty() && draft.server.version != draft.base;
}

/// The server's draft is the draft of this device, too.
void takeServers(LocalDraft& draft)
{
    draft.text = draft.server.text;
    draft.replyTo = draft.server.replyTo;
    draft.base = draft.server.version;
    draft.uuid = {};
}

} // namespace

DraftRegister::DraftRegister(EngineContext& context, TrackedConversations& conversations,
                             PendingMessages& pending, std::vector<LocalDraft> drafts, DraftProgress progress)
    : m_context(context), m_conversations(conversations), m_pending(pending), m_progress(progress),
      m_head(progress.through)
{
    for (LocalDraft& draft : drafts) {
        const ConversationId conversation = draft.conversation;
        m_items[conversation].draft = std::move(draft);
    }
}

void DraftRegister::set(const input::SetDraft& input)
{
    if (m_conversations.find(input.conversation) == nullptr) {
        return m_context.finish(input.command, protocol::ErrorCode::NoSuchConversation, input.conversation);
    }
    Item& item = m_items[input.conversation];
    LocalDraft& draft = item.draft;
    draft.conversation = input.conversation;
    const bool isChanged = draft.text != input.text || draft.replyTo != input.replyTo;
    if (isChanged || input.isFinished) {
        item.due = input.isFinished ? Instant{} : m_context.now() + draftRest;
    }
    if (isChanged) {
        const std::uint64_t newest = draft.server.version;
        if (!draft.uuid.isValid()) {
            // The composer may not have heard yet that the server has what was written in it before.
            draft.base = isOwn(draft) ? newest : std::min(input.base.value_or(newest), newest);
        } else if (draft.server.text.empty()) {
            // A text that another device has cleared is nothing to choose from: the user writes on here.
            draft.base = newest;
        }
        draft.text = input.text;
        draft.replyTo = input.replyTo;
        begin(item, input.uuid);
        if (isSame(draft, draft.server) || hasNothingToKeep(draft)) {
            takeServers(draft);
        }
        store(item);
    }
    if (input.command.isValid()) {
        item.commands.push_back(input.command);
    }
    if (!m_context.isOnline() || !isWaiting(item)) {
        // A command cannot choose between the texts of two devices, so it must hear of the choice.
        finish(item, isInConflict(draft) ? std::optional(protocol::ErrorCode::DraftConflict) : std::nullopt);
    }
}

void DraftRegister::begin(Item& item, MessageUuid uuid)
{
    item.isRefused = false;
    if (item.draft.uuid.isValid() && !item.isSent) {
        return;
    }
    item.draft.uuid = uuid;
    item.isSent = false;
    noteOwn(item.draft, uuid);
}

void DraftRegister::noteOwn(LocalDraft& draft, MessageUuid uuid)
{
    if (draft.own.size() >= maxOwnDraftChanges) {
        draft.own.erase(draft.own.begin());
    }
    draft.own.push_back(uuid);
}

void DraftRegister::settle(const input::SettleDraft& input)
{
    const auto found = m_items.find(input.conversation);
    if (found != m_items.end() && isInConflict(found->second.draft)) {
        Item& item = found->second;
        LocalDraft& draft = item.draft;
        draft.base = draft.server.version;
        if (input.takesOther) {
            takeServers(draft);
        }
        item.due = {};
        store(item);
    }
    m_context.finish(input.command, std::nullopt, input.conversation);
}

void DraftRegister::share(bool on)
{
    if (m_progress.isShared == on) {
        return;
    }
    m_progress.isShared = on;
    m_mustPull = on;
    storeProgress();
    for (auto& [conversation, item] : m_items) {
        finish(item, std::nullopt);
    }
}

std::uint64_t DraftRegister::end(ConversationId conversation, MessageUuid uuid, std::uint64_t shown)
{
    Item& item = m_items[conversation];
    LocalDraft& draft = item.draft;
    draft.conversation = conversation;
    const bool isShown = draft.uuid.isValid() || isOwn(draft) || shown >= draft.server.version;
    const std::uint64_t base = isShown ? draft.base : shown;
    if (isShown && !isInConflict(draft)) {
        // The message clears the draft of the server. So the same text, written again, is a change.
        draft.server.text.clear();
        draft.server.replyTo = {};
    }
    // A text of another device that was not sent is the draft now.
    takeServers(draft);
    noteOwn(draft, uuid);
    store(item);
    finish(item, std::nullopt);
    return base;
}

void DraftRegister::onCleared(ConversationId conversation, MessageUuid uuid, std::uint64_t version)
{
    if (version > 0) {
        take({.conversation = conversation,
              .text = {},
              .version = version,
              .uuid = uuid,
              .device = m_context.device,
              .at = m_context.wall()});
        noteVersion(version);
    }
}

void DraftRegister::store(const Item& item)
{
    m_context.write(write::PutDraft{item.draft});
    m_context.report(change::ConversationChanged{item.draft.conversation});
}

void DraftRegister::storeProgress()
{
    // After a restart, drafts without a place are pulled again.
    DraftProgress stored = m_progress;
    for (const auto& [conversation, draft] : m_unplaced) {
        stored.through = std::min(stored.through, draft.version - 1);
    }
    m_context.write(write::PutDraftProgress{stored});
}

void DraftRegister::placeAll()
{
    const std::size_t before = m_unplaced.size();
    for (auto next = m_unplaced.begin(); next != m_unplaced.end();) {
        if (m_conversations.find(next->first) == nullptr) {
            ++next;
            continue;
        }
        Draft draft = std::move(next->second);
        next = m_unplaced.erase(next);
        take(std::move(draft));
    }
    if (m_unplaced.size() != before) {
        storeProgress();
    }
}

void DraftRegister::take(Draft taken)
{
    if (taken.version == 0) {
        return;
    }
    if (m_conversations.find(taken.conversation) == nullptr) {
        m_unplaced.insert_or_assign(taken.conversation, std::move(taken));
        return;
    }
    Item& item = m_items[taken.conversation];
    LocalDraft& draft = item.draft;
    draft.conversation = taken.conversation;
    if (taken.version <= draft.server.version) {
        return;
    }
    draft.server = std::move(taken);
    if (isOwn(draft)) {
        // An earlier change of this device. What the user has written since is a change of it, and what the
        // user has sent since does not come back.
        draft.base = draft.server.version;
        if (draft.uuid == draft.server.uuid) {
            // After a loss of power the device may have an older text of the change that it sent.
            takeServers(draft);
        } else if (isSame(draft, draft.server)) {
            draft.uuid = {};
        } else if (!draft.uuid.isValid()) {
            // The server got the earlier change after the message that was this draft. If that message does
            // not clear it soon, a change does.
            begin(item, randomUuid(m_context.random()));
            item.due = m_context.now() + draftRest;
        }
    } else if (!draft.uuid.isValid() || isSame(draft, draft.server) || draft.text.empty()) {
        takeServers(draft);
    }
    store(item);
}

void DraftRegister::noteVersion(std::uint64_t version)
{
    if (version == m_progress.through + 1) {
        m_progress.through = version;
        storeProgress();
    }
    m_head = std::max(m_head, version);
}

void DraftRegister::noteHead(std::uint64_t head)
{
    if (head < m_progress.through) {
        startAgain();
    }
    m_head = head;
}

void DraftRegister::startAgain()
{
    m_progress.through = 0;
    m_unplaced.clear();
    storeProgress();
    for (auto& [conversation, item] : m_items) {
        forgetServer(item);
    }
}

void DraftRegister::forgetServer(Item& item)
{
    LocalDraft& draft = item.draft;
    draft.server = {};
    draft.base = 0;
    draft.own.clear();
    draft.uuid = {};
    if (!draft.text.empty()) {
        begin(item, randomUuid(m_context.random()));
    }
    store(item);
}

void DraftRegister::forgetServer(ConversationId conversation)
{
    if (m_items.empty() && m_progress.through == 0) {
        return;
    }
    m_progress.through = 0;
    storeProgress();
    m_mustPull = true;
    if (const auto found = m_items.find(conversation); found != m_items.end()) {
        forgetServer(found->second);
    }
}

void DraftRegister::onResult(const Request& request, const protocol::DraftResult& result)
{
    const auto* sent = std::get_if<request::SetDraft>(&request.kind);
    if (sent == nullptr || sent->conversation != result.draft.conversation) {
        return onTimeout(request);
    }
    Item& item = m_items[sent->conversation];
    item.request = {};
    take(result.draft);
    if (!result.isConflict && item.draft.uuid == sent->uuid) {
        item.draft.uuid = {}; // cleared before there was a draft
        if (result.draft.version < item.draft.server.version && !isSame(item.draft, item.draft.server)) {
            // A message that was written before this text came to the server after it, and cleared it there.
            begin(item, randomUuid(m_context.random()));
        }
        store(item);
    }
    if (result.draft.version > 0) {
        noteVersion(result.draft.version);
    }
    if (!isWaiting(item)) {
        finish(item,
               isInConflict(item.draft) ? std::optional(protocol::ErrorCode::DraftConflict) : std::nullopt);
    }
}

void DraftRegister::onAnswer(const protocol::Drafts& frame)
{
    m_isPulling = false;
    const std::uint64_t before = m_progress.through;
    onDrafts(frame);
    if (m_progress.through == before && isBehind()) {
        pause(leastPauseOfDrafts); // the answer brought nothing
    }
}

void DraftRegister::onDrafts(const protocol::Drafts& frame)
{
    if (!m_progress.isShared) {
        return;
    }
    noteHead(frame.head);
    for (const Draft& draft : frame.drafts) {
        take(draft);
    }
    if (frame.after <= m_progress.through && frame.through > m_progress.through) {
        m_progress.through = frame.through;
        storeProgress();
    }
}

void DraftRegister::onError(const Request& request, const protocol::Error& error)
{
    onTimeout(request);
    if (protocol::isTransient(error.code)) {
        return pause(error.retryAfter);
    }
    if (error.code == protocol::ErrorCode::Unsupported) {
        m_isSupported = false;
    }
    if (const auto* sent = std::get_if<request::SetDraft>(&request.kind)) {
        Item& item = m_items[sent->conversation];
        if (item.draft.uuid == sent->uuid) {
            item.isRefused = true; // the text stays on this device
            finish(item, error.code);
        }
    } else {
        pause(leastPauseOfDrafts);
    }
}

void DraftRegister::onTimeout(const Request& request)
{
    if (const auto* sent = std::get_if<request::SetDraft>(&request.kind)) {
        Item& item = m_items[sent->conversation];
        if (item.request == request.id) {
            item.request = {};
        }
    } else {
        m_isPulling = false;
    }
}

void DraftRegister::pause(Milliseconds retryAfter)
{
    m_notBefore = std::max(m_notBefore, m_context.now() + std::max(retryAfter, leastPauseOfDrafts));
}

void DraftRegister::onOnline()
{
    m_notBefore = {};
    m_isSupported = true;
    for (auto& [conversation, item] : m_items) {
        item.isRefused = false;
    }
}

void DraftRegister::onOffline()
{
    for (auto& [conversation, item] : m_items) {
        item.request = {};
        finish(item, std::nullopt); // it is kept, and sent later
    }
    m_isPulling = false;
}

bool DraftRegister::isWaiting(const Item& item) const
{
    const Tracked* tracked = m_conversations.find(item.draft.conversation);
    return m_progress.isShared && m_isSupported && item.draft.uuid.isValid() && !item.isRefused
           && !isInConflict(item.draft) && tracked != nullptr && tracked->conversation().isMember;
}

bool DraftRegister::isBehind() const
{
    return m_progress.isShared && m_isSupported && (m_mustPull || m_progress.through < m_head);
}

bool DraftRegister::hasIntents() const
{
    return std::any_of(m_items.begin(), m_items.end(),
                       [this](const auto& one) { return isWaiting(one.second); });
}

std::optional<std::uint64_t> DraftRegister::knownThrough() const
{
    return m_progress.isShared ? std::optional(m_progress.through) : std::nullopt;
}

const LocalDraft* DraftRegister::find(ConversationId conversation) const
{
    const auto found = m_items.find(conversation);
    return found == m_items.end() ? nullptr : &found->second.draft;
}

void DraftRegister::finish(Item& item, std::optional<protocol::ErrorCode> error)
{
    for (const CommandId command : std::exchange(item.commands, {})) {
        m_context.finish(command, error, item.draft.conversation);
    }
}

void DraftRegister::flush()
{
    placeAll();
    if (m_notBefore > m_context.now()) {
        if (hasIntents() || isBehind()) {
            m_context.wakeAt(m_notBefore);
        }
        return;
    }
    sendChanges();
    pull();
}

void DraftRegister::sendChanges()
{
    auto inFlight = static_cast<std::size_t>(std::count_if(
        m_items.begin(), m_items.end(), [](const auto& one) { return one.second.request.isValid(); }));
    for (auto& [conversation, item] : m_items) {
        if (item.request.isValid() || !isWaiting(item)) {
            continue;
        }
        if (item.due > m_context.now()) {
            m_context.wakeAt(item.due);
            continue;
        }
        if (inFlight >= maxDraftsInFlight) {
            return;
        }
        if (m_pending.clearsDraft(conversation)) {
            continue; // the server could not tell this text from the one that the message was
        }
        m_pending.keepNextDraft(conversation);
        const LocalDraft& draft = item.draft;
        item.request = m_context.send(
            protocol::SetDraft{conversation, draft.base, draft.text, draft.replyTo, draft.uuid},
            request::SetDraft{conversation, draft.uuid});
        item.isSent = true;
        ++inFlight;
    }
}

void DraftRegister::pull()
{
    if (isBehind() && !m_isPulling) {
        m_context.send(protocol::GetDrafts{m_progress.through}, request::GetDrafts{});
        m_isPulling = true;
        m_mustPull = false;
    }
}

void DraftRegister::clear()
{
    m_items.clear();
    m_unplaced.clear();
    m_progress = {0, m_progress.isShared};
    m_head = 0;
    m_isPulling = false;
}

} // namespace tidemark
