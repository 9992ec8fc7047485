#include "core/wire/codec.h"
#include "tests/programs/bench/clients/million_profile.h"
#include "tests/programs/bench/harness/process_cost.h"
#include "tests/programs/bench/harness/statistics.h"
#include "tests/programs/bench/harness/workbench.h"
#include "tests/programs/bench/servers/bench_server.h"
#include "tests/programs/bench/servers/server_database.h"
#include "tests/programs/bench/servers/web_socket.h"
#include "tests/support/virtual_display.h"

#include <QDir>
#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QStandardPaths>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <thread>
#include <utility>

using namespace Qt::StringLiterals;

namespace tidemark::bench::window_bench {
namespace {

constexpr int childTimeoutMs = 180000;
constexpr double p99 = 0.99;

/// A child process that shows a window on the display.
class WindowChild {
public:
    WindowChild(const Workbench& bench, const test::VirtualDisplay& display, const QStringList& arguments)
    {
        m_process.setProcessEnvironment(display.environment());
        m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        m_process.start(bench.program, QStringList(u"--child"_s) + arguments);
        require(m_process.waitForStarted(), "starting a window");
    }

    /// Waits for the line that the child prints before its result.
    void waitForWord()
    {
        require(m_process.waitForReadyRead(childTimeoutMs), "a window that is ready");
        (void)m_process.readLine();
    }

