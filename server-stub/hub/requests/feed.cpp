#include "server-stub/hub/requests/feed.h"

#include "core/names/label.h"

#include <algorithm>
#include <utility>

namespace tidemark::server {

Answer Feed::findChannels(const protocol::FindChannels& request)
{
    // Titles are stored in form NFC.
    const auto text = partOfTitle(request.text, m_context.config().limits.maxTitleBytes);
    if (!text) {
        return refusal(protocol::ErrorCode::TitleInvalid);
    }
    const std::uint32_t maxLimit = protocol::FindChannels::maxChannels;
    const std::uint32_t limit = request.limit == 0 ? maxLimit : std::min(request.limit, maxLimit);
    protocol::FoundChannels found;
    for (const ConversationId id : m_context.store().conversations().findChannels(*text, limit)) {
        if (auto channel = m_context.store().conversations().find(id)) {
            found.channels.push_back({id, std::move(channel->title), channel->memberCount});
        }
    }
    return protocol::ServerFrame(std::move(found));
}

protocol::GetStates Feed::open(const Caller& caller, const protocol::OpenFeed& request)
{
    protocol::GetStates named;
    named.conversations.reserve(request.snapshots.size());
    for (const protocol::FeedSnapshot& one : request.snapshots) {
        raise(caller, one);
        named.conversations.push_back(one.conversation);
    }
    return named;
}

void Feed::raise(const Caller& caller, const protocol::FeedSnapshot& request)
{
    auto found = m_context.membership(request.conversation, caller.user);
    if (!found || found->conversation.kind != ConversationKind::Channel) {
        return;
    }
    MemberRecord& row = found->member;
    const bool isOfThisLog =
        request.logEpoch == found->conversation.logEpoch && request.head <= found->conversation.head;
    if (!isOfThisLog || request.generation != row.generation || request.head <= row.feedSnapshot) {
        return;
    }
    row.feedSnapshot = request.head;
    ++row.version;
    m_context.putMember(row);
    m_context.turn().stateChanged(caller.user, request.conversation, caller.target);
}

} // namespace tidemark::server
