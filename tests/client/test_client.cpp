#include "core/client/client.h"
#include "core/domain/request_caps.h"
#include "core/models/formats/entry_json.h"
#include "core/models/formats/export_formats.h"
#include "core/models/timeline/timeline_row.h"
#include "core/models/words/utf8_text.h"
#include "core/system/sha256.h"
#include "tests/client/hub_server.h"
#include "tests/main/suite.h"
#include "tests/support/odd_texts.h"
#include "tests/support/tight_disk.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSignalSpy>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <algorithm>
#include <memory>

namespace tidemark::client_test {

using tidemark::test::HubServer;

namespace {

/// Whether the text has no control character except its line end, no character of U+0080..U+009F, and no
/// mark of direction.
bool isSafeForTerminals(const QByteArray& json)
{
    const QString text = QString::fromUtf8(json);
    return std::none_of(text.begin(), text.end(), [](QChar unit) {
        const char16_t code = unit.unicode();
        return unit.category() == QChar::Other_Control || (code >= 0x202a && code <= 0x202e)
               || (code >= 0x2066 && code <= 0x2069);
    });
}

/// Whether the search index has any entry of the profile's log.
bool isIndexed(const QString& database)
{
    const QString name = QStringLiteral("looking at the index");
    bool isThere = false;
    {
        QSqlDatabase reader = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), name);
        reader.setDatabaseName(database);
        isThere = reader.open() && QSqlQuery(QStringLiteral("SELECT 1 FROM search_done"), reader).next();
    }
    QSqlDatabase::removeDatabase(name);
    return isThere;
}

} // namespace

/// The client with engine and store runs against the real hub, over a connection without a network.
class TestClient : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(QStringLiteral(".*")));
        m_folder = std::make_unique<QTemporaryDir>();
        m_server = std::make_unique<HubServer>();
    }
    void cleanup()
    {
        m_client.reset();
        m_server.reset();
    }

    void makesAPrivateProfile();
    void aProfileHasOneHolder();
    void signsUpAndCatchesUp();
    void keepsServerAndDeviceName();
    void sendsAndShows();
    void receivesWhatOthersDo();
    void filesComeAndGoWithTheirMessages();
    void aBurstIsFewSignals();
    void aMessageWrittenOfflineIsSentLater();
    void aRestartReportsTheTotals();
    void aRestartReportsStoredDataBeforeReceivedData();
    void comesBackAfterALoss();
    void garbageCostsOneConnection();
    void closingSendsWhatIsUnsent();
    void closingDoesNotWaitForASilentServer();
    void aDraftSurvivesTheEnd();
    void textsArriveByteForByte();
    void aFailedCommitIsReportedAndRetried();
    void waitingCallersLearnThatTheStoreFailed();
    void aFullDiskDoesNotLeaveAHalfSignOut();
    void recountsItself();
    void reportsWhatIsKept();
    void rebuildsTheIndex();
    void checksEverything();
    void exportsAConversation();
    void anotherDeviceSignsThisOneOut();
    void readsWhatWasWrittenJustBefore();
    void findsWhatHasJustCome();
    void findsWhatComesWithoutAPause();
    void explainsABadge();
    void reportsTheSettingsAfterOpening();
    void aKeptAddressWithoutEncryptionIsNotConnectedTo();

private:
    [[nodiscard]] std::unique_ptr<Client> makeClient(const QString& profile, bool offline = false)
    {
        ClientOptions options = m_server->clientOptions(m_folder->filePath(profile));
        options.offline = offline;
        options.engine.readDebounce = Milliseconds(0);
        return std::make_unique<Client>(options);
    }

    /// Signs m_client in as "alice" and catches up.
    [[nodiscard]] bool signUp()
    {
        m_client = makeClient(QStringLiteral("alice"));
        QSignalSpy caughtUp(m_client.get(), &Client::caughtUp);
        m_client->open();
        m_client->submit(input::RegisterAccount{m_client->newCommand(), "alice", {}, Client::newToken()});
        return caughtUp.wait();
    }

    [[nodiscard]] ConversationId makeGroup()
    {
        QSignalSpy done(m_client.get(), &Client::commandDone);
        m_client->submit(input::CreateGroup{m_client->newCommand(), Client::newUuid(), "group", {}});
        return done.wait() ? done.last()[0].value<change::CommandDone>().resultAs<ConversationId>()
                           : ConversationId();
    }

    MessageUuid send(ConversationId conversation, const std::string& text)
    {
        const MessageUuid uuid = Client::newUuid();
        content::Message content;
        content.text = text;
        m_client->submit(input::Send{conversation, uuid, content});
        return uuid;
    }

    [[nodiscard]] ClientState state()
    {
        QSignalSpy loaded(m_client.get(), &Client::stateLoaded);
        m_client->requestState();
        return loaded.wait() ? loaded[0][0].value<ClientState>() : ClientState();
    }

    static protocol::Send textFrom(ConversationId conversation, const std::string& text)
    {
        content::Message content;
        content.text = text;
        return {conversation, Client::newUuid(), {}, content};
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<HubServer> m_server;
    std::unique_ptr<Client> m_client;
};

