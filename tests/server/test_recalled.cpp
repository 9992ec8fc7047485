// What was recalled is in no file and no frame of the server.
#include "core/wire/codec.h"
#include "server-stub/hub/hub.h"
#include "server-stub/store/snapshot.h"
#include "server-stub/store/sqlite_store.h"
#include "tests/support/plain_secrets.h"

#include <QByteArray>
#include <QFile>
#include <QTemporaryDir>

#include <doctest/doctest.h>

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace tidemark::server::recalled_files_test {

namespace {

const std::string secret = "aardvarks at dawn";

/// A hub on a file, with one user; all frames that it has sent are kept as they go over the wire.
struct Place {
    QTemporaryDir folder;
    QString database = folder.filePath(QStringLiteral("server.sqlite"));
    QString backup = folder.filePath(QStringLiteral("backup.sqlite"));
    std::unique_ptr<SqliteStore> store;
    PlainSecrets secrets;
    std::unique_ptr<Hub> hub;
    std::string sent;
    ConversationId group;
    LogEpoch logEpoch;
    std::uint64_t requests = 0;
    std::int64_t clock = 1000;

    Place()
    {
        start();
        protocol::Register wish;
        wish.name = "ada";
        wish.token = std::string(32, 't');
        wish.device = DeviceId(1);
        ask(wish);
        hello();
        const auto states =
            std::get<protocol::States>(ask(protocol::CreateGroup{uuid(), "group", {}}).front());
        group = states.states.at(0).id;
        logEpoch = states.states.at(0).logEpoch;
    }

    void start()
    {
        hub.reset();
        store.reset();
        store = std::move(SqliteStore::open(database)).value();
        HubConfig config;
        config.registrationOpen = true;
        config.limits.sendBurst = 10000;
        hub = std::make_unique<Hub>(config, *store, secrets);
        step(Connected{ConnectionId(1)});
    }
    void hello()
    {
        protocol::Hello hello;
        hello.token = std::string(32, 't');
        ask(hello);
    }
    MessageUuid uuid()
    {
        MessageUuid made;
        made.bytes.fill(static_cast<std::uint8_t>(++requests));
        made.bytes[0] = static_cast<std::uint8_t>(requests >> 8U);
        return made;
    }
    std::vector<protocol::ServerFrame> ask(protocol::ClientFrame frame)
    {
        return step(
            Received{ConnectionId(1), protocol::ClientEnvelope{RequestId(++requests), 0, std::move(frame)}});
    }
    std::vector<protocol::ServerFrame> step(Input input)
    {
        clock += 100;
        std::vector<protocol::ServerFrame> answers;
        for (const Effect& effect :
             hub->step(std::span(&input, 1), Instant(Milliseconds(clock)), UnixMs{clock}).effects) {
            if (const auto* reply = std::get_if<Reply>(&effect)) {
                sent += wire::encode(reply->envelope);
                answers.push_back(reply->envelope.frame);
            } else if (const auto* push = std::get_if<Push>(&effect)) {
                sent += wire::encodePush(push->frame);
            }
        }
        return answers;
    }
    Seq say(const protocol::Content& content)
    {
        return std::get<protocol::SendAck>(ask(protocol::Send{group, uuid(), {}, content}).front()).seq;
    }
    void say(int count)
    {
        for (int i = 0; i < count; ++i) {
            say(text("hello"));
        }
    }
    static protocol::TextContent text(const std::string& text)
    {
        protocol::TextContent content;
        content.text = text;
        return content;
    }
    void pullAll() { ask(protocol::Pull{group, logEpoch, Seq(), Seq(), Seq(), 1000}); }
    [[nodiscard]] bool hasSent() const { return sent.find(secret) != std::string::npos; }
    /// Whether a backup that is made now has the text in it, be it where nothing points to.
    [[nodiscard]] bool isInBackup()
    {
        QFile::remove(backup);
        auto snapshot = Snapshot::open(database);
        REQUIRE(snapshot);
        REQUIRE(snapshot->copyTo(backup).isEmpty());
        QFile file(backup);
        REQUIRE(file.open(QIODevice::ReadOnly));
        return file.readAll().contains(QByteArray::fromStdString(secret));
    }
};

} // namespace

TEST_CASE_FIXTURE(Place, "a recalled text is in no frame and in no backup from then on")
{
    say(3);
    const Seq message = say(text(secret + ", as sent"));
    say(125);
    say(protocol::EditContent{message, secret + ", as edited"});
    say(70);
    pullAll();
    CHECK(hasSent());
    CHECK(isInBackup());

    say(protocol::RecallContent{message});
    sent.clear();
    pullAll();
    CHECK_FALSE(hasSent());
    CHECK_FALSE(isInBackup());
    start();
    hello();
    pullAll();
    CHECK(sent.size() > 2000);
    CHECK_FALSE(hasSent());
}

} // namespace tidemark::server::recalled_files_test
