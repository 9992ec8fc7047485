#include "server-stub/hub/requests/invitations.h"

#include "core/domain/request_caps.h"
#include "server-stub/hub/contract/request_cost.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace tidemark::server {

namespace {

/// The rows that looking at an open invitation reads: the invitation, its group and two members.
constexpr std::size_t rowsOfInvitation = 4;

/// Removes the oldest records that are open, or those that are refused, until at most `max` are left.
void keepNewest(std::vector<InvitationRecord>& records, bool isRefused, std::size_t max)
{
    const auto isOne = [isRefused](const InvitationRecord& one) { return one.isRefused == isRefused; };
    auto count = static_cast<std::size_t>(std::ranges::count_if(records, isOne));
    for (; count > max; --count) {
        records.erase(std::ranges::find_if(records, isOne));
    }
}

auto findOpen(InvitationSet& set, ConversationId conversation)
{
    return std::ranges::find_if(set.records, [conversation](const InvitationRecord& one) {
        return !one.isRefused && one.conversation == conversation;
    });
}

/// Whether the user has refused an invitation to the conversation; with a valid `inviter`, one by this
/// inviter.
bool hasRefusal(const InvitationSet& set, ConversationId conversation, UserId inviter)
{
    return std::ranges::any_of(set.records, [&](const InvitationRecord& one) {
        return one.isRefused && one.conversation == conversation
               && (!inviter.isValid() || one.inviter == inviter);
    });
}

} // namespace

bool Invitations::mayAdd(UserId adder, const AccountRecord& user)
{
    if (adder == user.id) {
        return true;
    }
    if (m_context.isBlocked(adder, user.id)) {
        return false;
    }
    switch (m_context.settingsOf(user).adding) {
    case AddingPolicy::Default:
    case AddingPolicy::Everybody:
        return true;
    case AddingPolicy::Known:
        return isKnown(adder, user.id);
    case AddingPolicy::Nobody:
        return false;
    }
    return false;
}

bool Invitations::isKnown(UserId other, UserId user)
{
    ConversationStore& conversations = m_context.store().conversations();
    const auto id = conversations.direct(std::min(other, user), std::max(other, user));
    const auto direct = id ? conversations.find(*id) : std::nullopt;
    return direct
           && (direct->creator == user
               || m_context.store().log().prefix(direct->id, direct->head, user).own > 0);
}

void Invitations::invite(const Caller& inviter, const ConversationRecord& conversation, UserId user)
{
    if (m_context.isBlocked(inviter.user, user)) {
        return; // the answer does not show it
    }
    const InvitationSet before = m_context.store().invitations().of(user);
    m_context.chargeRead(inviter.user, before.records.size());
    InvitationSet set = before;
    if (hasRefusal(set, conversation.id, inviter.user)) {
        return;
    }
    if (const auto open = findOpen(set, conversation.id); open != set.records.end()) {
        if (isOpen(user, *open)) {
            return;
        }
        set.records.erase(open);
    }
    const auto row = m_context.store().members().find(conversation.id, inviter.user);
    InvitationRecord record;
    record.number = set.version + 1;
    record.conversation = conversation.id;
    record.inviter = inviter.user;
    record.inviterGeneration = row ? row->generation : Generation();
    record.title = conversation.title;
    record.at = m_context.wall();
    set.records.push_back(std::move(record));
    keepNewest(set.records, false, caps::maxInvitations);
    m_context.charge(inviter.user, Operation::Change,
                     costOfPushes(m_context.sessions().sessionCountOf(user)));
    store(user, before, std::move(set), std::nullopt);
}

std::optional<InvitationRecord> Invitations::find(UserId user, ConversationId conversation)
{
    InvitationSet set = settled(user, std::nullopt);
    const auto open = findOpen(set, conversation);
    return open == set.records.end() ? std::nullopt : std::optional(*open);
}

bool Invitations::hasRefused(UserId user, ConversationId conversation, UserId inviter)
{
    return hasRefusal(m_context.store().invitations().of(user), conversation, inviter);
}

void Invitations::refuse(const Caller& caller, std::uint64_t number)
{
    const InvitationSet before = m_context.store().invitations().of(caller.user);
    InvitationSet set = before;
    const auto found = std::ranges::find(set.records, number, &InvitationRecord::number);
    if (found != set.records.end()) {
        found->isRefused = true;
        found->title.clear();
        keepNewest(set.records, true, maxRefusedInvitations);
        store(caller.user, before, std::move(set), caller.target);
    }
}

