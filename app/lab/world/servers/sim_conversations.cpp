#include "app/lab/world/servers/sim_conversations.h"

#include <algorithm>
#include <string>

namespace tidemark::sim {

namespace {

bool hasBlocked(server::Store& store, UserId user, UserId other)
{
    return server::levelIn(store.ignores().of(user), other) == IgnoreLevel::Blocked;
}

} // namespace

std::optional<server::ConversationRecord> SimConversations::find(ConversationId id)
{
    auto found = m_real.find(id);
    if (found && m_defect == Defect::ForwardingNotForbidden) {
        found->forwardingForbidden = false;
    }
    return found;
}

ConversationId SimConversations::insert(const server::ConversationRecord& record, MessageUuid creation)
{
    if (record.kind == ConversationKind::Direct) {
        const UserId peer = record.directLow == record.creator ? record.directHigh : record.directLow;
        if (hasBlocked(m_store, peer, record.creator)) {
            throw Violation("user " + std::to_string(record.creator.value)
                            + " has begun a direct chat with user " + std::to_string(peer.value)
                            + ", who has blocked them");
        }
    }
    return m_real.insert(record, creation);
}

void checkMayTell(server::Store& store, ConversationId conversation, UserId user)
{
    const auto record = store.conversations().find(conversation);
    for (const IgnoredUser& one : store.ignores().of(user).users) {
        const auto row = store.members().find(conversation, one.user);
        const bool isThere = row && (row->isMember || record->kind == ConversationKind::Direct);
        if (one.level == IgnoreLevel::Blocked && isThere && record->kind != ConversationKind::NoticeList) {
            throw Violation("user " + std::to_string(one.user.value) + " learns what user "
                            + std::to_string(user.value) + " reads in conversation "
                            + std::to_string(conversation.value) + ", who has blocked them");
        }
    }
}

void checkMayAdd(server::Store& store, UserId adder, UserId user)
{
    const std::string names =
        "user " + std::to_string(adder.value) + " has added user " + std::to_string(user.value);
    if (hasBlocked(store, user, adder)) {
        throw Violation(names + ", who has blocked them");
    }
    const auto account = store.accounts().find(user);
    const AddingPolicy adding = account ? account->settings.adding : AddingPolicy::Default;
    const bool isKnown =
        store.conversations().direct(std::min(adder, user), std::max(adder, user)).has_value();
    if (adding == AddingPolicy::Nobody || (adding == AddingPolicy::Known && !isKnown)) {
        throw Violation("N1: " + names + ", who wants to be asked");
    }
}

} // namespace tidemark::sim
