#pragma once

#include "server-stub/hub/hub_context.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tidemark::server {

/// Making conversations, and who is in them (I5). Every answer is the caller's state of the conversation.
class Conversations {
public:
    explicit Conversations(HubContext& context) : m_context(context) {}

    [[nodiscard]] Answer createGroup(const Caller& caller, const protocol::CreateGroup& wish);
    [[nodiscard]] Answer openDirect(const Caller& caller, const protocol::OpenDirect& wish);
    [[nodiscard]] Answer join(const Caller& caller, const protocol::Join& wish);
    [[nodiscard]] Answer leave(const Caller& caller, const protocol::Leave& wish);
    [[nodiscard]] Answer addMember(const Caller& caller, const protocol::AddMember& wish);
    /// A channel: its creator alone posts and follows it from the start.
    [[nodiscard]] Answer createChannel(const Caller& caller, const protocol::CreateChannel& wish);
    /// Becoming and ending to be a member of a channel. No notice and no push to others: O(1) however many
    /// follow.
    [[nodiscard]] Answer follow(const Caller& caller, const protocol::Follow& wish);
    [[nodiscard]] Answer unfollow(const Caller& caller, const protocol::Unfollow& wish);
    /// The member, or who was one, is none afterwards, and banned or not.
    [[nodiscard]] Answer removeMember(const Caller& caller, const protocol::RemoveMember& wish);
    [[nodiscard]] Answer setRole(const Caller& caller, const protocol::SetRole& wish);
    [[nodiscard]] Answer rename(const Caller& caller, const protocol::Rename& wish);

private:
    struct Notice {
        NoticeKind kind = NoticeKind::None;
        UserId subject;
        std::string text;
    };
    /// The conversation when it is a group of which the caller is a member.
    [[nodiscard]] Expected<Membership, protocol::Error> ownGroup(const Caller& caller,
                                                                 ConversationId conversation);
    /// The answer to a wish to create that is repeated, or that cannot be.
    [[nodiscard]] std::optional<Answer> answerWithout(const Caller& caller, MessageUuid creation,
                                                      const std::string& title);
    [[nodiscard]] Answer create(const Caller& caller, MessageUuid creation, ConversationRecord record,
                                const std::set<UserId>& members);
    /// Returns the notice's seq, the new head.
    Seq append(const Caller& caller, const ConversationRecord& conversation, Notice notice);
    /// How somebody becomes a member.
    struct Admission {
        Seq floor = {};      ///< up to here there is nothing to read
        Seq hiddenUpto = {}; ///< and up to here nothing to see
        Role role = Role::Member;
    };
    /// Of who comes into a group by the notice at `head`.
    [[nodiscard]] static Admission admissionTo(const ConversationRecord& group, Seq head);
    /// Begins a new generation of membership.
    void admit(ConversationId conversation, UserId user, const Admission& admission,
               std::optional<Target> told);
    /// Ends a membership. `told` as in Turn::stateChanged().
    void dismiss(MemberRecord row, std::optional<Target> told);
    /// Whether nobody but `user` owns the group.
    [[nodiscard]] static bool isLastOwner(const std::vector<Officer>& officers, UserId user);
    /// Gives the group another owner where `leaver` is the last one and others are there.
    void passOn(const MemberRecord& leaver);
    void give(MemberRecord row, Role role, std::optional<Target> told);
    void tellMembersOfTitle(const Caller& caller, const ConversationRecord& conversation);

    HubContext& m_context;
};

} // namespace tidemark::server
