#include "core/client/client.h"
#include "core/client/files/profile_files.h"
#include "core/domain/request_caps.h"
#include "tests/client/hub_server.h"
#include "tests/main/suite.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <map>
#include <memory>

namespace tidemark::avatars_test {

using namespace Qt::StringLiterals;
using tidemark::test::HubServer;

namespace {

/// A client that remembers the newest report of each avatar.
class Person {
public:
    Person(HubServer& server, const QString& profile, const std::string& name, bool isNew = true)
        : folder(profile)
    {
        client = std::make_unique<Client>(server.clientOptions(profile));
        QObject::connect(client.get(), &Client::avatarChanged, client.get(),
                         [this](const AvatarState& state) { avatars[state.avatar.owner] = state; });
        QObject::connect(client.get(), &Client::accountChanged, client.get(),
                         [this](const QString& /*name*/, UserId signedIn) { user = signedIn; });
        QSignalSpy caughtUp(client.get(), &Client::caughtUp);
        client->open();
        if (isNew) {
            client->submit(input::RegisterAccount{client->newCommand(), name, {}, Client::newToken()});
        }
        isReady = caughtUp.wait();
    }

    /// The result of a command.
    [[nodiscard]] change::CommandDone run(const std::function<void(CommandId)>& begin) const
    {
        QSignalSpy done(client.get(), &Client::commandDone);
        const CommandId command = client->newCommand();
        begin(command);
        while (done.isEmpty() || done.last()[0].value<change::CommandDone>().command != command) {
            if (!done.wait()) {
                return {.command = command, .error = protocol::ErrorCode::Unknown};
            }
        }
        return done.last()[0].value<change::CommandDone>();
    }
    [[nodiscard]] ConversationId makeGroup(const std::string& other) const
    {
        return run([&](CommandId command) {
                   client->submit(input::CreateGroup{command, Client::newUuid(), "group", {other}});
               })
            .resultAs<ConversationId>();
    }
    [[nodiscard]] std::optional<protocol::ErrorCode> set(const QByteArray& bytes,
                                                         ConversationId conversation = {}) const
    {
        return run([&](CommandId command) {
                   client->setAvatar({command, conversation, bytes, u"image/png"_s, 64});
               })
            .error;
    }
    /// The content of the avatar's file; empty: none is held.
    [[nodiscard]] QByteArray content(const AvatarOwner& owner) const
    {
        const auto found = avatars.find(owner);
        if (found == avatars.end() || found->second.path.isEmpty()) {
            return {};
        }
        QFile file(found->second.path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    [[nodiscard]] QStringList outgoing() const
    {
        return QDir(folder + u"/outgoing"_s).entryList(QDir::Files);
    }

    QString folder;
    std::unique_ptr<Client> client;
    bool isReady = false;
    UserId user;
    std::map<AvatarOwner, AvatarState> avatars;
};

} // namespace

/// Avatars of clients with their transfers and disks, against the real hub.
class TestAvatars : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        m_folder = std::make_unique<QTemporaryDir>();
        m_server = std::make_unique<HubServer>();
        m_ann = std::make_unique<Person>(*m_server, path(u"ann"_s), "ann");
        m_bob = std::make_unique<Person>(*m_server, path(u"bob"_s), "bob");
        QVERIFY(m_ann->isReady && m_bob->isReady);
        m_group = m_ann->makeGroup("bob");
        QVERIFY(m_group.isValid());
        QVERIFY(m_ann->user.isValid());
    }
    void cleanup()
    {
        m_ann.reset();
        m_bob.reset();
        m_server.reset();
    }

    void anAvatarIsSetShownAndReplaced()
    {
        m_bob->client->requestAvatar({m_group, m_ann->user});
        QTRY_COMPARE(m_bob->avatars.size(), 1U);
        QCOMPARE(m_ann->set("face"), std::nullopt);
        QTRY_COMPARE(m_bob->content(ofAnn()), "face");
        QCOMPARE(m_bob->avatars.at(ofAnn()).avatar.version, 1U);
        QCOMPARE(m_ann->outgoing(), QStringList());
        m_ann->client->requestAvatar({});
        QTRY_COMPARE(m_ann->content(ofAnn()), "face");

        QCOMPARE(m_ann->set("another"), std::nullopt);
        QTRY_COMPARE(m_bob->content(ofAnn()), "another");
        QCOMPARE(m_ann->set({}), std::nullopt);
        QTRY_VERIFY(!m_bob->avatars.at(ofAnn()).avatar.hash.isValid());
        QVERIFY(m_bob->avatars.at(ofAnn()).path.isEmpty());
    }

