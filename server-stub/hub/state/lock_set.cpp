#include "server-stub/hub/state/lock_set.h"

#include "core/base/overloaded.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace tidemark::server {

namespace {

template <typename T>
void sortOnce(std::vector<T>& values)
{
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
}

class Collector {
public:
    void add(UserId caller, const protocol::ClientFrame& frame)
    {
        using namespace protocol;
        std::visit(
            Overloaded{[&](const Send& send) {
                           log(send.conversation);
                           m_lockSet.sends.push_back({send.conversation, caller, send.uuid, send.after});
                           if (send.draftVersion) {
                               draft(caller, send.conversation);
                           }
                       },
                       [&](const SetDraft& request) { draft(caller, request.conversation); },
                       [&](const Schedule& request) {
                           // A message that is due already is sent at once.
                           log(request.conversation);
                           m_lockSet.sends.push_back({request.conversation, caller, request.uuid});
                       },
                       [this](const React& request) { log(request.conversation); },
                       [&](const SeeReactions& request) { member(request.conversation, caller); },
                       [&](const ClearHistory& request) { member(request.conversation, caller); },
                       [&](const HideMessages& request) { member(request.conversation, caller); },
                       [this](const Rename& request) { log(request.conversation); },
                       [this](const SetForwarding& request) { log(request.conversation); },
                       [this](const AddMember& request) { log(request.conversation); },
                       [this](const SetAvatar& request) {
                           if (request.conversation.isValid()) {
                               log(request.conversation);
                           }
                       },
                       [&](const Join& request) { both(request.conversation, caller); },
                       [&](const AnswerInvitation& request) { both(request.conversation, caller); },
                       [&](const Leave& request) { both(request.conversation, caller); },
                       [&](const Follow& request) { both(request.conversation, caller); },
                       [&](const Unfollow& request) { both(request.conversation, caller); },
                       [this](const RemoveMember& request) { both(request.conversation, request.user); },
                       [this](const SetRole& request) { both(request.conversation, request.user); },
                       [&](const MarkUnread& mark) { member(mark.conversation, caller); },
                       [&](const SetSettings& request) { member(request.conversation, caller); },
                       [&](const Read& read) {
                           for (const ReadIntent& intent : read.intents) {
                               member(intent.conversation, caller);
                           }
                       },
                       [&](const Delivered& said) {
                           for (const Reached& reached : said.reached) {
                               member(reached.conversation, caller);
                           }
                       },
                       [&](const OpenFeed& request) {
                           for (const FeedSnapshot& snapshot : request.snapshots) {
                               member(snapshot.conversation, caller);
                           }
                       },
                       [&](const GetTotals&) { reader(caller); },
                       [&](const Heartbeat&) { reader(caller); },
                       [&](const Sync&) { reader(caller); },
                       [](const auto&) {}},
            frame);
    }

    [[nodiscard]] LockSet take()
    {
        sortOnce(m_lockSet.logs);
        sortOnce(m_lockSet.members);
        sortOnce(m_lockSet.readers);
        sortOnce(m_lockSet.drafts);
        return std::move(m_lockSet);
    }

private:
    void log(ConversationId conversation) { m_lockSet.logs.push_back(conversation); }
    void member(ConversationId conversation, UserId user)
    {
        m_lockSet.members.emplace_back(conversation, user);
    }
    void reader(UserId user) { m_lockSet.readers.push_back(user); }
    void draft(UserId user, ConversationId conversation)
    {
        m_lockSet.drafts.emplace_back(user, conversation);
    }
    void both(ConversationId conversation, UserId user)
    {
        log(conversation);
        member(conversation, user);
    }

    LockSet m_lockSet;
};

} // namespace

LockSet lockSetOf(std::span<const Input> inputs, const SessionRegistry& sessions)
{
    Collector collector;
    for (const Input& input : inputs) {
        const auto* received = std::get_if<Received>(&input);
        const Session* session =
            received == nullptr ? nullptr : sessions.find({received->connection, received->envelope.session});
        if (session != nullptr) {
            collector.add(session->user, received->envelope.frame);
        }
    }
    return collector.take();
}

} // namespace tidemark::server
