#include "app/cli/commands/commands.h"
#include "app/cli/running/command_parts.h"
#include "app/cli/running/scheduled_lines.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

namespace tidemark::cli {

namespace {

constexpr Option watchForOption{
    .name = "for",
    .kind = ValueKind::Factor,
    .value = "SECONDS",
    .help = "stop after SECONDS (default: when interrupted)",
};

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

/// Includes the server if the list has several.
JsonLine connectionLine(const char* state, const ServerList& servers, const QUrl& server)
{
    JsonLine line;
    line.add("event", "connection").add("state", state);
    if (servers.size() > 1) {
        line.add("server", server.toString());
    }
    return line;
}

/// Prints the client's signals as events. The entries of a conversation come in the order of their seqs,
/// without gaps.
class Watcher : public QObject {
public:
    explicit Watcher(BlockingClient& client) : m_client(client.client()), m_servers(client.servers())
    {
        const Snapshot snapshot = client.state().snapshot;
        m_totals = snapshot.totals;
        for (const LocalScheduled& one : snapshot.scheduled) {
            m_scheduled[one.server.uuid] = itemOf(one);
        }
        const std::vector<Folder> folders = shownFolders(snapshot.folders);
        m_folders = {folders.begin(), folders.end()};
        connect(&m_client, &Client::conversationsLoaded, this, &Watcher::begin);
        connect(&m_client, &Client::totalsChanged, this, [this](const Totals& totals) { m_totals = totals; });
        connect(&m_client, &Client::conversationsChanged, this, &Watcher::onConversations);
        connect(&m_client, &Client::foldersChanged, this, [this](const QList<Folder>& all) {
            m_folders = all;
            onFolders();
        });
        m_invitations = shownInvitations(snapshot);
        connect(&m_client, &Client::invitationsChanged, this, &Watcher::onInvitations);
        connect(&m_client, &Client::timelineGrew, this,
                [this](ConversationId conversation, Seq, Seq, const QList<Seq>& marked) {
                    askForEntries(conversation);
                    askForMarked(conversation, marked);
                });
        connect(&m_client, &Client::historyLoaded, this, &Watcher::onEntries);
        connect(&m_client, &Client::reactionsChanged, this, &Watcher::askForReactions);
        connect(&m_client, &Client::typingChanged, this, &Watcher::onTyping);
        connect(&m_client, &Client::scheduledSent, this, &Watcher::onScheduledSent);
        connect(&m_client, &Client::scheduledChanged, this, &Watcher::onScheduled);
        connect(&m_client, &Client::connectionChanged, this, &Watcher::onConnection);
        m_client.requestConversations();
    }

private:
    struct Known {
        ConversationSummary row;
        Seq printed; ///< entries through this seq are printed, or are older than the command
    };
    static constexpr int pageEntries = 500;
    /// Marks the tag of a request for one message whose reactions have changed.
    static constexpr quint64 reactionsTag = quint64{1} << 63U;
    /// The same of a request for one message that may have been hidden.
    static constexpr quint64 hiddenTag = quint64{1} << 62U;

    /// Takes the current state. It is not printed as events.
    void begin(const QList<ConversationSummary>& all)
    {
        for (const ConversationSummary& one : all) {
            m_known[one.id] = {one, one.head};
        }
        m_hasBegun = true;
        m_folderLines = folderLines();
    }

    [[nodiscard]] std::vector<JsonLine> folderLines() const
    {
        std::vector<JsonLine> lines;
        if (m_folders.isEmpty()) {
            return lines;
        }
        QList<ConversationSummary> rows;
        for (const auto& [id, known] : m_known) {
            rows.append(known.row);
        }
        std::sort(rows.begin(), rows.end(),
                  [](const ConversationSummary& a, const ConversationSummary& b) { return a.id < b.id; });
        for (const Folder& folder : m_folders) {
            lines.push_back(folderLine(folder, rows));
        }
        return lines;
    }

    /// Prints all folders if something about them has changed.
    void onFolders()
    {
        if (!m_hasBegun) {
            return;
        }
        std::vector<JsonLine> lines = folderLines();
        const auto isSame = [](const JsonLine& a, const JsonLine& b) { return a.toJson() == b.toJson(); };
        if (!std::ranges::equal(lines, m_folderLines, isSame)) {
            print(JsonLine().add("event", "folders").add("folders", lines));
            m_folderLines = std::move(lines);
        }
    }