void TestClient::makesAPrivateProfile()
{
    m_client = makeClient(QStringLiteral("deep/profile"));
    QSignalSpy opened(m_client.get(), &Client::opened);
    m_client->open();
    QVERIFY(opened.wait());
    QCOMPARE(opened[0][0].value<ServerList>().at(0), QUrl(QStringLiteral("ws://localhost:1")));
    QCOMPARE(opened[0][1].toString(), QString());
    const QFileInfo folder(m_folder->filePath(QStringLiteral("deep/profile")));
    const QFileInfo database(folder.filePath() + QStringLiteral("/tidemark.sqlite"));
    QVERIFY(!(folder.permissions() & (QFile::ReadGroup | QFile::ReadOther | QFile::ExeOther)));
    QVERIFY(!(database.permissions() & (QFile::ReadGroup | QFile::ReadOther)));
}

void TestClient::aProfileHasOneHolder()
{
    m_client = makeClient(QStringLiteral("alice"));
    QSignalSpy opened(m_client.get(), &Client::opened);
    m_client->open();
    QVERIFY(opened.wait());
    const auto second = makeClient(QStringLiteral("alice"));
    QSignalSpy failed(second.get(), &Client::openFailed);
    second->open();
    QVERIFY(failed.wait());
    QVERIFY(failed[0][0].toString().contains(QStringLiteral("already running")));
    QVERIFY(failed[0][1].toBool());
}

void TestClient::signsUpAndCatchesUp()
{
    m_client = makeClient(QStringLiteral("alice"));
    QSignalSpy done(m_client.get(), &Client::commandDone);
    QSignalSpy account(m_client.get(), &Client::accountChanged);
    QSignalSpy connection(m_client.get(), &Client::connectionChanged);
    QSignalSpy caughtUp(m_client.get(), &Client::caughtUp);
    m_client->open();
    const CommandId command = m_client->newCommand();
    m_client->submit(input::RegisterAccount{command, "alice", "long password", Client::newToken()});
    QVERIFY(caughtUp.wait());
    QCOMPARE(done.size(), 1);
    QVERIFY(done[0][0].value<change::CommandDone>().command == command);
    QVERIFY(!done[0][0].value<change::CommandDone>().error);
    QCOMPARE(account.last()[0].toString(), QStringLiteral("alice"));
    QVERIFY(connection.last()[0].value<ConnectionStatus>().phase == ConnectionPhase::Online);
}

void TestClient::keepsServerAndDeviceName()
{
    m_client = makeClient(QStringLiteral("alice"));
    m_client->open();
    m_client->setServers(QUrl(QStringLiteral("wss://example.org")));
    m_client->setSetting(QStringLiteral("colour"), QStringLiteral("blue"));
    QCOMPARE(state().servers, ServerList(QUrl(QStringLiteral("wss://example.org"))));
    QVERIFY(!state().deviceName.isEmpty());
    m_client.reset();

    ClientOptions options;
    options.profileDirectory = m_folder->filePath(QStringLiteral("alice"));
    options.deviceName = QString(1000, u'n');
    options.makeTransport = m_server->transports();
    m_client = std::make_unique<Client>(options);
    QSignalSpy opened(m_client.get(), &Client::opened);
    QSignalSpy setting(m_client.get(), &Client::settingLoaded);
    m_client->open();
    QVERIFY(opened.wait());
    QCOMPARE(opened[0][0].value<ServerList>(), ServerList(QUrl(QStringLiteral("wss://example.org"))));
    m_client->requestSetting(QStringLiteral("colour"));
    QVERIFY(setting.wait());
    QCOMPARE(setting[0][1].toString(), QStringLiteral("blue"));
    // Servers store the name up to this length.
    QCOMPARE(state().deviceName, QString(caps::maxDeviceNameBytes, u'n'));
}

