#pragma once

#include "server-stub/postgres/postgres_store.h"
#include "tests/server/stores/numbered.h"
#include "tests/support/postgres_cluster.h"

#include <QCoreApplication>

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <memory>

namespace tidemark::server {

/// All cases of a program share this cluster; each case has a place of its own in it.
inline std::unique_ptr<test::PostgresCluster>& clusterOfTests()
{
    static std::unique_ptr<test::PostgresCluster> cluster;
    return cluster;
}

inline test::PostgresCluster& cluster()
{
    return *clusterOfTests();
}

/// The name of a place that no other case uses.
inline QString newPlace()
{
    static int places = 0;
    return QStringLiteral("place%1").arg(++places);
}

/// A place with two users who are both in two groups.
class PostgresPlace {
public:
    PostgresPlace()
    {
        const std::unique_ptr<PostgresStore> store = open();
        store->begin();
        for (const char* user : {"ada", "bea"}) {
            store->accounts().insert(user, "");
        }
        for (std::uint64_t creation = 1; creation <= groups.size(); ++creation) {
            ConversationRecord record;
            record.title = "group";
            record.creator = UserId(1);
            record.logEpoch = LogEpoch(7);
            const ConversationId group = store->conversations().insert(record, numbered(creation));
            groups[creation - 1] = group;
            for (const std::uint64_t user : {1, 2}) {
                MemberRecord member;
                member.conversation = group;
                member.user = UserId(user);
                member.isMember = true;
                member.generation = Generation(1);
                store->members().put(member);
            }
        }
        REQUIRE(store->commit());
    }

    /// Another server on the same database.
    [[nodiscard]] std::unique_ptr<PostgresStore> open(const QString& parameters = {}) const
    {
        auto opened = PostgresStore::open(cluster().url(name, parameters));
        REQUIRE(opened);
        return std::move(opened).value();
    }

    /// A store that gives up a lock after a short time.
    [[nodiscard]] std::unique_ptr<PostgresStore> openWithShortTimeout() const
    {
        return open(QStringLiteral("%20-clock_timeout%3D50ms"));
    }

    [[nodiscard]] static NewEntry message(ConversationId conversation, std::uint64_t author,
                                          std::uint64_t number)
    {
        NewEntry entry;
        entry.conversation = conversation;
        entry.author = UserId(author);
        entry.uuid = numbered(number);
        entry.at = UnixMs{static_cast<std::int64_t>(number)};
        entry.content = content::Message{"text"};
        return entry;
    }

    QString name = newPlace();
    std::array<ConversationId, 2> groups;
};

/// Runs the cases of a program while a PostgreSQL runs, and returns their exit status. The cases fail if
/// PostgreSQL is not installed.
inline int runOnPostgres(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    auto started = test::PostgresCluster::start();
    if (!started) {
        std::printf("failed: %s\n", qPrintable(started.error()));
        return 1;
    }
    clusterOfTests() = std::move(started).value();
    const int status = doctest::Context(argc, argv).run();
    clusterOfTests().reset();
    return status;
}

} // namespace tidemark::server
