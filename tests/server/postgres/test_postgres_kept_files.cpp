#include "core/domain/request_caps.h"
#include "tests/main/suite.h"
#include "tests/server/postgres/postgres_place.h"
#include "tests/server/shell/file_transfer.h"
#include "tests/support/programs.h"
#include "tests/support/server_process.h"

#include <QEventLoop>
#include <QProcess>
#include <QTemporaryDir>
#include <QTimer>

#include <array>
#include <memory>
#include <string>

namespace tidemark::server::postgres_kept_files_test {

using namespace tidemark::test;

namespace {

constexpr std::size_t chunk = caps::maxChunkBytes;

QString program()
{
    return programPath(QStringLiteral("tidemark-server"));
}

QProcessEnvironment dyingAt(const char* failpoint)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("TIDEMARK_FAILPOINT"), QLatin1String(failpoint));
    return environment;
}

std::unique_ptr<WireClient> connectedTo(const ServerProcess& server)
{
    auto client = std::make_unique<WireClient>(server.url());
    return client->connected() ? std::move(client) : nullptr;
}

std::unique_ptr<WireClient> annAt(const ServerProcess& server)
{
    auto ann = connectedTo(server);
    return ann != nullptr && ann->ask<protocol::Welcome>(helloOf("ann")) ? std::move(ann) : nullptr;
}

ConversationId groupOf(WireClient& owner)
{
    protocol::CreateGroup request;
    request.uuid.bytes.fill(1);
    request.title = "group";
    const auto states = owner.ask<protocol::States>(request);
    return states ? states->states.front().id : ConversationId();
}

protocol::Send recallOf(ConversationId conversation, std::uint64_t number, Seq target)
{
    protocol::Send send = messageOf(conversation, number, "");
    send.content = content::Recall{target};
    return send;
}

/// Two servers as processes on one database. Ann is in a group.
class TwoServers {
public:
    TwoServers()
    {
        for (const std::size_t number : {0, 1}) {
            nodes.at(number) = std::make_unique<ServerProcess>(
                program(), cluster().url(name), QStringList{QStringLiteral("--drain"), QStringLiteral("0")});
            nodes.at(number)->logTo(folder.filePath(QStringLiteral("%1.log").arg(number)));
            REQUIRE(nodes.at(number)->start());
        }
        const auto ann = connectedTo(*nodes[0]);
        REQUIRE(ann);
        REQUIRE(ann->signUp("ann").isValid());
        group = groupOf(*ann);
        REQUIRE(group.isValid());
    }

    [[nodiscard]] QString value(const char* statement) const
    {
        return cluster().value(name, QLatin1String(statement));
    }

    /// Waits until no byte of a file is in the database.
    [[nodiscard]] bool isEmptied() const
    {
        const auto isEmpty = [this] {
            return value("SELECT count(*) FROM byte_part") == QStringLiteral("0");
        };
        QEventLoop loop;
        QTimer look;
        QObject::connect(&look, &QTimer::timeout, &loop, [&] {
            if (isEmpty()) {
                loop.quit();
            }
        });
        look.start(50);
        QTimer::singleShot(programTimeoutMs, &loop, &QEventLoop::quit);
        loop.exec();
        return isEmpty();
    }

    void checkDeep() const
    {
        const CheckResult checked = nodes[0]->run({QStringLiteral("check"), QStringLiteral("--deep")}, {});
        CHECK_MESSAGE(checked.status == 0, qPrintable(checked.output));
    }

    QTemporaryDir folder;
    QString name = newPlace();
    std::array<std::unique_ptr<ServerProcess>, 2> nodes;
    ConversationId group;
};

} // namespace

