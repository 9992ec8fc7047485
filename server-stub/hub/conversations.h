#pragma once

#include "server-stub/hub/hub_context.h"

#include <optional>
#include <set>
#include <string>

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
    /// Begins a new generation of membership that has nothing to read up to `floor`.
    void admit(ConversationId conversation, UserId user, Seq floor, std::optional<Target> told);
    /// Ends the membership of the caller.
    void dismiss(const Caller& caller, MemberRecord row);
    void tellMembersOfTitle(const Caller& caller, const ConversationRecord& conversation);

    HubContext& m_context;
};

} // namespace tidemark::server
