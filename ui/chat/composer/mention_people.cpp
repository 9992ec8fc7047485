#include "ui/chat/composer/mention_people.h"

#include "core/models/words/identity.h"
#include "core/models/words/notice_text.h"
#include "ui/session/chat_session.h"

#include <algorithm>

namespace tidemark {

QList<MentionCompleter::Person> peopleToMention(ChatSession& session)
{
    QList<MentionCompleter::Person> people;
    const auto add = [&](const QString& name, UserId id) {
        const bool isKnown =
            std::any_of(people.begin(), people.end(), [&name](const auto& one) { return one.name == name; });
        if (!name.isEmpty() && id != session.account().user() && !isKnown) {
            people.append({name, hueOf(id.value), false, id});
        }
    };
    for (const protocol::Member& member : session.roster().members()) {
        if (!member.user.isDeleted) {
            add(QString::fromStdString(member.user.name), member.user.id);
        }
    }
    if (!session.roster().isKnown()) {
        for (const TimelineRow& row : session.chat().timeline().rows()) {
            if (row.isMessage() && !row.isOwn && row.authorName != deletedAccountName()) {
                add(row.authorName, row.author);
            }
        }
    }
    const ConversationSummary* summary = session.chat().summary();
    if (summary != nullptr && summary->kind != ConversationKind::Direct) {
        people.append({QStringLiteral("all"), 0, true});
    }
    return people;
}

} // namespace tidemark
