#include "core/base/random.h"
#include "server-stub/hub/state/session_registry.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <map>
#include <set>
#include <vector>

namespace tidemark::server::session_registry_test {

TEST_CASE("the counts of a user's sessions equal counting them one by one")
{
    constexpr std::uint64_t steps = 3000;
    SessionRegistry registry;
    std::map<Target, Session> sessions;
    SplitMix64 random(7);
    const auto below = [&random](std::uint64_t bound) { return random.below(bound); };
    for (std::uint64_t connection = 1; connection <= 4; ++connection) {
        registry.connect(ConnectionId(connection));
    }
    for (std::uint64_t step = 0; step < steps; ++step) {
        const Target target{ConnectionId(1 + below(4)), static_cast<std::uint32_t>(below(5))};
        switch (below(5)) {
        case 0:
            registry.signOut(target);
            sessions.erase(target);
            break;
        case 1:
            if (const auto found = sessions.find(target); found != sessions.end()) {
                found->second.isActive = below(2) == 0;
                registry.noteActivity(target, found->second.isActive);
            }
            break;
        case 2:
            if (below(10) == 0) {
                registry.close(target.connection);
                registry.connect(target.connection);
                std::erase_if(sessions,
                              [&](const auto& one) { return one.first.connection == target.connection; });
            }
            break;
        default:
            Session session;
            session.user = UserId(1 + below(3));
            registry.signIn(target, session);
            sessions.insert_or_assign(target, session);
        }
        REQUIRE(registry.sessionCount() == sessions.size());
        for (std::uint64_t id = 1; id <= 3; ++id) {
            const UserId user(id);
            std::vector<Target> targets;
            std::set<ConnectionId> connections;
            bool isActive = false;
            for (const auto& [place, session] : sessions) {
                if (session.user == user) {
                    targets.push_back(place);
                    connections.insert(place.connection);
                    isActive |= session.isActive;
                }
            }
            REQUIRE(registry.sessionsOf(user) == targets);
            REQUIRE(registry.sessionCountOf(user) == targets.size());
            REQUIRE(registry.isActive(user) == isActive);
            REQUIRE(registry.connectionsOf(user, ConnectionId()) == connections.size());
            connections.erase(target.connection);
            REQUIRE(registry.connectionsOf(user, target.connection) == connections.size());
        }
    }
}

} // namespace tidemark::server::session_registry_test