    void aGroupHasOneToo()
    {
        m_bob->client->requestAvatar({m_group, {}});
        QCOMPARE(m_bob->set("sign", m_group), std::nullopt);
        QTRY_COMPARE(m_bob->content({.conversation = m_group}), "sign");
        m_ann->client->requestAvatar({m_group, {}});
        QTRY_COMPARE(m_ann->content({.conversation = m_group}), "sign");
    }

    void aDeviceThatWasAwayLearnsTheNewOne()
    {
        QCOMPARE(m_ann->set("face"), std::nullopt);
        m_bob->client->requestAvatar({m_group, m_ann->user});
        QTRY_COMPARE(m_bob->content(ofAnn()), "face");
        m_bob->client->submit(input::GoOffline{});
        QCOMPARE(m_ann->set("another"), std::nullopt);
        m_bob->client->submit(input::Connect{});
        QTRY_COMPARE(m_bob->content(ofAnn()), "another");
    }

    void anAvatarIsThereAfterARestartWithoutAConnection()
    {
        QCOMPARE(m_ann->set("face"), std::nullopt);
        m_bob->client->requestAvatar({m_group, m_ann->user});
        QTRY_COMPARE(m_bob->content(ofAnn()), "face");
        m_bob.reset();
        m_server->goDown();
        m_bob = std::make_unique<Person>(*m_server, path(u"bob"_s), "bob", false);
        m_bob->client->requestAvatar({m_group, m_ann->user});
        QTRY_COMPARE(m_bob->content(ofAnn()), "face");
    }

    void withoutAConnectionItFailsAtOnce()
    {
        QSignalSpy changed(m_ann->client.get(), &Client::connectionChanged);
        m_server->goDown();
        QVERIFY(changed.wait());
        QCOMPARE(m_ann->set("face"), std::optional(protocol::ErrorCode::Unavailable));
        QCOMPARE(m_ann->set({}), std::optional(protocol::ErrorCode::Unavailable));
        QCOMPARE(m_ann->outgoing(), QStringList());
    }

    void aRefusalLeavesNothingBehind()
    {
        QCOMPARE(m_bob
                     ->run([&](CommandId command) {
                         m_bob->client->setAvatar({command, {}, "face", u"image/gif"_s, 64});
                     })
                     .error,
                 std::optional(protocol::ErrorCode::AvatarInvalid));
        const QByteArray large(qsizetype(caps::maxAvatarBytes) + 1, 'x');
        QVERIFY(m_bob->set(large).has_value());
        QTRY_COMPARE(m_bob->outgoing(), QStringList());
    }

    void aReplacedFileLeavesTheDevice()
    {
        QCOMPARE(m_ann->set("face"), std::nullopt);
        m_ann->client->requestAvatar({});
        QTRY_COMPARE(m_ann->content(ofAnn()), "face");
        const QString before = m_ann->avatars.at(ofAnn()).path;
        QCOMPARE(m_ann->set("another"), std::nullopt);
        QTRY_COMPARE(m_ann->content(ofAnn()), "another");
        m_ann.reset(); // closing trims the cache
        QVERIFY(!QFileInfo::exists(before));
    }

private:
    [[nodiscard]] QString path(const QString& name) const { return m_folder->filePath(name); }
    [[nodiscard]] AvatarOwner ofAnn() const { return {.user = m_ann->user}; }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<HubServer> m_server;
    std::unique_ptr<Person> m_ann;
    std::unique_ptr<Person> m_bob;
    ConversationId m_group;
};

TIDEMARK_SUITE(TestAvatars, QCoreApplication)

} // namespace tidemark::avatars_test

#include "test_avatars.moc"
