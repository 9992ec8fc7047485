#include "app/lab/world/servers/sim_invitations.h"

#include <algorithm>
#include <string>
#include <vector>

namespace tidemark::sim {

namespace {

/// V-I2 in its own words: the user is asked, and the inviter may ask.
bool mayBeOpen(server::Store& store, UserId user, const server::InvitationRecord& one)
{
    const auto group = store.conversations().find(one.conversation);
    const auto row = store.members().find(one.conversation, user);
    const auto inviter = store.members().find(one.conversation, one.inviter);
    const bool isAsked = !row || (!row->isMember && !row->banned);
    const bool mayAsk = inviter && inviter->isMember && inviter->generation == one.inviterGeneration
                        && (!group->inviteOnly || inviter->role != Role::Member);
    return isAsked && mayAsk;
}

/// The invitation of this number in `set`, or null.
const server::InvitationRecord* numbered(const server::InvitationSet& set, std::uint64_t number)
{
    const auto found = std::ranges::find(set.records, number, &server::InvitationRecord::number);
    return found == set.records.end() ? nullptr : &*found;
}

} // namespace

server::InvitationSet SimInvitations::of(UserId user)
{
    server::InvitationSet set = m_real.of(user);
    if (m_defect == Defect::RefusalForgotten) {
        std::erase_if(set.records, [](const server::InvitationRecord& one) { return one.isRefused; });
    }
    return set;
}

void SimInvitations::put(UserId user, const server::InvitationSet& before, const server::InvitationSet& after)
{
    checkEnds(user, after);
    checkNew(user, after);
    server::InvitationSet stored = after;
    if (m_defect == Defect::InvitationKept) {
        for (const server::InvitationRecord& one : before.records) {
            if (!one.isRefused && numbered(after, one.number) == nullptr) {
                stored.records.push_back(one);
            }
        }
        std::ranges::sort(stored.records, {}, &server::InvitationRecord::number);
    }
    m_real.put(user, before, stored);
}

void SimInvitations::checkEnds(UserId user, const server::InvitationSet& after)
{
    for (const server::InvitationRecord& one : m_real.of(user).records) {
        if (!one.isRefused && numbered(after, one.number) == nullptr && mayBeOpen(m_store, user, one)) {
            throw Violation("N3: the invitation of user " + std::to_string(user.value) + " to conversation "
                            + std::to_string(one.conversation.value)
                            + " has ended, and the user is not a member");
        }
    }
}

void SimInvitations::checkNew(UserId user, const server::InvitationSet& after)
{
    const server::InvitationSet stored = m_real.of(user);
    for (const server::InvitationRecord& one : after.records) {
        if (one.isRefused || numbered(stored, one.number) != nullptr) {
            continue;
        }
        const bool wasRefused = std::ranges::any_of(stored.records, [&](const auto& other) {
            return other.isRefused && other.conversation == one.conversation && other.inviter == one.inviter;
        });
        if (wasRefused) {
            throw Violation("N4: user " + std::to_string(user.value) + " is asked again to join conversation "
                            + std::to_string(one.conversation.value) + " by an inviter who was refused");
        }
    }
}

void checkInvitations(SimDevice& device, server::Store& store)
{
    const UserId user = device.engine().account()->user.id;
    const server::InvitationSet theirs = store.invitations().of(user);
    std::vector<ConversationId> expected;
    std::vector<ConversationId> shown;
    for (const server::InvitationRecord& one : theirs.records) {
        if (one.isRefused) {
            continue;
        }
        expected.push_back(one.conversation);
        if (!server::viewerOf(user, store.ignores().of(user)).ignores(one.inviter)) {
            shown.push_back(one.conversation);
        }
        if (!mayBeOpen(store, user, one)) {
            throw Violation("V-I2: " + device.label() + ": is asked to join conversation "
                            + std::to_string(one.conversation.value)
                            + ", and is a member of it, or the inviter may not ask");
        }
    }
    const auto idsOf = [](const std::vector<Invitation>& invitations) {
        std::vector<ConversationId> ids;
        ids.reserve(invitations.size());
        for (const Invitation& one : invitations) {
            ids.push_back(one.conversation);
        }
        return ids;
    };
    const LocalInvitations stored = device.store().load().invitations;
    if (stored.version != theirs.version || idsOf(stored.invitations) != expected
        || idsOf(device.engine().invitations()) != shown) {
        throw Violation("V-I1: " + device.label() + ": " + std::to_string(stored.invitations.size())
                        + " invitations in version " + std::to_string(stored.version) + ", the server has "
                        + std::to_string(expected.size()) + " in version " + std::to_string(theirs.version));
    }
}

} // namespace tidemark::sim
