#include "core/base/random.h"
#include "tests/programs/bench/clients/shown_timeline.h"
#include "tests/programs/bench/harness/event_wait.h"
#include "tests/programs/bench/harness/statistics.h"
#include "tests/programs/bench/harness/workbench.h"
#include "tests/programs/bench/servers/bare_relay.h"
#include "tests/programs/bench/servers/bench_server.h"

#include <QDir>

#include <algorithm>
#include <memory>
#include <unordered_map>

namespace tidemark::bench::send_to_shown_bench {
namespace {

const int messages = sized(600, 20);
/// With several conversations each has a human pace. The server notifies of a single busy one in blocks.
constexpr std::size_t conversations = 5;

std::unique_ptr<Client> signedUp(const Workbench& bench, const QString& name, const QString& url)
{
    ClientOptions options;
    options.profileDirectory = QDir(bench.scratch).filePath(QStringLiteral("profile-") + name);
    options.servers = QUrl(url);
    options.deviceName = name;
    auto client = std::make_unique<Client>(options);
    waitFor(client.get(), &Client::opened, "opening a profile", [&] { client->open(); });
    waitFor(client.get(), &Client::caughtUp, "registering", [&] {
        client->submit(
            input::RegisterAccount{client->newCommand(), name.toStdString(), {}, Client::newToken()});
    });
    return client;
}

ConversationId newGroup(Client& client, const std::string& title, const std::string& member)
{
    ConversationId made;
    const CommandId command = client.newCommand();
    const auto connection =
        QObject::connect(&client, &Client::commandDone, &client, [&](const change::CommandDone& done) {
            require(done.command != command || !done.error, "creating a group");
            made = done.resultAs<ConversationId>();
        });
    waitFor(&client, &Client::commandDone, "creating a group", [&] {
        client.submit(input::CreateGroup{command, Client::newUuid(), title, {member}});
    });
    QObject::disconnect(connection);
    return made;
}

/// One user sends, and another one looks.
class Talk : public QObject {
    Q_OBJECT
public:
    Talk(Client& writer, Client& reader) : m_writer(writer), m_reader(reader)
    {
        for (std::size_t i = 0; i < conversations; ++i) {
            const ConversationId group = newGroup(writer, "room " + std::to_string(i), "reader");
            m_conversations.push_back(group);
            auto& timeline =
                m_timelines.emplace_back(std::make_unique<ShownTimeline>(m_reader, (i + 1) << 32U, this));
            awaitGroup(group);
            waitFor(timeline.get(), &ShownTimeline::opened, "opening a conversation", [&] {
                timeline->open({group, false, {}, 0, true, {}});
            });
            connect(timeline.get(), &ShownTimeline::grew, this, [this, i] { look(i); });
        }
        m_pause.setSingleShot(true);
        m_pause.setTimerType(Qt::PreciseTimer);
        connect(&m_pause, &QTimer::timeout, this, &Talk::write);
    }

    /// Milliseconds from the send until its row is in the other user's model.
    [[nodiscard]] std::vector<double> times(int count)
    {
        m_left = count;
        m_times.clear();
        waitFor(this, &Talk::done, "all messages shown", [this] { write(); });
        return m_times;
    }

Q_SIGNALS:
    void done();

private:
    /// The other user knows the group, and its timeline can be opened.
    void awaitGroup(ConversationId group)
    {
        bool isThere = false;
        const auto connection = connect(&m_reader, &Client::stateLoaded, this, [&](const ClientState& state) {
            isThere = std::any_of(state.snapshot.conversations.begin(), state.snapshot.conversations.end(),
                                  [&](const auto& one) { return one.conversation.id == group; })
                      && state.quiescent;
        });
        while (!isThere) {
            waitFor(&m_reader, &Client::stateLoaded, "asking for the state",
                    [this] { m_reader.requestState(); });
        }
        disconnect(connection);
    }

    void write()
    {
        const std::size_t place = static_cast<std::size_t>(m_left) % conversations;
        content::Message content;
        content.text = "message " + std::to_string(m_left) + std::string(100, '.');
        m_sent[content.text] = Stopwatch();
        m_writer.submit(input::Send{m_conversations[place], Client::newUuid(), content});
        if (--m_left > 0) {
            m_pause.start(20 + static_cast<int>(m_random.below(31)));
        }
    }

    void look(std::size_t place)
    {
        const std::vector<TimelineRow>& rows = m_timelines[place]->model().rows();
        for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
            const auto sent = m_sent.find(row->text.toStdString());
            if (sent == m_sent.end()) {
                break;
            }
            m_times.push_back(sent->second.milliseconds());
            m_sent.erase(sent);
        }
        if (m_left == 0 && m_sent.empty()) {
            Q_EMIT done();
        }
    }

    Client& m_writer;
    Client& m_reader;
    std::vector<ConversationId> m_conversations;
    std::vector<std::unique_ptr<ShownTimeline>> m_timelines;
    QTimer m_pause;
    SplitMix64 m_random{1};
    int m_left = 0;
    std::unordered_map<std::string, Stopwatch> m_sent;
    std::vector<double> m_times;
};

} // namespace

Measurements measure(const Workbench& bench)
{
    constexpr double maxMs = 20;
    constexpr double p99 = 0.99;
    const BenchServer server(bench.scratch, QStringLiteral("shown"));
    const auto reader = signedUp(bench, QStringLiteral("reader"), server.url());
    const auto writer = signedUp(bench, QStringLiteral("writer"), server.url());
    Talk talk(*writer, *reader);
    const std::vector<double> ours = talk.times(messages);
    require(ours.size() == static_cast<std::size_t>(messages), "every message shown once");
    const std::vector<double> bare = timeBareRelay(bench.scratch.toStdString(), messages);
    const char* limitIs = "bare sockets, raw commits";
    return {
        {"send to shown on the other device, p50",
         "ms",
         percentile(ours, 0.5),
         percentile(bare, 0.5),
         limitIs,
         "",
         {}},
        {"send to shown on the other device, p99", "ms", percentile(ours, p99), percentile(bare, p99),
         limitIs, "< 20 ms", percentile(ours, p99) < maxMs},
    };
}

} // namespace tidemark::bench::send_to_shown_bench

#include "send_to_shown.moc"
