#include "core/client/client.h"
#include "tests/client/hub_server.h"
#include "tests/main/suite.h"
#include "tests/support/touch_database.h"

#include <QFile>
#include <QFileInfo>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace tidemark::broken_store_test {

using namespace Qt::StringLiterals;
using tidemark::test::HubServer;

namespace {

constexpr qint64 pageBytes = 4096;
constexpr UserId alice{1};

} // namespace

/// The database breaks while the client runs. The client says so, goes on with a new one, and loses nothing
/// that the user did.
class TestBrokenStore : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void aDamagedLogIsPulledAgain();
    void aReadOverDamagedPagesIsCountedRight_data();
    void aReadOverDamagedPagesIsCountedRight();
    void aWriteThatMeetsDamageIsDoneInTheNewDatabase();
    void aCheckFindsDamageThatWasNotMetYet();
    void filesThatMeetDamageAreRefused();
    void aLostAccountRequiresASignIn();
    void theProgramEndsIfNoDatabaseCanBeMade();

private:
    [[nodiscard]] std::unique_ptr<Client> makeClient();
    [[nodiscard]] ClientState state();
    [[nodiscard]] ConversationId group(int messages);
    /// alice has pulled everything. The client then starts again, so that it reads pages from the file.
    void settle();
    void overwrite(qint64 firstPage, qint64 pages, const QString& suffix = {});
    [[nodiscard]] QString database() const { return m_folder->filePath(u"alice/tidemark.sqlite"_s); }
    [[nodiscard]] qint64 pages() const { return QFileInfo(database()).size() / pageBytes; }
    /// The log is in the middle of the file.
    void damageTheLog();
    void expectAllRight(ConversationId conversation, Seq readSeq, quint64 unread);

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<HubServer> m_server;
    server::ConnectionId m_bob;
    std::unique_ptr<Client> m_client;
    QStringList m_notices;
};

void TestBrokenStore::init()
{
    QTest::failOnWarning(QRegularExpression(u".*"_s));
    m_folder = std::make_unique<QTemporaryDir>();
    m_server = std::make_unique<HubServer>();
    static_cast<void>(m_server->addPeer("alice"));
    m_bob = m_server->addPeer("bob");
    m_notices.clear();
}

void TestBrokenStore::cleanup()
{
    m_client.reset();
    m_server.reset();
}

std::unique_ptr<Client> TestBrokenStore::makeClient()
{
    ClientOptions options = m_server->clientOptions(m_folder->filePath(u"alice"_s));
    options.engine.readDebounce = Milliseconds(0);
    auto client = std::make_unique<Client>(options);
    connect(client.get(), &Client::storeNotice, this,
            [this](const QString& notice) { m_notices.append(notice); });
    return client;
}

ClientState TestBrokenStore::state()
{
    QSignalSpy loaded(m_client.get(), &Client::stateLoaded);
    m_client->requestState();
    return loaded.wait() ? loaded[0][0].value<ClientState>() : ClientState();
}

ConversationId TestBrokenStore::group(int messages)
{
    const auto made = m_server->request(m_bob, protocol::CreateGroup{Client::newUuid(), "group", {"alice"}});
    const ConversationId id = std::get<protocol::States>(made).states.at(0).id;
    std::vector<protocol::ClientFrame> frames;
    for (int i = 0; i < messages; ++i) {
        content::Message content;
        content.text = std::string(300, 'x');
        frames.emplace_back(protocol::Send{id, Client::newUuid(), {}, content});
    }
    m_server->requestAll(m_bob, frames);
    return id;
}

void TestBrokenStore::settle()
{
    m_client = makeClient();
    m_client->open();
    m_client->submit(input::UseToken{m_client->newCommand(), "alice", std::string("alice").append(27, '.')});
    QTRY_VERIFY(state().snapshot.conversations.size() == 1 && state().quiescent);
    m_client.reset();
    m_client = makeClient();
    QSignalSpy caughtUp(m_client.get(), &Client::caughtUp);
    m_client->open();
    QVERIFY(caughtUp.wait());
    QVERIFY(pages() > 60);
}

void TestBrokenStore::damageTheLog()
{
    QVERIFY(test::touchDatabase(database()));
    overwrite(pages() / 3, pages() / 3);
}

