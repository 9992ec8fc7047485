#include "server-stub/postgres/hints/hint_connection.h"
#include "server-stub/postgres/hints/postgres_bus.h"
#include "server-stub/postgres/postgres_store.h"
#include "tests/programs/bench/harness/event_wait.h"
#include "tests/programs/bench/harness/statistics.h"
#include "tests/programs/bench/harness/workbench.h"
#include "tests/support/postgres_cluster.h"

#include <QTimer>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace tidemark::bench::hints_bench {
namespace {

using namespace tidemark::server;

const double secondsARun = sized(5.0, 0.2);
const std::size_t rawRounds = sized<std::size_t>(2000, 50);

/// One server sends this many hints a second, all different, and another one receives them.
class Stream : public QObject, public BusListener {
    Q_OBJECT

public:
    Stream(const DatabaseUrl& url, int perSecond)
        : m_perSecond(perSecond), m_goal(static_cast<std::size_t>(perSecond * secondsARun)),
          m_publisher(NodeId(1), url, m_deaf), m_listener(NodeId(2), url, *this)
    {
        m_timer.setTimerType(Qt::PreciseTimer);
        connect(&m_timer, &QTimer::timeout, this, &Stream::publishDue);
    }

    /// Milliseconds from sending to receiving.
    std::vector<double> times()
    {
        waitFor(this, &Stream::done, "all hints heard", [this] {
            m_watch = Stopwatch();
            m_timer.start(1);
        });
        return m_times;
    }

    void received(NodeId /*from*/, std::vector<Hint> hints) override
    {
        for (const Hint& hint : hints) {
            const std::uint64_t number = std::get<hint::AccountChanged>(hint).user.value;
            m_times.push_back(m_watch.milliseconds() - m_publishedAt.at(number - 1));
        }
        if (m_times.size() == m_goal) {
            Q_EMIT done();
        }
    }
    void missed() override { require(false, "staying connected"); }

Q_SIGNALS:
    void done();

private:
    struct Deaf final : BusListener {
        void received(NodeId /*from*/, std::vector<Hint> /*hints*/) override {}
        void missed() override {}
    };

    void publishDue()
    {
        const auto due = std::min(m_goal, static_cast<std::size_t>(m_watch.seconds() * m_perSecond));
        while (m_publishedAt.size() < due) {
            m_publishedAt.push_back(m_watch.milliseconds());
            const Hint hint = hint::AccountChanged{UserId(m_publishedAt.size())};
            m_publisher.publish(std::span(&hint, 1));
        }
    }

    double m_perSecond;
    std::size_t m_goal;
    Stopwatch m_watch;
    QTimer m_timer;
    std::vector<double> m_publishedAt;
    std::vector<double> m_times;
    Deaf m_deaf;
    PostgresBus m_publisher;
    PostgresBus m_listener;
};

/// Milliseconds from one NOTIFY until another connection has its payload, without other load.
class BareNotify : public QObject {
    Q_OBJECT

public:
    explicit BareNotify(const DatabaseUrl& url)
        : m_from(postgres::HintConnection::open(url).value()),
          m_to(postgres::HintConnection::open(url).value())
    {
        const bool listens = m_to->listen(
            this, [this](const QByteArray& payload) { note(payload); },
            [] { require(false, "staying connected"); });
        require(listens, "listening");
    }

    std::vector<double> times()
    {
        waitFor(this, &BareNotify::done, "all notifications", [this] { publish(); });
        return m_times;
    }

Q_SIGNALS:
    void done();

private:
    void publish()
    {
        const Hint hint = hint::AccountChanged{UserId(m_times.size() + 1)};
        m_watch = Stopwatch();
        require(m_from->publish(NodeId(1), std::span(&hint, 1)), "notifying");
    }
    void note(const QByteArray& payload)
    {
        require(postgres::hintsIn(payload).has_value(), "decoding the hints");
        m_times.push_back(m_watch.milliseconds());
        if (m_times.size() == rawRounds) {
            Q_EMIT done();
        } else {
            QMetaObject::invokeMethod(this, &BareNotify::publish, Qt::QueuedConnection);
        }
    }

    std::unique_ptr<postgres::HintConnection> m_from;
    std::unique_ptr<postgres::HintConnection> m_to;
    Stopwatch m_watch;
    std::vector<double> m_times;
};

} // namespace

Measurements measure(const Workbench& /*bench*/)
{
    constexpr double maxMs = 10;
    if (const QString why = test::PostgresServer::obstacle(); !why.isEmpty()) {
        return skipped("hints", why.toStdString());
    }
    auto cluster = test::PostgresCluster::start();
    if (!cluster) {
        giveUp(qPrintable(cluster.error()));
    }
    const QString place = (*cluster)->url(QStringLiteral("hints"));
    require(PostgresStore::open(place).has_value(), "making the tables");
    const DatabaseUrl url = DatabaseUrl::parse(place).value();
    const std::vector<double> bare = BareNotify(url).times();
    const char* limitIs = "a NOTIFY at a time";
    Measurements measured;
    for (const int perSecond : {100, 1000, 5000}) {
        const std::vector<double> times = Stream(url, perSecond).times();
        const std::string name = "hint told until heard, " + std::to_string(perSecond) + "/s";
        const double worst = percentile(times, 0.99);
        measured.push_back({name, "ms", median(times), median(bare), limitIs, "", {}});
        measured.push_back(
            {name + ", 99 %", "ms", worst, percentile(bare, 0.99), limitIs, "<= 10 ms", worst <= maxMs});
    }
    return measured;
}

} // namespace tidemark::bench::hints_bench

#include "hints.moc"