    [[nodiscard]] QJsonObject result()
    {
        require(m_process.waitForFinished(childTimeoutMs) && m_process.exitCode() == 0, "a window");
        const QJsonObject result = QJsonDocument::fromJson(m_process.readAllStandardOutput()).object();
        require(!result.isEmpty(), "reading the window's figures");
        return result;
    }

private:
    QProcess m_process;
};

std::vector<double> valuesOf(const QJsonArray& array)
{
    std::vector<double> values;
    for (const QJsonValue& value : array) {
        values.push_back(value.toDouble());
    }
    return values;
}

QString startedNow()
{
    return QString::number(steadyMs(), 'f', 3);
}

/// Five words of the talk to search for: the usual ones if all of them occur, or else the most frequent of
/// some length.
QStringList englishWords(const std::vector<test::LoggedMessage>& talk)
{
    constexpr qsizetype wanted = 5;
    constexpr qsizetype shortest = 5;
    QHash<QString, int> counts;
    for (const test::LoggedMessage& message : talk) {
        for (const QString& word : QString::fromStdString(message.text).toLower().split(u' ')) {
            const bool isPlain =
                std::ranges::all_of(word, [](QChar one) { return one >= u'a' && one <= u'z'; });
            if (isPlain && word.size() >= shortest) {
                ++counts[word];
            }
        }
    }
    QStringList words{u"server"_s, u"kernel"_s, u"please"_s, u"release"_s, u"thanks"_s};
    if (std::ranges::all_of(words, [&](const QString& word) { return counts.contains(word); })) {
        return words;
    }
    words = counts.keys();
    std::ranges::sort(words, [&](const QString& a, const QString& b) {
        return std::pair(-counts[a], a) < std::pair(-counts[b], b);
    });
    require(words.size() >= wanted, "enough words to search for");
    return words.mid(0, wanted);
}

Measurements measureFirstSight(const Workbench& bench, const test::VirtualDisplay& display)
{
    const int runs = sized(7, 1);
    constexpr double maxPaintRatio = 1.5;
    constexpr double maxMemoryRatio = 2;
    constexpr double maxSwitchMs = 33;
    constexpr double maxSearchMs = 50;
    const QString profile = millionProfile(bench);
    const QString wordsToFind = englishWords(bench.talk).join(u',');
    std::vector<double> paint;
    std::vector<double> memory;
    std::vector<double> emptyPaint;
    std::vector<double> emptyMemory;
    std::vector<double> wordsPaint;
    std::vector<double> wordsMemory;
    std::vector<double> switches;
    std::vector<double> english;
    std::vector<double> chinese;
    const auto append = [](std::vector<double>& to, const QJsonValue& array) {
        const std::vector<double> values = valuesOf(array.toArray());
        to.insert(to.end(), values.begin(), values.end());
    };
    for (int run = 0; run <= runs; ++run) {
        const QJsonObject empty = WindowChild(bench, display, {u"plain-window"_s, startedNow()}).result();
        const QJsonObject words =
            WindowChild(bench, display, {u"plain-window"_s, startedNow(), u"words"_s}).result();
        const QJsonObject ours =
            WindowChild(bench, display, {u"window"_s, startedNow(), profile, wordsToFind}).result();
        if (run == 0) {
            continue; // from here on the files are in memory for both
        }
        emptyPaint.push_back(empty["painted"_L1].toDouble());
        emptyMemory.push_back(empty["pss"_L1].toDouble());
        wordsPaint.push_back(words["painted"_L1].toDouble());
        wordsMemory.push_back(words["pss"_L1].toDouble());
        paint.push_back(ours["painted"_L1].toDouble());
        memory.push_back(ours["pss"_L1].toDouble());
        append(switches, ours["switches"_L1]);
        append(english, ours["english"_L1]);
        append(chinese, ours["chinese"_L1]);
    }
    const char* limitIs = "an empty Qt Widgets window";
    const char* wordsAre = "a plain one with a list and its words";
    const double switched = percentile(switches, p99);
    const double worstSearch = std::max(median(english), median(chinese));
    return {
        {"window: start to first paint of the list, a million messages", "ms", median(paint),
         median(emptyPaint), limitIs, "<= 1.5 x", median(paint) <= maxPaintRatio * median(emptyPaint)},
        {"window: the same", "ms", median(paint), median(wordsPaint), wordsAre, "", {}},
        {"window: memory after ten conversations (PSS)", "MiB", median(memory), median(emptyMemory), limitIs,
         "<= 2 x", median(memory) <= maxMemoryRatio * median(emptyMemory)},
        {"window: the same", "MiB", median(memory), median(wordsMemory), wordsAre, "", {}},
        {"window: switch of conversation to painted, p50", "ms", median(switches), {}, "", "", {}},
        {"window: switch of conversation to painted, p99",
         "ms",
         switched,
         {},
         "",
         "<= 33 ms",
         switched <= maxSwitchMs},
        {"window: search of an English word",
         "ms",
         median(english),
         {},
         "",
         "<= 50 ms",
         median(english) <= maxSearchMs},
        {"window: search of a Chinese word",
         "ms",
         median(chinese),
         {},
         "",
         "<= 50 ms",
         worstSearch <= maxSearchMs},
    };
}

/// The figures of a fling through `what`.
Measurements flingFigures(const QJsonObject& fling, const std::string& what)
{
    constexpr double maxFrameMs = 16;
    const double frame = fling["p99"_L1].toDouble();
    return {
        {"window: frame while flinging through " + what + ", p99",
         "ms",
         frame,
         {},
         "",
         "<= 16 ms",
         frame <= maxFrameMs},
        {"window: the longest of them", "ms", fling["longest"_L1].toDouble(), {}, "", "", {}},
    };
}

/// Flings through messages without pictures, and through messages with them.
Measurements measureFlings(const Workbench& bench, const test::VirtualDisplay& display)
{
    constexpr double maxRasterMiB = 64;
    const QJsonObject texts = WindowChild(bench, display, {u"fling"_s, longProfile(bench)}).result();
    const QJsonObject pictures = WindowChild(bench, display, {u"fling"_s, pictureProfile(bench)}).result();
    const double rasters = pictures["rasters"_L1].toDouble();
    const double memory = pictures["pss"_L1].toDouble();
    Measurements figures = flingFigures(texts, "50,000 messages");
    const Measurements more = flingFigures(pictures, "1,000 pictures");
    figures.insert(figures.end(), more.begin(), more.end());
    figures.push_back(
        {"window: decoded pictures meanwhile", "MiB", rasters, {}, "", "<= 64 MiB", rasters <= maxRasterMiB});
    figures.push_back({"window: memory after it (PSS)", "MiB", memory, texts["pss"_L1].toDouble(),
                       "after 50,000 messages without pictures", "<= 64 MiB more",
                       memory - texts["pss"_L1].toDouble() <= maxRasterMiB});
    return figures;
}

const std::string writer = "writer";
const std::string reader = "reader";

/// Sends this many messages a second to the first conversation, for a number of seconds.
class SteadyWriter {
public:
    explicit SteadyWriter(int port) : m_socket(port)
    {
        m_socket.signIn(ServerDatabase::tokenOf(writer), true);
        m_poller.add(m_socket.descriptor(), 0);
        m_message.conversation = ConversationId(1);
    }

