#include "ui/finding/people_without_chat.h"

#include "ui/session/chat_session.h"

#include <set>

namespace tidemark {

QList<User> peopleWithoutChat(ChatSession& session)
{
    QList<User> people = session.roster().people();
    std::set<UserId> known{session.account().user()};
    for (const ConversationSummary* summary : session.conversations().summaries()) {
        if (summary->kind == ConversationKind::Direct && isListed(*summary)) {
            known.insert(summary->peer);
        }
    }
    people.removeIf([&known](const User& user) { return user.isDeleted || known.contains(user.id); });
    return people;
}

} // namespace tidemark