void TestClient::sendsAndShows()
{
    QVERIFY(signUp());
    const ConversationId group = makeGroup();
    QSignalSpy acked(m_client.get(), &Client::messageAcked);
    QSignalSpy rows(m_client.get(), &Client::conversationsChanged);
    QSignalSpy page(m_client.get(), &Client::timelineLoaded);
    const MessageUuid uuid = send(group, "hello");
    QVERIFY(acked.wait());
    QVERIFY(acked[0][1].value<MessageUuid>() == uuid);
    QTRY_COMPARE(rows.last()[0].value<QList<ConversationSummary>>().last().lastText, std::string("hello"));
    m_client->requestTimeline(group, {}, 42);
    QVERIFY(page.wait());
    QCOMPARE(page[0][1].toULongLong(), 42U);
    const auto shown = page[0][0].value<TimelinePage>();
    QCOMPARE(shown.items.size() + shown.pending.size(), 2U); // with the notice of the group's creation
}

void TestClient::receivesWhatOthersDo()
{
    QVERIFY(signUp());
    const ConversationId group = makeGroup();
    const auto bob = m_server->addPeer("bob");
    m_server->request(bob, protocol::Join{group});
    QSignalSpy grew(m_client.get(), &Client::timelineGrew);
    QSignalSpy totals(m_client.get(), &Client::totalsChanged);
    m_server->request(bob, textFrom(group, "hello alice"));
    QTRY_VERIFY(!totals.isEmpty() && totals.last()[0].value<Totals>().unread == 1);
    QTRY_VERIFY(!grew.isEmpty() && grew.last()[2].value<Seq>() == Seq(3));
    QVERIFY(grew.last()[4].toBool());

    QSignalSpy done(m_client.get(), &Client::commandDone);
    QSignalSpy flushed(m_client.get(), &Client::flushedChanged);
    m_client->submit(input::MarkRead{m_client->newCommand(), group, Seq()});
    QVERIFY(done.wait());
    QTRY_COMPARE(totals.last()[0].value<Totals>().unread, 0U);
    QTRY_VERIFY(state().snapshot.intents.empty());
    QVERIFY(m_server->store().members().find(group, UserId(1))->cursor.readSeq == Seq(3));
}

void TestClient::filesComeAndGoWithTheirMessages()
{
    QVERIFY(signUp());
    const ConversationId group = makeGroup();
    const auto bob = m_server->addPeer("bob");
    m_server->request(bob, protocol::Join{group});
    const std::string bytes = "the report";
    Sha256 hasher;
    hasher.add(bytes);
    const BlobHash hash{hasher.result()};
    const MessageUuid upload = Client::newUuid();
    m_server->request(bob, protocol::BeginUpload{upload, hash, bytes.size()});
    m_server->request(bob, protocol::UploadChunk{upload, 0, bytes});
    const auto finished = m_server->request(bob, protocol::FinishUpload{upload});
    QVERIFY(std::get<protocol::UploadState>(finished).isComplete);
    Attachment report;
    report.hash = hash;
    report.size = bytes.size();
    report.mime = "application/pdf";
    report.name = "report.pdf";
    content::Message content;
    content.attachments = {report};
    QSignalSpy grew(m_client.get(), &Client::timelineGrew);
    m_server->request(bob, protocol::Send{group, Client::newUuid(), {}, content});
    QTRY_VERIFY(!grew.isEmpty() && grew.last()[2].value<Seq>() == Seq(3));

    QSignalSpy loaded(m_client.get(), &Client::attachmentsLoaded);
    QSignalSpy conversations(m_client.get(), &Client::conversationsLoaded);
    m_client->requestAttachments({.conversation = group}, 5);
    m_client->requestConversations();
    QVERIFY(conversations.wait());
    const auto files = loaded.at(0)[0].value<QList<AttachmentItem>>();
    QCOMPARE(loaded[0][1].toULongLong(), 5U);
    QCOMPARE(files.size(), 1);
    QCOMPARE(files[0].key, (FileKey{group, Seq(3)}));
    QCOMPARE(files[0].attachment, report);
    QCOMPARE(files[0].authorName, std::string("bob"));
    QVERIFY(!files[0].isHeld);
    const auto summary = conversations[0][0].value<QList<ConversationSummary>>().at(0);
    QCOMPARE(summary.lastFiles, 1U);
    QCOMPARE(summary.lastFileName, std::string("report.pdf"));

    m_server->request(bob, protocol::Send{group, Client::newUuid(), {}, content::Recall{Seq(3)}});
    QTRY_VERIFY(grew.last()[2].value<Seq>() == Seq(4));
    m_client->requestAttachments({.conversation = group}, 6);
    QTRY_COMPARE(loaded.size(), 2);
    QVERIFY(loaded[1][0].value<QList<AttachmentItem>>().isEmpty());
}