    void onInvitations(const QList<Invitation>& all)
    {
        std::vector<Invitation> invitations(all.begin(), all.end());
        if (invitations == m_invitations) {
            return;
        }
        m_invitations = std::move(invitations);
        std::vector<JsonLine> lines;
        for (const Invitation& one : m_invitations) {
            lines.push_back(invitationLine(one));
        }
        print(JsonLine().add("event", "invitations").add("invitations", lines));
    }

    void askForEntries(ConversationId conversation)
    {
        const auto known = m_known.find(conversation);
        if (known != m_known.end()) {
            m_client.requestHistory(conversation, known->second.printed, Seq(), pageEntries,
                                    conversation.value);
        }
    }

    void askForReactions(ConversationId conversation, const QList<Seq>& messages)
    {
        for (const Seq seq : messages) {
            m_client.requestHistory(conversation, previous(seq), next(seq), 1,
                                    conversation.value | reactionsTag);
        }
    }

    /// The messages may have been hidden.
    void askForMarked(ConversationId conversation, const QList<Seq>& messages)
    {
        for (const Seq seq : messages) {
            m_client.requestHistory(conversation, previous(seq), next(seq), 1,
                                    conversation.value | hiddenTag);
        }
    }

    void onMarked(ConversationId conversation, const HistoryEntry& entry)
    {
        if (isHidden(entry.entry)) {
            print(JsonLine()
                      .add("event", "hidden")
                      .add("conversation", conversation)
                      .add("seq", entry.entry.seq));
        }
    }

    void onReactions(ConversationId conversation, const HistoryEntry& entry)
    {
        std::vector<ReactionCount>& printed = m_reactions[{conversation, entry.entry.seq}];
        if (std::exchange(printed, entry.reactions) != entry.reactions) {
            print(JsonLine()
                      .add("event", "reactions")
                      .add("conversation", conversation)
                      .add("seq", entry.entry.seq)
                      .add("reactions", reactionLines(entry.reactions)));
        }
    }

    void onEntries(const QList<HistoryEntry>& entries, quint64 tag)
    {
        if ((tag & reactionsTag) != 0) {
            for (const HistoryEntry& entry : entries) {
                onReactions(ConversationId(tag & ~reactionsTag), entry);
            }
            return;
        }
        if ((tag & hiddenTag) != 0) {
            for (const HistoryEntry& entry : entries) {
                onMarked(ConversationId(tag & ~hiddenTag), entry);
            }
            return;
        }
        const auto known = m_known.find(ConversationId(tag));
        if (known == m_known.end()) {
            return;
        }
        Seq& printed = known->second.printed;
        for (const HistoryEntry& entry : entries) {
            // There is a gap before the entry. It is printed when the gap is filled.
            if (entry.entry.seq > next(printed)) {
                return;
            }
            if (entry.entry.seq > printed) {
                printed = entry.entry.seq;
                if (isHidden(entry.entry)) {
                    continue;
                }
                m_reactions[{known->first, printed}] = entry.reactions;
                JsonLine line;
                line.add("event", "message").add("conversation", known->first);
                print(addEntry(line, known->first, entry));
            }
        }
        if (entries.size() == pageEntries) {
            askForEntries(known->first);
        }
    }

    void onConversations(const QList<ConversationSummary>& rows)
    {
        if (!m_hasBegun) {
            return;
        }
        for (const ConversationSummary& row : rows) {
            const auto [place, isNew] = m_known.try_emplace(row.id, Known{row, row.floor});
            const ConversationSummary before = std::exchange(place->second.row, row);
            if (isNew) {
                askForEntries(row.id);
            }
            if (isNew || before.counts != row.counts || before.cursor != row.cursor
                || before.exact != row.exact || before.unreadReactions != row.unreadReactions) {
                printUnread(row);
            }
            if (before.draft != row.draft || before.draftVersion != row.draftVersion) {
                JsonLine line;
                line.add("event", "draft");
                print(addDraft(line, row));
            }
            if (!isNew
                && (row.seenByOthers > before.seenByOthers
                    || row.deliveredToOthers > before.deliveredToOthers)) {
                print(JsonLine()
                          .add("event", "receipt")
                          .add("conversation", row.id)
                          .add("delivered", std::max(row.deliveredToOthers, row.seenByOthers))
                          .add("seen", row.seenByOthers));
            }
        }
        onFolders();
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
                  .add("reactions", row.unreadReactions)
                  .add("exact", row.exact)
                  .add("total", m_totals.unread));
    }

