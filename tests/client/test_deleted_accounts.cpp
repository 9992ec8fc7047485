#include "core/client/client.h"
#include "tests/client/hub_server.h"
#include "tests/main/suite.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <string>

namespace tidemark::deleted_accounts_test {

using namespace Qt::StringLiterals;
using tidemark::test::HubServer;

/// The client of a window against the real hub: it shows words in place of the names of deleted accounts.
class TestDeletedAccounts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        m_folder = std::make_unique<QTemporaryDir>();
        m_server = std::make_unique<HubServer>();
        ClientOptions options = m_server->clientOptions(m_folder->filePath(u"alice"_s));
        options.engine.readDebounce = Milliseconds(0);
        options.nameOfDeleted = u"Deleted account"_s;
        m_client = std::make_unique<Client>(options);
        QSignalSpy caughtUp(m_client.get(), &Client::caughtUp);
        m_client->open();
        m_client->submit(input::RegisterAccount{m_client->newCommand(), "alice", {}, Client::newToken()});
        QVERIFY(caughtUp.wait());
        m_bob = m_server->addPeer("bob");
    }
    void cleanup()
    {
        m_client.reset();
        m_server.reset();
    }

    void viewsAreToldOnce()
    {
        QSignalSpy rows(m_client.get(), &Client::conversationsChanged);
        QSignalSpy names(m_client.get(), &Client::namesChanged);
        const auto answer = m_server->request(m_bob, protocol::OpenDirect{"alice"});
        const ConversationId chat = std::get<protocol::States>(answer).states.front().id;
        say(chat, "one");
        QTRY_COMPARE(last(rows).lastText, std::string("one"));
        QCOMPARE(last(rows).title, std::string("bob"));
        QVERIFY(!last(rows).isPeerDeleted);

        deleteBob();
        say(chat, "two");
        QTRY_COMPARE(last(rows).lastText, std::string("two"));
        QTRY_COMPARE(names.size(), 1);
        QTRY_COMPARE(last(rows).title, std::string("Deleted account"));
        QVERIFY(last(rows).isPeerDeleted);
        QCOMPARE(last(rows).counts.unread, 2U);
        say(chat, "three");
        QTRY_COMPARE(last(rows).lastText, std::string("three"));
        QCOMPARE(names.size(), 1);
    }

private:
    void say(ConversationId chat, const std::string& text)
    {
        m_server->request(m_bob, protocol::Send{chat, Client::newUuid(), {}, content::Message{.text = text}});
    }
    /// Marks the account; the session of the test's peer goes on.
    void deleteBob()
    {
        server::Store& store = m_server->store();
        store.begin();
        store.accounts().putDeleted(store.accounts().byName("bob")->id);
        QVERIFY(store.commit());
    }
    /// The newest state of the only conversation that changes.
    [[nodiscard]] static ConversationSummary last(const QSignalSpy& rows)
    {
        const auto changed = rows.isEmpty() ? QList<ConversationSummary>()
                                            : rows.last()[0].value<QList<ConversationSummary>>();
        return changed.isEmpty() ? ConversationSummary() : changed.last();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<HubServer> m_server;
    std::unique_ptr<Client> m_client;
    server::ConnectionId m_bob;
};

TIDEMARK_SUITE(TestDeletedAccounts, QCoreApplication)

} // namespace tidemark::deleted_accounts_test

#include "test_deleted_accounts.moc"
