#include "server-stub/hub/requests/member_list.h"

#include "server-stub/hub/contract/counts.h"
#include "server-stub/hub/contract/request_cost.h"

#include <algorithm>
#include <utility>

namespace tidemark::server {

Answer MemberList::members(const Caller& caller, const protocol::GetMembers& request)
{
    const auto found = m_context.membership(request.conversation, caller.user);
    if (!found) {
        return Unexpected(found.error());
    }
    if (!mayListMembers(found->conversation, found->member)) {
        return refusal(protocol::ErrorCode::NotAllowed);
    }
    const std::uint32_t maxLimit = protocol::GetMembers::maxMembers;
    const std::uint32_t limit = request.limit == 0 ? maxLimit : std::min(request.limit, maxLimit);
    std::vector<User> users = m_context.store().accounts().users(
        m_context.store().members().presentAfter(request.conversation, request.after, limit));
    std::sort(users.begin(), users.end(), [](const User& a, const User& b) { return a.id < b.id; });
    m_context.charge(caller.user, Operation::Other, costOfMembers(users.size()));
    protocol::Members answer{request.conversation, {}, found->conversation.memberCount};
    answer.members.reserve(users.size());
    Page page{*found, {}, {}};
    for (User& user : users) {
        answer.members.push_back(member(page, std::move(user)));
    }
    return protocol::ServerFrame(std::move(answer));
}

protocol::Member MemberList::member(Page& page, User user)
{
    const ConversationRecord& conversation = page.asker.conversation;
    protocol::Member one;
    one.user = std::move(user);
    const auto row = m_context.store().members().find(conversation.id, one.user.id);
    if (!row) {
        return one;
    }
    one.role = roleIn(conversation, *row);
    one.seen = row->seen;
    one.seenAt = row->seenAt;
    if (row->seen > page.asker.member.hiddenThrough) {
        one.seenSentAt = sentAt(page, row->seen);
    }
    // Messages from before the user joined do not count as unseen.
    one.seenAll = hasSeenAll(page, effectiveRead(row->floor, row->seen), one.user.id);
    one.delivered = m_context.sharesReceipts(conversation) ? row->delivered : Seq();
    return one;
}

UnixMs MemberList::sentAt(Page& page, Seq seq)
{
    const auto [place, isNew] = page.sentAt.try_emplace(seq);
    if (isNew) {
        const auto entry = m_context.store().log().entry(page.asker.conversation.id, seq);
        place->second = entry ? entry->entry.at : UnixMs();
    }
    return place->second;
}

bool MemberList::hasSeenAll(Page& page, Seq seen, UserId reader)
{
    const ConversationRecord& conversation = page.asker.conversation;
    if (m_context.store().log().prefix(conversation.id, conversation.head, reader).own > 0) {
        return unreadAfter(m_context.store(), conversation, seen, reader) == 0;
    }
    const auto [place, isNew] = page.seenAll.try_emplace(seen);
    if (isNew) {
        place->second = unreadAfter(m_context.store(), conversation, seen, reader) == 0;
    }
    return place->second;
}

} // namespace tidemark::server
