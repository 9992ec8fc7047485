#include "tests/programs/bench/clients/window_child.h"

#include "tests/programs/bench/clients/million_profile.h"
#include "tests/programs/bench/clients/shown_window.h"
#include "tests/programs/bench/harness/event_wait.h"
#include "tests/programs/bench/harness/process_cost.h"
#include "tests/programs/bench/harness/statistics.h"
#include "tests/programs/bench/servers/server_database.h"
#include "ui/platform/font_preload.h"
#include "ui/timeline/timeline_view.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QListWidget>
#include <QScrollBar>
#include <QStyleFactory>
#include <QTimer>
#include <QVBoxLayout>

#include <array>
#include <cstdio>
#include <memory>
#include <thread>

using namespace Qt::StringLiterals;

namespace tidemark::bench {
namespace {

constexpr int frameMs = 16;

void printJson(const QJsonObject& result)
{
    std::printf("%s\n", QJsonDocument(result).toJson(QJsonDocument::Compact).constData());
    std::fflush(stdout);
}

void pause(int ms)
{
    QTimer timer;
    timer.setSingleShot(true);
    waitFor(&timer, &QTimer::timeout, "a pause", [&] { timer.start(ms); });
}

/// The cost of this process while nothing happens.
QJsonObject idleCost()
{
    const int watchedMs = sized(10000, 500);
    constexpr double msInSecond = 1000;
    const double sleeps = sleepsSoFar();
    const double processor = processorMs();
    pause(watchedMs);
    // The pause itself is one wake-up.
    return {{u"wakeups"_s, (sleepsSoFar() - sleeps - 1) * msInSecond / watchedMs},
            {u"processor"_s, (processorMs() - processor) * msInSecond / watchedMs}};
}

/// Ticks like a screen, and records how long the GUI thread was busy between two ticks.
class Frames : public QObject {
    Q_OBJECT
public:
    explicit Frames(BusyApplication& application) : m_application(application)
    {
        m_timer.setTimerType(Qt::PreciseTimer);
        m_timer.setInterval(frameMs);
        connect(&m_timer, &QTimer::timeout, this, [this] {
            const double busy = m_application.takeBusyMs();
            if (m_hasBegun) {
                m_busy.push_back(busy);
            }
            m_hasBegun = true;
            Q_EMIT ticked();
        });
    }

