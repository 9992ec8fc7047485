#include "core/sync/keepers/hide_keeper.h"

#include "core/domain/hidden.h"
#include "core/domain/request_caps.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace tidemark {

namespace {

constexpr Milliseconds shortestHidePause{1000};

} // namespace

HideKeeper::HideKeeper(EngineContext& context, TrackedConversations& conversations, PendingMessages& pending,
                       FeedKeeper& feed)
    : m_context(context), m_conversations(conversations), m_pending(pending), m_feed(feed)
{
    for (const auto& [id, tracked] : m_conversations.all()) {
        if (tracked.conversation().isMember && !unsentHidden(tracked.conversation()).empty()) {
            m_unsent.try_emplace(id);
        }
    }
}

std::optional<protocol::ErrorCode> HideKeeper::refusalOf(const LocalConversation& conversation,
                                                         const std::vector<Seq>& seqs)
{
    if (!seqs.empty() && (!seqs.front().isValid() || seqs.back() > conversation.serverHead)) {
        return protocol::ErrorCode::NoSuchEntry;
    }
    if (united(conversation.hidden, seqs).size() > caps::maxHidden) {
        return protocol::ErrorCode::TooManyHidden;
    }
    return std::nullopt;
}

void HideKeeper::hide(Tracked& tracked, const input::HideMessages& input)
{
    const LocalConversation& conversation = tracked.conversation();
    std::vector<Seq> seqs = input.seqs;
    std::ranges::sort(seqs);
    seqs.erase(std::unique(seqs.begin(), seqs.end()), seqs.end());
    if (const auto refusal = refusalOf(conversation, seqs)) {
        return m_context.finish(input.command, refusal, tracked.id());
    }
    const std::vector<Seq> fresh = above(missingIn(conversation.hidden, seqs), conversation.trimmedThrough);
    if (!fresh.empty()) {
        leaveOut(tracked, fresh);
        tracked.hide(fresh);
        tracked.forgetFirstUnread();
        m_feed.recount(tracked);
        drop(tracked, fresh);
    }
    if (!unsentHidden(conversation).empty()) {
        Unsent& unsent = m_unsent[tracked.id()];
        if (m_context.isOnline()) {
            unsent.commands.push_back(input.command);
            return;
        }
    }
    m_context.finish(input.command, std::nullopt, tracked.id()); // what is unsent is kept, and sent later
}

void HideKeeper::leaveOut(Tracked& tracked, const std::vector<Seq>& seqs)
{
    const LocalConversation& conversation = tracked.conversation();
    const Seq head = conversation.countedHead;
    const Viewer viewer = m_context.viewerOf(conversation);
    for (const Seq seq : seqs) {
        if (seq <= effectiveRead(conversation) || seq > head) {
            continue;
        }
        // An entry anywhere above may have recalled the message.
        const bool isSure = tracked.held().covers(previous(seq), head);
        const ReadCounts loss =
            tracked.held().contains(seq)
                ? m_context.log.countUnread(conversation.id, viewer, previous(seq), seq, head)
                : ReadCounts{1, 1, 1};
        const auto counted = apply(conversation.counts, lossOf(loss));
        tracked.setCounts(counted.value_or(ReadCounts()), conversation.exact && isSure && counted);
    }
}

/// Removes the words of the messages, and reports them to the views.
void HideKeeper::drop(Tracked& tracked, const std::vector<Seq>& seqs)
{
    m_context.write(write::HideEntries{tracked.id(), seqs});
    std::vector<Seq> held;
    std::ranges::copy_if(seqs, std::back_inserter(held),
                         [&](Seq seq) { return tracked.held().contains(seq); });
    if (!held.empty()) {
        m_context.report(change::EntriesAdded{tracked.id(), held.front(), held.back(), held, false});
    }
    m_pending.noteUnreachable();
    m_conversations.touch(tracked);
}

void HideKeeper::noteAdopted(Tracked& tracked, const std::vector<Seq>& before)
{
    const LocalConversation& conversation = tracked.conversation();
    if (const std::vector<Seq> fresh = missingIn(before, conversation.hidden); !fresh.empty()) {
        drop(tracked, fresh);
    }
    if (conversation.isMember && !unsentHidden(conversation).empty()) {
        m_unsent.try_emplace(tracked.id()); // the server may have lost it
    } else {
        finish(tracked.id(), std::nullopt);
    }
}

void HideKeeper::forgetLog(ConversationId conversation)
{
    finish(conversation, protocol::ErrorCode::LogEpochChanged);
}

void HideKeeper::finish(ConversationId conversation, std::optional<protocol::ErrorCode> error)
{
    const auto found = m_unsent.find(conversation);
    if (found == m_unsent.end()) {
        return;
    }
    for (const CommandId command : found->second.commands) {
        m_context.finish(command, error, conversation);
    }
    m_unsent.erase(found);
}

void HideKeeper::onAnswered(const request::HideMessages& sent)
{
    // The state in the answer has settled it, unless there are more messages than fit into one request.
    onTimeout(sent);
}

void HideKeeper::onError(const request::HideMessages& sent, const protocol::Error& error)
{
    if (!protocol::isTransient(error.code)) {
        // The messages stay hidden on this device. If the server has another view of the membership or the
        // log, its state comes, and the request is sent again.
        return finish(sent.conversation, error.code);
    }
    onTimeout(sent);
    m_notBefore = std::max(m_notBefore, m_context.now() + std::max(error.retryAfter, shortestHidePause));
}

void HideKeeper::onTimeout(const request::HideMessages& sent)
{
    if (const auto found = m_unsent.find(sent.conversation); found != m_unsent.end()) {
        found->second.request = {};
    }
}

void HideKeeper::onOffline()
{
    for (auto& [id, unsent] : m_unsent) {
        unsent.request = {};
        for (const CommandId command : std::exchange(unsent.commands, {})) {
            m_context.finish(command, std::nullopt, id);
        }
    }
}

void HideKeeper::flush()
{
    if (m_notBefore > m_context.now()) {
        if (hasIntents()) {
            m_context.wakeAt(m_notBefore);
        }
        return;
    }
    for (auto& [id, unsent] : m_unsent) {
        if (!unsent.request.isValid()) {
            const LocalConversation& conversation = m_conversations.at(id).conversation();
            std::vector<Seq> seqs = unsentHidden(conversation);
            seqs.resize(std::min(seqs.size(), caps::maxHiddenAtOnce));
            unsent.request = m_context.send(
                protocol::HideMessages{id, conversation.logEpoch, conversation.generation, std::move(seqs)},
                request::HideMessages{id}, m_conversations.knownOf({id}));
        }
    }
}

} // namespace tidemark