void TestBrokenStore::overwrite(qint64 firstPage, qint64 count, const QString& suffix)
{
    QFile file(database() + suffix);
    QVERIFY(file.open(QFile::ReadWrite | QFile::Unbuffered) && file.seek(firstPage * pageBytes));
    QVERIFY(file.write(QByteArray(count * pageBytes, '\xee')) == count * pageBytes);
}

void TestBrokenStore::expectAllRight(ConversationId conversation, Seq readSeq, quint64 unread)
{
    QTRY_COMPARE(m_server->store().members().find(conversation, alice)->cursor.readSeq, readSeq);
    QTRY_VERIFY(state().quiescent && state().snapshot.totals.exact);
    const ClientState found = state();
    QCOMPARE(found.snapshot.totals.unread, unread);
    QVERIFY(found.snapshot.conversations.at(0).held.covers(
        {}, found.snapshot.conversations[0].conversation.serverHead));
    QSignalSpy audited(m_client.get(), &Client::auditFinished);
    m_client->requestAudit(false);
    QVERIFY(audited.wait());
    QVERIFY(audited[0][0].value<AuditReport>().differences.empty());
    QCOMPARE(m_notices.size(), 1);
    QVERIFY2(m_notices[0].contains(database() + u".corrupt-1"_s), qPrintable(m_notices[0]));
}

void TestBrokenStore::aDamagedLogIsPulledAgain()
{
    const ConversationId conversation = group(2000);
    settle();
    QSignalSpy dropped(m_client.get(), &Client::timelineDropped);
    damageTheLog();
    m_client->requestHistory(conversation, {}, {}, 100000, 1);
    QVERIFY(dropped.wait());
    expectAllRight(conversation, Seq(1), 2000);
}

void TestBrokenStore::aCheckFindsDamageThatWasNotMetYet()
{
    const ConversationId conversation = group(2000);
    settle();
    damageTheLog();
    QSignalSpy checked(m_client.get(), &Client::storageChecked);
    m_client->checkStorage();
    QVERIFY(checked.wait());
    const auto check = checked[0][0].value<StorageCheck>();
    QVERIFY(check.wasDamaged);
    QCOMPARE(check.problem, QString());
    QCOMPARE(check.notices, m_notices);
    expectAllRight(conversation, Seq(1), 2000);
}

void TestBrokenStore::aReadOverDamagedPagesIsCountedRight_data()
{
    QTest::addColumn<quint64>("through");
    QTest::newRow("some") << quint64(1000);
    QTest::newRow("nearly all") << quint64(1990);
    QTest::newRow("all") << quint64(2001);
}

void TestBrokenStore::aReadOverDamagedPagesIsCountedRight()
{
    QFETCH(const quint64, through);
    const ConversationId conversation = group(2000);
    settle();
    damageTheLog();
    QSignalSpy totals(m_client.get(), &Client::totalsChanged);
    QSignalSpy done(m_client.get(), &Client::commandDone);
    m_client->submit(input::MarkRead{m_client->newCommand(), conversation, Seq(through)});
    QVERIFY(done.wait());
    QVERIFY(!done[0][0].value<change::CommandDone>().error);
    const Totals after = state().snapshot.totals;
    QVERIFY2(!after.exact || after.unread == 2001 - through, qPrintable(QString::number(after.unread)));
    m_client->requestHistory(conversation, {}, {}, 100000, 1);
    expectAllRight(conversation, Seq(through), 2001 - through);
    for (const QVariantList& arguments : totals) {
        const auto received = arguments[0].value<Totals>();
        QVERIFY2(!received.exact || received.unread == 2000 || received.unread == 2001 - through,
                 qPrintable(QString::number(received.unread)));
    }
}

void TestBrokenStore::aWriteThatMeetsDamageIsDoneInTheNewDatabase()
{
    const ConversationId conversation = group(2000);
    settle();
    const DeviceId device = state().snapshot.device;
    damageTheLog();
    QSignalSpy acked(m_client.get(), &Client::messageAcked);
    QSignalSpy failed(m_client.get(), &Client::messageFailed);
    // A recall marks the message in the damaged part.
    m_server->request(m_bob, protocol::Send{conversation, Client::newUuid(), {}, content::Recall{Seq(1000)}});
    const MessageUuid uuid = Client::newUuid();
    content::Message content;
    content.text = "in the midst of it";
    m_client->submit(input::Send{conversation, uuid, content});
    QVERIFY(!acked.isEmpty() || acked.wait());
    QVERIFY(acked[0][1].value<MessageUuid>() == uuid);
    m_client->requestHistory(conversation, {}, {}, 100000, 1);
    expectAllRight(conversation, Seq(1), 1999);
    QVERIFY(failed.isEmpty());
    QCOMPARE(state().snapshot.device, device);
    QCOMPARE(m_server->store().conversations().find(conversation)->head, Seq(2003));
}