    void write(const Workbench& bench, int perSecond, int seconds)
    {
        using namespace std::chrono_literals;
        constexpr int aTime = 10;
        const auto pause = std::chrono::microseconds(1s) * aTime / perSecond;
        auto next = std::chrono::steady_clock::now();
        const int all = perSecond * seconds;
        int answered = 0;
        const auto listen = [&](int ms) {
            if (!m_poller.wait(ms).empty()) {
                m_socket.receive([&](std::string_view) { ++answered; });
            }
        };
        for (int sent = 0; sent < all; sent += aTime) {
            for (int i = 0; i < aTime; ++i) {
                say(bench.talk[static_cast<std::size_t>(sent + i) % bench.talk.size()].text);
            }
            listen(0);
            next += pause;
            std::this_thread::sleep_until(next);
        }
        while (answered < all) {
            listen(childTimeoutMs);
        }
    }

private:
    void say(const std::string& text)
    {
        ++m_number;
        std::memcpy(m_message.uuid.bytes.data(), &m_number, sizeof m_number);
        m_message.content = content::Message{text, false, {}, {}, false};
        m_socket.send(wire::encode(protocol::ClientEnvelope{RequestId(m_number + 1), 0, m_message}));
    }

    WebSocket m_socket;
    Poller m_poller;
    protocol::Send m_message;
    std::uint64_t m_number = 0;
};

Measurements measureOnline(const Workbench& bench, const test::VirtualDisplay& display)
{
    constexpr int perSecond = 1000;
    const int seconds = sized(30, 1);
    constexpr std::uint64_t before = 100;
    constexpr double maxFrameMs = 50;
    const QString name = u"window"_s;
    {
        ServerDatabase database(QDir(bench.scratch).filePath(name + u".db"_s));
        const UserId one = database.addUser(writer);
        const ConversationId group = database.addGroup("the busy one", {one, database.addUser(reader)});
        database.say(group, one, before);
    }
    const BenchServer server(bench.scratch, name);
    const QString user = QString::fromStdString(reader);
    const auto profile = [&](const char* kind) { return QDir(bench.scratch).filePath(QLatin1String(kind)); };

    const QJsonObject emptyIdle = WindowChild(bench, display, {u"plain-window"_s, startedNow(), u"idle"_s})
                                      .result()["idle"_L1]
                                      .toObject();
    const QJsonObject idle = WindowChild(bench, display, {u"idle"_s, server.url(), profile("idle"), user})
                                 .result()["idle"_L1]
                                 .toObject();

    // The first entries were not sent here: the notice of the group's creation, and earlier messages.
    const std::uint64_t last = before + static_cast<std::uint64_t>(perSecond) * seconds;
    WindowChild window(bench, display,
                       {u"incoming"_s, server.url(), profile("incoming"), user, QString::number(last)});
    window.waitForWord();
    SteadyWriter(server.port()).write(bench, perSecond, seconds);
    const QJsonObject incoming = window.result();
    const double longest = incoming["longest"_L1].toDouble();
    const char* limitIs = "an empty Qt Widgets window";
    return {
        {"window: longest frame while 1,000 messages a second come in for 30 s",
         "ms",
         longest,
         {},
         "",
         "<= 50 ms",
         longest <= maxFrameMs},
        {"window: the same, p99", "ms", incoming["p99"_L1].toDouble(), {}, "", "", {}},
        {"window: wake-ups when idle and online",
         "/s",
         idle["wakeups"_L1].toDouble(),
         emptyIdle["wakeups"_L1].toDouble(),
         limitIs,
         "",
         {}},
        {"window: processor time when idle and online",
         "ms/s",
         idle["processor"_L1].toDouble(),
         emptyIdle["processor"_L1].toDouble(),
         limitIs,
         "",
         {}},
    };
}

} // namespace

Measurements measure(const Workbench& bench)
{
    if (QStandardPaths::findExecutable(u"Xvfb"_s).isEmpty()
        || QStandardPaths::findExecutable(u"openbox"_s).isEmpty()) {
        return skipped("window", "Xvfb or openbox is not installed");
    }
    const test::VirtualDisplay display;
    require(display.isRunning(), "starting Xvfb and openbox");
    Measurements measured = measureFirstSight(bench, display);
    for (const auto& measureMore : {measureFlings, measureOnline}) {
        const Measurements more = measureMore(bench, display);
        measured.insert(measured.end(), more.begin(), more.end());
    }
    return measured;
}

} // namespace tidemark::bench::window_bench
