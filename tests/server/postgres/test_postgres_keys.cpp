#include "server-stub/hub/contract/audit.h"
#include "server-stub/hub/hub.h"
#include "server-stub/postgres/blobs/postgres_blobs.h"
#include "tests/main/suite.h"
#include "tests/server/postgres/postgres_place.h"
#include "tests/server/stores/hub_pair.h"

#include <QMap>
#include <QRegularExpression>
#include <QSet>
#include <QStringList>

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace tidemark::server::postgres_keys_test {

namespace {

/// The numbers of conversations and users whose rows one transaction has written.
struct WrittenKeys {
    int conversations = 0;
    int users = 0;
    friend bool operator==(const WrittenKeys&, const WrittenKeys&) = default;
};

/// Counts the rows that were written since a transaction, over all tables with this key.
QString countedSince(const QString& transaction,
                     std::initializer_list<std::pair<const char*, const char*>> tables)
{
    QStringList parts;
    for (const auto& [table, key] : tables) {
        parts.append(QStringLiteral("SELECT %2 AS key FROM %1 WHERE xmin::text::bigint >= %3")
                         .arg(QString::fromLatin1(table), QString::fromLatin1(key), transaction));
    }
    return QStringLiteral("SELECT count(DISTINCT key) FROM (%1) AS written")
        .arg(parts.join(QStringLiteral(" UNION ALL ")));
}

/// A hub on a database of its own with three users. Two of them are in two groups. Each request is a step
/// of its own.
class OneByOne {
public:
    OneByOne()
    {
        config.registrationOpen = true;
        hub = std::make_unique<Hub>(config, *store, secrets);
        for (const std::uint64_t user : {1, 2, 3}) {
            step(Connected{ConnectionId(user)});
            protocol::Register request;
            request.name = "user" + std::to_string(user);
            request.token = tokenOf(user);
            request.device = DeviceId(user);
            ask(user, request);
            protocol::Hello hello;
            hello.token = request.token;
            ask(user, hello);
        }
        for (const std::uint64_t group : {1, 2}) {
            ask(1, protocol::CreateGroup{numbered(group), "group", {"user2"}});
        }
    }

    /// Connects the user once more with a session that receives totals only.
    void listenToTotals(std::uint64_t user)
    {
        const std::uint64_t connection = 10 + user;
        step(Connected{ConnectionId(connection)});
        protocol::Hello hello;
        hello.token = tokenOf(user);
        hello.totalsOnly = true;
        ask(connection, hello);
    }

    WrittenKeys ask(std::uint64_t user, protocol::ClientFrame frame)
    {
        const QString before =
            cluster().value(place, QStringLiteral("SELECT pg_snapshot_xmax(pg_current_snapshot())::text"));
        step(Received{ConnectionId(user),
                      protocol::ClientEnvelope{RequestId(++lastRequest), 0, std::move(frame)}});
        const auto count = [&](auto tables) {
            return cluster().value(place, countedSince(before, tables)).toInt();
        };
        using Tables = std::initializer_list<std::pair<const char*, const char*>>;
        return {count(Tables{{"conversation", "id"},
                             {"entry", "conversation"},
                             {"recalled", "conversation"},
                             {"about_me", "conversation"},
                             {"reaction", "conversation"},
                             {"member", "conversation"}}),
                count(Tables{{"account", "id"},
                             {"account_name", "user_id"},
                             {"account_fold", "account"},
                             {"account_skeleton", "account"},
                             {"device", "user_id"},
                             {"token_owner", "user_id"},
                             {"membership", "user_id"},
                             {"seen_dot", "user_id"},
                             {"ignore_set", "user_id"},
                             {"ignored_user", "user_id"},
                             {"folder_set", "user_id"},
                             {"folder", "user_id"},
                             {"invitation_set", "user_id"},
                             {"invitation", "user_id"},
                             {"deletion", "user_id"},
                             {"draft", "user_id"},
                             {"scheduled", "user_id"},
                             {"conversation_creation", "creator"},
                             {"conversation_direct", "low"}})};
    }

    /// Uploads the file, sends it, and recalls it.
    void passFile(std::uint64_t user, const std::string& bytes)
    {
        BlobHasher hasher;
        hasher.add(bytes);
        const BlobHash hash = hasher.result();
        ask(user, protocol::BeginUpload{numbered(80), hash, bytes.size()});
        ask(user, protocol::UploadChunk{numbered(80), 0, bytes});
        ask(user, protocol::FinishUpload{numbered(80)});
        ask(user, protocol::SetAvatar{{}, hash, bytes.size(), "image/png", 9, 9});
        ask(user, protocol::SetAvatar{});
        ask(user, protocol::BeginUpload{numbered(80), hash, bytes.size()});
        ask(user, protocol::UploadChunk{numbered(80), 0, bytes});
        ask(user, protocol::FinishUpload{numbered(80)});
        protocol::Send send;
        send.conversation = ConversationId(1);
        send.uuid = numbered(81);
        send.content = content::Message{.attachments = {{hash, bytes.size(), "text/plain", "a", 0, 0, {}}}};
        ask(user, send);
        const Seq seq = store->conversations().find(ConversationId(1))->head;
        ask(user, protocol::GetBlob{ConversationId(1), seq, 0, 0, 0});
        send.uuid = numbered(82);
        send.content = content::Recall{seq};
        ask(user, send);
        wall.value += 60000;
        step(Tick{});
        CHECK(store->blobs().allBlobs().empty());
    }

    using Request = std::pair<std::uint64_t, protocol::ClientFrame>;

    /// The answers, in order, to requests that arrive in one turn.
    std::vector<protocol::ServerFrame> askAll(std::vector<Request> requests)
    {
        std::vector<Input> inputs;
        for (auto& [user, frame] : requests) {
            inputs.emplace_back(Received{
                ConnectionId(user), protocol::ClientEnvelope{RequestId(++lastRequest), 0, std::move(frame)}});
        }
        std::vector<protocol::ServerFrame> answers;
        for (const Effect& effect : step(inputs).effects) {
            if (const auto* reply = std::get_if<Reply>(&effect)) {
                answers.push_back(reply->envelope.frame);
            }
        }
        return answers;
    }

    /// The number of statements that the requests need.
    [[nodiscard]] int statementsFor(std::vector<Request> requests)
    {
        const std::size_t count = requests.size();
        cluster().forgetStatements();
        CHECK(askAll(std::move(requests)).size() == count);
        return cluster()
            .value(QStringLiteral("public"), QStringLiteral("SELECT sum(calls) FROM pg_stat_statements"))
            .toInt();
    }

    [[nodiscard]] std::vector<std::string> faults() { return audit(*store); }

private:
    static std::string tokenOf(std::uint64_t user) { return std::string(32, static_cast<char>('a' + user)); }

    void step(Input input) { step(std::span(&input, 1)); }
    Effects step(std::span<const Input> inputs)
    {
        wall.value += 10;
        Effects effects = hub->step(inputs, Instant(Milliseconds(wall.value)), wall);
        CHECK_FALSE(effects.commitFailed);
        for (const Effect& effect : effects.effects) {
            if (const auto* reply = std::get_if<Reply>(&effect)) {
                CHECK_FALSE(std::holds_alternative<protocol::Error>(reply->envelope.frame));
            }
            if (const auto* job = std::get_if<BlobJob>(&effect)) {
                blob::Result result = blobs->carryOut(job->work);
                if (job->ticket.isValid()) {
                    step(BlobJobDone{job->ticket, std::move(result)});
                }
            }
        }
        return effects;
    }

    QString place = newPlace();
    std::unique_ptr<PostgresStore> store = std::move(PostgresStore::open(cluster().url(place))).value();
    std::unique_ptr<PostgresBlobs> blobs =
        std::move(PostgresBlobs::open(DatabaseUrl::parse(cluster().url(place)).value())).value();
    HubConfig config;
    PlainSecrets secrets;
    std::unique_ptr<Hub> hub;
    std::uint64_t lastRequest = 0;
    UnixMs wall{1};
};

constexpr ConversationId group(1);
constexpr Generation generation(1);

protocol::Send sendOf(std::uint64_t number, SentContent content)
{
    protocol::Send send;
    send.conversation = group;
    send.uuid = numbered(number);
    send.content = std::move(content);
    return send;
}

} // namespace

TEST_CASE_FIXTURE(OneByOne, "sending, editing and recalling touch one conversation and no user")
{
    content::Message text;
    text.text = "hello @user2";
    CHECK(ask(1, sendOf(11, text)) == WrittenKeys{1, 0});
    text.replyTo = Seq(2);
    text.mentionsAll = true;
    CHECK(ask(2, sendOf(12, text)) == WrittenKeys{1, 0});
    CHECK(ask(1, sendOf(13, content::Edit{Seq(2), "other"})) == WrittenKeys{1, 0});
    CHECK(ask(1, sendOf(14, content::Recall{Seq(2)})) == WrittenKeys{1, 0});
}

TEST_CASE_FIXTURE(OneByOne, "a draft, and a message that clears it, touch one user")
{
    CHECK(ask(1, protocol::SetDraft{group, 0, "half a sen", {}, numbered(11)}) == WrittenKeys{0, 1});
    content::Message text;
    text.text = "half a sentence";
    protocol::Send send = sendOf(12, text);
    send.draftVersion = 1;
    CHECK(ask(1, std::move(send)) == WrittenKeys{1, 1});
}

TEST_CASE_FIXTURE(OneByOne, "a folder touches one user")
{
    CHECK(ask(1, protocol::SetFolder{{.uuid = numbered(11), .folder = {numbered(12), "work"}}})
          == WrittenKeys{0, 1});
}

TEST_CASE_FIXTURE(OneByOne, "a scheduled message touches one user, and one conversation when it is sent")
{
    protocol::Schedule schedule{.conversation = group,
                                .uuid = numbered(16),
                                .change = numbered(17),
                                .due = UnixMs{std::numeric_limits<std::int32_t>::max()},
                                .message = {"later"}};
    CHECK(ask(1, schedule) == WrittenKeys{0, 1});
    schedule.baseVersion = 1;
    schedule.change = numbered(18);
    schedule.due = {};
    CHECK(ask(1, schedule) == WrittenKeys{1, 1});
}

TEST_CASE_FIXTURE(OneByOne, "reading and settings touch one conversation and no user")
{
    content::Message text;
    text.text = "hello";
    ask(1, sendOf(11, text));
    CHECK(ask(2, protocol::Read{{{group, generation, {0, Seq(2)}}}}) == WrittenKeys{1, 0});
    protocol::MarkUnread mark;
    mark.conversation = group;
    mark.generation = generation;
    mark.from = Seq(2);
    mark.uuid = numbered(21);
    CHECK(ask(2, mark) == WrittenKeys{1, 0});
    protocol::SetSettings settings;
    settings.conversation = group;
    settings.generation = generation;
    settings.settings.pinned = true;
    CHECK(ask(2, settings) == WrittenKeys{1, 0});
}

namespace {

/// All statements of a server that starts and gets one request of each kind.
QStringList statementsOfARun()
{
    cluster().forgetStatements();
    OneByOne server;
    content::Message text;
    text.text = "hello @user2";
    server.ask(1, sendOf(11, text));
    server.ask(1, sendOf(12, content::Edit{Seq(2), "other"}));
    server.ask(1, sendOf(13, content::Recall{Seq(2)}));
    server.ask(2, protocol::Read{{{group, generation, {0, Seq(2)}}}});
    server.ask(2, protocol::GetTotals{});
    server.ask(2, protocol::GetStates{{group}});
    server.ask(2, protocol::Leave{group});
    server.ask(2, protocol::Join{group});
    server.ask(3, protocol::Join{group});
    server.ask(1, protocol::OpenDirect{"user2"});
    server.ask(1, protocol::SetDraft{group, 0, "half a sen", {}, numbered(15)});
    server.ask(1, protocol::GetDrafts{});
    server.ask(1, protocol::SetFolder{{.uuid = numbered(18), .folder = {numbered(19), "work"}}});
    server.ask(1, protocol::GetFolders{});
    server.ask(1, protocol::Schedule{.conversation = group,
                                     .uuid = numbered(16),
                                     .change = numbered(17),
                                     .message = {"scheduled for now"}});
    server.ask(1, protocol::GetScheduled{});
    server.passFile(1, "the bytes");
    return cluster().statements();
}

} // namespace

TEST_CASE("no statement notifies")
{
    const QStringList statements = statementsOfARun();
    CHECK(statements.size() > 30);
    for (const QString& statement : statements) {
        CHECK_MESSAGE(!statement.contains(QStringLiteral("notify"), Qt::CaseInsensitive),
                      statement.toStdString());
    }
}

TEST_CASE("no statement uses tables of two keys")
{
    const QMap<QString, QString> keys{{QStringLiteral("conversation"), QStringLiteral("conversation")},
                                      {QStringLiteral("entry"), QStringLiteral("conversation")},
                                      {QStringLiteral("recalled"), QStringLiteral("conversation")},
                                      {QStringLiteral("about_me"), QStringLiteral("conversation")},
                                      {QStringLiteral("reaction"), QStringLiteral("conversation")},
                                      {QStringLiteral("member"), QStringLiteral("conversation")},
                                      {QStringLiteral("account"), QStringLiteral("user")},
                                      {QStringLiteral("device"), QStringLiteral("user")},
                                      {QStringLiteral("membership"), QStringLiteral("user")},
                                      {QStringLiteral("seen_dot"), QStringLiteral("user")},
                                      {QStringLiteral("ignore_set"), QStringLiteral("user")},
                                      {QStringLiteral("ignored_user"), QStringLiteral("user")},
                                      {QStringLiteral("folder_set"), QStringLiteral("user")},
                                      {QStringLiteral("folder"), QStringLiteral("user")},
                                      {QStringLiteral("invitation_set"), QStringLiteral("user")},
                                      {QStringLiteral("invitation"), QStringLiteral("user")},
                                      {QStringLiteral("deletion"), QStringLiteral("user")},
                                      {QStringLiteral("draft"), QStringLiteral("user")},
                                      {QStringLiteral("scheduled"), QStringLiteral("user")},
                                      {QStringLiteral("conversation_creation"), QStringLiteral("user")},
                                      {QStringLiteral("conversation_direct"), QStringLiteral("user")},
                                      {QStringLiteral("upload"), QStringLiteral("user")},
                                      {QStringLiteral("upload_bytes"), QStringLiteral("user")},
                                      {QStringLiteral("file_use"), QStringLiteral("user")},
                                      {QStringLiteral("file_usage"), QStringLiteral("user")},
                                      {QStringLiteral("blob"), QStringLiteral("hash")},
                                      {QStringLiteral("blob_bytes"), QStringLiteral("hash")},
                                      {QStringLiteral("blob_ref"), QStringLiteral("hash")},
                                      {QStringLiteral("loose_blob"), QStringLiteral("hash")},
                                      {QStringLiteral("blob_total"), QStringLiteral("hash")},
                                      {QStringLiteral("byte_part"), QStringLiteral("bytes")},
                                      {QStringLiteral("loose_bytes"), QStringLiteral("bytes")},
                                      {QStringLiteral("avatar"), QStringLiteral("owner")},
                                      {QStringLiteral("token_owner"), QStringLiteral("token")},
                                      {QStringLiteral("account_fold"), QStringLiteral("fold")},
                                      {QStringLiteral("account_skeleton"), QStringLiteral("skeleton")},
                                      {QStringLiteral("account_name"), QStringLiteral("name")}};
    // These tables are small and the same everywhere. `unnest` is a function that returns rows.
    const QSet<QString> shared{QStringLiteral("server"), QStringLiteral("dot"), QStringLiteral("age_clock"),
                               QStringLiteral("tidemark_schema"), QStringLiteral("unnest")};
    QSet<QString> seen;
    const QRegularExpression tables(QStringLiteral("\\b(?:FROM|JOIN|INTO|UPDATE) ([a-z_]+)"));
    for (const QString& statement : statementsOfARun()) {
        QSet<QString> kinds;
        for (auto found = tables.globalMatch(statement); found.hasNext();) {
            const QString table = found.next().captured(1);
            if (keys.contains(table)) {
                kinds.insert(keys.value(table));
                seen.insert(table);
            } else if (!table.startsWith(QStringLiteral("pg_"))) {
                CHECK_MESSAGE(shared.contains(table), table.toStdString(), " in ", statement.toStdString());
            }
        }
        CHECK_MESSAGE(kinds.size() <= 1, statement.toStdString());
    }
    for (const char* table :
         {"conversation", "entry",          "recalled",    "member",       "membership",
          "account",      "device",         "token_owner", "account_name", "conversation_direct",
          "upload",       "upload_bytes",   "file_use",    "blob",         "blob_bytes",
          "blob_ref",     "loose_blob",     "byte_part",   "loose_bytes",  "avatar",
          "ignore_set",   "ignored_user",   "draft",       "scheduled",    "folder_set",
          "folder",       "invitation_set", "invitation",  "deletion"}) {
        CHECK_MESSAGE(seen.contains(QString::fromLatin1(table)), table);
    }
}

TEST_CASE_FIXTURE(OneByOne, "a hundred messages that arrive together take as many statements as one")
{
    std::uint64_t number = 100;
    const auto messages = [&](int count) {
        std::vector<Request> requests;
        for (int i = 0; i < count; ++i) {
            content::Message text;
            text.text = "hello";
            protocol::Send send = sendOf(++number, text);
            send.after = number == 101 ? MessageUuid() : numbered(number - 1);
            requests.emplace_back(1, std::move(send));
        }
        return requests;
    };
    const int forOne = statementsFor(messages(1));
    CHECK(forOne > 0);
    CHECK(statementsFor(messages(100)) == forOne);
}

TEST_CASE_FIXTURE(OneByOne, "the drafts that a hundred messages may clear are read by one statement")
{
    std::uint64_t number = 100;
    const auto messages = [&](int count) {
        std::vector<Request> requests;
        for (int i = 0; i < count; ++i) {
            content::Message text;
            text.text = "hello";
            protocol::Send send = sendOf(++number, text);
            send.after = number == 101 ? MessageUuid() : numbered(number - 1);
            send.draftVersion = 0;
            requests.emplace_back(1, std::move(send));
        }
        return requests;
    };
    const int forOne = statementsFor(messages(1));
    CHECK(statementsFor(messages(100)) == forOne);
}

TEST_CASE_FIXTURE(OneByOne, "totals that are requested together take as many statements as those of one user")
{
    content::Message text;
    text.text = "hello @user2";
    ask(1, sendOf(11, text));
    ask(1, sendOf(12, text));
    CHECK(statementsFor({{2, protocol::GetTotals{}}}) == 3);
    CHECK(statementsFor({{1, protocol::GetTotals{}}, {2, protocol::GetTotals{}}, {3, protocol::GetTotals{}}})
          == 3);
    const auto answers = askAll({{1, protocol::GetTotals{}}, {2, protocol::GetTotals{}}});
    CHECK(std::get<protocol::TotalsNow>(answers.at(0)).unread == 0);
    CHECK(std::get<protocol::TotalsNow>(answers.at(1)).unread == 2);
    CHECK(std::get<protocol::TotalsNow>(answers.at(1)).mentions == 2);
}

TEST_CASE_FIXTURE(OneByOne, "totals that are pushed together take as many statements as those of one user")
{
    content::Message text;
    text.text = "hello";
    ask(1, sendOf(11, text));
    const int withoutReader = statementsFor({{1, sendOf(12, text)}});
    listenToTotals(2);
    CHECK(statementsFor({{1, sendOf(13, text)}}) == withoutReader + 3);
    listenToTotals(1);
    CHECK(statementsFor({{1, sendOf(14, text)}}) == withoutReader + 3);
}

TEST_CASE_FIXTURE(OneByOne, "later requests of a turn see the messages of earlier ones")
{
    content::Message text;
    text.text = "hello";
    content::Message answer;
    answer.text = "answer";
    answer.replyTo = Seq(2);
    const auto answers = askAll({{1, sendOf(11, text)},
                                 {1, sendOf(11, text)},
                                 {1, sendOf(12, answer)},
                                 {1, sendOf(13, content::Edit{Seq(2), "other"})},
                                 {1, sendOf(14, text)}});
    REQUIRE(answers.size() == 5);
    const std::vector<std::pair<std::uint64_t, bool>> wanted{
        {2, false}, {2, true}, {3, false}, {4, false}, {5, false}};
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const auto& ack = std::get<protocol::SendAck>(answers[i]);
        CHECK(ack.seq == Seq(wanted[i].first));
        CHECK(ack.duplicate == wanted[i].second);
    }
    const auto states = askAll({{2, protocol::GetStates{{group}}}});
    CHECK(std::get<protocol::States>(states.at(0)).states.at(0).counts.unread == 3);
    CHECK(faults() == std::vector<std::string>());
}

TEST_CASE_FIXTURE(OneByOne, "queries write nothing")
{
    CHECK(ask(1, protocol::GetTotals{}) == WrittenKeys{});
    CHECK(ask(1, protocol::GetStates{{group}}) == WrittenKeys{});
}

TEST_CASE_FIXTURE(OneByOne, "joining and leaving touch one conversation and one user")
{
    CHECK(ask(2, protocol::Leave{group}) == WrittenKeys{1, 0});
    CHECK(ask(2, protocol::Join{group}) == WrittenKeys{1, 0});
    CHECK(ask(3, protocol::Join{group}) == WrittenKeys{1, 1});
    // This is the only request that writes rows of two users, because both must find the chat. It happens
    // once for each pair.
    CHECK(ask(1, protocol::OpenDirect{"user2"}) == WrittenKeys{1, 2});
    CHECK(ask(2, protocol::OpenDirect{"user1"}) == WrittenKeys{});
}

TIDEMARK_CASES(server::runOnPostgres)

} // namespace tidemark::server::postgres_keys_test