    void onTyping(const change::TypingChanged& typing)
    {
        std::vector<std::string> names;
        for (const User& user : typing.users) {
            names.push_back(user.name);
        }
        print(JsonLine().add("event", "typing").add("conversation", typing.conversation).add("users", names));
    }

    /// The list follows, without the message.
    void onScheduledSent(ConversationId conversation, const MessageUuid& uuid, Seq seq)
    {
        m_scheduled.erase(uuid);
        print(JsonLine()
                  .add("event", "scheduled")
                  .add("conversation", conversation)
                  .add("uuid", uuidText(uuid))
                  .add("state", "sent")
                  .add("seq", seq));
    }

    void onScheduled(const QList<ScheduledItem>& items)
    {
        std::map<MessageUuid, ScheduledItem> before = std::exchange(m_scheduled, {});
        for (const ScheduledItem& item : items) {
            m_scheduled[item.uuid] = item;
            const auto known = before.find(item.uuid);
            if (known == before.end() || known->second != item) {
                JsonLine line;
                line.add("event", "scheduled");
                print(addScheduled(line, item));
            }
            if (known != before.end()) {
                before.erase(known);
            }
        }
        for (const auto& [uuid, item] : before) {
            print(JsonLine()
                      .add("event", "scheduled")
                      .add("conversation", item.conversation)
                      .add("uuid", uuidText(uuid))
                      .add("state", "cancelled"));
        }
    }

    void onConnection(const ConnectionStatus& status)
    {
        if (std::exchange(m_phase, status.phase) != status.phase) {
            print(connectionLine(stateName(status.phase), m_servers, m_servers.at(status.server)));
        }
    }

    Client& m_client;
    const ServerList& m_servers;
    Totals m_totals;
    QList<Folder> m_folders;
    std::vector<Invitation> m_invitations; ///< as printed last
    std::vector<JsonLine> m_folderLines;   ///< as printed last
    std::optional<ConnectionPhase> m_phase;
    std::unordered_map<ConversationId, Known> m_known;
    /// As printed last.
    std::map<std::pair<ConversationId, Seq>, std::vector<ReactionCount>> m_reactions;
    std::map<MessageUuid, ScheduledItem> m_scheduled; ///< as printed last
    bool m_hasBegun = false;
};

Result<Nothing> watch(BlockingClient& client, const Arguments& arguments)
{
    print(connectionLine(client.isOffline() ? "offline" : "online", client.servers(),
                         client.servers().at(client.state().connection.server)));
    const Watcher watcher(client);
    client.runFor(arguments.options.time(watchForOption));
    return Nothing{};
}

} // namespace

const Command watchCommand{
    .name = "watch",
    .options = {watchForOption},
    .help =
        "Prints one line for each event as it is committed:\n"
        "{\"event\":\"message\",\"conversation\",\"seq\",\"kind\",\"from\",\"at\",\"text\",\"edited\","
        "\"recalled\",\"reply_to\"}\n"
        "{\"event\":\"unread\",\"conversation\",\"epoch\",\"read_seq\",\"unread\",\"mentions\","
        "\"reactions\",\"exact\",\"total\"}\n"
        "{\"event\":\"reactions\",\"conversation\",\"seq\",\"reactions\"}: a list of "
        "{\"emoji\",\"count\",\"mine\"}.\n"
        "{\"event\":\"hidden\",\"conversation\",\"seq\"}: a message was deleted for you alone.\n"
        "{\"event\":\"draft\",\"conversation\",\"text\",\"version\",\"device\"}\n"
        "{\"event\":\"scheduled\",\"conversation\",\"uuid\",\"text\",\"due\",\"version\",\"state\"}: as "
        "schedule\n"
        "prints it. In the state sent, which has \"seq\", and in the state cancelled there is no text, time "
        "and version.\n"
        "{\"event\":\"folders\",\"folders\"}: all folders, as the command folders prints them.\n"
        "{\"event\":\"invitations\",\"invitations\"}: all open invitations, as the command invitations "
        "prints "
        "them.\n"
        "{\"event\":\"receipt\",\"conversation\",\"delivered\",\"seen\"}\n"
        "{\"event\":\"connection\",\"state\"}: signed-out, offline, waiting, connecting, syncing, online.\n"
        "With several servers also \"server\", the server in use.\n"
        "A message with files has \"attachments\", a list of objects as the command attachments prints them.",
    .pullsHistory = true,
    .run = watch,
};

} // namespace tidemark::cli