void Invitations::joined(UserId user, ConversationId conversation, std::optional<Target> answered)
{
    const InvitationSet before = m_context.store().invitations().of(user);
    InvitationSet set = before;
    std::erase_if(set.records, [&](const InvitationRecord& one) { return one.conversation == conversation; });
    if (set.records != before.records) {
        store(user, before, std::move(set), answered);
    }
}

void Invitations::end(UserId user, ConversationId conversation)
{
    const InvitationSet before = m_context.store().invitations().of(user);
    InvitationSet set = before;
    const auto open = findOpen(set, conversation);
    if (open != set.records.end()) {
        set.records.erase(open);
        store(user, before, std::move(set), std::nullopt);
    }
}

bool Invitations::isOpen(UserId user, InvitationRecord& record)
{
    const auto conversation = m_context.store().conversations().find(record.conversation);
    if (!conversation || conversation->kind != ConversationKind::Group) {
        return false;
    }
    const auto inviter = m_context.store().members().find(record.conversation, record.inviter);
    if (!inviter || !inviter->isMember || inviter->generation != record.inviterGeneration
        || (conversation->inviteOnly && inviter->role == Role::Member)) {
        return false;
    }
    const auto row = m_context.store().members().find(record.conversation, user);
    if (row && (row->isMember || row->banned)) {
        return false;
    }
    record.title = conversation->title;
    return true;
}

InvitationSet Invitations::settled(UserId user, std::optional<Target> answered)
{
    const InvitationSet before = m_context.store().invitations().of(user);
    const auto isRefused = [](const InvitationRecord& one) { return one.isRefused; };
    if (std::ranges::all_of(before.records, isRefused)) {
        return before;
    }
    m_context.chargeRead(user, before.records.size() * rowsOfInvitation);
    InvitationSet set{before.version, {}};
    for (InvitationRecord one : before.records) {
        if (one.isRefused || isOpen(user, one)) {
            set.records.push_back(std::move(one));
        }
    }
    if (set.records != before.records) {
        store(user, before, set, answered);
        ++set.version;
    }
    return set;
}

void Invitations::store(UserId user, const InvitationSet& before, InvitationSet after,
                        std::optional<Target> answered)
{
    after.version = before.version + 1;
    m_context.store().invitations().put(user, before, after);
    m_context.addHint(hint::AccountChanged{user});
    std::vector<Target> others = m_context.sessions().listenersOf(user);
    if (answered) {
        std::erase(others, *answered);
    }
    if (!others.empty()) {
        m_context.turn().add(Push{std::move(others), framed(after)});
    }
}

protocol::Invitations Invitations::framed(const InvitationSet& set)
{
    protocol::Invitations frame{set.version, {}};
    std::vector<UserId> inviters;
    for (const InvitationRecord& one : set.records) {
        if (!one.isRefused) {
            frame.invitations.push_back({one.conversation, one.title, {one.inviter, {}}, one.at});
            inviters.push_back(one.inviter);
        }
    }
    const std::vector<User> users = m_context.store().accounts().users(inviters);
    for (Invitation& one : frame.invitations) {
        const auto named = std::ranges::find(users, one.inviter.id, &User::id);
        one.inviter = named == users.end() ? User{one.inviter.id, {}} : *named;
    }
    return frame;
}

Answer Invitations::get(const Caller& caller)
{
    return protocol::ServerFrame(framed(settled(caller.user, caller.target)));
}

std::optional<protocol::Invitations> Invitations::unlike(UserId user, Target target,
                                                         std::optional<std::uint64_t> version)
{
    if (!version) {
        return std::nullopt;
    }
    const InvitationSet set = settled(user, target);
    return set.version == *version ? std::nullopt : std::optional(framed(set));
}

void Invitations::compare(const Caller& caller, std::optional<std::uint64_t> version)
{
    if (auto invitations = unlike(caller.user, caller.target, version)) {
        m_context.turn().add(Push{{caller.target}, *std::move(invitations)});
    }
}

void Invitations::resync(UserId user)
{
    std::vector<Target> targets = m_context.sessions().listenersOf(user);
    if (!targets.empty()) {
        m_context.turn().add(Push{std::move(targets), framed(m_context.store().invitations().of(user))});
    }
}

} // namespace tidemark::server
