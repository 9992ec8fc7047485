#include "server-stub/hub/contract/audit.h"
#include "server-stub/postgres/blobs/postgres_blobs.h"
#include "tests/main/suite.h"
#include "tests/server/postgres/postgres_place.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <functional>
#include <future>
#include <string>
#include <utility>
#include <vector>

namespace tidemark::server::postgres_file_races_test {

namespace {

using Step = std::function<void()>;
using Steps = std::vector<Step>;

/// A step that takes longer waits for a lock of the other server.
constexpr std::chrono::milliseconds maxStep{25};

/// One server: its store, and its thread for files.
class Server {
public:
    explicit Server(const PostgresPlace& place)
        : store(place.open()),
          blobs(std::move(PostgresBlobs::open(DatabaseUrl::parse(cluster().url(place.name)).value())).value())
    {
    }

    void work(const blob::Work& job) const { static_cast<void>(blobs->carryOut(job)); }

    std::unique_ptr<PostgresStore> store;
    std::unique_ptr<PostgresBlobs> blobs;
};

/// Takes the steps of two servers in an order. A server that waits for a lock of the other one takes its next
/// step when it has the lock; meanwhile the other one goes on.
class Schedule {
public:
    Schedule(Steps first, Steps second) : m_steps{std::move(first), std::move(second)} {}

    void run(const std::vector<std::size_t>& order)
    {
        for (const std::size_t who : order) {
            step(who);
        }
        for (const std::size_t who : {0, 1}) {
            while (isWaiting(who)) {
                step(1 - who);
            }
        }
        for (const std::size_t who : {0, 1}) {
            while (m_next.at(who) < m_steps.at(who).size()) {
                step(who);
            }
        }
        for (std::future<void>& running : m_running) {
            if (running.valid()) {
                running.get();
            }
        }
    }

private:
    bool isWaiting(std::size_t who)
    {
        return m_running.at(who).valid() && m_running.at(who).wait_for(maxStep) != std::future_status::ready;
    }

    void step(std::size_t who)
    {
        while (isWaiting(who) && !isWaiting(1 - who) && m_next.at(1 - who) < m_steps.at(1 - who).size()) {
            start(1 - who);
        }
        start(who);
    }

    void start(std::size_t who)
    {
        if (m_running.at(who).valid()) {
            m_running.at(who).get();
        }
        if (m_next.at(who) < m_steps.at(who).size()) {
            m_running.at(who) = std::async(std::launch::async, m_steps.at(who).at(m_next.at(who)++));
        }
    }

    std::array<Steps, 2> m_steps;
    std::array<std::size_t, 2> m_next{};
    std::array<std::future<void>, 2> m_running;
};

/// Two servers, and one file, whose bytes and hash are other ones in each round.
class Race : public PostgresPlace {
public:
    /// Runs `round` once for each order in which two servers can take so many steps.
    void forEachOrder(std::size_t first, std::size_t second,
                      const std::function<void(const std::vector<std::size_t>&)>& round)
    {
        std::vector<std::size_t> order(first, 0);
        order.insert(order.end(), second, 1);
        do {
            ++number;
            bytes = "file " + std::to_string(number);
            BlobHasher hasher;
            hasher.add(bytes);
            hash = hasher.result();
            uuids = 0;
            round(order);
            settle();
            check();
        } while (std::ranges::next_permutation(order).found);
        CHECK(audit(*servers[0].store) == std::vector<std::string>());
        // Both tables that count the uses agree.
        CHECK(value("SELECT count(*) FROM (SELECT e.author, r.hash, count(*) FROM blob_ref r"
                    " JOIN entry e ON e.conversation = r.conversation AND e.seq = r.seq"
                    " GROUP BY e.author, r.hash EXCEPT SELECT user_id, hash, refs FROM file_use) AS missing")
              == 0);
        CHECK(value("SELECT count(*) FROM file_use WHERE refs <= 0") == 0);
        CHECK(value("SELECT COALESCE(sum(size), 0) FROM blob")
              == value("SELECT COALESCE(sum(bytes), 0) FROM blob_total"));
        CHECK(value("SELECT COALESCE(sum(b.size), 0) FROM file_use u JOIN blob b ON b.hash = u.hash")
              == value("SELECT COALESCE(sum(bytes), 0) FROM file_usage"));
    }

