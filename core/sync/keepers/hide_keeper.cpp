#include "core/sync/keepers/hide_keeper.h"

#include "core/domain/hidden.h"
#include "core/domain/request_caps.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace tidemark {

HideKeeper::HideKeeper(EngineContext& context, TrackedConversations& conversations, PendingMessages& pending,
                       FeedKeeper& feed)
    : m_context(context), m_conversations(conversations), m_pending(pending), m_feed(feed), m_unsent(context)
{
    for (const auto& [id, tracked] : m_conversations.all()) {
        if (tracked.conversation().isMember && !unsentHidden(tracked.conversation()).empty()) {
            m_unsent.add(id);
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
    if (unsentHidden(conversation).empty()) {
        m_context.finish(input.command, std::nullopt, tracked.id());
    } else {
        m_unsent.add(tracked.id(), input.command);
    }
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
        m_unsent.add(tracked.id()); // the server may have lost it
    } else {
        m_unsent.finish(tracked.id(), std::nullopt);
    }
}

void HideKeeper::forgetLog(ConversationId conversation)
{
    m_unsent.finish(conversation, protocol::ErrorCode::LogEpochChanged);
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
        return m_unsent.finish(sent.conversation, error.code);
    }
    onTimeout(sent);
    m_unsent.pause(error.retryAfter);
}

void HideKeeper::onTimeout(const request::HideMessages& sent)
{
    m_unsent.release(sent.conversation);
}

void HideKeeper::flush()
{
    m_unsent.flush([this](ConversationId id) {
        const LocalConversation& conversation = m_conversations.at(id).conversation();
        std::vector<Seq> seqs = unsentHidden(conversation);
        seqs.resize(std::min(seqs.size(), caps::maxHiddenAtOnce));
        return m_context.send(
            protocol::HideMessages{id, conversation.logEpoch, conversation.generation, std::move(seqs)},
            request::HideMessages{id}, m_conversations.knownOf({id}));
    });
}

} // namespace tidemark
