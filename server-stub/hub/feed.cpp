#include "server-stub/hub/feed.h"

#include "core/names/label.h"

#include <algorithm>
#include <utility>

namespace tidemark::server {

Answer Feed::findChannels(const protocol::FindChannels& question)
{
    // Titles are stored in form NFC.
    const auto text = partOfTitle(question.text, m_context.config.limits.maxTitleBytes);
    if (!text) {
        return refusal(protocol::ErrorCode::TitleInvalid);
    }
    const std::uint32_t most = protocol::FindChannels::mostChannels;
    const std::uint32_t limit = question.limit == 0 ? most : std::min(question.limit, most);
    protocol::FoundChannels found;
    for (const ConversationId id : m_context.store().findChannels(*text, limit)) {
        if (auto channel = m_context.store().conversation(id)) {
            found.channels.push_back({id, std::move(channel->title), channel->memberCount});
        }
    }
    return protocol::ServerFrame(std::move(found));
}

protocol::GetStates Feed::open(const Caller& caller, const protocol::OpenFeed& wish)
{
    protocol::GetStates named;
    named.conversations.reserve(wish.snapshots.size());
    for (const protocol::FeedSnapshot& one : wish.snapshots) {
        raise(caller, one);
        named.conversations.push_back(one.conversation);
    }
    return named;
}

void Feed::raise(const Caller& caller, const protocol::FeedSnapshot& wish)
{
    auto found = m_context.membership(wish.conversation, caller.user);
    if (!found || found->conversation.kind != ConversationKind::Channel) {
        return;
    }
    MemberRecord& row = found->member;
    const bool isOfThisLog =
        wish.logEpoch == found->conversation.logEpoch && wish.head <= found->conversation.head;
    if (!isOfThisLog || wish.generation != row.generation || wish.head <= row.feedSnapshot) {
        return;
    }
    row.feedSnapshot = wish.head;
    ++row.version;
    m_context.putMember(row);
    m_context.turn.stateChanged(caller.user, wish.conversation, caller.target);
}

} // namespace tidemark::server
