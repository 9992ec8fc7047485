#pragma once

#include "server-stub/hub/state/hub_context.h"

#include <vector>

namespace tidemark::server {

/// Handles the registers of reactions (docs/adr/0024). They never change the log.
class Reactions {
public:
    explicit Reactions(HubContext& context) : m_context(context) {}

    [[nodiscard]] Answer react(const Caller& caller, const protocol::React& request);
    [[nodiscard]] Answer pull(const Caller& caller, const protocol::PullReactions& request);
    [[nodiscard]] Answer see(const Caller& caller, const protocol::SeeReactions& request);
    [[nodiscard]] Answer reactors(const Caller& caller, const protocol::GetReactors& request);
    /// Takes back a reaction that is on, for a user who has no session.
    void takeBack(ReactionRecord record);
    /// If the device knows other heads of reactions, pushes all that it should know.
    void compare(const Caller& caller, std::optional<std::uint64_t> digest,
                 const std::vector<MemberRecord>& rows);

private:
    /// A conversation with the caller's row, if its log is `epoch`.
    [[nodiscard]] Expected<Membership, protocol::Error>
    membership(const Caller& caller, ConversationId conversation, LogEpoch epoch);
    /// The message that the member reacts to, or why the member cannot.
    [[nodiscard]] Expected<Entry, protocol::Error> targetOf(const Membership& member, Seq target);
    /// Why the message cannot get one more emoji, or the user one more register.
    [[nodiscard]] std::optional<protocol::Error> refusalOfMore(const protocol::React& request, UserId user,
                                                               bool isNew);
    /// Gives `record` the next position and stores it.
    void change(const Caller& caller, const ConversationRecord& conversation, ReactionRecord record);
    /// The author's unread reactions have changed.
    void notifyAuthor(const ReactionRecord& changed);
    [[nodiscard]] Answer answerFor(const Caller& caller, const protocol::React& request, bool hasChanged);

    HubContext& m_context;
};

} // namespace tidemark::server