void TestClient::aBurstIsFewSignals()
{
    QVERIFY(signUp());
    const ConversationId group = makeGroup();
    const auto bob = m_server->addPeer("bob");
    m_server->request(bob, protocol::Join{group});
    QSignalSpy rows(m_client.get(), &Client::conversationsChanged);
    QSignalSpy grew(m_client.get(), &Client::timelineGrew);
    QSignalSpy totals(m_client.get(), &Client::totalsChanged);
    std::vector<protocol::ClientFrame> frames;
    for (int i = 0; i < 1000; ++i) {
        frames.emplace_back(textFrom(group, "message " + std::to_string(i)));
    }
    m_server->requestAll(bob, frames);
    QTRY_VERIFY(!totals.isEmpty() && totals.last()[0].value<Totals>().unread == 1000);
    QTRY_VERIFY(state().quiescent);
    QVERIFY2(rows.size() <= 20, qPrintable(QString::number(rows.size())));
    QVERIFY2(grew.size() <= 20, qPrintable(QString::number(grew.size())));
    QVERIFY2(totals.size() <= 20, qPrintable(QString::number(totals.size())));
    QCOMPARE(rows.last()[0].value<QList<ConversationSummary>>().last().counts.unread, 1000U);
}

void TestClient::aMessageWrittenOfflineIsSentLater()
{
    QVERIFY(signUp());
    const ConversationId group = makeGroup();
    m_client.reset();

    m_client = makeClient(QStringLiteral("alice"), true);
    m_client->open();
    const MessageUuid uuid = send(group, "later");
    QCOMPARE(state().snapshot.pending.size(), 1U);
    QVERIFY(state().snapshot.pending[0].uuid == uuid);
    m_client.reset();

    m_client = makeClient(QStringLiteral("alice"));
    QSignalSpy acked(m_client.get(), &Client::messageAcked);
    m_client->open();
    QVERIFY(acked.wait());
    QVERIFY(acked[0][1].value<MessageUuid>() == uuid);
}

void TestClient::aRestartReportsTheTotals()
{
    QVERIFY(signUp());
    const ConversationId group = makeGroup();
    const auto bob = m_server->addPeer("bob");
    m_server->request(bob, protocol::Join{group});
    QSignalSpy totals(m_client.get(), &Client::totalsChanged);
    m_server->request(bob, textFrom(group, "left unread"));
    QTRY_VERIFY(!totals.isEmpty() && totals.last()[0].value<Totals>().unread == 1);
    m_client.reset();

    m_client = makeClient(QStringLiteral("alice"), true);
    QSignalSpy again(m_client.get(), &Client::totalsChanged);
    m_client->open();
    QVERIFY(again.wait());
    QCOMPARE(again[0][0].value<Totals>().unread, 1U);
}

void TestClient::aRestartReportsStoredDataBeforeReceivedData()
{
    QVERIFY(signUp());
    const ConversationId group = makeGroup();
    const auto bob = m_server->addPeer("bob");
    m_server->request(bob, protocol::Join{group});
    QTRY_VERIFY(state().quiescent);
    m_client.reset();
    m_server->request(bob, textFrom(group, "meanwhile"));

    m_client = makeClient(QStringLiteral("alice"));
    QSignalSpy loaded(m_client.get(), &Client::conversationsLoaded);
    QSignalSpy caughtUp(m_client.get(), &Client::caughtUp);
    qsizetype loadedAtOpening = 0;
    connect(m_client.get(), &Client::opened, this, [&] { loadedAtOpening = loaded.size(); });
    m_client->open();
    QVERIFY(caughtUp.wait());
    QCOMPARE(loadedAtOpening, 1);
    QCOMPARE(loaded.size(), 1);
    QCOMPARE(loaded[0][0].value<QList<ConversationSummary>>().first().head.value, 2U);
    m_client->requestConversations();
    QVERIFY(loaded.wait());
    QCOMPARE(loaded[1][0].value<QList<ConversationSummary>>().first().head.value, 3U);
}

void TestClient::comesBackAfterALoss()
{
    QVERIFY(signUp());
    const ConversationId group = makeGroup();
    const auto bob = m_server->addPeer("bob");
    m_server->request(bob, protocol::Join{group});
    QSignalSpy connection(m_client.get(), &Client::connectionChanged);
    QSignalSpy caughtUp(m_client.get(), &Client::caughtUp);
    QSignalSpy totals(m_client.get(), &Client::totalsChanged);
    m_server->goDown();
    QTRY_VERIFY(!connection.isEmpty());
    QTRY_VERIFY(connection.last()[0].value<ConnectionStatus>().phase != ConnectionPhase::Online);
    m_server->request(bob, textFrom(group, "while away"));
    m_server->comeUp();
    QVERIFY(caughtUp.wait());
    QTRY_VERIFY(!totals.isEmpty() && totals.last()[0].value<Totals>().unread == 1);
}