    [[nodiscard]] UploadKey key(std::uint64_t user) const
    {
        return {UserId(user), numbered(1000 * number + user)};
    }

    /// The user has uploaded all bytes.
    void upload(std::uint64_t user)
    {
        const Server& server = servers[0];
        server.store->begin();
        server.store->blobs().putUpload({key(user), hash, bytes.size(), false, UnixMs{1}});
        REQUIRE(server.store->commit());
        server.work(blob::Append{key(user), 0, bytes});
        server.work(blob::Open{key(user), bytes.size()});
    }
    void complete(std::uint64_t user)
    {
        upload(user);
        for (const Step& step : finish(servers[0], user)) {
            step();
        }
    }
    Seq say(std::uint64_t user, std::size_t group)
    {
        for (const Step& step : send(servers[0], user, group)) {
            step();
        }
        return servers[0].store->conversations().find(groups.at(group))->head;
    }

    // The steps of what a server does. Those of a transaction that fails are done again, as when the client
    // asks again.

    /// A message with the file, if the user may name it.
    Steps send(const Server& server, std::uint64_t user, std::size_t group)
    {
        const std::uint64_t uuid = 1000 * number + 500 + ++uuids;
        const auto mayName = std::make_shared<bool>(false);
        const auto claim = [=, this, &server] {
            *mayName = server.store->blobs().mayName(UserId(user), hash, bytes.size());
        };
        const auto append = [=, this, &server] {
            if (*mayName) {
                NewEntry entry = message(groups.at(group), user, uuid);
                entry.content = content::Message{.attachments = {attachment()}};
                server.store->log().append(entry);
            }
        };
        return transaction(server, {claim, append});
    }
    Steps recall(const Server& server, std::uint64_t user, std::size_t group, Seq seq)
    {
        const std::uint64_t uuid = 1000 * number + 500 + ++uuids;
        return transaction(server, {[=, this, &server] {
                               NewEntry entry = message(groups.at(group), user, uuid);
                               entry.content = content::Recall{.target = seq};
                               server.store->log().append(entry);
                           }});
    }
    /// The job, and what the hub does with its result.
    Steps finish(const Server& server, std::uint64_t user)
    {
        const auto made = std::make_shared<blob::Outcome>();
        const auto hasFile = std::make_shared<bool>(false);
        const auto make = [=, this, &server] {
            *made = server.blobs->carryOut(blob::Work(blob::Finish{key(user), hash, bytes.size()})).outcome;
        };
        const auto hold = [=, this, &server] {
            BlobRecords& records = server.store->blobs();
            *hasFile = *made == blob::Outcome::Done && records.upload(key(user)) && records.holdFile(hash);
        };
        const auto record = [=, this, &server] {
            if (*hasFile) {
                server.store->blobs().putBlob({hash, bytes.size()});
                server.store->blobs().putUpload({key(user), hash, bytes.size(), true, UnixMs{1}});
            }
        };
        Steps steps = transaction(server, {hold, record});
        steps.insert(steps.begin(), make);
        steps.push_back([=, this, &server] {
            if (*hasFile) {
                server.work(blob::DropUpload{key(user)});
            }
        });
        return steps;
    }
    /// The client goes on with the upload at this server.
    Steps resume(const Server& server, std::uint64_t user)
    {
        const auto found = std::make_shared<std::optional<UploadRecord>>();
        const auto look = [=, this, &server] { *found = server.store->blobs().upload(key(user)); };
        const auto lengthen = [=, &server] {
            if (*found && !(*found)->isComplete) {
                server.store->blobs().putUpload(**found);
            }
        };
        return transaction(server, {look, lengthen});
    }
    Steps cancel(const Server& server, std::uint64_t user)
    {
        Steps steps =
            transaction(server, {[=, this, &server] { server.store->blobs().removeUpload(key(user)); }});
        steps.push_back([=, this, &server] {
            server.work(blob::DropUpload{key(user)});
            if (!server.store->blobs().blob(hash)) {
                server.work(blob::DropFile{hash});
            }
        });
        return steps;
    }
    Steps sweep(const Server& server)
    {
        const auto unused = std::make_shared<std::vector<BlobHash>>();
        const auto look = [=, &server] { *unused = server.store->blobs().unusedBlobs(100); };
        const auto remove = [=, &server] {
            for (const BlobHash& one : *unused) {
                server.store->blobs().removeBlob(one);
            }
        };
        Steps steps = transaction(server, {look, remove});
        steps.push_back([=, &server] {
            for (const BlobHash& one : *unused) {
                server.work(blob::DropFile{one});
            }
        });
        return steps;
    }

