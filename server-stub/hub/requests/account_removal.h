#pragma once

#include "server-stub/hub/requests/avatars.h"
#include "server-stub/hub/requests/conversations.h"
#include "server-stub/hub/requests/reactions.h"
#include "server-stub/hub/state/hub_context.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace tidemark::server {

/// Deletes accounts. The turn of the request only marks the account, so that no one signs in to it or adds it
/// any more. The rest is done in later turns, a bounded part in each: what belongs to the account alone is
/// erased, the account leaves its conversations, its reactions are taken back, and its messages are recalled
/// if the operator wants that. The store knows how far this has come, so it goes on after a restart.
class AccountRemoval {
public:
    AccountRemoval(HubContext& context, Conversations& conversations, Reactions& reactions, Avatars& avatars)
        : m_context(context), m_conversations(conversations), m_reactions(reactions), m_avatars(avatars)
    {
    }

    /// Marks the account. Does not end its sessions; the caller must.
    void begin(UserId user);
    /// Another server may have marked an account.
    void look() { m_next = m_context.now(); }
    /// Adds the rows that run() will change. On a shared store these must be locked before anything is read,
    /// so run() does only what an earlier turn has planned.
    void addTo(LockSet& lockSet) const;
    /// Does the due work. Must run before the inputs of the turn.
    void run();
    /// The turn was not committed: nothing of what it did is done.
    void undo();
    /// The time when run() may have work; empty if no work is left.
    [[nodiscard]] std::optional<Instant> wakeUp() const { return m_next; }

private:
    /// A part of the work for one account, and the conversations that it changes.
    struct Step {
        DeletionRecord record;
        std::vector<ConversationId> conversations;
    };

    [[nodiscard]] std::optional<Step> planned();
    void carryOut(const Step& step);
    /// Stores that the stage has done the conversation, or has done all if it is invalid.
    void noteDone(DeletionRecord record, ConversationId conversation);
    void erase(const DeletionRecord& record);
    void leave(const Step& step);
    void remove(const Step& step);
    /// Returns whether nothing is left in the conversation. `room` is the number of rows that the turn may
    /// still change.
    [[nodiscard]] bool removeFrom(DeletionRecord& record, ConversationId conversation, std::size_t& room);
    void recall(UserId author, const ConversationRecord& conversation, Seq target);

    HubContext& m_context;
    Conversations& m_conversations;
    Reactions& m_reactions;
    Avatars& m_avatars;
    std::optional<Step> m_expected;           ///< on a shared store: to be done in the next turn
    std::optional<Instant> m_next{Instant()}; ///< a restarted server looks at once
};

} // namespace tidemark::server
