#pragma once

#include "server-stub/hub/requests/invitations.h"
#include "server-stub/hub/state/hub_context.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tidemark::server {

/// Creates conversations and changes their members (I5). Every answer but that to AnswerInvitation is the
/// caller's state of the conversation.
class Conversations {
public:
    Conversations(HubContext& context, Invitations& invitations)
        : m_context(context), m_invitations(invitations)
    {
    }

    [[nodiscard]] Answer createGroup(const Caller& caller, const protocol::CreateGroup& request);
    [[nodiscard]] Answer openDirect(const Caller& caller, const protocol::OpenDirect& request);
    [[nodiscard]] Answer join(const Caller& caller, const protocol::Join& request);
    [[nodiscard]] Answer leave(const Caller& caller, const protocol::Leave& request);
    [[nodiscard]] Answer addMember(const Caller& caller, const protocol::AddMember& request);
    [[nodiscard]] Answer answerInvitation(const Caller& caller, const protocol::AnswerInvitation& request);
    /// Creates a channel. Only its creator posts; the creator follows it from the start.
    [[nodiscard]] Answer createChannel(const Caller& caller, const protocol::CreateChannel& request);
    /// Makes the caller a follower of a channel, or ends that. Adds no notice and notifies no other user:
    /// O(1) for any number of followers.
    [[nodiscard]] Answer follow(const Caller& caller, const protocol::Follow& request);
    [[nodiscard]] Answer unfollow(const Caller& caller, const protocol::Unfollow& request);
    /// Ends the membership, if there is one, and bans the user or lifts the ban as requested.
    [[nodiscard]] Answer removeMember(const Caller& caller, const protocol::RemoveMember& request);
    [[nodiscard]] Answer setRole(const Caller& caller, const protocol::SetRole& request);
    /// The account of `user`, a member, was deleted: appends a notice, ends the membership by the rules of
    /// leave(), and clears the settings and the receipt. In a direct chat the row stays a member's, so that
    /// the chat remains one of two people; call this once for it.
    void withdraw(UserId user, ConversationId conversation);
    [[nodiscard]] Answer rename(const Caller& caller, const protocol::Rename& request);
    [[nodiscard]] Answer setForwarding(const Caller& caller, const protocol::SetForwarding& request);

private:
    struct Notice {
        NoticeKind kind = NoticeKind::None;
        UserId subject;
        std::string text;
    };
    /// The answer to a repeated request to create, or its refusal; empty if the conversation can be created.
    [[nodiscard]] std::optional<Answer> answerWithout(const Caller& caller, MessageUuid creation);
    /// The answer to a repeated request for a group: those who are still to be asked are named again.
    [[nodiscard]] Answer answerAgain(Answer answer, const Caller& caller,
                                     const protocol::CreateGroup& request);
    [[nodiscard]] ConversationId create(const Caller& caller, MessageUuid creation, ConversationRecord record,
                                        const std::set<UserId>& members);
    /// The reason why `user`, whose row is `row`, cannot be admitted; empty if they can.
    [[nodiscard]] std::optional<protocol::Error> refusalOfEntry(const std::optional<MemberRecord>& row,
                                                                UserId user, const Caller& caller);
    /// Appends the notice and returns its seq, the new head.
    Seq append(const Caller& caller, const ConversationRecord& conversation, Notice notice);
    /// The terms on which a user becomes a member.
    struct Admission {
        Seq floor = {};         ///< entries through here are never unread
        Seq hiddenThrough = {}; ///< entries through here stay hidden from the user
        Role role = Role::Member;
    };
    /// The admission of a user who joins a group by the notice at `head`.
    [[nodiscard]] static Admission admissionTo(const ConversationRecord& group, Seq head);
    /// Begins a new generation of membership.
    void admit(ConversationId conversation, UserId user, const Admission& admission,
               std::optional<Target> answered);
    /// Ends a membership. `answered` as in Turn::stateChanged().
    void dismiss(MemberRecord row, std::optional<Target> answered);
    [[nodiscard]] static bool isLastOwner(const std::vector<GroupAdmin>& groupAdmins, UserId user);
    /// If `leaver` is the only owner and other members remain, makes one of them the new owner.
    void passOn(const MemberRecord& leaver);
    void give(MemberRecord row, Role role, std::optional<Target> answered);
    void notifyMembers(const Caller& caller, const ConversationRecord& conversation);

    /// The answer to a request that adds members; `asked` are asked first.
    [[nodiscard]] Answer answerWith(ConversationId conversation, const Caller& caller,
                                    std::vector<User> asked);
    [[nodiscard]] bool isMember(ConversationId conversation, UserId user);

    HubContext& m_context;
    Invitations& m_invitations;
};

} // namespace tidemark::server