TEST_CASE_FIXTURE(TwoServers,
                  "an upload goes on at the other server when one is killed, and a recall removes it")
{
    const std::string bytes = manyBytes(7 * chunk + 17);
    const protocol::BeginUpload begin{uploadUuid(1), hashOf(bytes), bytes.size()};
    std::uint64_t received = 0;
    {
        const auto ann = annAt(*nodes[0]);
        REQUIRE(ann);
        REQUIRE(ann->ask<protocol::UploadState>(begin));
        for (std::size_t offset = 0; offset < 6 * chunk; offset += chunk) {
            const auto state = ann->ask<protocol::UploadState>(
                protocol::UploadChunk{uploadUuid(1), offset, bytes.substr(offset, chunk)});
            REQUIRE(state);
            received = state->received;
        }
        CHECK(received >= 4 * chunk);
        nodes[0]->kill();
    }
    const auto ann = annAt(*nodes[1]);
    REQUIRE(ann);
    const auto begun = ann->ask<protocol::UploadState>(begin);
    REQUIRE(begun);
    CHECK(begun->received >= received);
    REQUIRE(upload(*ann, 1, bytes));
    const auto ack = ann->ask<protocol::SendAck>(fileMessage(group, 1, bytes));
    REQUIRE(ack);
    REQUIRE(nodes[0]->start());
    for (const auto& node : nodes) {
        const auto reader = annAt(*node);
        REQUIRE(reader);
        CHECK(download(*reader, group, ack->seq, bytes.size()) == bytes);
    }
    CHECK(value("SELECT count(*) FROM blob_bytes") == QStringLiteral("1"));
    checkDeep();
    const auto elsewhere = annAt(*nodes[0]);
    REQUIRE(elsewhere);
    REQUIRE(elsewhere->ask<protocol::SendAck>(recallOf(group, 2, ack->seq)));
    CHECK(isEmptied());
    CHECK_FALSE(ann->ask<protocol::BlobPart>(protocol::GetBlob{group, ack->seq, 0, 0, 0}));
    checkDeep();
    for (const auto& node : nodes) {
        CHECK(node->stop());
    }
}

TEST_CASE_FIXTURE(TwoServers, "a server tells the limit of files, and the user's bytes count at all servers")
{
    const auto ann = connectedTo(*nodes[0]);
    REQUIRE(ann);
    const auto welcome = ann->ask<protocol::Welcome>(helloOf("ann"));
    REQUIRE(welcome);
    CHECK(welcome->limits.maxFileBytes == 100000000);
    const std::uint64_t limit = welcome->limits.maxFileBytes;
    for (std::uint8_t number = 1; number <= 20; ++number) {
        CHECK(ann->ask<protocol::UploadState>(
            protocol::BeginUpload{uploadUuid(number), hashOf(std::to_string(number)), limit}));
    }
    const auto elsewhere = annAt(*nodes[1]);
    REQUIRE(elsewhere);
    const auto refused =
        elsewhere->ask<protocol::Error>(protocol::BeginUpload{uploadUuid(21), hashOf("x"), limit});
    REQUIRE(refused);
    CHECK(refused->code == protocol::ErrorCode::UserStorageFull);
    CHECK(elsewhere->ask<protocol::Done>(protocol::CancelUpload{uploadUuid(1)}));
    CHECK(ann->ask<protocol::UploadState>(protocol::BeginUpload{uploadUuid(21), hashOf("x"), limit}));
}

TEST_CASE("a server that dies at any step of a file loses nothing, and leaves nothing behind")
{
    for (const char* failpoint : {"server-part-written", "server-part-stored", "server-file-hashed",
                                  "server-file-made", "server-file-recorded", "server-message-written",
                                  "server-message-committed", "server-file-dropped"}) {
        CAPTURE(failpoint);
        TwoServers servers;
        const ConversationId group = servers.group;
        REQUIRE(servers.nodes[0]->stop());
        servers.nodes[0]->armNextStart(QLatin1String(failpoint));
        REQUIRE(servers.nodes[0]->start());
        const std::string bytes = manyBytes(6 * chunk + 5);
        std::optional<protocol::SendAck> ack;
        std::optional<protocol::SendAck> recalled;
        // The second server answers the requests that the first one does not.
        for (const auto& node : servers.nodes) {
            const auto ann = annAt(*node);
            if (ann != nullptr && upload(*ann, 1, bytes)) {
                ack = ann->ask<protocol::SendAck>(fileMessage(group, 1, bytes));
            }
            if (ack && !recalled) {
                CHECK(download(*ann, group, ack->seq, bytes.size()) == bytes);
                recalled = ann->ask<protocol::SendAck>(recallOf(group, 2, ack->seq));
            }
            if (recalled) {
                break;
            }
        }
        CHECK(servers.nodes[0]->waitForDeath());
        REQUIRE(recalled);
        CHECK(ack->seq == Seq(2));
        CHECK(recalled->seq == Seq(3));
        REQUIRE(servers.nodes[0]->start());
        CHECK(servers.isEmptied());
        for (const char* table : {"upload", "upload_bytes", "blob", "blob_bytes", "file_use"}) {
            CHECK_MESSAGE(
                cluster().value(servers.name, QStringLiteral("SELECT count(*) FROM ") + QLatin1String(table))
                    == QStringLiteral("0"),
                table);
        }
        servers.checkDeep();
    }
}

