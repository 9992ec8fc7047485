#include "server-stub/hub/contract/fair_queue.h"

#include <doctest/doctest.h>

#include <map>
#include <vector>

namespace tidemark::fair_queue_test {

using namespace tidemark::server;

namespace {

constexpr FairQueue::Bounds bounds{10, 100};
constexpr UserId nobody;

/// Connections with requests of certain costs, handled turn by turn.
class Line {
public:
    explicit Line(FairQueue::Bounds these = bounds) : queue(these) {}

    void ask(ConnectionId connection, UserId payer, std::vector<FairQueue::Cost> costs)
    {
        std::vector<FairQueue::Cost>& all = m_costs[connection];
        all.insert(all.end(), costs.begin(), costs.end());
        queue.add(connection, payer);
    }

    /// The connections whose requests this turn handles, in this order.
    std::vector<std::uint64_t> turn()
    {
        std::vector<std::uint64_t> handled;
        queue.beginTurn();
        while (const auto connection = queue.next()) {
            std::vector<FairQueue::Cost>& costs = m_costs[*connection];
            REQUIRE(!costs.empty());
            queue.charge(*connection, costs.front());
            costs.erase(costs.begin());
            handled.push_back(connection->value);
            if (costs.empty()) {
                queue.remove(*connection);
            }
        }
        return handled;
    }

    FairQueue queue;

private:
    std::map<ConnectionId, std::vector<FairQueue::Cost>> m_costs;
};

using Handled = std::vector<std::uint64_t>;
using Costs = std::vector<FairQueue::Cost>;

} // namespace

TEST_CASE("a turn handles all that costs little")
{
    Line line;
    line.ask(ConnectionId(1), UserId(1), {1, 1, 1});
    line.ask(ConnectionId(2), UserId(2), {1});
    CHECK(line.turn() == Handled{1, 1, 1, 2});
    CHECK(line.queue.isEmpty());
    CHECK(line.turn().empty());
}

TEST_CASE("a user spends one share in a turn, over however many connections")
{
    Line line;
    for (std::uint64_t connection = 1; connection <= 20; ++connection) {
        line.ask(ConnectionId(connection), UserId(1), Costs(5, 5));
    }
    line.ask(ConnectionId(50), UserId(2), {5});
    CHECK(line.turn() == Handled{1, 2, 50});
    CHECK_MESSAGE((line.turn() == Handled{3, 4}), "the connections of a user take turns");
}

TEST_CASE("a user who asks for more than a share pays it back while others wait")
{
    Line line;
    line.ask(ConnectionId(1), UserId(1), {35, 1});
    line.ask(ConnectionId(2), UserId(2), Costs(6, 10));
    CHECK(line.turn() == Handled{1, 2});
    CHECK(line.turn() == Handled{2});
    CHECK(line.turn() == Handled{2});
    CHECK_MESSAGE((line.turn() == Handled{1, 2}), "10 - 35 + 3 * 10 is more than nothing");
}

TEST_CASE("a user who disconnects and comes back still has the debt")
{
    Line line;
    line.ask(ConnectionId(1), UserId(1), {35});
    line.ask(ConnectionId(2), UserId(2), Costs(6, 10));
    CHECK(line.turn() == Handled{1, 2});
    line.ask(ConnectionId(3), UserId(1), {1});
    CHECK(line.turn() == Handled{2});
    CHECK(line.turn() == Handled{2});
    CHECK(line.turn() == Handled{3, 2});
}

TEST_CASE("costs that become known later are paid back too")
{
    Line line;
    line.ask(ConnectionId(1), UserId(1), {1, 1});
    line.queue.chargeLater(UserId(1), 25);
    line.ask(ConnectionId(2), UserId(2), Costs(4, 10));
    CHECK(line.turn() == Handled{2});
    CHECK(line.turn() == Handled{1, 1, 2});
}

TEST_CASE("a user pays nothing back while no other user waits")
{
    Line line;
    line.ask(ConnectionId(1), UserId(1), {1000, 1000, 1});
    CHECK(line.turn() == Handled{1});
    CHECK(line.turn() == Handled{1});
    CHECK(line.turn() == Handled{1});
}

TEST_CASE("nothing is saved up by waiting")
{
    Line line;
    for (int turns = 0; turns < 10; ++turns) {
        CHECK(line.turn().empty());
    }
    line.ask(ConnectionId(1), UserId(1), Costs(3, 5));
    CHECK(line.turn() == Handled{1, 1});
}

TEST_CASE("when a turn is full, the others come first in the next one")
{
    Line line({10, 30});
    for (std::uint64_t number = 1; number <= 5; ++number) {
        line.ask(ConnectionId(number), UserId(number), {10, 10});
    }
    CHECK(line.turn() == Handled{1, 2, 3});
    CHECK(line.turn() == Handled{4, 5, 1});
    CHECK(line.turn() == Handled{2, 3, 4});
    CHECK(line.turn() == Handled{5});
}

TEST_CASE("every user gets turns beside many who ask for much")
{
    Line line({10, 30});
    for (std::uint64_t number = 1; number <= 50; ++number) {
        line.ask(ConnectionId(number), UserId(number), Costs(100, 40));
    }
    std::map<std::uint64_t, int> handled;
    for (int turns = 0; turns < 1000; ++turns) {
        for (const std::uint64_t connection : line.turn()) {
            ++handled[connection];
        }
    }
    CHECK(handled.size() == 50);
    for (const auto& one : handled) {
        CAPTURE(one.first);
        CHECK(one.second >= 18);
    }
}

TEST_CASE("connections without a user have a share each, and a connection that has signed in has the user's")
{
    Line line;
    line.ask(ConnectionId(1), nobody, Costs(4, 5));
    line.ask(ConnectionId(2), nobody, Costs(4, 5));
    CHECK(line.turn() == Handled{1, 1, 2, 2});
    line.queue.remove(ConnectionId(1));
    line.queue.remove(ConnectionId(2));
    line.queue.add(ConnectionId(1), UserId(1));
    line.queue.add(ConnectionId(2), UserId(1));
    CHECK(line.turn() == Handled{1, 2});
}

TEST_CASE("unfinished answers go on before others begin")
{
    Line line({10, 20});
    for (std::uint64_t number = 1; number <= 3; ++number) {
        line.ask(ConnectionId(number), UserId(number), Costs(2, 10));
    }
    CHECK(line.turn() == Handled{1, 2});
    line.queue.remove(ConnectionId(2));
    line.queue.add(ConnectionId(2), UserId(2), FairQueue::Waits::ToGoOn);
    CHECK(line.turn() == Handled{2, 3});
}

TEST_CASE("a connection that has closed is not handled, and the others of its user are")
{
    Line line;
    line.ask(ConnectionId(1), UserId(1), {1});
    line.ask(ConnectionId(2), UserId(1), {1});
    line.ask(ConnectionId(3), UserId(2), {1});
    line.queue.remove(ConnectionId(1));
    line.queue.remove(ConnectionId(3));
    line.queue.remove(ConnectionId(4));
    CHECK_FALSE(line.queue.isWaiting(ConnectionId(1)));
    CHECK(line.queue.size() == 1);
    CHECK(line.turn() == Handled{2});
}

} // namespace tidemark::fair_queue_test