    std::array<Server, 2> servers{Server(*this), Server(*this)};
    std::uint64_t number = 0;
    std::string bytes;
    BlobHash hash;

private:
    [[nodiscard]] Attachment attachment() const
    {
        return {hash, bytes.size(), "text/plain", "name", 0, 0, {}};
    }

    /// The first step begins the transaction, and the last one only commits it.
    static Steps transaction(const Server& server, Steps parts)
    {
        PostgresStore& store = *server.store;
        Steps steps = parts;
        steps.front() = [&store, first = parts.front()] {
            store.begin();
            first();
        };
        steps.push_back([&store, parts] {
            for (bool isDone = store.commit(); !isDone; isDone = store.commit()) {
                store.begin();
                std::ranges::for_each(parts, [](const Step& part) { part(); });
            }
        });
        return steps;
    }

    [[nodiscard]] qint64 value(const char* statement) const
    {
        return cluster().value(name, QLatin1String(statement)).toLongLong();
    }

    /// Does what is still to be done.
    void settle()
    {
        for (int times = 0; times < 2; ++times) {
            for (const Step& step : sweep(servers[0])) {
                step();
            }
        }
    }

    void check()
    {
        BlobRecords& records = servers[0].store->blobs();
        std::vector<BlobReference> references;
        for (const ConversationId group : groups) {
            for (const BlobReference& reference : records.references(group)) {
                if (reference.hash == hash) {
                    references.push_back(reference);
                }
            }
        }
        const bool isUsed = !references.empty() || records.hasUploaded(UserId(1), hash)
                            || records.hasUploaded(UserId(2), hash);
        REQUIRE(records.blob(hash).has_value() == isUsed);
        for (const Server& server : servers) {
            const blob::Result read = server.blobs->carryOut(blob::Work(blob::Read{hash, 0, 100}));
            REQUIRE(read.outcome == (isUsed ? blob::Outcome::Done : blob::Outcome::Missing));
            REQUIRE(read.bytes == (isUsed ? bytes : std::string()));
        }
        for (const std::uint64_t user : {1, 2}) {
            const auto upload = records.upload(key(user));
            if (upload && !upload->isComplete) {
                const auto stored =
                    servers[0].blobs->carryOut(blob::Work(blob::Open{key(user), bytes.size()}));
                REQUIRE(stored.received == bytes.size());
            }
        }
        REQUIRE(value("SELECT count(DISTINCT id) FROM byte_part WHERE id NOT IN"
                      " (SELECT id FROM blob_bytes UNION ALL SELECT id FROM upload_bytes)")
                == 0);
    }

