#include "core/sync/keepers/feed_keeper.h"

#include "core/domain/request_caps.h"
#include "core/sync/badge.h"

#include <algorithm>

namespace tidemark {

namespace {

Badge badgeOf(const FeedShare& feed)
{
    return {{feed.unread, 0, 0}, feed.exact};
}

} // namespace

FeedKeeper::FeedKeeper(EngineContext& context, TrackedConversations& conversations)
    : m_context(context), m_conversations(conversations)
{
    for (const auto& [id, tracked] : conversations.all()) {
        noteUnsent(tracked.conversation());
    }
}

void FeedKeeper::open()
{
    m_conversations.each([&](Tracked& tracked) {
        const LocalConversation& conversation = tracked.conversation();
        const FeedShare& feed = conversation.feed;
        if (isFollowed(conversation.kind, conversation.isMember) && (feed.unread > 0 || !feed.exact)) {
            setSnapshot(tracked, feed.confirmed, std::max(feed.snapshot, conversation.countedHead));
            set(tracked, 0, true);
        }
    });
}

void FeedKeeper::takeSnapshot(Tracked& tracked, const ConversationState& state)
{
    const LocalConversation& conversation = tracked.conversation();
    const bool isSameLife =
        isFollowed(conversation.kind, conversation.isMember) && conversation.generation == state.generation;
    const bool follows = isFollowed(state.kind, state.isMember);
    const Seq confirmed = follows ? state.feedSnapshot : Seq();
    setSnapshot(tracked, confirmed,
                follows && isSameLife ? std::max(conversation.feed.snapshot, confirmed) : confirmed);
}

void FeedKeeper::recount(Tracked& tracked, const ConversationState& state)
{
    const LocalConversation& conversation = tracked.conversation();
    if (!isFollowed(conversation.kind, conversation.isMember)) {
        return set(tracked, 0, true);
    }
    const Seq opened = effectiveRead(state.floor, state.feedSnapshot);
    if (!m_context.isCountedAlike(conversation, state)) {
        return recount(tracked);
    }
    set(tracked, state.feedUnread, true);
    if (conversation.countedHead > state.head) {
        advance(tracked, m_context.log.contributions(conversation.id, m_context.viewerOf(conversation),
                                                     state.head, conversation.countedHead, opened));
    }
    const MovedBadge moved =
        movedBadge(m_context, tracked, badgeOf(conversation.feed), opened, effectiveSnapshot(conversation));
    set(tracked, moved.badge.counts.unread, moved.badge.exact);
}

void FeedKeeper::recount(Tracked& tracked)
{
    const LocalConversation& conversation = tracked.conversation();
    if (isFollowed(conversation.kind, conversation.isMember)) {
        const Badge counted = countedBadge(m_context, tracked, effectiveSnapshot(conversation));
        set(tracked, counted.counts.unread, counted.exact);
    }
}

void FeedKeeper::advance(Tracked& tracked, CountDelta delta)
{
    const FeedShare& feed = tracked.conversation().feed;
    const MovedBadge moved = advancedBadge(badgeOf(feed), {delta.unread, 0, 0});
    if (moved.isUncertain) {
        m_context.report(change::Mismatch{tracked.conversation().id,
                                          "the log recalls more than the " + std::to_string(feed.unread)
                                              + " messages that the feed counted"});
    }
    set(tracked, moved.badge.counts.unread, moved.badge.exact);
}

void FeedKeeper::set(Tracked& tracked, std::uint64_t unread, bool exact)
{
    FeedShare feed = tracked.conversation().feed;
    feed.unread = unread;
    feed.exact = exact;
    tracked.setFeed(feed);
    m_conversations.touch(tracked);
}

void FeedKeeper::setSnapshot(Tracked& tracked, Seq confirmed, Seq snapshot)
{
    FeedShare feed = tracked.conversation().feed;
    feed.confirmed = confirmed;
    feed.snapshot = snapshot;
    tracked.setFeed(feed);
    noteUnsent(tracked.conversation());
}

void FeedKeeper::forget(Tracked& tracked)
{
    tracked.setFeed({});
    m_unsent.erase(tracked.id());
}

void FeedKeeper::noteUnsent(const LocalConversation& conversation)
{
    if (conversation.feed.snapshot > conversation.feed.confirmed) {
        m_unsent.insert(conversation.id);
    } else {
        m_unsent.erase(conversation.id);
    }
}

void FeedKeeper::onOnline()
{
    m_isSent = false;
    m_notBefore = {};
}

void FeedKeeper::flush()
{
    if (m_isSent || !hasUnsent()) {
        return;
    }
    if (m_notBefore > m_context.now()) {
        return m_context.wakeAt(m_notBefore);
    }
    std::vector<protocol::FeedSnapshot> snapshots;
    for (const ConversationId id : m_unsent) {
        const LocalConversation& conversation = m_conversations.at(id).conversation();
        snapshots.push_back({id, conversation.logEpoch, conversation.generation, conversation.feed.snapshot});
        if (snapshots.size() == caps::maxFeedSnapshots) {
            break;
        }
    }
    m_isSent = true;
    // Send at most one update per `readDebounce`.
    m_notBefore = m_context.now() + m_context.config.readDebounce;
    m_context.send(protocol::OpenFeed{snapshots}, request::OpenFeed{snapshots});
}

void FeedKeeper::onAnswered(const request::OpenFeed& opened)
{
    m_isSent = false;
    drop(opened);
}

void FeedKeeper::onError(const request::OpenFeed& opened, const protocol::Error& error)
{
    m_isSent = false;
    if (protocol::isTransient(error.code)) {
        m_notBefore = std::max(m_notBefore, m_context.now() + error.retryAfter);
    } else {
        drop(opened);
    }
}

void FeedKeeper::onTimeout()
{
    m_isSent = false;
}

void FeedKeeper::drop(const request::OpenFeed& opened)
{
    for (const protocol::FeedSnapshot& one : opened.snapshots) {
        Tracked* tracked = m_conversations.find(one.conversation);
        const bool isRefused = tracked != nullptr && tracked->conversation().feed.snapshot == one.head
                               && tracked->conversation().generation == one.generation
                               && m_unsent.contains(one.conversation);
        if (isRefused) {
            const Seq confirmed = tracked->conversation().feed.confirmed;
            setSnapshot(*tracked, confirmed, confirmed);
            // Only the server knows the number above the old snapshot.
            set(*tracked, 0, false);
        }
    }
}

} // namespace tidemark
