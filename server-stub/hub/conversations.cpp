#include "server-stub/hub/conversations.h"

#include "server-stub/hub/text_rules.h"

#include <algorithm>
#include <set>
#include <utility>

namespace tidemark::server {

using protocol::ErrorCode;

namespace {

/// Up to this size all online members get the new state at once; in larger groups the notice in the log tells
/// them.
constexpr std::uint32_t smallGroup = 200;

std::optional<Target> toldOnly(const Caller& caller, UserId user)
{
    return user == caller.user ? std::optional(caller.target) : std::nullopt;
}

} // namespace

Answer Conversations::createGroup(const Caller& caller, const protocol::CreateGroup& wish)
{
    if (auto answer = answerWithout(caller, wish.uuid, wish.title)) {
        return *std::move(answer);
    }
    std::set<UserId> members{caller.user};
    std::string unknown;
    for (const std::string& name : wish.members) {
        if (const auto account = m_context.store().accountByName(name)) {
            members.insert(account->id);
        } else {
            unknown += (unknown.empty() ? "" : "\n") + name;
        }
    }
    if (!unknown.empty()) {
        return refusal(ErrorCode::NoSuchUser, unknown);
    }
    ConversationRecord group;
    group.kind = ConversationKind::Group;
    group.title = wish.title;
    group.historyOpen = wish.historyOpen;
    group.inviteOnly = wish.inviteOnly;
    return create(caller, wish.uuid, std::move(group), members);
}

Answer Conversations::createChannel(const Caller& caller, const protocol::CreateChannel& wish)
{
    if (auto answer = answerWithout(caller, wish.uuid, wish.title)) {
        return *std::move(answer);
    }
    ConversationRecord channel;
    channel.kind = ConversationKind::Channel;
    channel.title = wish.title;
    return create(caller, wish.uuid, std::move(channel), {caller.user});
}

std::optional<Answer> Conversations::answerWithout(const Caller& caller, MessageUuid creation,
                                                   const std::string& title)
{
    if (!creation.isValid()) {
        return refusal(ErrorCode::Malformed, "conversation without uuid");
    }
    if (const auto existing = m_context.store().conversationByCreation(caller.user, creation)) {
        return m_context.stateAnswer(*existing, caller);
    }
    if (!isValidLabel(title, m_context.config.limits.maxTitleBytes)) {
        return refusal(ErrorCode::TitleInvalid);
    }
    return std::nullopt;
}

Answer Conversations::create(const Caller& caller, MessageUuid creation, ConversationRecord record,
                             const std::set<UserId>& members)
{
    record.creator = caller.user;
    record.id = m_context.insertConversation(record, creation);
    record = m_context.store().conversation(record.id).value_or(record);
    const Seq head = append(caller, record, {NoticeKind::Created, {}, record.title});
    for (const UserId member : members) {
        const bool isOwner = member == caller.user && record.kind == ConversationKind::Group;
        admit(record.id, member, {head, {}, isOwner ? Role::Owner : Role::Member}, toldOnly(caller, member));
    }
    return m_context.stateAnswer(record.id, caller);
}

Answer Conversations::openDirect(const Caller& caller, const protocol::OpenDirect& wish)
{
    const auto peer = m_context.store().accountByName(wish.name);
    if (!peer) {
        return refusal(ErrorCode::NoSuchUser);
    }
    ConversationRecord direct;
    direct.kind = ConversationKind::Direct;
    direct.creator = caller.user;
    direct.directLow = std::min(caller.user, peer->id);
    direct.directHigh = std::max(caller.user, peer->id);
    if (const auto existing = m_context.store().direct(direct.directLow, direct.directHigh)) {
        return m_context.stateAnswer(*existing, caller);
    }
    const ConversationId id = m_context.insertConversation(direct, {});
    for (const UserId member : std::set{direct.directLow, direct.directHigh}) {
        admit(id, member, {}, toldOnly(caller, member));
    }
    return m_context.stateAnswer(id, caller);
}

Answer Conversations::join(const Caller& caller, const protocol::Join& wish)
{
    const auto conversation = m_context.store().conversation(wish.conversation);
    if (conversation && conversation->kind == ConversationKind::NoticeList) {
        return refusal(ErrorCode::NotAllowed);
    }
    if (!conversation || conversation->kind != ConversationKind::Group) {
        return refusal(ErrorCode::NoSuchConversation);
    }
    const auto row = m_context.store().member(wish.conversation, caller.user);
    if (row && row->banned) {
        return refusal(ErrorCode::NotAllowed);
    }
    if (!row || !row->isMember) {
        if (conversation->inviteOnly) {
            // Who was never in it does not learn that there is such a group.
            return refusal(row ? ErrorCode::NotAllowed : ErrorCode::NoSuchConversation);
        }
        const Seq head = append(caller, *conversation, {NoticeKind::Joined, {}, {}});
        admit(wish.conversation, caller.user, admissionTo(*conversation, head), caller.target);
    }
    return m_context.stateAnswer(wish.conversation, caller);
}

Answer Conversations::leave(const Caller& caller, const protocol::Leave& wish)
{
    const auto conversation = m_context.store().conversation(wish.conversation);
    if (!conversation) {
        return refusal(ErrorCode::NoSuchConversation);
    }
    if (conversation->kind != ConversationKind::Group) {
        return refusal(ErrorCode::NotAllowed);
    }
    auto row = m_context.store().member(wish.conversation, caller.user);
    if (!row) {
        return refusal(ErrorCode::NotMember);
    }
    if (row->isMember) {
        append(caller, *conversation, {NoticeKind::Left, {}, {}});
        passOn(*row);
        dismiss(*std::move(row), caller.target);
    }
    return m_context.stateAnswer(wish.conversation, caller);
}

Answer Conversations::follow(const Caller& caller, const protocol::Follow& wish)
{
    const auto channel = m_context.store().conversation(wish.conversation);
    if (!channel || channel->kind != ConversationKind::Channel) {
        return refusal(ErrorCode::NoSuchConversation);
    }
    const auto row = m_context.store().member(wish.conversation, caller.user);
    if (!row || !row->isMember) {
        admit(wish.conversation, caller.user, {channel->head, {}, Role::Member}, caller.target);
    }
    return m_context.stateAnswer(wish.conversation, caller);
}

Answer Conversations::unfollow(const Caller& caller, const protocol::Unfollow& wish)
{
    const auto channel = m_context.store().conversation(wish.conversation);
    if (!channel || channel->kind != ConversationKind::Channel) {
        return refusal(ErrorCode::NoSuchConversation);
    }
    auto row = m_context.store().member(wish.conversation, caller.user);
    if (!row) {
        return refusal(ErrorCode::NotMember);
    }
    if (row->isMember) {
        dismiss(*std::move(row), caller.target);
    }
    return m_context.stateAnswer(wish.conversation, caller);
}

Answer Conversations::addMember(const Caller& caller, const protocol::AddMember& wish)
{
    const auto group = ownGroup(caller, wish.conversation);
    if (!group) {
        return Unexpected(group.error());
    }
    if (group->conversation.inviteOnly && group->member.role == Role::Member) {
        return refusal(ErrorCode::NotAllowed);
    }
    const auto account = m_context.store().accountByName(wish.name);
    if (!account) {
        return refusal(ErrorCode::NoSuchUser);
    }
    const auto row = m_context.store().member(wish.conversation, account->id);
    if (row && row->banned) {
        return refusal(ErrorCode::NotAllowed);
    }
    if (!row || !row->isMember) {
        const Seq head = append(caller, group->conversation, {NoticeKind::Added, account->id, {}});
        admit(wish.conversation, account->id, admissionTo(group->conversation, head), std::nullopt);
    }
    return m_context.stateAnswer(wish.conversation, caller);
}

Answer Conversations::removeMember(const Caller& caller, const protocol::RemoveMember& wish)
{
    const auto group = ownGroup(caller, wish.conversation);
    if (!group) {
        return Unexpected(group.error());
    }
    // Who may remove nobody is not told who is there; oneself one takes out by leaving.
    if (group->member.role == Role::Member || wish.user == caller.user) {
        return refusal(ErrorCode::NotAllowed);
    }
    auto row = m_context.store().member(wish.conversation, wish.user);
    if (!row) {
        return refusal(ErrorCode::NoSuchUser);
    }
    if (!mayRemove(group->conversation.kind, group->member.role, row->role)) {
        return refusal(ErrorCode::NotAllowed);
    }
    const bool wasBanned = std::exchange(row->banned, wish.banned);
    if (row->isMember) {
        append(caller, group->conversation, {NoticeKind::Removed, wish.user, {}});
        dismiss(*std::move(row), std::nullopt);
    } else if (wasBanned != wish.banned) {
        m_context.putMember(*row); // under the same version: the user is not told
    }
    return m_context.stateAnswer(wish.conversation, caller);
}

Answer Conversations::setRole(const Caller& caller, const protocol::SetRole& wish)
{
    const auto group = ownGroup(caller, wish.conversation);
    if (!group) {
        return Unexpected(group.error());
    }
    if (!mayGiveRoles(group->conversation.kind, group->member.role)) {
        return refusal(ErrorCode::NotAllowed);
    }
    auto row = m_context.store().member(wish.conversation, wish.user);
    if (!row || !row->isMember) {
        return refusal(ErrorCode::NoSuchUser);
    }
    if (row->role != wish.role) {
        if (row->role == Role::Owner
            && isLastOwner(m_context.store().officers(wish.conversation), wish.user)) {
            return refusal(ErrorCode::NotAllowed);
        }
        give(*std::move(row), wish.role, toldOnly(caller, wish.user));
    }
    return m_context.stateAnswer(wish.conversation, caller);
}

Answer Conversations::rename(const Caller& caller, const protocol::Rename& wish)
{
    const auto group = ownGroup(caller, wish.conversation);
    if (!group) {
        return Unexpected(group.error());
    }
    if (!isValidLabel(wish.title, m_context.config.limits.maxTitleBytes)) {
        return refusal(ErrorCode::TitleInvalid);
    }
    if (group->conversation.title != wish.title) {
        m_context.store().setTitle(wish.conversation, wish.title);
        append(caller, group->conversation, {NoticeKind::Renamed, {}, wish.title});
        tellMembersOfTitle(caller, group->conversation);
    }
    return m_context.stateAnswer(wish.conversation, caller);
}

Expected<Membership, protocol::Error> Conversations::ownGroup(const Caller& caller,
                                                              ConversationId conversation)
{
    auto found = m_context.membership(conversation, caller.user);
    if (found && found->conversation.kind != ConversationKind::Group) {
        return refusal(ErrorCode::NotAllowed);
    }
    return found;
}

Seq Conversations::append(const Caller& caller, const ConversationRecord& conversation, Notice notice)
{
    NewEntry entry;
    entry.conversation = conversation.id;
    entry.kind = EntryKind::Notice;
    entry.author = caller.user;
    entry.at = m_context.wall;
    entry.notice = notice.kind;
    entry.subject = notice.subject;
    entry.text = std::move(notice.text);
    return m_context.append(entry, conversation.logEpoch, caller.target).entry.seq;
}

Conversations::Admission Conversations::admissionTo(const ConversationRecord& group, Seq head)
{
    return {head, group.historyOpen ? Seq() : previous(head),
            group.memberCount == 0 ? Role::Owner : Role::Member};
}

void Conversations::admit(ConversationId conversation, UserId user, const Admission& admission,
                          std::optional<Target> told)
{
    MemberRecord member;
    member.conversation = conversation;
    member.user = user;
    member = m_context.store().member(conversation, user).value_or(member);
    member.isMember = true;
    member.atLeaving = {};
    member.generation = Generation(member.generation.value + 1);
    member.floor = admission.floor;
    member.hiddenUpto = admission.hiddenUpto;
    member.role = admission.role;
    member.feedSnapshot = {};
    // The epoch stays, so that the cursor rises and merges like any other (I6).
    member.cursor.readSeq = admission.floor;
    member.moved = {CursorCause::Joined, {}, {}, m_context.wall};
    member.floorMoved = member.moved;
    ++member.version;
    if (member.delivered.isValid()) {
        // Who comes back holds what was held then: the others' marks rise, as if it were delivered now.
        m_context.turn.deliveredMoves(conversation, m_context.store().furthestDelivered(conversation));
    }
    m_context.putMember(member);
    m_context.watch(user, conversation);
    m_context.turn.stateChanged(user, conversation, told);
}

void Conversations::dismiss(MemberRecord row, std::optional<Target> told)
{
    row.isMember = false;
    row.role = Role::Member;
    if (const auto conversation = m_context.store().conversation(row.conversation)) {
        row.atLeaving = {conversation->head, conversation->title, conversation->lastActivity};
    }
    ++row.version;
    m_context.putMember(row);
    m_context.unwatch(row.user, row.conversation);
    m_context.turn.stateChanged(row.user, row.conversation, told);
}

bool Conversations::isLastOwner(const std::vector<Officer>& officers, UserId user)
{
    return std::none_of(officers.begin(), officers.end(), [user](const Officer& officer) {
        return officer.role == Role::Owner && officer.user != user;
    });
}

void Conversations::passOn(const MemberRecord& leaver)
{
    std::vector<Officer> officers = m_context.store().officers(leaver.conversation);
    if (leaver.role != Role::Owner || !isLastOwner(officers, leaver.user)) {
        return;
    }
    std::erase_if(officers, [&leaver](const Officer& officer) { return officer.user == leaver.user; });
    // Only moderators are left among them.
    std::vector<UserId> heirs{officers.empty() ? UserId() : officers.front().user};
    if (officers.empty()) {
        heirs = m_context.store().membersAfter(leaver.conversation, UserId(), 2);
        std::erase(heirs, leaver.user);
    }
    const auto heir =
        heirs.empty() ? std::nullopt : m_context.store().member(leaver.conversation, heirs.front());
    if (heir) {
        give(*heir, Role::Owner, std::nullopt);
    }
}

void Conversations::give(MemberRecord row, Role role, std::optional<Target> told)
{
    row.role = role;
    ++row.version;
    m_context.putMember(row);
    m_context.turn.stateChanged(row.user, row.conversation, told);
}

void Conversations::tellMembersOfTitle(const Caller& caller, const ConversationRecord& conversation)
{
    if (conversation.memberCount > smallGroup) {
        return;
    }
    m_context.tell(hint::ConversationChanged{conversation.id});
    for (const UserId member : m_context.store().members(conversation.id)) {
        if (!m_context.sessions.listenersOf(member).empty()) {
            m_context.turn.stateChanged(member, conversation.id, toldOnly(caller, member));
        }
    }
}

} // namespace tidemark::server