void TestClient::garbageCostsOneConnection()
{
    QVERIFY(signUp());
    QSignalSpy caughtUp(m_client.get(), &Client::caughtUp);
    const int before = m_server->connectionsMade();
    m_server->sendGarbageToAll();
    QVERIFY(caughtUp.wait());
    QCOMPARE(m_server->connectionsMade(), before + 1);
}

void TestClient::closingSendsWhatIsUnsent()
{
    QVERIFY(signUp());
    const ConversationId group = makeGroup();
    QSignalSpy closed(m_client.get(), &Client::closed);
    const MessageUuid uuid = send(group, "last words");
    m_client->close();
    QVERIFY(closed.wait());
    QVERIFY(m_server->store().log().hasUuid(group, uuid));
}

void TestClient::closingDoesNotWaitForASilentServer()
{
    QVERIFY(signUp());
    const ConversationId group = makeGroup();
    m_server->setMute(true);
    QSignalSpy closed(m_client.get(), &Client::closed);
    const MessageUuid uuid = send(group, "no answer");
    m_client->close(std::chrono::milliseconds(50));
    QVERIFY(closed.wait());
    m_client.reset();

    m_server->setMute(false);
    m_client = makeClient(QStringLiteral("alice"));
    QSignalSpy acked(m_client.get(), &Client::messageAcked);
    m_client->open();
    QVERIFY(acked.wait());
    QVERIFY(acked[0][1].value<MessageUuid>() == uuid);
}

void TestClient::aDraftSurvivesTheEnd()
{
    QVERIFY(signUp());
    const ConversationId group = makeGroup();
    m_client->setDraft(group, QStringLiteral("half a sen"));
    m_client.reset();

    m_client = makeClient(QStringLiteral("alice"));
    QSignalSpy loaded(m_client.get(), &Client::conversationsLoaded);
    m_client->open();
    m_client->requestConversations();
    QVERIFY(loaded.wait());
    QCOMPARE(loaded[0][0].value<QList<ConversationSummary>>().first().draft, std::string("half a sen"));
}

/// Texts go from one device through its outbox, the wire, the hub and another device's log into its rows
/// and exports.
void TestClient::textsArriveByteForByte()
{
    const std::vector<std::string> texts = test::manyTexts(150, 11);
    QVERIFY(signUp());
    const ConversationId group = makeGroup();
    m_client->setDraft(group, textFromUtf8("\ufeff\ufffedraft"));
    QSignalSpy acked(m_client.get(), &Client::messageAcked);
    for (const std::string& text : texts) {
        send(group, text);
    }
    QTRY_COMPARE(acked.size(), qsizetype(texts.size()));
    m_client.reset();

    m_client = makeClient(QStringLiteral("alice"));
    QSignalSpy history(m_client.get(), &Client::historyLoaded);
    QSignalSpy timeline(m_client.get(), &Client::timelineLoaded);
    QSignalSpy exported(m_client.get(), &Client::exportFinished);
    QSignalSpy conversations(m_client.get(), &Client::conversationsLoaded);
    m_client->open();
    m_client->requestConversations();
    QVERIFY(conversations.wait());
    QCOMPARE(conversations[0][0].value<QList<ConversationSummary>>().first().draft,
             std::string("\ufeff\ufffedraft"));
    m_client->requestHistory(group, Seq(1), Seq(texts.size() + 2), 1000, 0);
    QVERIFY(history.wait());
    const auto entries = history[0][0].value<QList<HistoryEntry>>();
    QCOMPARE(std::size_t(entries.size()), texts.size());
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const HistoryEntry& entry = entries[qsizetype(i)];
        QVERIFY2(textOf(entry.entry) == texts[i], QByteArray::fromStdString(texts[i]).toHex().constData());
        JsonLine line;
        const QByteArray json = addEntry(line, group, entry).toJson();
        QVERIFY2(isSafeForTerminals(json), json.toHex().constData());
        TimelineItem item;
        item.seq = entry.entry.seq;
        item.text = textOf(entry.entry);
        QCOMPARE(rowOf(item).text.toStdString(), texts[i]);
    }
    const QString path = m_folder->filePath(QStringLiteral("all.jsonl"));
    m_client->beginExport({5, group, path, makeExportFormat(ExportKind::JsonLines)});
    QVERIFY(exported.wait());
    QFile file(path);
    QVERIFY(file.open(QFile::ReadOnly));
    std::size_t found = 0;
    while (!file.atEnd()) {
        const QJsonObject object = QJsonDocument::fromJson(file.readLine()).object();
        if (object[QLatin1String("kind")].toString() != QLatin1String("message")) {
            continue;
        }
        QVERIFY(found < texts.size());
        QCOMPARE(object[QLatin1String("text")].toString().toStdString(), texts[found]);
        ++found;
    }
    QCOMPARE(found, texts.size());
}

