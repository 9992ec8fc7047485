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
    for (User& user : users) {
        answer.members.push_back(member(*found, std::move(user)));
    }
    return protocol::ServerFrame(std::move(answer));
}

protocol::Member MemberList::member(const Membership& asker, User user)
{
    const ConversationRecord& conversation = asker.conversation;
    protocol::Member one;
    one.user = std::move(user);
    const auto row = m_context.store().members().find(conversation.id, one.user.id);
    if (!row) {
        return one;
    }
    one.role = roleIn(conversation, *row);
    one.seen = row->seen;
    one.seenAt = row->seenAt;
    const auto entry = row->seen > asker.member.hiddenThrough
                           ? m_context.store().log().entry(conversation.id, row->seen)
                           : std::nullopt;
    if (entry) {
        one.seenSentAt = entry->entry.at;
    }
    // Messages from before the user joined do not count as unseen.
    one.seenAll =
        unreadAfter(m_context.store(), conversation, effectiveRead(row->floor, row->seen), one.user.id) == 0;
    one.delivered = m_context.sharesReceipts(conversation) ? row->delivered : Seq();
    return one;
}

} // namespace tidemark::server
