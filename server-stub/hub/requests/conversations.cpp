#include "server-stub/hub/requests/conversations.h"

#include "core/base/require.h"
#include "core/domain/bounded_name.h"
#include "core/names/label.h"
#include "server-stub/hub/contract/request_cost.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <variant>

namespace tidemark::server {

using protocol::ErrorCode;

namespace {

std::optional<Target> answeredSession(const Caller& caller, UserId user)
{
    return user == caller.user ? std::optional(caller.target) : std::nullopt;
}

/// The form of an unknown name in a refusal: cut if no account can have such a long name.
std::string repeated(const std::string& name, std::uint32_t maxNameBytes)
{
    return name.size() <= maxBytesBeforeComposing(maxNameBytes) ? name : boundedName(name);
}

} // namespace

Answer Conversations::createGroup(const Caller& caller, const protocol::CreateGroup& request)
{
    if (auto answer = answerWithout(caller, request.uuid)) {
        return answerAgain(*std::move(answer), caller, request);
    }
    auto title = titleOf(request.title, m_context.config().limits.maxTitleBytes);
    if (!title) {
        return refusal(ErrorCode::TitleInvalid);
    }
    std::map<UserId, AccountRecord> named;
    std::string unknown;
    for (const std::string& name : request.members) {
        if (auto account = m_context.store().accounts().meantBy(name)) {
            const UserId id = account->id;
            named.try_emplace(id, *std::move(account));
        } else {
            unknown += (unknown.empty() ? "" : "\n") + repeated(name, m_context.config().limits.maxNameBytes);
        }
    }
    if (!unknown.empty()) {
        return refusal(ErrorCode::NoSuchUser, unknown);
    }
    std::set<UserId> members{caller.user};
    std::vector<User> asked;
    for (const auto& [user, account] : named) {
        if (account.deleted) {
            return refusal(ErrorCode::AccountDeleted, account.name);
        }
        if (m_invitations.mayAdd(caller.user, account)) {
            members.insert(user);
        } else {
            asked.push_back({user, account.name});
        }
    }
    for (const UserId member : members) {
        if (const auto error = m_context.refusalOfAdmission(member, caller.user)) {
            return Unexpected(*error);
        }
    }
    ConversationRecord group;
    group.kind = ConversationKind::Group;
    group.title = *std::move(title);
    group.historyOpen = request.historyOpen;
    group.inviteOnly = request.inviteOnly;
    const ConversationId id = create(caller, request.uuid, std::move(group), members);
    if (const auto created = m_context.store().conversations().find(id); created && !asked.empty()) {
        for (const User& user : asked) {
            m_invitations.invite(caller, *created, user.id);
        }
    }
    return answerWith(id, caller, std::move(asked));
}

Answer Conversations::answerAgain(Answer answer, const Caller& caller, const protocol::CreateGroup& request)
{
    auto* states = answer ? std::get_if<protocol::States>(&*answer) : nullptr;
    if (states == nullptr || states->states.empty()) {
        return answer;
    }
    const ConversationId group = states->states.front().id;
    std::set<UserId> known{caller.user};
    for (const std::string& name : request.members) {
        const auto account = m_context.store().accounts().meantBy(name);
        if (account && known.insert(account->id).second && !isMember(group, account->id)
            && !m_invitations.mayAdd(caller.user, *account)) {
            states->invited.push_back({account->id, account->name, account->deleted});
        }
    }
    std::ranges::sort(states->invited, {}, &User::id);
    return answer;
}

bool Conversations::isMember(ConversationId conversation, UserId user)
{
    const auto row = m_context.store().members().find(conversation, user);
    return row && row->isMember;
}

Answer Conversations::answerWith(ConversationId conversation, const Caller& caller, std::vector<User> asked)
{
    Answer answer = m_context.stateAnswer(conversation, caller);
    if (auto* states = answer ? std::get_if<protocol::States>(&*answer) : nullptr) {
        states->invited = std::move(asked);
    }
    return answer;
}

Answer Conversations::createChannel(const Caller& caller, const protocol::CreateChannel& request)
{
    if (auto answer = answerWithout(caller, request.uuid)) {
        return *std::move(answer);
    }
    auto title = titleOf(request.title, m_context.config().limits.maxTitleBytes);
    if (!title) {
        return refusal(ErrorCode::TitleInvalid);
    }
    if (const auto error = m_context.refusalOfAdmission(caller.user, caller.user)) {
        return Unexpected(*error);
    }
    ConversationRecord channel;
    channel.kind = ConversationKind::Channel;
    channel.title = *std::move(title);
    return m_context.stateAnswer(create(caller, request.uuid, std::move(channel), {caller.user}), caller);
}

std::optional<Answer> Conversations::answerWithout(const Caller& caller, MessageUuid creation)
{
    if (!creation.isValid()) {
        return refusal(ErrorCode::Malformed, "the request has no UUID");
    }
    if (const auto existing = m_context.store().conversations().byCreation(caller.user, creation)) {
        return m_context.stateAnswer(*existing, caller);
    }
    const std::uint32_t max = m_context.config().limits.maxCreated;
    if (max != 0 && m_context.store().conversations().createdBy(caller.user) >= max) {
        return refusal(ErrorCode::TooManyCreated);
    }
    return std::nullopt;
}

ConversationId Conversations::create(const Caller& caller, MessageUuid creation, ConversationRecord record,
                                     const std::set<UserId>& members)
{
    record.creator = caller.user;
    record.id = m_context.insertConversation(record, creation);
    record = m_context.store().conversations().find(record.id).value_or(record);
    const Seq head = append(caller, record, {NoticeKind::Created, {}, record.title});
    for (const UserId member : members) {
        const bool isOwner = member == caller.user && record.kind == ConversationKind::Group;
        admit(record.id, member, {head, {}, isOwner ? Role::Owner : Role::Member},
              answeredSession(caller, member));
    }
    return record.id;
}

Answer Conversations::openDirect(const Caller& caller, const protocol::OpenDirect& request)
{
    const auto peer = m_context.store().accounts().meantBy(request.name);
    if (!peer) {
        return refusal(ErrorCode::NoSuchUser);
    }
    ConversationRecord direct;
    direct.kind = ConversationKind::Direct;
    direct.creator = caller.user;
    direct.directLow = std::min(caller.user, peer->id);
    direct.directHigh = std::max(caller.user, peer->id);
    if (const auto existing = m_context.store().conversations().direct(direct.directLow, direct.directHigh)) {
        return m_context.stateAnswer(*existing, caller);
    }
    if (peer->deleted) {
        return refusal(ErrorCode::AccountDeleted);
    }
    if (m_context.isBlocked(caller.user, peer->id)) {
        return refusal(ErrorCode::NotAllowed);
    }
    for (const UserId member : std::set{direct.directLow, direct.directHigh}) {
        if (const auto error = m_context.refusalOfAdmission(member, caller.user)) {
            return Unexpected(*error);
        }
    }
    const ConversationId id = m_context.insertConversation(direct, {});
    for (const UserId member : std::set{direct.directLow, direct.directHigh}) {
        admit(id, member, {}, answeredSession(caller, member));
    }
    return m_context.stateAnswer(id, caller);
}

Answer Conversations::join(const Caller& caller, const protocol::Join& request)
{
    const auto conversation = m_context.store().conversations().find(request.conversation);
    if (conversation && conversation->kind == ConversationKind::NoticeList) {
        return refusal(ErrorCode::NotAllowed);
    }
    if (!conversation || conversation->kind != ConversationKind::Group) {
        return refusal(ErrorCode::NoSuchConversation);
    }
    const auto row = m_context.store().members().find(request.conversation, caller.user);
    if (row && row->banned) {
        return refusal(ErrorCode::NotAllowed);
    }
    if (!row || !row->isMember) {
        if (conversation->inviteOnly) {
            // Hide invite-only groups from users who were never members.
            return refusal(row ? ErrorCode::NotAllowed : ErrorCode::NoSuchConversation);
        }
        if (const auto error = refusalOfEntry(row, caller.user, caller)) {
            return Unexpected(*error);
        }
        const Seq head = append(caller, *conversation, {NoticeKind::Joined, {}, {}});
        admit(request.conversation, caller.user, admissionTo(*conversation, head), caller.target);
        m_invitations.joined(caller.user, request.conversation);
    }
    return m_context.stateAnswer(request.conversation, caller);
}

Answer Conversations::leave(const Caller& caller, const protocol::Leave& request)
{
    const auto conversation = m_context.store().conversations().find(request.conversation);
    if (!conversation) {
        return refusal(ErrorCode::NoSuchConversation);
    }
    auto row = m_context.store().members().find(request.conversation, caller.user);
    if (!row && !isKnownToAll(*conversation)) {
        return refusal(ErrorCode::NoSuchConversation);
    }
    if (conversation->kind != ConversationKind::Group) {
        return refusal(ErrorCode::NotAllowed);
    }
    if (!row) {
        return refusal(ErrorCode::NotMember);
    }
    if (row->isMember) {
        append(caller, *conversation, {NoticeKind::Left, {}, {}});
        passOn(*row);
        dismiss(*std::move(row), caller.target);
    }
    return m_context.stateAnswer(request.conversation, caller);
}

void Conversations::withdraw(UserId user, ConversationId id)
{
    const auto conversation = m_context.store().conversations().find(id);
    auto row = m_context.store().members().find(id, user);
    if (!conversation || !row || !row->isMember) {
        return;
    }
    const bool isFollower =
        conversation->kind == ConversationKind::Channel && roleIn(*conversation, *row) != Role::Owner;
    if (conversation->kind != ConversationKind::NoticeList && !isFollower) {
        append({{}, {}, user}, *conversation, {NoticeKind::AccountDeleted, {}, {}});
    }
    if (conversation->kind == ConversationKind::Group) {
        passOn(*row);
    }
    row->settings = {};
    row->recentMarks = {};
    row->hidden = {};
    row->seen = {};
    row->seenAt = {};
    row->moved = {};
    row->floorMoved = {};
    if (conversation->kind == ConversationKind::Direct) {
        ++row->version;
        m_context.putMember(*row);
    } else {
        dismiss(*std::move(row), std::nullopt);
    }
}

Answer Conversations::follow(const Caller& caller, const protocol::Follow& request)
{
    const auto channel = m_context.store().conversations().find(request.conversation);
    if (!channel || channel->kind != ConversationKind::Channel) {
        return refusal(ErrorCode::NoSuchConversation);
    }
    const auto row = m_context.store().members().find(request.conversation, caller.user);
    if (!row || !row->isMember) {
        if (const auto error = refusalOfEntry(row, caller.user, caller)) {
            return Unexpected(*error);
        }
        admit(request.conversation, caller.user, {channel->head, {}, Role::Member}, caller.target);
    }
    return m_context.stateAnswer(request.conversation, caller);
}

Answer Conversations::unfollow(const Caller& caller, const protocol::Unfollow& request)
{
    const auto channel = m_context.store().conversations().find(request.conversation);
    if (!channel || channel->kind != ConversationKind::Channel) {
        return refusal(ErrorCode::NoSuchConversation);
    }
    auto row = m_context.store().members().find(request.conversation, caller.user);
    if (!row) {
        return refusal(ErrorCode::NotMember);
    }
    if (row->isMember) {
        dismiss(*std::move(row), caller.target);
    }
    return m_context.stateAnswer(request.conversation, caller);
}

Answer Conversations::addMember(const Caller& caller, const protocol::AddMember& request)
{
    const auto group = m_context.groupMembership(request.conversation, caller.user);
    if (!group) {
        return Unexpected(group.error());
    }
    if (group->conversation.inviteOnly && group->member.role == Role::Member) {
        return refusal(ErrorCode::NotAllowed);
    }
    const auto account = m_context.store().accounts().meantBy(request.name);
    if (!account) {
        return refusal(ErrorCode::NoSuchUser);
    }
    if (account->deleted) {
        return refusal(ErrorCode::AccountDeleted);
    }
    const auto row = m_context.store().members().find(request.conversation, account->id);
    if (row && row->banned) {
        return refusal(ErrorCode::NotAllowed);
    }
    if (!row || !row->isMember) {
        if (!m_invitations.mayAdd(caller.user, *account)
            || m_invitations.hasRefused(account->id, request.conversation, caller.user)) {
            m_invitations.invite(caller, group->conversation, account->id);
            return answerWith(request.conversation, caller, {{account->id, account->name}});
        }
        if (const auto error = refusalOfEntry(row, account->id, caller)) {
            return Unexpected(*error);
        }
        const Seq head = append(caller, group->conversation, {NoticeKind::Added, account->id, {}});
        admit(request.conversation, account->id, admissionTo(group->conversation, head), std::nullopt);
        m_invitations.end(account->id, request.conversation);
    }
    return m_context.stateAnswer(request.conversation, caller);
}

Answer Conversations::answerInvitation(const Caller& caller, const protocol::AnswerInvitation& request)
{
    const auto invitation = m_invitations.find(caller.user, request.conversation);
    if (!invitation) {
        const bool isDone = request.accept ? isMember(request.conversation, caller.user)
                                           : m_invitations.hasRefused(caller.user, request.conversation);
        return isDone ? m_invitations.get(caller) : refusal(ErrorCode::NoSuchInvitation);
    }
    if (!request.accept) {
        m_invitations.refuse(caller, invitation->number);
        return m_invitations.get(caller);
    }
    const auto group = m_context.store().conversations().find(request.conversation);
    require(group.has_value(), "an open invitation is to a group that exists");
    const auto row = m_context.store().members().find(request.conversation, caller.user);
    if (const auto error = refusalOfEntry(row, caller.user, caller)) {
        return Unexpected(*error);
    }
    const Seq head = append(caller, *group, {NoticeKind::Joined, {}, {}});
    // The answer has no states, so the caller's session gets the state like the others.
    admit(request.conversation, caller.user, admissionTo(*group, head), std::nullopt);
    m_invitations.joined(caller.user, request.conversation, caller.target);
    return m_invitations.get(caller);
}

Answer Conversations::removeMember(const Caller& caller, const protocol::RemoveMember& request)
{
    const auto group = m_context.groupMembership(request.conversation, caller.user);
    if (!group) {
        return Unexpected(group.error());
    }
    // Plain members may not remove other members, so do not reveal to them who is a member. Users remove
    // themselves by leaving.
    if (group->member.role == Role::Member || request.user == caller.user) {
        return refusal(ErrorCode::NotAllowed);
    }
    auto row = m_context.store().members().find(request.conversation, request.user);
    if (!row) {
        return refusal(ErrorCode::NoSuchUser);
    }
    if (!mayRemove(group->conversation.kind, group->member.role, row->role)) {
        return refusal(ErrorCode::NotAllowed);
    }
    const bool wasBanned = std::exchange(row->banned, request.banned);
    if (row->isMember) {
        append(caller, group->conversation, {NoticeKind::Removed, request.user, {}});
        dismiss(*std::move(row), std::nullopt);
    } else if (wasBanned != request.banned) {
        m_context.putMember(*row); // the version stays: the user is not notified
        if (request.banned) {
            m_invitations.end(request.user, request.conversation);
        }
    }
    return m_context.stateAnswer(request.conversation, caller);
}

Answer Conversations::setRole(const Caller& caller, const protocol::SetRole& request)
{
    const auto group = m_context.groupMembership(request.conversation, caller.user);
    if (!group) {
        return Unexpected(group.error());
    }
    if (!mayGiveRoles(group->conversation.kind, group->member.role)) {
        return refusal(ErrorCode::NotAllowed);
    }
    auto row = m_context.store().members().find(request.conversation, request.user);
    if (!row || !row->isMember) {
        return refusal(ErrorCode::NoSuchUser);
    }
    if (row->role != request.role) {
        if (row->role == Role::Owner
            && isLastOwner(m_context.store().members().groupAdmins(request.conversation), request.user)) {
            return refusal(ErrorCode::NotAllowed);
        }
        give(*std::move(row), request.role, answeredSession(caller, request.user));
    }
    return m_context.stateAnswer(request.conversation, caller);
}

Answer Conversations::rename(const Caller& caller, const protocol::Rename& request)
{
    const auto group = m_context.groupMembership(request.conversation, caller.user);
    if (!group) {
        return Unexpected(group.error());
    }
    auto title = titleOf(request.title, m_context.config().limits.maxTitleBytes);
    if (!title) {
        return refusal(ErrorCode::TitleInvalid);
    }
    if (group->conversation.title != *title) {
        m_context.store().conversations().setTitle(request.conversation, *title);
        append(caller, group->conversation, {NoticeKind::Renamed, {}, *std::move(title)});
        notifyMembers(caller, group->conversation);
    }
    return m_context.stateAnswer(request.conversation, caller);
}

Answer Conversations::setForwarding(const Caller& caller, const protocol::SetForwarding& request)
{
    const auto found = m_context.membership(request.conversation, caller.user);
    if (!found) {
        return Unexpected(found.error());
    }
    const ConversationRecord& conversation = found->conversation;
    if (!mayForbidForwarding(conversation.kind, roleIn(conversation, found->member))) {
        return refusal(ErrorCode::NotAllowed);
    }
    if (conversation.forwardingForbidden != request.forbidden) {
        m_context.store().conversations().setForwarding(request.conversation, request.forbidden);
        const NoticeKind notice =
            request.forbidden ? NoticeKind::ForwardingForbidden : NoticeKind::ForwardingAllowed;
        append(caller, conversation, {notice, {}, {}});
        notifyMembers(caller, conversation);
    }
    return m_context.stateAnswer(request.conversation, caller);
}

std::optional<protocol::Error> Conversations::refusalOfEntry(const std::optional<MemberRecord>& row,
                                                             UserId user, const Caller& caller)
{
    // A former member's row is already counted among the user's memberships.
    return row ? std::nullopt : m_context.refusalOfAdmission(user, caller.user);
}

Seq Conversations::append(const Caller& caller, const ConversationRecord& conversation, Notice notice)
{
    NewEntry entry;
    entry.conversation = conversation.id;
    entry.author = caller.user;
    entry.at = m_context.wall();
    entry.content = content::Notice{notice.kind, notice.subject, std::move(notice.text)};
    return m_context.append(entry, conversation.logEpoch, caller.target).entry.seq;
}

Conversations::Admission Conversations::admissionTo(const ConversationRecord& group, Seq head)
{
    return {head, group.historyOpen ? Seq() : previous(head),
            group.memberCount == 0 ? Role::Owner : Role::Member};
}

void Conversations::admit(ConversationId conversation, UserId user, const Admission& admission,
                          std::optional<Target> answered)
{
    MemberRecord member;
    member.conversation = conversation;
    member.user = user;
    member = m_context.store().members().find(conversation, user).value_or(member);
    require(!member.isMember, "a member is not admitted again");
    member.isMember = true;
    member.atLeaving = {};
    member.generation = Generation(member.generation.value + 1);
    member.floor = admission.floor;
    member.hiddenThrough = std::max(admission.hiddenThrough, member.clearedThrough);
    member.role = admission.role;
    member.feedSnapshot = {};
    const auto record = m_context.store().conversations().find(conversation);
    member.reactionsSeen = record ? record->reactionHead : ReactionSeq();
    // The epoch stays, so that the cursor rises and merges as usual (I6).
    member.cursor.readSeq = admission.floor;
    member.moved = {CursorCause::Joined, {}, {}, m_context.wall()};
    member.floorMoved = member.moved;
    ++member.version;
    if (member.delivered.isValid()) {
        // A former member comes back with the old delivered position. The other members' marks may rise as if
        // the user's device had reported it now.
        m_context.turn().deliveredMoves(conversation,
                                        m_context.store().receipts().furthestDelivered(conversation));
    }
    if (member.seen.isValid()) {
        // The same holds for the old receipt, which members who joined meanwhile have not been sent.
        m_context.turn().seenMoved(conversation, user, member.seen);
    }
    m_context.putMember(member);
    m_context.watch(user, conversation);
    m_context.turn().stateChanged(user, conversation, answered);
}

void Conversations::dismiss(MemberRecord row, std::optional<Target> answered)
{
    require(row.isMember, "only a member can leave");
    row.isMember = false;
    row.role = Role::Member;
    if (const auto conversation = m_context.store().conversations().find(row.conversation)) {
        row.atLeaving = {conversation->head, conversation->title, conversation->lastActivity};
    }
    ++row.version;
    m_context.putMember(row);
    m_context.unwatch(row.user, row.conversation);
    m_context.turn().stateChanged(row.user, row.conversation, answered);
}

bool Conversations::isLastOwner(const std::vector<GroupAdmin>& groupAdmins, UserId user)
{
    return std::none_of(groupAdmins.begin(), groupAdmins.end(), [user](const GroupAdmin& admin) {
        return admin.role == Role::Owner && admin.user != user;
    });
}

void Conversations::passOn(const MemberRecord& leaver)
{
    std::vector<GroupAdmin> groupAdmins = m_context.store().members().groupAdmins(leaver.conversation);
    if (leaver.role != Role::Owner || !isLastOwner(groupAdmins, leaver.user)) {
        return;
    }
    std::erase_if(groupAdmins, [&leaver](const GroupAdmin& admin) { return admin.user == leaver.user; });
    // No owner is left; the admins are moderators.
    std::vector<UserId> newOwners{groupAdmins.empty() ? UserId() : groupAdmins.front().user};
    if (groupAdmins.empty()) {
        newOwners = m_context.store().members().presentAfter(leaver.conversation, UserId(), 2);
        std::erase(newOwners, leaver.user);
    }
    const auto newOwner = newOwners.empty()
                              ? std::nullopt
                              : m_context.store().members().find(leaver.conversation, newOwners.front());
    if (newOwner) {
        give(*newOwner, Role::Owner, std::nullopt);
    }
}

void Conversations::give(MemberRecord row, Role role, std::optional<Target> answered)
{
    require(row.isMember, "only a member has a role");
    row.role = role;
    ++row.version;
    m_context.putMember(row);
    m_context.turn().stateChanged(row.user, row.conversation, answered);
}

void Conversations::notifyMembers(const Caller& caller, const ConversationRecord& conversation)
{
    if (conversation.memberCount > smallGroup) {
        return;
    }
    m_context.charge(caller.user, Operation::Change, costOfStates(conversation.memberCount));
    m_context.addHint(hint::ConversationChanged{conversation.id});
    for (const UserId member : m_context.store().members().present(conversation.id)) {
        if (!m_context.sessions().listenersOf(member).empty()) {
            m_context.turn().stateChanged(member, conversation.id, answeredSession(caller, member));
        }
    }
}

} // namespace tidemark::server
