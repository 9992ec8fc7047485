#pragma once

#include "server-stub/hub/hub_context.h"

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
    /// Returns the notice's seq, the new head.
    Seq append(const Caller& caller, const ConversationRecord& conversation, Notice notice);
    /// Begins a new generation of membership that has nothing to read up to `floor`.
    void admit(ConversationId conversation, UserId user, Seq floor, std::optional<Target> told);
    void tellMembersOfTitle(const Caller& caller, const ConversationRecord& conversation);

    HubContext& m_context;
};

} // namespace tidemark::server
