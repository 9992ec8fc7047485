#include "app/cli/running/state_comparison.h"

#include <map>
#include <string>

namespace tidemark::cli {

namespace {

std::string text(Cursor cursor)
{
    return "(" + std::to_string(cursor.epoch) + ", " + std::to_string(cursor.readSeq.value) + ")";
}

std::string text(bool value)
{
    return value ? "true" : "false";
}

/// Collects the differences of one conversation.
class Comparer {
public:
    Comparer(ConversationId conversation, StateComparison& into) : m_conversation(conversation), m_into(into)
    {
    }

    void compare(const char* what, const std::string& here, const std::string& server)
    {
        if (here != server) {
            m_into.differences.push_back({m_conversation, what, here, server});
        }
    }

    void compareAll(const LocalConversation& here, const ConversationState& server)
    {
        compare("server: member", text(here.isMember), text(server.isMember));
        compare("server: cursor", text(here.confirmed), text(server.cursor));
        compare("server: floor", std::to_string(here.floor.value), std::to_string(server.floor.value));
        compare("server: muted", text(here.settings.muted), text(server.settings.muted));
        compare("server: archived", text(here.settings.archived), text(server.settings.archived));
        if (here.exact && here.cursor == server.cursor) {
            compare("server: unread", std::to_string(here.counts.unread),
                    std::to_string(server.counts.unread));
            compare("server: mentions", std::to_string(here.counts.mentions),
                    std::to_string(server.counts.mentions));
        }
        if (here.feed.exact && here.feed.snapshot == server.feedSnapshot) {
            compare("server: feed", std::to_string(here.feed.unread), std::to_string(server.feedUnread));
        }
    }

private:
    ConversationId m_conversation;
    StateComparison& m_into;
};

bool isSameMoment(const LocalConversation& here, const ConversationState& server)
{
    return here.logEpoch == server.logEpoch && here.countedHead == server.head
           && here.version == server.version;
}

} // namespace

StateComparison compareStates(const std::vector<Snapshot::Conversation>& here,
                              const std::vector<ConversationState>& server)
{
    StateComparison result;
    std::map<ConversationId, LocalConversation> left;
    for (const Snapshot::Conversation& one : here) {
        if (one.conversation.isMember) {
            left[one.conversation.id] = one.conversation;
        }
    }
    for (const ConversationState& state : server) {
        const auto mine = left.extract(state.id);
        Comparer comparer(state.id, result);
        if (mine.empty()) {
            comparer.compare("server: member", text(false), text(state.isMember));
        } else if (isSameMoment(mine.mapped(), state)) {
            comparer.compareAll(mine.mapped(), state);
        } else {
            result.isSettled = false;
            comparer.compare("server: head", std::to_string(mine.mapped().countedHead.value),
                             std::to_string(state.head.value));
            comparer.compare("server: version", std::to_string(mine.mapped().version),
                             std::to_string(state.version));
            comparer.compare("server: log epoch", std::to_string(mine.mapped().logEpoch.value),
                             std::to_string(state.logEpoch.value));
        }
    }
    for (const auto& [id, conversation] : left) {
        Comparer(id, result).compare("server: member", text(true), text(false));
    }
    return result;
}

} // namespace tidemark::cli