    std::uint64_t uuids = 0;
};

/// All steps of `parts`, one after the other.
Steps joined(std::vector<Steps> parts)
{
    Steps all;
    for (Steps& part : parts) {
        std::ranges::move(part, std::back_inserter(all));
    }
    return all;
}

/// Makes one step of several.
Step together(Steps steps)
{
    return [steps = std::move(steps)] { std::ranges::for_each(steps, [](const Step& step) { step(); }); };
}

} // namespace

TEST_CASE_FIXTURE(Race,
                  "P18: a message that takes over a file while its last other one is recalled and swept")
{
    forEachOrder(3, 5, [this](const std::vector<std::size_t>& order) {
        complete(1);
        const Seq seq = say(1, 0);
        const Steps swept = sweep(servers[1]);
        Schedule(send(servers[0], 2, 1), joined({{together(recall(servers[1], 1, 0, seq))}, swept}))
            .run(order);
    });
}

TEST_CASE_FIXTURE(Race, "P18: a message while the recall is not committed yet")
{
    forEachOrder(7, 2, [this](const std::vector<std::size_t>& order) {
        complete(1);
        const Seq seq = say(1, 0);
        Schedule(joined({send(servers[0], 2, 1), sweep(servers[0])}), recall(servers[1], 1, 0, seq))
            .run(order);
    });
}

TEST_CASE_FIXTURE(Race, "P18: a message while its author's upload expires at another server")
{
    forEachOrder(3, 5, [this](const std::vector<std::size_t>& order) {
        complete(1);
        Schedule(send(servers[0], 1, 0), joined({{together(cancel(servers[1], 1))}, sweep(servers[1])}))
            .run(order);
    });
}

TEST_CASE_FIXTURE(Race, "P18: an upload that ends while the last use of the same file is swept")
{
    forEachOrder(5, 5, [this](const std::vector<std::size_t>& order) {
        complete(1);
        upload(2);
        Schedule(finish(servers[0], 2), joined({{together(cancel(servers[1], 1))}, sweep(servers[1])}))
            .run(order);
    });
}

TEST_CASE_FIXTURE(Race, "P18: an upload that ends while it is cancelled at another server")
{
    forEachOrder(5, 3, [this](const std::vector<std::size_t>& order) {
        upload(1);
        Schedule(finish(servers[0], 1), cancel(servers[1], 1)).run(order);
    });
}

TEST_CASE_FIXTURE(Race, "P18: an upload that ends while it goes on at another server")
{
    forEachOrder(5, 3, [this](const std::vector<std::size_t>& order) {
        upload(1);
        Schedule(finish(servers[0], 1), resume(servers[1], 1)).run(order);
        CHECK(servers[0].store->blobs().hasUploaded(UserId(1), hash));
    });
}

TEST_CASE_FIXTURE(Race, "P18: two uploads of the same file that end at once")
{
    forEachOrder(5, 5, [this](const std::vector<std::size_t>& order) {
        upload(1);
        upload(2);
        Schedule(finish(servers[0], 1), finish(servers[1], 2)).run(order);
    });
}

TEST_CASE_FIXTURE(Race, "P18: one upload that ends at two servers")
{
    forEachOrder(5, 5, [this](const std::vector<std::size_t>& order) {
        upload(1);
        Schedule(finish(servers[0], 1), finish(servers[1], 1)).run(order);
    });
}

TEST_CASE_FIXTURE(Race, "P18: two servers that recall both messages of a file, and sweep")
{
    forEachOrder(4, 4, [this](const std::vector<std::size_t>& order) {
        complete(1);
        const Seq first = say(1, 0);
        const Seq second = say(1, 1);
        const auto steps = [&](std::size_t server, std::size_t group, Seq seq) {
            Steps recalled = recall(servers.at(server), 1, group, seq);
            Steps swept = sweep(servers.at(server));
            return Steps{recalled[0], recalled[1], together({swept[0], swept[1]}),
                         together({swept[2], swept[3]})};
        };
        Schedule(steps(0, 0, first), steps(1, 1, second)).run(order);
    });
}

TIDEMARK_CASES(server::runOnPostgres)

} // namespace tidemark::server::postgres_file_races_test
