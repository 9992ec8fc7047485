#include "ui/window/state_report.h"

#include "core/models/words/badge.h"
#include "ui/chat/connection_text.h"

#include <QJsonArray>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

qint64 number(std::uint64_t value)
{
    return static_cast<qint64>(value);
}

QJsonObject conversationReport(const ConversationSummary& summary)
{
    return {
        {u"conversation"_s, number(summary.id.value)},
        {u"title"_s, titleOf(summary)},
        {u"unread"_s, number(summary.counts.unread)},
        {u"mentions"_s, number(summary.counts.mentions)},
        {u"reactions"_s, number(summary.unreadReactions)},
        {u"exact"_s, summary.exact},
        {u"shown_badge"_s, badgeText(summary.counts.unread, summary.exact)},
        {u"head_seq"_s, number(summary.head.value)},
        {u"read_seq"_s, number(summary.cursor.readSeq.value)},
    };
}

} // namespace

QJsonObject stateReport(const ChatSession& session, const QString& deviceName)
{
    std::vector<const ConversationSummary*> all = session.conversations().summaries();
    std::sort(all.begin(), all.end(), [](const auto* a, const auto* b) { return a->id < b->id; });
    QJsonArray conversations;
    for (const ConversationSummary* summary : all) {
        if (isListed(*summary)) {
            conversations.append(conversationReport(*summary));
        }
    }
    return {
        {u"user"_s, session.account().userName()},
        {u"device"_s, deviceName},
        {u"total"_s, number(session.totals().unread)},
        {u"connection"_s, connectionWord(session.connection().status().phase)},
        {u"open"_s, number(session.chat().current().value)},
        {u"pause"_s, session.chat().reading().pauseText()},
        {u"conversations"_s, conversations},
    };
}

} // namespace tidemark