void TestBrokenStore::filesThatMeetDamageAreRefused()
{
    const ConversationId conversation = group(2000);
    settle();
    qint64 outbox = 0;
    {
        const auto opened = Database::open(database(), Database::Mode::ReadWrite);
        QVERIFY(opened);
        outbox = (*opened)->number(u"SELECT rootpage FROM sqlite_master WHERE name = 'outbox'"_s) - 1;
        QVERIFY(outbox > 0 && (*opened)->number(u"PRAGMA wal_checkpoint(TRUNCATE)"_s) == 0);
    }
    QVERIFY(test::touchDatabase(database()));
    overwrite(outbox, 1);
    QSignalSpy refused(m_client.get(), &Client::filesRefused);
    const OutgoingMessage message{conversation, Client::newUuid(), {}, {{{}, "bytes", u"a.txt"_s}}};
    m_client->sendFiles(message);
    QVERIFY(!refused.isEmpty() || refused.wait());
    QVERIFY(refused[0][0].value<MessageUuid>() == message.uuid);
    // The copies are gone, so the new database must not have the message.
    QVERIFY(state().snapshot.pending.empty());
    expectAllRight(conversation, Seq(1), 2000);
    QCOMPARE(m_server->store().conversations().find(conversation)->head, Seq(2001));
}

void TestBrokenStore::aLostAccountRequiresASignIn()
{
    const ConversationId conversation = group(2000);
    settle();
    QSignalSpy account(m_client.get(), &Client::accountChanged);
    QVERIFY(test::touchDatabase(database()));
    overwrite(0, pages());
    overwrite(0, QFileInfo(database() + u"-wal"_s).size() / pageBytes, u"-wal"_s);
    m_client->requestHistory(conversation, {}, {}, 100000, 1);
    QVERIFY(!account.isEmpty() || account.wait());
    QCOMPARE(account.last()[0].toString(), QString());
    QVERIFY(m_notices.size() == 1 && m_notices[0].contains(u"sign in"_s));
    m_client->submit(input::UseToken{m_client->newCommand(), "alice", std::string("alice").append(27, '.')});
    expectAllRight(conversation, Seq(1), 2000);
}

void TestBrokenStore::theProgramEndsIfNoDatabaseCanBeMade()
{
    const ConversationId conversation = group(2000);
    settle();
    QSignalSpy failed(m_client.get(), &Client::openFailed);
    QSignalSpy closed(m_client.get(), &Client::closed);
    damageTheLog();
    // A folder cannot be replaced by a file.
    QVERIFY(QDir().mkpath(database() + u".new/x"_s));
    m_client->requestHistory(conversation, {}, {}, 100000, 1);
    QVERIFY(failed.wait());
    QVERIFY2(failed[0][0].toString().contains(database()), qPrintable(failed[0][0].toString()));
    QVERIFY(QFile::exists(database()));
    QVERIFY(!QFile::exists(database() + u".corrupt-1"_s));
    // Later requests do no harm.
    m_client->submit(input::MarkRead{m_client->newCommand(), conversation, {}});
    m_client->setDraft(conversation, u"draft"_s);
    m_client->setSetting(u"a"_s, u"b"_s);
    m_client->requestConversations();
    m_client->requestAudit(true);
    m_client->close();
    QVERIFY(closed.wait());

    QVERIFY(QDir(database() + u".new"_s).removeRecursively());
    m_client = makeClient();
    QSignalSpy opened(m_client.get(), &Client::opened);
    m_client->open();
    QVERIFY(opened.wait());
    expectAllRight(conversation, Seq(1), 2000);
}

TIDEMARK_SUITE(TestBrokenStore, QCoreApplication)

} // namespace tidemark::broken_store_test

#include "test_broken_store.moc"
