#include "ui/chat/composer/mention_people.h"

#include "core/models/words/identity.h"
#include "core/models/words/notice_text.h"
#include "ui/session/chat_session.h"

#include <QSet>

#include <map>

namespace tidemark {

QList<MentionCompleter::Person> peopleToMention(ChatSession& session)
{
    QList<MentionCompleter::Person> people;
    QSet<QString> known;
    const auto add = [&](const QString& name, UserId id) {
        const bool isNew = !name.isEmpty() && id != session.account().user() && !known.contains(name);
        if (isNew) {
            known.insert(name);
            people.append({name, hueOf(id.value), false, id});
        }
    };
    const Roster& roster = session.roster();
    std::map<UserId, QString> members;
    for (const protocol::Member& member : roster.members()) {
        if (!member.user.isDeleted) {
            members.emplace(member.user.id, QString::fromStdString(member.user.name));
        }
    }
    // Authors may be members that the server has not sent yet.
    const bool areAllKnown = roster.isKnown() && roster.members().size() >= roster.memberCount();
    const std::vector<TimelineRow>& rows = session.chat().timeline().rows();
    for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
        if (!row->isMessage() || row->isOwn) {
            continue;
        }
        const auto member = members.find(row->author);
        if (member != members.end()) {
            add(member->second, row->author);
        } else if (!areAllKnown && row->authorName != deletedAccountName()) {
            add(row->authorName, row->author);
        }
    }
    for (const protocol::Member& member : roster.members()) {
        if (!member.user.isDeleted) {
            add(QString::fromStdString(member.user.name), member.user.id);
        }
    }
    const ConversationSummary* summary = session.chat().summary();
    if (summary != nullptr && summary->kind != ConversationKind::Direct) {
        people.append({QStringLiteral("all"), 0, true});
    }
    return people;
}

} // namespace tidemark
