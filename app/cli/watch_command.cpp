#include "app/cli/command_parts.h"
#include "app/cli/commands.h"

#include <unordered_map>

namespace tidemark::cli {

namespace {

const char* stateName(ConnectionPhase phase)
{
    switch (phase) {
    case ConnectionPhase::SignedOut:
        return "signed-out";
    case ConnectionPhase::Offline:
        return "offline";
    case ConnectionPhase::Waiting:
        return "waiting";
    case ConnectionPhase::Connecting:
        return "connecting";
    case ConnectionPhase::Syncing:
        return "syncing";
    case ConnectionPhase::Online:
        break;
    }
    return "online";
}

/// Prints what a client tells, as events.
class Watcher : public QObject {
public:
    explicit Watcher(BlockingClient& client) : m_client(client.client())
    {
        for (const ConversationSummary& one : client.conversations()) {
            m_known[one.id] = one;
        }
        m_totals = client.state().snapshot.totals;
        connect(&m_client, &Client::totalsChanged, this, [this](const Totals& totals) { m_totals = totals; });
        connect(&m_client, &Client::conversationsChanged, this, &Watcher::onConversations);
        connect(&m_client, &Client::timelineGrew, this,
                [this](ConversationId conversation, Seq first, Seq last, const QList<Seq>&, bool live) {
                    if (live) {
                        askForEntries(conversation, first, last);
                    }
                });
        connect(&m_client, &Client::historyLoaded, this, &Watcher::onEntries);
        connect(&m_client, &Client::connectionChanged, this, [](const ConnectionStatus& status) {
            print(JsonLine().add("event", "connection").add("state", stateName(status.phase)));
        });
    }

private:
    void askForEntries(ConversationId conversation, Seq first, Seq last)
    {
        const quint64 tag = ++m_lastTag;
        m_asked[tag] = conversation;
        m_client.requestHistory(conversation, previous(first), next(last), int(last.value - first.value + 1),
                                tag);
    }

    void onEntries(const QList<HistoryEntry>& entries, quint64 tag)
    {
        const auto asked = m_asked.extract(tag);
        if (asked.empty()) {
            return;
        }
        for (const HistoryEntry& entry : entries) {
            JsonLine line;
            line.add("event", "message").add("conversation", asked.mapped());
            print(addEntry(line, entry));
        }
    }

    void onConversations(const QList<ConversationSummary>& rows)
    {
        for (const ConversationSummary& row : rows) {
            const auto [place, isNew] = m_known.try_emplace(row.id);
            const ConversationSummary before = std::exchange(place->second, row);
            if (isNew || before.counts != row.counts || before.cursor != row.cursor
                || before.exact != row.exact) {
                printUnread(row);
            }
            if (row.seenByOthers > before.seenByOthers) {
                print(JsonLine()
                          .add("event", "receipt")
                          .add("conversation", row.id)
                          .add("seen", row.seenByOthers));
            }
        }
    }

    void printUnread(const ConversationSummary& row) const
    {
        print(JsonLine()
                  .add("event", "unread")
                  .add("conversation", row.id)
                  .add("epoch", row.cursor.epoch)
                  .add("read_seq", row.cursor.readSeq)
                  .add("unread", row.counts.unread)
                  .add("mentions", row.counts.mentions)
                  .add("exact", row.exact)
                  .add("total", m_totals.unread));
    }

    Client& m_client;
    Totals m_totals;
    std::unordered_map<ConversationId, ConversationSummary> m_known;
    std::unordered_map<quint64, ConversationId> m_asked;
    quint64 m_lastTag = 0;
};

} // namespace

Result<Nothing> watch(BlockingClient& client, const Arguments& arguments)
{
    print(JsonLine().add("event", "connection").add("state", client.isOffline() ? "offline" : "online"));
    const Watcher watcher(client);
    const auto seconds = arguments.factor("for");
    client.runFor(seconds ? std::optional(std::chrono::milliseconds(qint64(*seconds * 1000))) : std::nullopt);
    return Nothing{};
}

} // namespace tidemark::cli
