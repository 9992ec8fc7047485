#pragma once

#include "core/domain/ids.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tidemark::server {

/// An invitation that is open, or that the user has refused.
struct InvitationRecord {
    std::uint64_t number = 0; ///< the version of the set that brought it; identifies it within the set
    ConversationId conversation;
    UserId inviter;
    Generation inviterGeneration; ///< of the membership by which the inviter could add members
    std::string title;            ///< of the conversation, as the user's devices have it; empty if refused
    UnixMs at;
    bool isRefused = false; ///< kept so that the same inviter does not ask again
    friend bool operator==(const InvitationRecord&, const InvitationRecord&) = default;
};

/// The invitations of one account.
struct InvitationSet {
    std::uint64_t version = 0;             ///< grows with every change
    std::vector<InvitationRecord> records; ///< ascending by number
    friend bool operator==(const InvitationSet&, const InvitationSet&) = default;
};
/// Refusals kept for an account. After as many later ones, the inviter of a refused invitation can ask again.
constexpr std::size_t maxRefusedInvitations = 100;

/// The invitations of a Store's accounts.
class InvitationStore {
public:
    virtual ~InvitationStore() = default;

    virtual InvitationSet of(UserId user) = 0;
    /// Replaces the set `before` of `user` by `after`, whose version is greater. Writes only the records that
    /// differ.
    virtual void put(UserId user, const InvitationSet& before, const InvitationSet& after) = 0;
};

/// The numbers of those records of `before` that `after` does not have.
[[nodiscard]] std::vector<std::uint64_t> removedFrom(const InvitationSet& before, const InvitationSet& after);
/// The records of `after` that `before` does not have in the same form.
[[nodiscard]] std::vector<InvitationRecord> changedIn(const InvitationSet& before,
                                                      const InvitationSet& after);

} // namespace tidemark::server