void TestClient::aFailedCommitIsReportedAndRetried()
{
    QVERIFY(signUp());
    const ConversationId group = makeGroup();
    QTRY_VERIFY(state().quiescent);
    QSignalSpy notice(m_client.get(), &Client::storeNotice);
    QSignalSpy failed(m_client.get(), &Client::messageFailed);
    QSignalSpy done(m_client.get(), &Client::commandDone);
    QSignalSpy caughtUp(m_client.get(), &Client::caughtUp);

    auto full = std::make_unique<test::TightDisk>(1);
    const MessageUuid uuid = send(group, std::string(60000, 'x'));
    const CommandId command = m_client->newCommand();
    m_client->submit(input::MarkRead{command, group, Seq()});
    const bool wasReported = failed.wait();
    full.reset();

    QVERIFY(wasReported);
    QVERIFY(failed[0][1].value<MessageUuid>() == uuid);
    QVERIFY(failed[0][2].value<protocol::ErrorCode>() == protocol::ErrorCode::Unavailable);
    QVERIFY(!notice.isEmpty());
    QTRY_VERIFY(!done.isEmpty());
    QVERIFY(done[0][0].value<change::CommandDone>().error.has_value());
    QVERIFY(!caughtUp.isEmpty() || caughtUp.wait());
    QCOMPARE(state().snapshot.pending.size(), 0U);
    QSignalSpy acked(m_client.get(), &Client::messageAcked);
    send(group, "there is room again");
    QVERIFY(acked.wait());
}

void TestClient::aFullDiskDoesNotLeaveAHalfSignOut()
{
    QVERIFY(signUp());
    QTRY_VERIFY(state().quiescent);
    const QString tokenFile = m_folder->filePath(QStringLiteral("alice/token"));
    QVERIFY(QFile::exists(tokenFile));
    m_server->goDown();
    // From then on the client waits and tries in turn.
    QTRY_VERIFY(state().connection.phase != ConnectionPhase::Online);
    QSignalSpy done(m_client.get(), &Client::commandDone);

    auto full = std::make_unique<test::TightDisk>(1);
    m_client->submit(input::SignOut{m_client->newCommand()});
    const bool wasAnswered = done.wait();
    full.reset();

    QVERIFY(wasAnswered);
    QVERIFY(done[0][0].value<change::CommandDone>().error.has_value());
    QVERIFY(QFile::exists(tokenFile));
    m_client.reset();
    m_server->comeUp();
    m_client = makeClient(QStringLiteral("alice"));
    QSignalSpy caughtUp(m_client.get(), &Client::caughtUp);
    m_client->open();
    QVERIFY(caughtUp.wait());

    QSignalSpy account(m_client.get(), &Client::accountChanged);
    m_client->submit(input::SignOut{m_client->newCommand()});
    QVERIFY(account.wait());
    QVERIFY(state().snapshot.account->token.empty());
    QVERIFY(!QFile::exists(tokenFile));
}

void TestClient::waitingCallersLearnThatTheStoreFailed()
{
    QVERIFY(signUp());
    const ConversationId group = makeGroup();
    QTRY_VERIFY(state().quiescent);
    QSignalSpy done(m_client.get(), &Client::commandDone);
    QSignalSpy failed(m_client.get(), &Client::messageFailed);
    m_server->setMute(true);
    const CommandId asked = m_client->newCommand();
    m_client->submit(input::GetReaders{asked, group, Seq(1)});

    auto full = std::make_unique<test::TightDisk>(1);
    send(group, std::string(60000, 'x'));
    const bool wasReported = failed.wait();
    full.reset();
    m_server->setMute(false);

    QVERIFY(wasReported);
    QTRY_COMPARE(done.size(), 1);
    const auto result = done[0][0].value<change::CommandDone>();
    QCOMPARE(result.command, asked);
    QVERIFY(result.error == protocol::ErrorCode::Unavailable);
}

void TestClient::recountsItself()
{
    QVERIFY(signUp());
    const ConversationId group = makeGroup();
    QVERIFY(group.isValid());
    QSignalSpy finished(m_client.get(), &Client::auditFinished);
    m_client->requestAudit(true);
    QVERIFY(finished.wait());
    const auto report = finished[0][0].value<AuditReport>();
    QCOMPARE(report.checked, 1U);
    QVERIFY(report.differences.empty());
    QVERIFY(!report.repaired);
}

