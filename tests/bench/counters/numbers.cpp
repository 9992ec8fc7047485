#include "tests/bench/counters/numbers.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>

namespace tidemark::counters {
namespace {

struct Log {
    std::vector<std::uint32_t> authors;             ///< of each message
    std::map<std::uint32_t, std::uint32_t> hasRead; ///< reader -> how many messages

    void read(std::uint32_t reader, std::uint32_t place)
    {
        std::uint32_t& through = hasRead[reader];
        through = std::max(through, place);
    }
    [[nodiscard]] std::int64_t unreadOf(std::uint32_t reader) const
    {
        const auto found = hasRead.find(reader);
        const std::ptrdiff_t from = found == hasRead.end() ? 0 : found->second;
        return std::count_if(authors.begin() + from, authors.end(),
                             [reader](std::uint32_t author) { return author != reader; });
    }
};

std::uint64_t difference(std::int64_t a, std::int64_t b)
{
    return static_cast<std::uint64_t>(std::abs(a - b));
}

} // namespace

Mismatches& Mismatches::operator+=(const Mismatches& more)
{
    sumAgainstTotal += more.sumAgainstTotal;
    unreadAgainstLog += more.unreadAgainstLog;
    totalAgainstLog += more.totalAgainstLog;
    return *this;
}

Numbers::Numbers(const Workload& workload) : totals(workload.users)
{
    for (const auto& members : workload.members) {
        unread.emplace_back(members.size());
    }
}

Numbers definitionOf(const Workload& workload, std::size_t count, const Failures& failures)
{
    std::vector<Log> logs(workload.members.size());
    for (std::size_t i = 0; i < count; ++i) {
        const Event& event = workload.events[i];
        Log& log = logs[event.conversation];
        if (event.kind == Event::Kind::Read) {
            log.read(event.user, event.place);
            continue;
        }
        log.authors.push_back(event.user);
        if (failures.areReads() && failures.hits(workload, i)) {
            log.read(workload.readerOf(event), event.place);
        }
    }
    Numbers right(workload);
    for (std::size_t conversation = 0; conversation < logs.size(); ++conversation) {
        const std::vector<std::uint32_t>& members = workload.members[conversation];
        for (std::size_t i = 0; i < members.size(); ++i) {
            right.unread[conversation][i] = logs[conversation].unreadOf(members[i]);
            right.totals[members[i]] += right.unread[conversation][i];
        }
    }
    return right;
}

Mismatches mismatchesOf(const Workload& workload, const Numbers& said, const Numbers& right)
{
    Mismatches wrong;
    std::vector<std::int64_t> sums(workload.users);
    for (std::size_t conversation = 0; conversation < workload.members.size(); ++conversation) {
        const std::vector<std::uint32_t>& members = workload.members[conversation];
        for (std::size_t i = 0; i < members.size(); ++i) {
            sums[members[i]] += said.unread[conversation][i];
            wrong.unreadAgainstLog += difference(said.unread[conversation][i], right.unread[conversation][i]);
        }
    }
    for (std::size_t user = 0; user < workload.users; ++user) {
        wrong.sumAgainstTotal += difference(sums[user], said.totals[user]);
        wrong.totalAgainstLog += difference(said.totals[user], right.totals[user]);
    }
    return wrong;
}

} // namespace tidemark::counters
