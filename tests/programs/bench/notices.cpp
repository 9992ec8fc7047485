#include "server-stub/hub/hub.h"
#include "tests/programs/bench/harness/statistics.h"
#include "tests/programs/bench/harness/workbench.h"
#include "tests/programs/bench/servers/server_database.h"

#include <QDir>

#include <cstdio>
#include <cstring>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace tidemark::bench::notices_bench {
namespace {

constexpr std::uint64_t few = 10;
const std::uint64_t many = sized<std::uint64_t>(1000000, 5000);
const std::uint64_t notices = sized<std::uint64_t>(200, 10);

/// A hub with accounts that all have a place in the list.
class Operator {
public:
    Operator(const QString& path, std::uint64_t users)
    {
        {
            ServerDatabase database(path);
            database.addNoticeReaders(users);
        }
        auto opened = server::SqliteStore::open(path);
        require(opened.has_value(), "opening a server's database");
        m_store = std::move(opened).value();
        m_hub = std::make_unique<server::Hub>(server::HubConfig(), *m_store, m_secrets);
    }

    void post(std::uint64_t number)
    {
        server::Announce request;
        request.text = "a notice to everybody";
        std::memcpy(request.uuid.bytes.data(), &number, sizeof number);
        const server::Input input = server::OperatorAsked{server::OperatorTicket(1), request};
        const std::uint64_t before = m_store->rowsWritten();
        const Stopwatch watch;
        const server::Effects effects =
            m_hub->step(std::span(&input, 1), Instant(Milliseconds(number * 100)), UnixMs{1700000000000});
        m_times.push_back(watch.milliseconds());
        require(std::holds_alternative<server::Announced>(effects.operatorAnswers.front().result),
                "a notice");
        m_rows = m_store->rowsWritten() - before;
    }

    [[nodiscard]] double medianMs() const { return median(m_times); }
    /// The number of rows that the last announcement wrote.
    [[nodiscard]] std::uint64_t rows() const { return m_rows; }

private:
    BenchSecrets m_secrets;
    std::unique_ptr<server::SqliteStore> m_store;
    std::unique_ptr<server::Hub> m_hub;
    std::vector<double> m_times;
    std::uint64_t m_rows = 0;
};

} // namespace

Measurements measure(const Workbench& bench)
{
    constexpr double maxSlowdown = 2;
    const QDir scratch(bench.scratch);
    Operator small(scratch.filePath(QStringLiteral("few.db")), few);
    Operator large(scratch.filePath(QStringLiteral("many.db")), many);
    // They take turns, so that both have the same disk.
    for (std::uint64_t i = 1; i <= notices; ++i) {
        small.post(i);
        large.post(i);
    }
    const double slower = large.medianMs() / small.medianMs();
    char aim[64] = {};
    std::snprintf(aim, sizeof aim, "<= 2 x the time of 10: %.2f x", slower);
    return {
        {"a notice to 1,000,000 users, durable", "ms", large.medianMs(), small.medianMs(),
         "the same to 10 users", aim, slower <= maxSlowdown},
        {"rows that it writes", "rows", static_cast<double>(large.rows()), static_cast<double>(small.rows()),
         "the same to 10 users", "as many as for 10", large.rows() == small.rows()},
    };
}

} // namespace tidemark::bench::notices_bench
