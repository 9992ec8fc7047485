#include "core/client/client.h"
#include "tests/client/scripted_transport.h"
#include "tests/main/suite.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace tidemark::servers_test {

using namespace tidemark::test;
using namespace Qt::StringLiterals;

namespace {

const QString someFingerprint = fingerprintFrom(u"ab"_s.repeated(32)).value_or(QString());
const QString otherFingerprint = fingerprintFrom(u"cd"_s.repeated(32)).value_or(QString());

constexpr int timeoutMs = 60000;

ServerList listOf(const char* text)
{
    return ServerList::fromText(QString::fromLatin1(text));
}

} // namespace

/// A client knows several servers. The tests check which of them it tries, and what it stores and reports
/// of them.
class TestServers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_script = std::make_shared<ServerScript>();
        m_trusted.reset();
    }
    void cleanup() { m_client.reset(); }

    void allOfTheListAreTried()
    {
        const ServerList list = listOf("wss://a.example,wss://b.example,wss://c.example");
        open(list);
        QTRY_VERIFY_WITH_TIMEOUT(m_script->tried().size() >= 6, timeoutMs);
        const QList<QUrl> tried = m_script->tried();
        for (const qsizetype round : {0, 3}) {
            for (const QUrl& server : list.all()) {
                QVERIFY(tried.mid(round, 3).contains(server));
            }
        }
    }

    void theListIsKeptAndOneProfileWhateverItsOrder()
    {
        open(listOf("wss://a.example,wss://b.example"));
        m_client.reset();
        open({});
        QCOMPARE(state().servers, listOf("wss://a.example,wss://b.example"));
        QCOMPARE(state().snapshot.account->user.name, "alice");
        m_client.reset();
        open(listOf("wss://b.example,wss://a.example"));
        QCOMPARE(state().servers, listOf("wss://b.example,wss://a.example"));
        QCOMPARE(state().snapshot.account->user.name, "alice");
    }

    void anotherListIsUsedFromTheNextTryOn()
    {
        open(listOf("wss://a.example"));
        QTRY_VERIFY_WITH_TIMEOUT(!m_script->attempts().isEmpty(), timeoutMs);
        m_client->setServers(listOf("wss://b.example,wss://c.example"));
        const auto hasTried = [this](const char* server) {
            return m_script->tried().contains(QUrl(QString::fromLatin1(server)));
        };
        QTRY_VERIFY_WITH_TIMEOUT(hasTried("wss://b.example") && hasTried("wss://c.example"), timeoutMs);
    }

    void aCertificateIsReportedWhenNoOtherServerIsThere()
    {
        m_script->showCertificate(QUrl(u"wss://a.example"_s), someFingerprint);
        open(listOf("wss://a.example,wss://b.example,wss://c.example"));
        QTRY_VERIFY_WITH_TIMEOUT(!m_refused->isEmpty(), timeoutMs);
        QVERIFY(m_script->attempts().size() >= 3);
        const auto certificate = m_refused->at(0)[0].value<RefusedCertificate>();
        QCOMPARE(certificate.server, QUrl(u"wss://a.example"_s));
        QCOMPARE(certificate.fingerprint, someFingerprint);
        QTRY_COMPARE_WITH_TIMEOUT(state().connection.error, protocol::ErrorCode::CertificateRefused,
                                  timeoutMs);
        // The fingerprint is accepted for this address alone.
        m_client->trustCertificate(certificate.server, certificate.fingerprint);
        QTRY_VERIFY_WITH_TIMEOUT(m_script->attempts().contains({QUrl(u"wss://a.example"_s), someFingerprint}),
                                 timeoutMs);
        QVERIFY(!m_script->attempts().contains({QUrl(u"wss://b.example"_s), someFingerprint}));
    }

    void aCertificateIsNotReportedWhileAnotherServerWorks()
    {
        const QUrl untrusted(u"wss://a.example"_s);
        m_script->showCertificate(untrusted, someFingerprint);
        m_script->accept(QUrl(u"wss://b.example"_s));
        // The first server is chosen at random.
        while (!m_script->tried().contains(untrusted)) {
            m_folder = std::make_unique<QTemporaryDir>();
            const qsizetype before = m_script->attempts().size();
            open(listOf("wss://a.example,wss://b.example"));
            QTRY_VERIFY_WITH_TIMEOUT(m_script->tried().mid(before).contains(QUrl(u"wss://b.example"_s)),
                                     timeoutMs);
            QCOMPARE(state().connection.phase, ConnectionPhase::Connecting);
            QVERIFY(m_refused->isEmpty());
            m_client.reset();
        }
    }

    void aFingerprintIsForThoseThatShowIt()
    {
        m_script->showCertificate(QUrl(u"wss://a.example"_s), someFingerprint);
        m_script->showCertificate(QUrl(u"wss://b.example"_s), otherFingerprint);
        m_trusted = someFingerprint;
        open(listOf("wss://a.example,wss://b.example"));
        QTRY_VERIFY_WITH_TIMEOUT(m_script->attempts().contains({QUrl(u"wss://a.example"_s), someFingerprint}),
                                 timeoutMs);
        QCOMPARE(state().connection.phase, ConnectionPhase::Connecting);
        QVERIFY(m_refused->isEmpty());
        QCOMPARE(setting(certificateSetting(QUrl(u"wss://a.example"_s))), someFingerprint);
        QCOMPARE(setting(certificateSetting(QUrl(u"wss://b.example"_s))), QString());
    }

private:
    /// Opens the client of alice. If `servers` is empty, it uses the stored list.
    void open(const ServerList& servers)
    {
        ClientOptions options;
        options.profileDirectory = m_folder->filePath(u"profile"_s);
        options.servers = servers;
        options.trustedCertificate = m_trusted;
        options.makeTransport = [script = m_script] { return std::make_unique<ScriptedTransport>(script); };
        m_client = std::make_unique<Client>(std::move(options));
        m_refused = std::make_unique<QSignalSpy>(m_client.get(), &Client::certificateRefused);
        QSignalSpy opened(m_client.get(), &Client::opened);
        m_client->open();
        QVERIFY(opened.wait());
        m_client->submit(input::UseToken{m_client->newCommand(), "alice", std::string(32, 't')});
    }
    ClientState state()
    {
        QSignalSpy loaded(m_client.get(), &Client::stateLoaded);
        m_client->requestState();
        return loaded.wait() ? loaded[0][0].value<ClientState>() : ClientState();
    }
    QString setting(const QString& key)
    {
        QSignalSpy loaded(m_client.get(), &Client::settingLoaded);
        m_client->requestSetting(key);
        return loaded.wait() ? loaded[0][1].toString() : QString();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::shared_ptr<ServerScript> m_script;
    std::optional<QString> m_trusted;
    std::unique_ptr<Client> m_client;
    std::unique_ptr<QSignalSpy> m_refused;
};

TIDEMARK_SUITE(TestServers, QCoreApplication)

} // namespace tidemark::servers_test

#include "test_servers.moc"
