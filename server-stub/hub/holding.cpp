#include "server-stub/hub/holding.h"

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
                           m_holding.sends.push_back({send.conversation, caller, send.uuid, send.after});
                       },
                       [this](const Rename& wish) { log(wish.conversation); },
                       [this](const AddMember& wish) { log(wish.conversation); },
                       [&](const Join& wish) { both(wish.conversation, caller); },
                       [&](const Leave& wish) { both(wish.conversation, caller); },
                       [&](const Follow& wish) { both(wish.conversation, caller); },
                       [&](const Unfollow& wish) { both(wish.conversation, caller); },
                       [this](const RemoveMember& wish) { both(wish.conversation, wish.user); },
                       [this](const SetRole& wish) { both(wish.conversation, wish.user); },
                       [&](const MarkUnread& mark) { member(mark.conversation, caller); },
                       [&](const SetSettings& wish) { member(wish.conversation, caller); },
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
                       [&](const OpenFeed& wish) {
                           for (const FeedSnapshot& snapshot : wish.snapshots) {
                               member(snapshot.conversation, caller);
                           }
                       },
                       [&](const GetTotals&) { reader(caller); }, [&](const Heartbeat&) { reader(caller); },
                       [&](const Sync&) { reader(caller); }, [](const auto&) {}},
            frame);
    }

    [[nodiscard]] Holding take()
    {
        sortOnce(m_holding.logs);
        sortOnce(m_holding.members);
        sortOnce(m_holding.readers);
        return std::move(m_holding);
    }

private:
    void log(ConversationId conversation) { m_holding.logs.push_back(conversation); }
    void member(ConversationId conversation, UserId user)
    {
        m_holding.members.emplace_back(conversation, user);
    }
    void reader(UserId user) { m_holding.readers.push_back(user); }
    void both(ConversationId conversation, UserId user)
    {
        log(conversation);
        member(conversation, user);
    }

    Holding m_holding;
};

} // namespace

Holding holdingOf(std::span<const Input> inputs, const SessionRegistry& sessions)
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