void TestClient::reportsWhatIsKept()
{
    QVERIFY(signUp());
    QVERIFY(makeGroup().isValid());
    QTRY_VERIFY(state().quiescent);
    QSignalSpy reported(m_client.get(), &Client::storageReported);
    m_client->requestStorage();
    QVERIFY(reported.wait());
    const auto report = reported[0][0].value<StorageReport>();
    QCOMPARE(report.folder, m_folder->filePath(QStringLiteral("alice")));
    QCOMPARE(report.contents.conversations, 1U);
    QCOMPARE(report.contents.entries, 1U);
    QVERIFY(report.contents.databaseBytes > 0);
}

void TestClient::rebuildsTheIndex()
{
    QVERIFY(signUp());
    const ConversationId group = makeGroup();
    QSignalSpy acked(m_client.get(), &Client::messageAcked);
    send(group, "marmalade");
    QVERIFY(acked.wait());
    QTRY_VERIFY(state().quiescent);
    QSignalSpy found(m_client.get(), &Client::searchFinished);
    m_client->requestSearch(QStringLiteral("marma"), {}, 10, 1);
    QVERIFY(found.wait());
    QSignalSpy progressed(m_client.get(), &Client::indexProgressed);
    m_client->rebuildIndex();
    QTRY_VERIFY(!progressed.isEmpty() && progressed.last()[0].value<IndexProgress>().isFinished);
    const auto last = progressed.last()[0].value<IndexProgress>();
    QCOMPARE(last.indexed, 2U);
    QCOMPARE(last.all, 2U);
    QCOMPARE(last.problem, QString());
    m_client->requestSearch(QStringLiteral("marma"), {}, 10, 2);
    QTRY_COMPARE(found.size(), 2);
    QCOMPARE(found[1][0].value<QList<SearchHit>>().size(), 1);
}

void TestClient::checksEverything()
{
    QVERIFY(signUp());
    QVERIFY(makeGroup().isValid());
    QSignalSpy checked(m_client.get(), &Client::storageChecked);
    m_client->checkStorage();
    QVERIFY(checked.wait());
    const auto check = checked[0][0].value<StorageCheck>();
    QCOMPARE(check.audit.checked, 1U);
    QVERIFY(check.audit.differences.empty());
    QVERIFY(!check.wasDamaged && !check.wasIndexBad);
    QCOMPARE(check.problem, QString());
}

void TestClient::exportsAConversation()
{
    QVERIFY(signUp());
    const ConversationId group = makeGroup();
    m_server->setMute(true);
    send(group, "just now");
    QSignalSpy finished(m_client.get(), &Client::exportFinished);
    const QString path = m_folder->filePath(QStringLiteral("group.jsonl"));
    m_client->beginExport({5, group, path, makeExportFormat(ExportKind::JsonLines)});
    QVERIFY(finished.wait());
    const auto result = finished[0][0].value<ExportResult>();
    QCOMPARE(result.tag, 5U);
    QVERIFY2(result.end == ExportResult::End::Written, qPrintable(result.problem));
    QFile file(path);
    QVERIFY(file.open(QFile::ReadOnly));
    const QByteArray all = file.readAll();
    QVERIFY(all.contains("\"exported_by\":\"alice\""));
    QVERIFY(all.contains("just now"));
    m_client->beginExport({6, ConversationId(99), path, makeExportFormat(ExportKind::Text)});
    QTRY_COMPARE(finished.size(), 2);
    QVERIFY(finished[1][0].value<ExportResult>().end == ExportResult::End::Failed);
}

void TestClient::anotherDeviceSignsThisOneOut()
{
    QVERIFY(signUp());
    const ConversationId group = makeGroup();
    const DeviceId phone = state().snapshot.device;
    const auto laptop = m_server->addDevice(UserId(1), DeviceId(phone.value ^ 1U));
    m_client->setDraft(group, QStringLiteral("half a"));
    QSignalSpy account(m_client.get(), &Client::accountChanged);
    QSignalSpy connection(m_client.get(), &Client::connectionChanged);
    m_server->setMute(true);
    send(group, "unsent");
    QTRY_COMPARE(state().snapshot.pending.size(), 1U);
    m_server->setMute(false);
    m_server->request(laptop, protocol::RevokeDevice{phone});
    QTRY_VERIFY(!account.isEmpty() && account.last()[0].toString().isEmpty());
    QTRY_VERIFY(connection.last()[0].value<ConnectionStatus>().phase == ConnectionPhase::SignedOut);
    QVERIFY(connection.last()[0].value<ConnectionStatus>().error == protocol::ErrorCode::TokenRevoked);
    QCOMPARE(state().snapshot.pending.size(), 1U);
    QSignalSpy loaded(m_client.get(), &Client::conversationsLoaded);
    m_client->requestConversations();
    QVERIFY(loaded.wait());
    QCOMPARE(loaded[0][0].value<QList<ConversationSummary>>().at(0).draft, std::string("half a"));
}

