#include "tests/e2e/stage.h"
#include "tests/main/suite.h"

#include <QTest>

namespace tidemark::channels_test {

using namespace tidemark::test;
using namespace Qt::StringLiterals;

/// Channels and the feed through real programs: an author, and two devices of one reader.
class TestChannels : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        QVERIFY(m_stage.ready());
        m_author = std::make_unique<Device>(m_stage.newAccount(u"author"_s, u"desk"_s));
        m_laptop = std::make_unique<Device>(m_stage.newAccount(u"ann"_s, u"laptop"_s));
        m_phone = std::make_unique<Device>(m_stage.device(u"ann"_s, u"phone"_s));
        QVERIFY(m_phone->sync());
    }

    void init() { m_channel = makeChannel(u"Tide tables"_s); }

    void cleanup()
    {
        for (const Device* device : {m_laptop.get(), m_phone.get(), m_author.get()}) {
            QVERIFY(device->sync());
            const CliResult audit = device->audit();
            VERIFY_DONE(audit);
            QVERIFY2(audit.line()[u"ok"].toBool(), qPrintable(audit.description()));
            QCOMPARE(device->mismatches(), 0);
        }
        const CliResult left = m_laptop->run({u"unfollow"_s, number(m_channel)});
        QVERIFY(left.isDone() || left.status == 1);
    }

    void aChannelIsMadeAndItsAuthorAlonePosts()
    {
        QVERIFY(m_author->send(m_channel, u"high water at noon"_s) > 0);
        VERIFY_DONE(m_laptop->run({u"follow"_s, number(m_channel)}));
        QCOMPARE(m_laptop->run({u"send"_s, number(m_channel), u"me too"_s}).status, 1);
        QCOMPARE(m_phone->conversation(m_channel)[u"kind"].toString(), u"channel"_s);
    }

    void channelsAreFoundByTheirTitle()
    {
        const qint64 other = makeChannel(u"Moon phases"_s);
        VERIFY_DONE(m_laptop->run({u"follow"_s, number(other)}));
        const CliResult found = m_laptop->run({u"channels"_s, u"moon"_s});
        VERIFY_DONE(found);
        QCOMPARE(keysOf(found.line()),
                 QStringList({u"conversation"_s, u"followed"_s, u"followers"_s, u"title"_s}));
        QCOMPARE(found.line()[u"conversation"].toInteger(), other);
        QCOMPARE(found.line()[u"followers"].toInteger(), 2);
        QVERIFY(found.line()[u"followed"].toBool());
        const CliResult all = m_laptop->run({u"channels"_s});
        VERIFY_DONE(all);
        QVERIFY(all.lines.size() >= 2);
        QCOMPARE(all.lines.first()[u"conversation"].toInteger(), other);
        VERIFY_DONE(m_laptop->run({u"unfollow"_s, number(other)}));
    }

    void followingAndUnfollowingCorrectTheNumberOnBothDevices()
    {
        QVERIFY(m_author->send(m_channel, u"before"_s) > 0);
        const CliResult followed = m_laptop->run({u"follow"_s, number(m_channel)});
        VERIFY_DONE(followed);
        QCOMPARE(keysOf(followed.line()), QStringList(u"conversation"_s));
        QCOMPARE(feed(*m_phone), 0);
        QVERIFY(m_author->send(m_channel, u"one"_s) > 0);
        QVERIFY(m_author->send(m_channel, u"two"_s) > 0);
        QCOMPARE(feed(*m_phone), 2);
        QCOMPARE(feed(*m_laptop), 2);
        QCOMPARE(m_phone->total(), 0);
        VERIFY_DONE(m_phone->run({u"unfollow"_s, number(m_channel)}));
        QCOMPARE(feed(*m_phone), 0);
        QCOMPARE(feed(*m_laptop), 0);
        QCOMPARE(m_laptop->run({u"follow"_s, u"999999"_s}).status, 1);
    }

    void openingResetsEveryChannelOnBothDevices()
    {
        const qint64 other = makeChannel(u"Weather"_s);
        for (const qint64 channel : {m_channel, other}) {
            VERIFY_DONE(m_laptop->run({u"follow"_s, number(channel)}));
            QVERIFY(m_author->send(channel, u"news"_s) > 0);
            QVERIFY(m_author->send(channel, u"more news"_s) > 0);
        }
        const CliResult before = m_phone->run({u"feed"_s});
        VERIFY_DONE(before);
        QCOMPARE(keysOf(before.line()), QStringList({u"channels"_s, u"exact"_s, u"feed"_s}));
        QCOMPARE(before.line()[u"feed"].toInteger(), 4);
        const QJsonObject first = before.line()[u"channels"].toArray().first().toObject();
        QCOMPARE(keysOf(first), QStringList({u"archived"_s, u"conversation"_s, u"exact"_s, u"muted"_s,
                                             u"new"_s, u"title"_s, u"unread"_s}));
        QCOMPARE(first[u"new"].toInteger(), 2);

        const CliResult opened = m_laptop->run({u"feed"_s, u"--open"_s});
        VERIFY_DONE(opened);
        QCOMPARE(opened.line()[u"feed"].toInteger(), 0);
        QCOMPARE(feed(*m_phone), 0);
        QCOMPARE(m_phone->unread(m_channel), 2);
        VERIFY_DONE(m_phone->run({u"mute"_s, number(other)}));
        QVERIFY(m_author->send(other, u"quietly"_s) > 0);
        QVERIFY(m_author->send(m_channel, u"loudly"_s) > 0);
        QCOMPARE(feed(*m_laptop), 1);
        VERIFY_DONE(m_laptop->run({u"unfollow"_s, number(other)}));
    }

    void openedOfflineItIsSentOnceOnline()
    {
        VERIFY_DONE(m_laptop->run({u"follow"_s, number(m_channel)}));
        QVERIFY(m_author->send(m_channel, u"one"_s) > 0);
        QVERIFY(m_laptop->sync());
        VERIFY_DONE(m_laptop->runOffline({u"feed"_s, u"--open"_s}));
        QVERIFY(m_author->send(m_channel, u"two"_s) > 0);
        QCOMPARE(feed(*m_phone), 2);
        QVERIFY(m_laptop->sync());
        QCOMPARE(feed(*m_phone), 1);
        QCOMPARE(feed(*m_laptop), 1);
        QCOMPARE(m_laptop->runOffline({u"channels"_s}).status, 3);
    }

    void markingAllReadOpensIt()
    {
        VERIFY_DONE(m_laptop->run({u"follow"_s, number(m_channel)}));
        QVERIFY(m_author->send(m_channel, u"one"_s) > 0);
        QCOMPARE(feed(*m_laptop), 1);
        VERIFY_DONE(m_laptop->run({u"mark-all-read"_s}));
        QCOMPARE(feed(*m_phone), 0);
        QCOMPARE(m_phone->unread(m_channel), 0);
    }

private:
    [[nodiscard]] qint64 makeChannel(const QString& title) const
    {
        const CliResult created = m_author->run({u"create-channel"_s, title});
        return created.isDone() ? created.line()[u"conversation"].toInteger() : 0;
    }
    /// -1 if the command failed.
    [[nodiscard]] static qint64 feed(const Device& device)
    {
        const CliResult result = device.run({u"feed"_s});
        return result.isDone() && result.line()[u"exact"].toBool() ? result.line()[u"feed"].toInteger() : -1;
    }

    Stage m_stage;
    std::unique_ptr<Device> m_author;
    std::unique_ptr<Device> m_laptop;
    std::unique_ptr<Device> m_phone;
    qint64 m_channel = 0;
};

TIDEMARK_SUITE(TestChannels, QCoreApplication)

} // namespace tidemark::channels_test

#include "test_channels.moc"