    void start() { m_timer.start(); }
    [[nodiscard]] const std::vector<double>& busy() const { return m_busy; }

Q_SIGNALS:
    void ticked();
    void finished();

private:
    BusyApplication& m_application;
    QTimer m_timer;
    bool m_hasBegun = false;
    std::vector<double> m_busy;
};

QJsonObject resultOf(const std::vector<double>& frames)
{
    return {{u"p99"_s, percentile(frames, 0.99)},
            {u"longest"_s, percentile(frames, 1)},
            {u"frames"_s, static_cast<qint64>(frames.size())}};
}

ClientOptions offline(const QString& profile)
{
    ClientOptions options;
    options.profileDirectory = profile;
    options.offline = true;
    return options;
}

/// A window in Qt's own widgets with as many words as a list of conversations.
void addWords(QWidget& window)
{
    constexpr int rows = 15;
    auto* column = new QVBoxLayout(&window);
    column->addWidget(new QLineEdit(u"Search"_s));
    auto* list = new QListWidget;
    for (int i = 0; i < rows; ++i) {
        list->addItem(u"conversation %1: what was said last here, 未读数在两台设备上完全一致"_s.arg(i));
    }
    column->addWidget(list);
}

int runPlainWindow(BusyApplication& /*application*/, const QStringList& arguments)
{
    QWidget window;
    window.resize(1100, 720);
    if (arguments.last() == "words"_L1) {
        addWords(window);
    }
    PaintWatch watch(&window);
    waitFor(&watch, &PaintWatch::painted, "the first paint", [&] { window.show(); });
    QJsonObject result{{u"painted"_s, steadyMs() - arguments[0].toDouble()}};
    result.insert(u"pss"_s, proportionalMiB());
    if (arguments.last() == "idle"_L1) {
        result.insert(u"idle"_s, idleCost());
    }
    printJson(result);
    return 0;
}

/// Milliseconds until the answer for a word is in the model.
double searched(ChatSession& session, const QString& word)
{
    MessageSearch& search = session.search();
    const Stopwatch watch;
    waitFor(&search, &MessageSearch::changed, "an answer to a search", [&] { search.ask(word, {}); });
    while (search.isSearching()) {
        waitFor(&search, &MessageSearch::changed, "the answer to a search", [] {});
    }
    const double ms = watch.milliseconds();
    require(search.results().rowCount() > 0, "something found");
    return ms;
}

int runWindow(BusyApplication& /*application*/, const QStringList& arguments)
{
    constexpr int opened = 10;
    const int switches = sized(200, 12);
    ShownWindow shown(offline(arguments[1]));
    shown.begin();
    QJsonObject result{{u"painted"_s, steadyMs() - arguments[0].toDouble()}};
    const auto conversationAt = [](int which) {
        return ConversationId(static_cast<std::uint64_t>(1 + which * 37) % profileConversations + 1);
    };
    QJsonArray switchMs;
    for (int i = 0; i < switches; ++i) {
        switchMs.append(shown.open(conversationAt(i)));
        if (i + 1 == opened) {
            result.insert(u"pss"_s, proportionalMiB());
        }
    }
    result.insert(u"switches"_s, switchMs);
    QJsonArray english;
    QJsonArray chinese;
    // Each search is for another word, because users do not repeat a search.
    for (const QString& word : arguments[2].split(u',')) {
        english.append(searched(shown.session(), word));
    }
    for (const QString& word : {u"未读数"_s, u"评审"_s, u"同步"_s, u"发布"_s, u"手机"_s}) {
        chinese.append(searched(shown.session(), word));
    }
    result.insert(u"english"_s, english);
    result.insert(u"chinese"_s, chinese);
    printJson(result);
    shown.close();
    return 0;
}

int runFling(BusyApplication& application, const QStringList& arguments)
{
    constexpr int pixelsAFrame = 1200;
    constexpr std::size_t maxFrames = 10000;
    ShownWindow shown(offline(arguments[0]));
    shown.begin();
    (void)shown.open(ConversationId(1));
    TimelineModel& model = shown.session().chat().timeline();
    auto* view = shown.window().findChild<TimelineView*>();
    Frames frames(application);
    qint64 maxRasterBytes = 0;
    QObject::connect(&frames, &Frames::ticked, view, [&] {
        maxRasterBytes = std::max(maxRasterBytes, shown.session().pictures().bytes());
        QScrollBar* bar = view->verticalScrollBar();
        const bool isAtStart = bar->value() == bar->minimum() && model.rowOfSeq(Seq(1)) >= 0;
        if (isAtStart || frames.busy().size() > maxFrames) {
            Q_EMIT frames.finished();
        }
        bar->setValue(bar->value() - pixelsAFrame);
        view->viewport()->repaint();
    });
    waitFor(&frames, &Frames::finished, "the way to the oldest message", [&] { frames.start(); });
    require(frames.busy().size() <= maxFrames, "the oldest message on screen");
    QJsonObject result = resultOf(frames.busy());
    result.insert(u"pss"_s, proportionalMiB());
    result.insert(u"rasters"_s, static_cast<double>(maxRasterBytes) / 1024 / 1024);
    printJson(result);
    shown.close();
    return 0;
}

/// A device of the account on a ServerDatabase, with its first conversation open.
std::unique_ptr<ShownWindow> online(const QStringList& arguments)
{
    ClientOptions options;
    options.servers = QUrl(arguments[0]);
    options.profileDirectory = arguments[1];
    options.deviceName = u"bench"_s;
    SignInFlow::Given given;
    given.name = arguments[2];
    given.token = ServerDatabase::tokenOf(given.name.toStdString());
    auto shown = std::make_unique<ShownWindow>(options, given);
    shown->begin();
    (void)shown->open(ConversationId(1));
    return shown;
}

int runIncoming(BusyApplication& application, const QStringList& arguments)
{
    const auto shown = online(arguments);
    constexpr std::size_t goesDownEvery = 30; // frames, which is half a second
    const Seq last(arguments[3].toULongLong());
    TimelineModel& model = shown->session().chat().timeline();
    waitFor(&model, &TimelineModel::positioned, "the end", [&] { shown->session().chat().showEnd(); });
    Frames frames(application);
    QObject::connect(&frames, &Frames::ticked, &model, [&] {
        if (!model.rows().empty() && model.rows().back().seq >= last) {
            Q_EMIT frames.finished();
        } else if (frames.busy().size() % goesDownEvery == 0) {
            // The view does not follow more than a screenful at once, so that it does not count as read.
            shown->session().chat().showEnd();
        }
    });
    std::printf("ready\n");
    std::fflush(stdout);
    waitFor(&frames, &Frames::finished, "all messages on screen", [&] { frames.start(); });
    printJson(resultOf(frames.busy()));
    shown->close();
    return 0;
}

int runIdle(BusyApplication& /*application*/, const QStringList& arguments)
{
    const int settledMs = sized(32000, 500); // the comparison of totals is over by then
    const auto shown = online(arguments);
    pause(settledMs);
    printJson({{u"idle"_s, idleCost()}});
    shown->close();
    return 0;
}

struct Child {
    const char* kind;
    qsizetype arguments; ///< the least number of arguments
    int (*run)(BusyApplication& application, const QStringList& arguments);
};

constexpr std::array<Child, 5> children{{
    {"plain-window", 1, runPlainWindow},
    {"window", 3, runWindow},
    {"fling", 1, runFling},
    {"incoming", 4, runIncoming},
    {"idle", 3, runIdle},
}};

const Child* childOf(const QString& kind)
{
    const auto* found =
        std::ranges::find_if(children, [&](const Child& child) { return kind == QLatin1String(child.kind); });
    return found == children.end() ? nullptr : found;
}

} // namespace

bool isWindowChild(const QString& kind)
{
    return childOf(kind) != nullptr;
}

int runWindowChild(int& argc, char** argv, const QStringList& arguments)
{
    const Child* child = childOf(arguments[0]);
    require(child != nullptr && arguments.size() > child->arguments, "a child's arguments");
    // The program does this too.
    std::jthread fonts = child->run == runPlainWindow ? std::jthread() : preloadFonts();
    BusyApplication application(argc, argv);
    if (fonts.joinable()) {
        fonts.join();
    }
    QApplication::setStyle(QStyleFactory::create(u"Fusion"_s));
    QApplication::setQuitOnLastWindowClosed(false);
    return child->run(application, arguments.mid(1));
}

} // namespace tidemark::bench

#include "window_child.moc"