void TestClient::readsWhatWasWrittenJustBefore()
{
    QVERIFY(signUp());
    const ConversationId group = makeGroup();
    m_server->setMute(true);
    send(group, "just now");
    QSignalSpy page(m_client.get(), &Client::timelineLoaded);
    m_client->requestTimeline(group, {}, 1);
    QVERIFY(page.wait());
    QCOMPARE(page[0][0].value<TimelinePage>().pending.size(), 1U);
}

void TestClient::findsWhatHasJustCome()
{
    QVERIFY(signUp());
    const ConversationId group = makeGroup();
    const auto bob = m_server->addPeer("bob");
    m_server->request(bob, protocol::Join{group});
    QSignalSpy grew(m_client.get(), &Client::timelineGrew);
    m_server->request(bob, textFrom(group, "marmalade"));
    QTRY_VERIFY(!grew.isEmpty() && grew.last()[2].value<Seq>() == Seq(3));
    QSignalSpy found(m_client.get(), &Client::searchFinished);
    m_client->requestSearch(QStringLiteral("marma"), {}, 10, 1);
    QVERIFY(found.wait());
    QCOMPARE(found[0][0].value<QList<SearchHit>>().size(), 1);
}

void TestClient::findsWhatComesWithoutAPause()
{
    QVERIFY(signUp());
    const ConversationId group = makeGroup();
    QTimer busy;
    connect(&busy, &QTimer::timeout, this, [&] { send(group, "again and again"); });
    busy.start(20);
    // A reader of the test's own looks into the index, because a request to the client would update it.
    const QString path = m_folder->filePath(QStringLiteral("alice/tidemark.sqlite"));
    QTRY_VERIFY_WITH_TIMEOUT(isIndexed(path), 30000);
}

void TestClient::explainsABadge()
{
    QVERIFY(signUp());
    const ConversationId group = makeGroup();
    const auto bob = m_server->addPeer("bob");
    m_server->request(bob, protocol::Join{group});
    QSignalSpy grew(m_client.get(), &Client::timelineGrew);
    m_server->request(bob, textFrom(group, "one"));
    m_server->request(bob, textFrom(group, "two"));
    QTRY_VERIFY(!grew.isEmpty() && grew.last()[2].value<Seq>() == Seq(4));
    QSignalSpy explained(m_client.get(), &Client::badgeExplained);
    m_client->requestExplanation(group);
    m_client->requestExplanation(ConversationId(99));
    QTRY_COMPARE(explained.size(), 2);
    const auto answer = explained[0][0].value<BadgeExplained>();
    QVERIFY(answer.explanation.has_value());
    QCOMPARE(answer.explanation->counted.size(), 2U);
    QCOMPARE(textOf(answer.explanation->counted.front().entry), std::string("one"));
    QCOMPARE(answer.explanation->counts.unread, 2U);
    QCOMPARE(answer.explanation->notLookedAt, 0U);
    QCOMPARE(answer.explanation->firstUnread, Seq(3));
    QVERIFY(!explained[1][0].value<BadgeExplained>().explanation.has_value());
}

void TestClient::reportsTheSettingsAfterOpening()
{
    QVERIFY(signUp());
    QSignalSpy done(m_client.get(), &Client::commandDone);
    m_client->submit(input::SetAccountSettings{m_client->newCommand(), ReceiptPrivacy::Private});
    QVERIFY(done.wait());
    m_client = makeClient(QStringLiteral("alice"), true);
    QSignalSpy settings(m_client.get(), &Client::settingsChanged);
    m_client->open();
    QVERIFY(settings.wait());
    QCOMPARE(settings[0][0].value<AccountSettings>().receipts, ReceiptPrivacy::Private);
}

void TestClient::aKeptAddressWithoutEncryptionIsNotConnectedTo()
{
    ClientOptions options;
    options.profileDirectory = m_folder->filePath(QStringLiteral("older"));
    options.servers = QUrl(QStringLiteral("ws://127.chat.invalid:7000"));
    for (const bool isGiven : {true, false}) {
        if (!isGiven) {
            options.servers.clear();
        }
        m_client = std::make_unique<Client>(options);
        QSignalSpy refused(m_client.get(), &Client::certificateRefused);
        m_client->open();
        m_client->submit(input::UseToken{m_client->newCommand(), "alice", std::string(32, 't')});
        QTRY_VERIFY(!refused.isEmpty());
        QVERIFY(refused[0][0].value<RefusedCertificate>().isUnencrypted);
        QTRY_COMPARE(state().connection.error, protocol::ErrorCode::CertificateRefused);
        m_client.reset();
    }
}

TIDEMARK_SUITE(TestClient, QCoreApplication)

} // namespace tidemark::client_test

#include "test_client.moc"