TEST_CASE_FIXTURE(TwoServers, "check finds files that are damaged or missing, and stats counts them")
{
    const auto ann = annAt(*nodes[0]);
    REQUIRE(ann);
    REQUIRE(upload(*ann, 1, "the right bytes"));
    REQUIRE(ann->ask<protocol::SendAck>(fileMessage(group, 1, "the right bytes")));
    const CheckResult stats = nodes[0]->run({QStringLiteral("stats")}, {QStringLiteral("--json")});
    CHECK(stats.output.contains(QStringLiteral("\"files\":1")));
    CHECK(stats.output.contains(QStringLiteral("\"file_bytes\":15")));
    checkDeep();
    REQUIRE(cluster().execute(name, QStringLiteral("UPDATE byte_part SET bytes = 'THE right bytes'")));
    CHECK(nodes[0]->check().status == 0);
    const CheckResult damaged = nodes[0]->run({QStringLiteral("check"), QStringLiteral("--deep")}, {});
    CHECK(damaged.status == 1);
    CHECK(damaged.output.contains(QStringLiteral("is damaged")));
    REQUIRE(cluster().execute(name, QStringLiteral("UPDATE byte_part SET bytes = 'short'")));
    CHECK(nodes[0]->check().output.contains(QStringLiteral("has the wrong size")));
    REQUIRE(cluster().execute(name, QStringLiteral("DELETE FROM blob_bytes")));
    const CheckResult missing = nodes[0]->check();
    CHECK(missing.status == 1);
    CHECK(missing.output.contains(QStringLiteral("is missing")));
}

TEST_CASE("files are copied from beside an SQLite file, also when the copying is killed on the way")
{
    const QTemporaryDir folder;
    const QString url = cluster().url(newPlace());
    ServerProcess before(program(), folder.filePath(QStringLiteral("server.db")));
    REQUIRE(before.start());
    const std::string bytes = manyBytes(6 * chunk + 5);
    ConversationId group;
    Seq seq;
    {
        const auto ann = connectedTo(before);
        REQUIRE(ann);
        REQUIRE(ann->signUp("ann").isValid());
        group = groupOf(*ann);
        REQUIRE(upload(*ann, 1, bytes));
        const auto ack = ann->ask<protocol::SendAck>(fileMessage(group, 1, bytes));
        REQUIRE(ack);
        seq = ack->seq;
        REQUIRE(upload(*ann, 2, "not sent yet"));
    }
    REQUIRE(before.stop());
    const QStringList migrate{QStringLiteral("migrate"), QStringLiteral("--from"), before.database(),
                              QStringLiteral("--to"), url};
    for (const char* failpoint : {"server-part-written", "server-part-stored", "server-file-made"}) {
        QProcess dying;
        dying.setProcessEnvironment(dyingAt(failpoint));
        dying.start(program(), migrate);
        REQUIRE(dying.waitForFinished(programTimeoutMs));
        CHECK_MESSAGE(dying.exitStatus() == QProcess::CrashExit, failpoint);
    }
    QProcess copying;
    copying.setProcessChannelMode(QProcess::MergedChannels);
    copying.start(program(), migrate);
    REQUIRE(copying.waitForFinished(programTimeoutMs));
    const QByteArray output = copying.readAll();
    CHECK_MESSAGE(copying.exitCode() == 0, output.constData());

    ServerProcess after(program(), url);
    after.logTo(folder.filePath(QStringLiteral("after.log")));
    REQUIRE(after.start());
    const auto ann = annAt(after);
    REQUIRE(ann);
    CHECK(download(*ann, group, seq, bytes.size()) == bytes);
    CHECK(ann->ask<protocol::SendAck>(fileMessage(group, 2, "not sent yet")));
    const CheckResult checked = after.run({QStringLiteral("check"), QStringLiteral("--deep")}, {});
    CHECK_MESSAGE(checked.status == 0, qPrintable(checked.output));
}

TIDEMARK_CASES(server::runOnPostgres)

} // namespace tidemark::server::postgres_kept_files_test
