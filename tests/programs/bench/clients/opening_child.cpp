#include "tests/programs/bench/clients/opening_child.h"

#include "core/models/conversations/conversation_list_model.h"
#include "tests/programs/bench/clients/million_profile.h"
#include "tests/programs/bench/clients/shown_timeline.h"
#include "tests/programs/bench/harness/event_wait.h"
#include "tests/programs/bench/harness/process_cost.h"
#include "tests/programs/bench/servers/raw_sqlite.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <cstdio>

namespace tidemark::bench {
namespace {

constexpr int openedConversations = 20;
constexpr int pageEntries = 60;

/// The conversations are spread over the list.
ConversationId conversationToOpen(int which)
{
    return ConversationId(static_cast<std::uint64_t>(1 + which * 37) % profileConversations);
}

void print(const QJsonObject& result)
{
    std::printf("%s\n", QJsonDocument(result).toJson(QJsonDocument::Compact).constData());
}

} // namespace

int runOpeningChild(const QString& profile, const Stopwatch& sinceStart)
{
    ClientOptions options;
    options.profileDirectory = profile;
    options.offline = true;
    Client client(options);
    ConversationListModel list;
    list.setToday(QDate(2026, 11, 21));
    QObject::connect(&client, &Client::conversationsLoaded, &list, &ConversationListModel::setConversations);
    QObject::connect(&client, &Client::opened, &client, &Client::requestConversations);
    waitFor(&list, &ConversationListModel::modelReset, "opening the profile", [&] { client.open(); });
    const double listMs = sinceStart.milliseconds();
    require(list.rowCount() == static_cast<int>(profileConversations), "all conversations listed");

    QJsonArray openMs;
    for (int i = 0; i < openedConversations; ++i) {
        ShownTimeline timeline(client, static_cast<quint64>(i + 1) << 32U);
        const ConversationSummary* summary = list.summary(conversationToOpen(i));
        require(summary != nullptr, "a conversation to open");
        const Stopwatch watch;
        waitFor(&timeline, &ShownTimeline::opened, "opening a conversation", [&] {
            timeline.open({summary->id, false, summary->cursor.readSeq, summary->counts.unread,
                           summary->exact, summary->seenByOthers, summary->deliveredToOthers});
        });
        openMs.append(watch.milliseconds());
        require(timeline.model().rowCount() >= pageEntries, "a page of the conversation");
    }
    print({{QStringLiteral("list"), listMs},
           {QStringLiteral("open"), openMs},
           {QStringLiteral("pss"), proportionalMiB()}});
    waitFor(&client, &Client::closed, "closing the profile", [&] { client.close(); });
    return 0;
}

int runRawOpeningChild(const QString& profile, const Stopwatch& sinceStart)
{
    const QString path = QDir(profile).filePath(QStringLiteral("tidemark.sqlite"));
    RawDatabase database(path.toStdString(), "NORMAL");
    std::size_t bytes = 0;
    int rows = 0;
    {
        RawStatement select(database,
                            "SELECT c.id, c.title, c.unread, c.mentions, c.last_activity, e.text, u.name"
                            " FROM conversations c CROSS JOIN entries e ON e.conversation = c.id"
                            " AND e.seq = c.server_head CROSS JOIN users u ON u.id = e.author");
        while (select.step()) {
            bytes += select.bytes(1).size() + select.bytes(5).size() + select.bytes(6).size();
            ++rows;
        }
    }
    const double listMs = sinceStart.milliseconds();
    require(rows == static_cast<int>(profileConversations) && bytes > 0, "all conversations read");
    QJsonArray openMs;
    RawStatement page(database, "SELECT e.seq, e.kind, e.author, e.at, e.flags, e.text, u.name FROM entries e"
                                " JOIN users u ON u.id = e.author WHERE e.conversation = ?"
                                " ORDER BY e.seq DESC LIMIT ?");
    for (int i = 0; i < openedConversations; ++i) {
        const Stopwatch watch;
        page.bind(1, static_cast<std::int64_t>(conversationToOpen(i).value));
        page.bind(2, pageEntries);
        while (page.step()) {
            bytes += page.bytes(5).size() + page.bytes(6).size();
        }
        page.reset();
        openMs.append(watch.milliseconds());
    }
    print({{QStringLiteral("list"), listMs},
           {QStringLiteral("open"), openMs},
           {QStringLiteral("pss"), proportionalMiB()}});
    return 0;
}

} // namespace tidemark::bench
